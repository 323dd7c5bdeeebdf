// The head at work on a text, alive: the views' own head view, with the texts to choose from and what it was asked in them.
import { html } from "../dom";
import { type Head, headName } from "../heads";
import { allScores, type Payload } from "../payload";
import { buttons } from "../save/save";
import { type Embedded, mountHeads } from "../views/embed";
import { asPng, asSvg } from "../views/export";
import type { Meta } from "../views/meta";
import type { Arrow, State } from "../views/state";
import { type HeadOnText, textsOf } from "./sentence";

const LINES = 40; // before a text scrolls

/** What stops a picture that is taken off the page. */
export interface Alive {
  element: HTMLElement;
  destroy(): void;
}

/** The two buttons of a view, which draws itself for the file. */
export function saveView(view: () => Embedded, title: () => string): HTMLElement {
  const picture = () => ({ ...view().picture(), title: title() });
  return buttons({ title, svg: () => asSvg(picture()), png: () => asPng(picture()) });
}

/** What asks "which head does this?" of the sample text, from one card to the next. */
export interface Asking {
  arrow: Arrow | null;
  open(head: Head): void;
}

/** What the page says of the heads of a stack, as views take it. */
function known({ behaviours, labels, ...payload }: Payload, stack: string): Pick<Meta, "scores" | "labels" | "behaviours"> {
  const mixed = behaviours.find(({ light }) => light === null)?.name;
  return {
    scores: allScores({ behaviours, labels, ...payload }).filter((score) => score.stack === stack).map((score) => ({ ...score, stack: "" })),
    labels: labels.filter((one) => one.stack === stack && one.label !== mixed).map((one) => ({ ...one, stack: "" })),
    behaviours,
  };
}

/** What is seen under a head's sample text. Sentences of the corpus are kept under the first kind of weights alone. */
function sampled({ kind, kinds }: Payload): string {
  const under = kind ? ` (${kind.under})` : "";
  const first = kinds[0];
  const more = first && kind?.name !== first.name ? ` Sentences of the corpus are shown under “${first.label}”.` : "";
  return `The words on the left attend to those on the right${under}.${more}`;
}

/** Null where the page has no text that the head has read. */
export function alive(payload: Payload, head: Head, asking: Asking): Alive | null {
  const texts = textsOf(payload, head);
  if (texts.length === 0) return null;
  const place = html("div");
  const asked = html("ul", { class: "answers", "aria-label": "What the head is asked about here" });
  const about = html("figcaption");
  let view: Embedded | null = null;
  let title = "";
  const choices = texts.map((text) => {
    const button = html("button", { type: "button", "aria-pressed": "false" }, text.name);
    button.addEventListener("click", () => show(text));
    return button;
  });

  function show(text: HeadOnText): void {
    view?.destroy();
    title = `Head ${headName(head)}: ${text.name.toLowerCase()}`;
    choices.forEach((button, at) => button.setAttribute("aria-pressed", String(texts[at] === text)));
    const every = text.given.layers * text.given.heads > 1;
    view = mountHeads(place, text.given, {
      layer: text.layer,
      heads: [text.head],
      lines: LINES,
      label: title,
      ...(every
        ? {
            opens: (layer: number, one: number) => asking.open({ stack: head.stack, layer, head: one }),
            arrow: asking.arrow,
            known: known(payload, head.stack),
            changed: ({ arrow }: State) => (asking.arrow = arrow),
          }
        : {}),
    });
    const first = text.answers[0];
    if (first) view.set({ side: first.side, tokens: [first.token] });
    asked.replaceChildren(
      ...text.answers.map(({ side, token, words, right }) => {
        const button = html("button", { type: "button", class: right ? "right" : "wrong" }, words);
        button.addEventListener("click", () => view?.set({ side, tokens: [token] }));
        return html("li", {}, button);
      }),
    );
    asked.hidden = text.answers.length === 0;
    about.textContent = text.about === "" ? sampled(payload) : text.about;
  }

  const element = html(
    "figure",
    { class: "alive" },
    ...(texts.length > 1 ? [html("div", { class: "texts", role: "group", "aria-label": "Text" }, ...choices)] : []),
    asked,
    place,
    about,
    saveView(() => view!, () => title),
  );
  // An arrow is drawn in the sample text; the next head is asked the same.
  show((asking.arrow && texts.find(({ given }) => given.layers * given.heads > 1)) || texts[0]!);
  return { element, destroy: () => view?.destroy() };
}
