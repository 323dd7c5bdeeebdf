// Two runs on one page: which heads differ, by how much, and how sure that is. Puts the parts together, in the order they are read.
import "./compare/compare.css";
import { overview } from "./compare/overview";
import { panel } from "./compare/panel";
import { type Comparison, readComparison } from "./compare/payload";
import { section } from "./compare/section";
import { changeTable } from "./compare/table";
import { html } from "./dom";
import { decoded } from "./heads";
import { Highlight } from "./highlight";

function about(payload: Comparison): HTMLElement {
  const rows = payload.facts.map(({ name, first, second, same }) =>
    same
      ? html("tr", { class: "quiet" }, html("th", { scope: "row" }, name), html("td", { colspan: 2 }, first))
      : html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, first), html("td", {}, second)),
  );
  const head = html("tr", {}, html("td"), html("th", { scope: "col" }, "first run"), html("th", { scope: "col" }, "second run"));
  const table = html("table", { class: "facts" }, html("thead", {}, head), html("tbody", {}, ...rows));
  return html("section", { id: "run" }, html("h2", {}, "What was compared"), html("div", { class: "scroll" }, table));
}

/** Draw the page into an element. */
export function mount(root: HTMLElement, payload: Comparison): void {
  const highlight = new Highlight();
  const sections = payload.measures.flatMap((measure) => section(measure, payload, highlight) ?? []);
  root.replaceChildren(
    ...overview(payload, highlight),
    html("div", { class: "measures" }, ...sections),
    changeTable(payload, highlight),
    about(payload),
    panel(payload, highlight),
  );
  // The browser looked for the link's target before it was drawn.
  document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
}

const data = document.getElementById("payload");
const root = document.getElementById("report");
if (data && root) {
  try {
    mount(root, readComparison(data.textContent ?? ""));
  } catch (error) {
    // Better a sentence than an empty page; the details are for the console.
    const reason = error instanceof Error ? error.message : String(error);
    root.replaceChildren(html("p", { role: "alert" }, `This page’s data could not be drawn: ${reason}.`));
    throw error;
  }
}
