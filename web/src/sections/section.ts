// One section of the page: its finding, how to read it, its figures, its tables, its formula and its caveat.
import { html } from "../dom";
import type { Highlight } from "../highlight";
import type { Payload } from "../payload";
import { dots } from "./dots";
import { drawn } from "./drawing";
import { headsMap } from "./map";
import { measureBlock } from "./measure";
import { dataTable } from "./table";
import type { Chart, Section } from "./types";

function chart(data: Chart, { title, measures }: Section, payload: Payload, highlight: Highlight): HTMLElement {
  if (data.kind === "dots") return dots(data, payload, highlight);
  if (data.kind === "map") return headsMap(data, payload, highlight);
  // What the section has just said is not said again.
  if (data.title === title) return drawn(data, null);
  // Under the charts of one measure of several, which has a heading of its own.
  return drawn(data, data.measure !== "" && measures.length > 1 ? "h4" : "h3");
}

function measureOf(data: Chart): string {
  return data.kind === "drawing" ? data.measure : "";
}

function formulas(section: Section): HTMLElement {
  return html("dl", { class: "formulas" }, ...section.formulas.map(([name, formula]) => html("div", {}, html("dt", {}, name), html("dd", {}, formula))));
}

export function drawSection(section: Section, number: number, payload: Payload, highlight: Highlight): HTMLElement {
  const box = html("section", { id: section.id, class: "part" }, html("h2", {}, html("span", { class: "number" }, `${number}`), ` ${section.name}`));
  if (section.missing !== "") {
    box.append(html("p", { class: "missing" }, `${section.missing} `, "It would take: ", html("code", {}, section.command)));
    return box;
  }
  if (section.title !== "") box.append(html("p", { class: "finding" }, section.title));
  box.append(html("p", { class: "read" }, section.read));
  const make = (data: Chart) => chart(data, section, payload, highlight);
  const charts = section.charts.filter((data) => measureOf(data) === "").map(make);
  const tables = section.tables.map((data) => dataTable(data, payload, highlight));
  const measures = section.measures.flatMap((name) => {
    const measure = payload.measures.find((one) => one.name === name);
    const made = measure && measureBlock(measure, payload, highlight, section.references, section.measures.length === 1);
    if (!made) return [];
    const beside = section.charts.filter((data) => measureOf(data) === name).map(make);
    return [made, ...beside];
  });
  if (charts.length + tables.length > 0) box.append(html("div", { class: "charts" }, ...charts, ...tables));
  box.append(...measures);
  if (section.after.length > 0) box.append(html("div", { class: "charts" }, ...section.after.map(make)));
  if (section.formulas.length > 0) box.append(formulas(section));
  box.append(html("p", { class: "caveat" }, section.caveat));
  if (section.notes.length > 0) box.append(html("ul", { class: "notes" }, ...section.notes.map((note) => html("li", {}, note))));
  return box;
}
