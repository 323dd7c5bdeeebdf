// The atlas: one page of what the heads of a model attend to. Puts the parts together, in the order they are read.
import "./report.css";
import { html } from "./dom";
import { Highlight } from "./highlight";
import { overview } from "./overview";
import { card } from "./card/card";
import { type Payload, readPayload } from "./payload";
import { drawSections } from "./sections";
import { headTable } from "./table";
import { Link } from "./link";

function tables(payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const box = html("section", { id: "heads" }, html("h2", {}, "All heads"));
  for (const stack of payload.stacks) {
    if (payload.stacks.length > 1) box.append(html("h3", {}, stack.name));
    box.append(headTable(stack, payload, highlight, link));
  }
  return box;
}

function run(payload: Payload): HTMLElement {
  const box = html("section", { id: "run" }, html("h2", {}, "About this run"));
  const facts = html("dl");
  for (const [name, value] of payload.facts) facts.append(html("div", {}, html("dt", {}, name), html("dd", {}, value)));
  box.append(facts);
  if (payload.notes.length > 0) {
    box.append(html("h3", {}, "Notes"), html("ul", {}, ...payload.notes.map((note) => html("li", {}, note))));
  }
  box.append(html("p", { class: "caveat" }, payload.caveat));
  return box;
}

/** Draw the page into an element. */
export function mount(root: HTMLElement, payload: Payload): void {
  const highlight = new Highlight();
  const link = new Link();
  const sheet = card(payload, highlight, link);
  root.replaceChildren(
    ...overview(payload, highlight, link),
    html("div", { class: "parts-of-page" }, ...drawSections(payload, highlight)),
    tables(payload, highlight, link),
    run(payload),
    sheet.element,
  );
  sheet.follow();
  const show = (id: string | null) => {
    const target = id === null ? null : document.getElementById(id);
    if (id !== null && !target) link.refuse("at", `There is no “${id}” on this page.`);
    return target;
  };
  // The browser looked for the link's target before it was drawn.
  show(link.get("at"))?.scrollIntoView();
  link.listen("at", show);
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
