// Every head and score as a table: filtered, sorted by any column, copied as CSV. Thousands of rows, so a hundred at a time.
import { copyButton, quoted } from "../csv";
import { alone, decimals, fixed } from "../digits";
import { html } from "../dom";
import { headName, headsOf, sameHead } from "../heads";
import type { Highlight } from "../highlight";
import { bySurety, type Comparison, named, type Row, rowOf, signed } from "./payload";

const AT_ONCE = 100;

interface Column {
  name: string;
  text(row: Row): string;
  /** The first click’s order: of numbers the largest first, of names the first. */
  order(one: Row, other: Row): number;
  rising: boolean;
  number: boolean;
}

const by = (value: (row: Row) => number | null) => (one: Row, other: Row) => {
  const [left, right] = [value(one), value(other)];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return right - left;
};
const digits = (row: Row, value: number) => fixed(value, decimals(row.low, row.high));

export function columnsOf(payload: Comparison): Column[] {
  const place = (row: Row) => 10_000 * row.head.layer + row.head.head;
  return [
    { name: "score", text: ({ score }) => score.id, order: (one, other) => payload.scores.indexOf(one.score) - payload.scores.indexOf(other.score), rising: true, number: false },
    { name: "head", text: ({ head }) => named(head, payload), order: (one, other) => place(one) - place(other), rising: true, number: false },
    { name: "first", text: (row) => digits(row, row.first), order: by(({ first }) => first), rising: false, number: true },
    { name: "second", text: (row) => digits(row, row.second), order: by(({ second }) => second), rising: false, number: true },
    { name: "difference", text: signed, order: by(({ difference }) => Math.abs(difference)), rising: false, number: true },
    { name: "effect", text: ({ effect }) => (effect === null ? "–" : `${effect > 0 ? "+" : ""}${fixed(effect, 2)}`), order: by(({ effect }) => (effect === null ? null : Math.abs(effect))), rising: false, number: true },
    { name: "p", text: ({ p }) => (p === null ? "–" : alone(p)), order: by(({ p }) => (p === null ? null : -p)), rising: true, number: true },
    { name: "significant", text: ({ sure }) => (sure ? "yes" : ""), order: bySurety, rising: false, number: false },
  ];
}

export function toCsv(rows: Row[], payload: Comparison): string {
  const names = ["stack", "head", "matched", "measure", "key", "direction", "corpus", "first", "second", "difference", "low", "high", "effect", "p", "sure"];
  const lines = rows.map(({ score, head, ...row }) => [
    head.stack,
    headName(head),
    payload.partners?.[head.stack]?.[head.layer]?.[head.head] ?? headName(head),
    score.measure,
    score.key,
    score.direction ?? "",
    score.corpus,
    ...[row.first, row.second, row.difference, row.low, row.high, row.effect, row.p].map((number) => (number === null ? "" : String(number))),
    row.sure ? "yes" : "no",
  ]);
  return [names, ...lines].map((cells) => cells.map(quoted).join(",") + "\n").join("");
}

export function changeTable(payload: Comparison, highlight: Highlight): HTMLElement {
  const stacks = new Map(payload.stacks.map((stack) => [stack.name, headsOf(stack)]));
  const every: Row[] = payload.scores.flatMap((score) => stacks.get(score.stack)!.flatMap((head) => rowOf(score, head) ?? []));
  const columns = columnsOf(payload);
  const measure = html("select", { id: "table-measure" }, html("option", { value: "" }, "all measures"));
  for (const { name } of payload.measures) measure.append(html("option", { value: name }, name));
  const only = html("input", { type: "checkbox", id: "table-sure" });
  only.checked = every.some(({ sure }) => sure);
  const body = html("tbody");
  const said = html("p", { class: "quiet", role: "status" });
  const more = html("button", { type: "button" }, `Show ${AT_ONCE} more`);
  let sorted = { column: columns[columns.length - 1]!, backwards: false };
  let rows: Row[] = [];
  let shown = new Map<HTMLTableRowElement, Row>();

  const element = (row: Row): HTMLTableRowElement => {
    const line = html("tr");
    for (const column of columns) {
      if (column.name !== "head") {
        line.append(html("td", column.number ? {} : { class: "words" }, column.text(row)));
        continue;
      }
      const button = html("button", { type: "button", "aria-label": `Open head ${headName(row.head)}` }, column.text(row));
      button.addEventListener("click", (event) => {
        highlight.select(row.head);
        if (event.detail === 0) button.dispatchEvent(new CustomEvent("headscope:open", { bubbles: true }));
      });
      line.append(html("th", { scope: "row" }, button));
    }
    line.addEventListener("pointerenter", () => highlight.point(row.head));
    line.addEventListener("pointerleave", () => highlight.point(null));
    return line;
  };
  const mark = () => {
    for (const [line, row] of shown) {
      line.classList.toggle("pointed", sameHead(row.head, highlight.pointed));
      line.classList.toggle("selected", sameHead(row.head, highlight.selected));
    }
  };
  const extend = () => {
    const next = rows.slice(shown.size, shown.size + AT_ONCE).map((row) => [element(row), row] as const);
    for (const [line, row] of next) shown.set(line, row);
    body.append(...next.map(([line]) => line));
    more.hidden = shown.size >= rows.length;
    said.textContent = `${shown.size.toLocaleString("en-GB")} of ${rows.length.toLocaleString("en-GB")} shown, sorted by ${sorted.column.name}.`;
    mark();
  };
  const arrange = () => {
    rows = every.filter((row) => (measure.value === "" || row.score.measure === measure.value) && (!only.checked || row.sure));
    rows.sort(sorted.column.order);
    if (sorted.backwards) rows.reverse();
    shown = new Map();
    body.replaceChildren();
    columns.forEach((column, index) => {
      const state = column !== sorted.column ? "none" : sorted.backwards === column.rising ? "descending" : "ascending";
      headings[index]!.setAttribute("aria-sort", state);
    });
    extend();
  };
  const headings = columns.map((column) => {
    const button = html("button", { type: "button", "aria-label": `Sort by ${column.name}` }, column.name);
    button.addEventListener("click", () => {
      sorted = { column, backwards: sorted.column === column && !sorted.backwards };
      arrange();
    });
    return html("th", { scope: "col", class: column.number ? "" : "words" }, button);
  });
  measure.addEventListener("change", arrange);
  only.addEventListener("change", arrange);
  more.addEventListener("click", extend);
  arrange();
  highlight.listen(mark);
  const filters = html("span", { class: "filters" }, measure, " ", html("label", {}, only, " significant ones only"));
  return html(
    "section",
    { id: "heads" },
    html("h2", {}, "All differences"),
    html("div", { class: "bar" }, filters, copyButton(() => toCsv(rows, payload), "rows"), said),
    html(
      "div",
      { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Differences of all heads" },
      html("table", { class: "changes" }, html("thead", {}, html("tr", {}, ...headings)), body),
    ),
    more,
  );
}
