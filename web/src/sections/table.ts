// A table of a section: sorted by any column, its heads lead to their cards, the first rows shown and the rest at a button.
import { html } from "../dom";
import { sameHead } from "../heads";
import type { Highlight } from "../highlight";
import type { Payload } from "../payload";
import { drawnRows, type ShownColumn, shownColumns } from "./cells";
import { exporter } from "./export";
import type { Cell, TableData } from "./types";

/** So many rows are enough to see what a table says. */
export const FIRST = 15;
/** A longer table is printed as it is shown. */
const PRINTED = 150;
/** A table with more columns than this, or with more letters in a row, takes the room of two. */
const MANY = 6;
const LETTERS = 66;

export interface Order {
  /** null: as Python has them. */
  column: number | null;
  descending: boolean;
}

/** Places of rows in order; what is missing comes last either way, equals stay as they were. */
export function arranged(rows: Cell[][], places: number[], { column, descending }: Order): number[] {
  if (column === null) return places;
  const sign = descending ? -1 : 1;
  return [...places].sort((one, other) => {
    const [left, right] = [rows[one]![column]!, rows[other]![column]!];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === "number" && typeof right === "number") return sign * (left - right);
    return sign * String(left).localeCompare(String(right), "en", { numeric: true });
  });
}

/** The letters of the longest row that the table could have; a heading is broken between its words. */
function letters(data: TableData, shown: ShownColumn[]): number {
  const longest = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length));
  return shown.reduce((sum, { at, title }) => sum + longest([...title.split(" "), ...data.texts.map((texts) => texts[at] ?? "")]), 0);
}

export function dataTable(data: TableData, payload: Payload, highlight: Highlight): HTMLElement {
  const shown = shownColumns(data);
  const every = data.rows.map((_, at) => at);
  const body = every.filter((at) => !data.foot.includes(at));
  const { elements, owners } = drawnRows(data, payload, highlight);
  highlight.listen(({ pointed, selected }) => {
    for (const [head, row] of owners) {
      row.classList.toggle("pointed", sameHead(head, pointed));
      row.classList.toggle("selected", sameHead(head, selected));
    }
  });

  let order: Order = { column: null, descending: false };
  let whole = body.length <= FIRST + 3; // a button is no gain for a row or two
  const rows = html("tbody");
  const said = html("span", { class: "quiet", role: "status" });
  const headings = shown.map(({ at, title, kind, published }, place) => {
    const button = html("button", { type: "button", "aria-label": `${title}: sort by it` }, title);
    const cell = html("th", { scope: "col", class: [kind, ...(published ? ["published"] : [])].join(" "), "aria-sort": "none" }, button);
    button.addEventListener("click", () => {
      // A number's first click asks for the most; a name's for the first.
      order = { column: at, descending: order.column === at ? !order.descending : kind === "number" && place > 0 };
      arrange();
      said.textContent = `Sorted by ${title}, ${order.descending ? "highest first" : "lowest first"}.`;
    });
    return { at, cell };
  });
  const arrange = () => {
    rows.replaceChildren(...arranged(data.rows, body, order).map((at) => elements[at]!));
    [...rows.children].forEach((row, at) => row.classList.toggle("beyond", at >= FIRST));
    for (const { at, cell } of headings) {
      cell.setAttribute("aria-sort", at !== order.column ? "none" : order.descending ? "descending" : "ascending");
    }
  };
  arrange();

  const inOrder = () => [...arranged(data.rows, body, order), ...data.foot].map((at) => data.rows[at]!);
  const table = html("table", { class: "data" }, html("thead", {}, html("tr", {}, ...headings.map(({ cell }) => cell))), rows);
  if (data.foot.length > 0) table.append(html("tfoot", {}, ...data.foot.map((at) => elements[at]!)));
  const box = html("div", { class: shown.length > MANY || letters(data, shown) > LETTERS ? "table wide" : "table", id: `table=${data.id}` }, html("h3", {}, data.title));
  box.append(html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": data.title }, table));
  const bar = html("div", { class: "bar" }, exporter(data, inOrder), said);
  if (!whole) {
    const more = html("button", { type: "button", "aria-expanded": "false" });
    const tell = () => {
      table.classList.toggle("short", !whole);
      more.textContent = whole ? `Show the first ${FIRST} rows` : `Show all ${body.length} rows`;
      more.setAttribute("aria-expanded", String(whole));
    };
    more.addEventListener("click", () => {
      whole = !whole;
      tell();
    });
    tell();
    bar.prepend(more);
    // On paper a hundred rows are a page, and a thousand nobody reads.
    if (body.length > PRINTED) {
      table.classList.add("long");
      table.after(html("p", { class: "on-paper" }, `The first ${FIRST} of ${body.length} rows; the rest is on the screen and in its CSV.`));
    }
  }
  box.append(bar, ...data.notes.map((note) => html("p", { class: "note" }, note)));
  return box;
}
