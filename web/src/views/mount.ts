// A view inside an element: three ways of looking, what stands around them, and the link that keeps what is looked at.
import type { Theme } from "../colour";
import { html } from "../dom";
import { button, choices, type Control, menu } from "./controls";
import { Data } from "./decode";
import { asPng, asSvg, fileName, save } from "./export";
import { headView } from "./head_view";
import { checked, type Meta, size, type ViewName } from "./meta";
import { modelView } from "./model_view";
import { neuronView } from "./neuron_view";
import { currentTheme, hostTheme, onTheme } from "./palette";
import { fromFragment, initial, moved, type State, Store, toFragment, viewsOf } from "./state";
import { plain, visible } from "./tokens";
import type { Context, View } from "./view";
import { layered } from "./weights";

export interface Options {
  hash?: boolean; // keep what is looked at in the address of the page
  state?: State; // what was looked at, in the same text with other heads switched off
  /** Asks the model for the same text without these heads. */
  switchOff?: (off: string[]) => void;
}

export interface Mounted {
  state(): State | null;
  /** Says what went wrong. */
  complain(problem: string): void;
  destroy(): void;
}

const CAVEAT = "Attention shows where a head reads, not why the model answers.";

const WORDS: Record<ViewName, string> = { head: "Head", model: "Model", neuron: "Neuron" };

function makeView(context: Context, name: ViewName): View {
  return { model: modelView, head: headView, neuron: neuronView }[name](context);
}

/** The parts that stand around every view. */
function start(root: HTMLElement, meta: Meta, data: Data, options: Options): Mounted {
  const store = new Store(
    options.state ?? (options.hash && location.hash.length > 1 ? fromFragment(location.hash, meta) : initial(meta)),
  );
  let theme: Theme = currentTheme();
  /** The style sheet knows the system's theme; a host's it must be told. */
  const follow = () => (hostTheme() ? (root.dataset["theme"] = theme) : delete root.dataset["theme"]);
  follow();
  const { switchOff } = options;
  const context: Context = {
    meta,
    data,
    store,
    theme: () => theme,
    ...(switchOff
      ? {
          switchOff: (off: string[]) => {
            root.setAttribute("aria-busy", "true");
            switchOff(off);
          },
        }
      : {}),
  };
  const tabsPlace = html("div", {});
  const stacks = menu(
    "attention",
    meta.stacks.map(({ name }, at) => [String(at), visible(name)] as const),
    (at) => store.set(moved(store.state, meta, Number(at))),
  );
  stacks.element.hidden = meta.stacks.length < 2;
  const problem = html("p", { role: "alert" });
  const name = () => `${meta.title} ${view.picture().title}`;
  const svgButton = button("Save SVG", () =>
    save(new Blob([asSvg(view.picture())], { type: "image/svg+xml" }), fileName(name(), "svg")),
  );
  const pngButton = button("Save PNG", () => {
    asPng(view.picture())
      .then((blob) => save(blob, fileName(name(), "png")))
      .catch((error: unknown) => (problem.textContent = `No PNG: ${error instanceof Error ? error.message : String(error)}.`));
  });
  const title = html("h2", {}, html("bdi", {}, plain(meta.title)));
  const header = html(
    "div",
    { class: "hs-header" },
    title,
    tabsPlace,
    stacks.element,
    html("div", { class: "hs-choices hs-save" }, svgButton, pngButton),
  );
  const place = html("div", {});
  const said = html("p", { class: "hs-hint" });
  root.replaceChildren(header, problem, place, said);

  let view: View;
  let tabs: Control<ViewName>;
  function show(state: State, before: State | null): void {
    if (before?.stack !== state.stack) {
      const there = viewsOf(meta.stacks[state.stack]!);
      tabs = choices(
        "View",
        there.map((name) => [name, name === "head" && layered(meta) ? "Layer" : WORDS[name]] as const),
        (name) => store.set({ view: name }),
      );
      tabs.element.hidden = there.length < 2;
      tabsPlace.replaceChildren(tabs.element);
    }
    tabs.show(state.view);
    stacks.show(String(state.stack));
    const made = before === null || before.view !== state.view || before.stack !== state.stack;
    if (made) {
      if (before) view.destroy();
      view = makeView(context, state.view);
      place.replaceChildren(view.element);
    }
    view.update(state);
    const kind = state.view === "neuron" ? "raw" : state.weights;
    said.textContent = `A weight is shown to within ${(meta.weights?.errors[kind] ?? meta.error).toFixed(4)}. ${CAVEAT}`;
    // A head opened by key from the model view: the focus goes where it can go on from.
    if (made && before && root.getRootNode() instanceof Document && document.activeElement === document.body) {
      tabs.element.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
    }
  }

  let written = "";
  function write(state: State): void {
    written = `#${toFragment(state, meta)}`;
    try {
      history.replaceState(history.state, "", written);
    } catch {
      // A host that owns the address does not let us write to it; the view works all the same.
    }
  }
  function read(): void {
    if (location.hash !== written) store.set(fromFragment(location.hash, meta));
  }

  show(store.state, null);
  const stops = [
    store.listen(show),
    onTheme(() => {
      if (theme === currentTheme()) return;
      theme = currentTheme();
      follow();
      view.update(store.state);
    }),
  ];
  if (options.hash) {
    stops.push(store.listen(write));
    window.addEventListener("hashchange", read);
    stops.push(() => window.removeEventListener("hashchange", read));
  }
  return {
    state: () => store.state,
    complain: (words) => {
      problem.textContent = words;
      root.removeAttribute("aria-busy");
    },
    destroy: () => {
      stops.forEach((stop) => stop());
      view.destroy();
    },
  };
}

/** Better a sentence than an empty page. */
export function excuse(root: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  root.replaceChildren(html("p", { role: "alert" }, `This view could not be drawn: ${reason}.`));
  console.error(error);
}

/** Show a view inside an element. `data` is what the description's offsets count in: the bytes, decompressed. */
export function mount(
  element: HTMLElement,
  meta: Meta,
  data: ArrayBuffer | ArrayBufferView<ArrayBuffer>,
  options: Options = {},
): Mounted {
  // The attribute asks JupyterLab to leave our keys to us: without it an arrow key would go to the next cell of the notebook.
  const root = html("div", { class: "headscope-view", "data-lm-suppress-shortcuts": "true" });
  element.replaceChildren(root);
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let made: Mounted | null = null;
  try {
    made = start(root, checked(meta), new Data(bytes, size(meta)), options);
  } catch (error) {
    excuse(root, error);
  }
  return {
    state: () => made?.state() ?? null,
    complain: (problem) => made?.complain(problem),
    destroy: () => {
      made?.destroy();
      root.remove();
    },
  };
}
