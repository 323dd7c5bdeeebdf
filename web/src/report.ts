// The atlas: one page of what the heads of a model attend to. Puts the parts together, in the order they are read.
import "./report.css";
import { html } from "./dom";
import { fold, unfold, unfoldForPrint } from "./fold";
import { Highlight } from "./highlight";
import { under } from "./kinds";
import { Link } from "./link";
import { overview } from "./overview";
import { card } from "./card/card";
import { type Payload, readPayload, scoresOf } from "./payload";
import { saveFigures } from "./save/figures";
import { drawSections } from "./sections";
import { headTable } from "./table";

function tables(payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const inner = html("div", { class: "below" });
  const near = highlight.inside(inner);
  for (const stack of payload.stacks) {
    if (payload.stacks.length > 1) inner.append(html("h3", {}, stack.name));
    inner.append(headTable(stack, payload, near, link));
  }
  const size = payload.stacks.map((stack) => `${stack.layers * stack.heads} heads × ${scoresOf(payload, stack.name).length} scores`).join(", ");
  return html("section", { id: "heads" }, html("h2", {}, "All heads"), fold(`A table: ${size}`, inner));
}

function absent({ absent }: Payload): HTMLElement[] {
  if (absent.length === 0) return [];
  const items = absent.map(({ name, missing, command }) => html("li", {}, html("b", {}, name), `. ${missing} It would take: `, html("code", {}, command)));
  return [html("h3", {}, "Not in this run"), html("ul", {}, ...items)];
}

function run(payload: Payload): HTMLElement {
  const facts = html("dl");
  for (const [name, value] of payload.facts) facts.append(html("div", {}, html("dt", {}, name), html("dd", {}, value)));
  const inner = html("div", { class: "below" }, facts);
  if (payload.notes.length > 0) {
    inner.append(html("h3", {}, "Notes"), html("ul", {}, ...payload.notes.map((note) => html("li", {}, note))));
  }
  inner.append(...absent(payload));
  const parts = [["Model, corpus, options and versions", true], ["notes", payload.notes.length > 0], ["what is not in it", payload.absent.length > 0]] as const;
  const said = parts.flatMap(([words, there]) => (there ? [words] : [])).join("; ");
  return html("section", { id: "run" }, html("h2", {}, "About this run"), fold(said, inner), html("p", { class: "caveat" }, payload.caveat));
}

/** Draw the page into an element, under the weights that the link asks for; and anew when it asks for others. */
export function mount(root: HTMLElement, payload: Payload): void {
  const link = new Link();
  unfoldForPrint(root);
  const show = (): void => {
    const asked = link.get("weights");
    const page = under(payload, asked);
    draw(root, page ?? payload, link);
    if (!page) link.refuse("weights", `This run has no weights named “${asked}”.`);
    link.listen("weights", (name) => {
      if (name === asked) return;
      const place = placeOf(root);
      link.renew();
      show();
      place();
    });
  };
  show();
}

/** Where the reader is: what is unfolded, focused and at the top of the window; the function puts them back in the page drawn anew. */
function placeOf(root: HTMLElement): () => void {
  const open = new Set([...root.querySelectorAll<HTMLDetailsElement>("section > details[open]")].map(({ parentElement }) => parentElement!.id));
  const inCard = document.activeElement?.closest(".drawer") !== null;
  const focused = document.activeElement?.matches("[data-kind]") ?? false;
  const seen = [...root.querySelectorAll<HTMLElement>("section[id]")].find((part) => part.getBoundingClientRect().bottom > 0);
  const top = seen?.getBoundingClientRect().top ?? 0;
  const scrolled = window.scrollY > 0;
  return () => {
    for (const id of open) document.getElementById(id)?.querySelector<HTMLDetailsElement>(":scope > details")?.setAttribute("open", "");
    const again = seen && document.getElementById(seen.id);
    if (scrolled && again) window.scrollBy(0, again.getBoundingClientRect().top - top);
    if (focused) root.querySelector<HTMLElement>(`${inCard ? ".drawer" : ".kinds"} [data-kind][aria-pressed=true]`)?.focus({ preventScroll: true });
  };
}

function draw(root: HTMLElement, payload: Payload, link: Link): void {
  const highlight = new Highlight();
  const sheets = card(payload, highlight, link);
  root.replaceChildren(
    ...overview(payload, highlight, link),
    html("div", { class: "parts-of-page" }, ...drawSections(payload, highlight)),
    tables(payload, highlight, link),
    run(payload),
    ...sheets.elements,
  );
  for (const part of root.querySelectorAll<HTMLElement>(".part")) saveFigures(part, part.querySelector(".finding")?.textContent ?? "", payload);
  sheets.follow();
  const show = (id: string | null) => {
    const target = id === null ? null : document.getElementById(id);
    if (id !== null && !target) link.refuse("at", `There is no “${id}” on this page.`);
    if (target) unfold(target);
    return target;
  };
  // The browser looked for the link's target before it was drawn.
  show(link.get("at"))?.scrollIntoView();
  link.listen("at", (id) => void show(id)?.scrollIntoView());
}

/** In a page made by Python the data lies in the document; a notebook calls `mount` itself. */
const data = document.getElementById("payload");
const root = document.getElementById("report");
if (data && root) {
  try {
    mount(root, readPayload(data.textContent ?? ""));
  } catch (error) {
    // Better a sentence than an empty page; the details are for the console.
    const reason = error instanceof Error ? error.message : String(error);
    root.replaceChildren(html("p", { role: "alert" }, `This page’s data could not be drawn: ${reason}.`));
    throw error;
  }
}
