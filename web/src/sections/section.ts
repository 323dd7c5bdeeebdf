// One section of the page: its claim and its picture, and folded under them how to read it, its other figures, its tables, its formula
// and its caveat.
import { html } from "../dom";
import { fold } from "../fold";
import type { Highlight } from "../highlight";
import { kindMark } from "../kinds";
import type { Payload } from "../payload";
import { dots } from "./dots";
import { drawn } from "./drawing";
import { headsMap } from "./map";
import { leading, measureBlock } from "./measure";
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

/** "How to read it, 3 more charts, 1 table". */
export function inFold(charts: number, tables: number): string {
  const counted = (number: number, word: string) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`]);
  return ["How to read it", ...counted(charts, "more chart"), ...counted(tables, "table")].join(", ");
}

/** Charts and measures of a section: the picture that stands above the fold, and the rest. */
function parts(section: Section, payload: Payload, near: Highlight, inner: Highlight): { picture: HTMLElement | null; rest: HTMLElement[] } {
  const [first = null, ...others] = section.charts.filter((data) => measureOf(data) === "");
  const make = (data: Chart) => chart(data, section, payload, inner);
  const score = first === null ? leading(section.measures, section.title, payload) : null;
  let picture = first && chart(first, section, payload, near);
  const measures = section.measures.flatMap((name) => {
    const measure = payload.measures.find((one) => one.name === name);
    const around = { references: section.references, alone: section.measures.length === 1, lead: score && { score, highlight: near, claim: section.title } };
    const made = measure && measureBlock(measure, payload, inner, around);
    if (!made) return [];
    picture ??= made.lead;
    return [made.block, ...section.charts.filter((data) => measureOf(data) === name).map(make)];
  });
  const charts = [...others.map(make), ...section.tables.map((data) => dataTable(data, payload, inner))];
  const rest = [
    ...(charts.length > 0 ? [html("div", { class: "charts" }, ...charts)] : []),
    ...measures,
    ...(section.after.length > 0 ? [html("div", { class: "charts" }, ...section.after.map(make))] : []),
  ];
  return { picture, rest };
}

export function drawSection(section: Section, number: number, payload: Payload, highlight: Highlight): HTMLElement {
  const claim = html("div", { class: "claim" }, html("h2", {}, html("span", { class: "number" }, `${number}`), ` ${section.name}`, ...(section.every_kind ? [] : kindMark(payload))));
  if (section.title !== "") claim.append(html("p", { class: "finding" }, section.title));
  const [above, below] = [html("div", { class: "above" }, claim), html("div", { class: "below" })];
  const { picture, rest } = parts(section, payload, highlight.inside(above), highlight.inside(below));
  if (picture) above.append(html("div", { class: "picture" }, picture));
  below.append(html("p", { class: "read" }, section.read), ...rest);
  if (section.formulas.length > 0) below.append(formulas(section));
  below.append(html("p", { class: "caveat" }, section.caveat));
  if (section.notes.length > 0) below.append(html("ul", { class: "notes" }, ...section.notes.map((note) => html("li", {}, note))));
  const said = inFold(below.querySelectorAll("figure").length, below.querySelectorAll("table").length);
  return html("section", { id: section.id, class: "part" }, above, fold(said, below));
}
