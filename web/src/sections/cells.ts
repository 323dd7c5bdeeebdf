// The rows of a section's table: heads lead to their cards, intervals are quieter than numbers, points stand under each other.
import { html } from "../dom";
import { type Head, headFragment, headFromFragment, headName } from "../heads";
import type { Highlight } from "../highlight";
import type { Payload } from "../payload";
import { filling } from "../table";
import type { Cell, Column, TableData } from "./types";

export interface ShownColumn extends Column {
  /** Its place among all columns. */
  at: number;
}

export function shownColumns(data: TableData): ShownColumn[] {
  return data.columns.flatMap((column, at) => (column.shown ? [{ ...column, at }] : []));
}

/** "3-5, 7-2 head-to-dependent" names two heads of this model. */
function headsIn(cell: Cell, stack: string | null, payload: Payload): Head[] {
  const names = String(cell ?? "").match(/\d+-\d+/g) ?? [];
  return names.flatMap((name) => headFromFragment(stack === null ? `head=${name}` : `head=${encodeURIComponent(stack)}/${name}`, payload) ?? []);
}

function headLinks(text: string, heads: Head[], payload: Payload, highlight: Highlight): (Node | string)[] {
  let rest = text;
  const parts: (Node | string)[] = [];
  for (const head of heads) {
    const [before, ...after] = rest.split(headName(head));
    if (after.length === 0) continue;
    const link = html("a", { href: `#${headFragment(head, payload)}`, "aria-label": `Head ${headName(head)}` }, headName(head));
    link.addEventListener("click", (event) => {
      highlight.select(head);
      // A click without a pointer is the keyboard's: the focus follows to the head's card.
      if (event.detail === 0) link.dispatchEvent(new CustomEvent("headscope:open", { bubbles: true }));
    });
    parts.push(before!, link);
    rest = after.join(headName(head));
  }
  return [...parts, rest];
}

/** "84 (81–88)": the interval is quieter than the number. */
function withInterval(text: string): (Node | string)[] {
  const match = /^(\S+) (\([^)]*\))(.*)$/.exec(text);
  return match ? [match[1]!, " ", html("span", { class: "quiet" }, match[2]!), match[3]!] : [text];
}

/** A row's stack, where the model has several. */
function stackOfRow(data: TableData, row: Cell[]): string | null {
  const at = data.columns.findIndex(({ name }) => name === "stack");
  return at < 0 ? null : String(row[at]);
}

/** The head that a row is about: the first that it names, shown or not. */
function ownerOf(data: TableData, row: Cell[], payload: Payload): Head | null {
  const stack = stackOfRow(data, row);
  return data.columns.flatMap(({ kind }, at) => (kind === "head" ? headsIn(row[at]!, stack, payload) : []))[0] ?? null;
}

/** Spaces as wide as digits put the points of a column under each other; beside intervals there is no room for that. */
function fillings(data: TableData): Map<number, string[]> {
  const plain = shownColumns(data).filter(({ kind, at }) => kind === "number" && !data.texts.some((texts) => texts[at]?.includes(" ")));
  return new Map(plain.map(({ at }) => [at, filling(data.texts.map((texts) => texts[at] ?? ""))]));
}

/** A row element for each row, and which head each is about. */
export function drawnRows(data: TableData, payload: Payload, highlight: Highlight): { elements: HTMLTableRowElement[]; owners: Map<Head, HTMLTableRowElement> } {
  const owners = new Map<Head, HTMLTableRowElement>();
  const shown = shownColumns(data);
  const fill = fillings(data);
  const elements = data.rows.map((row, index) => {
    const marks = [["strong", data.strong], ["faint", data.faint]] as const;
    const element = html("tr", { class: marks.flatMap(([name, places]) => (places.includes(index) ? [name] : [])).join(" ") });
    shown.forEach(({ at, kind, published }, place) => {
      const text = data.texts[index]![at] ?? "";
      // A hyphen before a digit is a minus sign; one between digits is of a head's name.
      const written = kind === "number" ? text.replace(/(?<!\d)-(?=\d)/g, "−") : text;
      const heads = kind === "head" ? headsIn(row[at]!, stackOfRow(data, row), payload) : [];
      const content = heads.length > 0 ? headLinks(text, heads, payload, highlight) : withInterval(written);
      const names = [kind, ...(published ? ["published"] : [])].join(" ");
      const cell = place === 0 ? html("th", { scope: "row", class: names }) : html("td", { class: names });
      // A long name is broken rather than let the column that stays in place fill a narrow screen.
      cell.append(...(place === 0 ? [html("span", { class: "name" }, ...content)] : content), fill.get(at)?.[index] ?? "");
      element.append(cell);
    });
    const owner = ownerOf(data, row, payload);
    if (owner !== null) {
      owners.set(owner, element);
      element.addEventListener("pointerenter", () => highlight.point(owner));
      element.addEventListener("pointerleave", () => highlight.point(null));
      element.addEventListener("focusin", () => highlight.point(owner));
      element.addEventListener("focusout", () => highlight.point(null));
    }
    return element;
  });
  return { elements, owners };
}
