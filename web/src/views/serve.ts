// The page of `headscope serve`: a text box, a menu of models, and below them the view of what was typed.
import "./views.css";
import "./serve.css";
import { html } from "../dom";
import { inflate } from "./decode";
import { checked, type Meta, size } from "./meta";
import { type Mounted, mount } from "./mount";
import { initial, offOf, toFragment } from "./state";

const FIRST = "The old king watered his tomatoes before breakfast.";
const PAUSE = 500; // milliseconds without a key, until what was typed is asked for
const LONGEST = 20_000; // characters

/** An answer of /attend: four bytes that say how long the description is, the description as JSON, the packed data. */
export async function readAnswer(answer: ArrayBuffer): Promise<{ meta: Meta; data: Uint8Array<ArrayBuffer> }> {
  const length = new DataView(answer).getUint32(0, true);
  const meta = checked(JSON.parse(new TextDecoder().decode(new Uint8Array(answer, 4, length))) as Meta);
  return { meta, data: await inflate([new Uint8Array(answer, 4 + length)], size(meta)) };
}

/** What was typed outlives a reload, in this tab alone. */
function keep(name: string, value: string): void {
  try {
    sessionStorage.setItem(`headscope-${name}`, value);
  } catch {
    // A browser that stores nothing: then it does not.
  }
}

function kept(name: string): string | null {
  try {
    return sessionStorage.getItem(`headscope-${name}`);
  } catch {
    return null;
  }
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const plain = `The server answered ${response.status}.`;
  const said = (await response.json().catch(() => ({}))) as { error?: string };
  throw new Error(said.error ?? plain);
}

const TAB = Math.random().toString(36).slice(2); // so that the server takes tabs in turn

async function fetched(address: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, options).catch(() => null);
  if (!response) throw new Error("The server can't be reached. Is it still running?");
  return accepted(response);
}

/** Whether both are of the same tokens and heads, so that what was looked at in the one is there in the other. */
function sameSize(one: Meta, other: Meta | null): boolean {
  const shape = (meta: Meta) => JSON.stringify(meta.stacks.map(({ name, layers, heads, queries, keys }) => [name, layers, heads, queries.texts, keys.texts]));
  return other !== null && shape(one) === shape(other);
}

/** The form and the view below it. The view is drawn anew for each text, and keeps what is looked at: that is in the address. */
export function live(main: HTMLElement): void {
  // Named outright: as a label around them, the name would run on into what they hold.
  const area = (name: string) => html("textarea", { rows: 2, maxlength: LONGEST, spellcheck: "false", "aria-label": name });
  const [text, second] = [area("Text"), area("Second text, if any")];
  text.value = kept("text") ?? FIRST;
  second.value = kept("second") ?? "";
  const model = html("select", { "aria-label": "Model" });
  const choice = html("label", {}, "Model ", model);
  const status = html("output", { role: "status" });
  const form = html(
    "form",
    { class: "headscope-ask", "aria-label": "What to look at" },
    html("label", { class: "wide" }, "Text", text),
    html("label", { class: "wide" }, "Second text, if any", second),
    choice,
    html("button", { type: "submit" }, "Show"),
    status,
  );
  const place = html("div", {});
  main.before(form);
  main.replaceChildren(place);

  let shown: Mounted | null = null;
  let [running, again, timer] = [false, false, 0];
  let off = offOf(location.hash); // heads that are switched off; null: what the server was started with

  let before: Meta | null = null;
  const switchOff = (heads: string[]) => {
    off = heads;
    void show();
  };

  function say(words: string, wrong = false): void {
    status.textContent = words;
    status.classList.toggle("wrong", wrong);
  }

  async function ask(): Promise<void> {
    keep("text", text.value);
    keep("second", second.value);
    keep("model", model.value);
    const asked = { model: model.value, text: text.value, second: second.value.trim() === "" ? null : second.value, without: off ?? [] };
    const headers = { "content-type": "application/json", "x-headscope-client": TAB };
    const response = await fetched("/attend", { method: "POST", headers, body: JSON.stringify(asked) });
    const { meta, data } = await readAnswer(await response.arrayBuffer());
    const state = off !== null && sameSize(meta, before) ? shown?.state() : null; // the same heads of another pass
    before = meta;
    shown?.destroy();
    shown = mount(place, meta, data, { hash: true, switchOff, ...(state ? { state } : {}) });
    if (state || offOf(location.hash)) history.replaceState(history.state, "", `#${toFragment(shown.state() ?? initial(meta), meta)}`);
    place.classList.remove("headscope-stale");
    const { queries } = meta.stacks[0]!;
    say(`${queries.texts.length} tokens. What you type is shown at once; it stays on this machine.`);
  }

  /** One question at a time; what was typed meanwhile is asked for when the answer is here. */
  async function show(): Promise<void> {
    clearTimeout(timer);
    again = running;
    if (running) return;
    running = true;
    form.setAttribute("aria-busy", "true");
    try {
      do {
        again = false;
        await ask().catch((error: unknown) => {
          say(error instanceof Error ? error.message : String(error), true);
          place.classList.add("headscope-stale"); // what is below is of an earlier text
          shown?.complain("");
          // A link may name heads that this model does not have: then it is shown whole.
          if (before === null && off && off.length > 0) [off, again] = [[], true];
          else off = before?.off ?? off;
        });
      } while (again);
    } finally {
      running = false;
      form.removeAttribute("aria-busy");
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show();
  });
  model.addEventListener("change", () => {
    off = []; // another model has other heads
    void show();
  });
  for (const box of [text, second]) {
    box.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void show(), PAUSE);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void show();
    });
  }

  (async () => {
    const { models, without } = (await (await fetched("/models")).json()) as { models: string[]; without: string[] };
    model.append(...models.map((name) => html("option", { value: name }, name)));
    choice.hidden = models.length < 2;
    const last = kept("model");
    if (last !== null && models.includes(last)) model.value = last;
    if (model.value === models[0]) off ??= without;
    await show();
  })().catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true));
}

const main = document.getElementById("headscope-live");
if (main) live(main);
