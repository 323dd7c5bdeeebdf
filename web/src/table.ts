// All heads × scores of a stack as a table: sorted by any column, copied as CSV.
import { copyButton, toCsv } from "./csv";
import { alone, number } from "./digits";
import { html } from "./dom";
import { type Head, headName, headsOf, reading, sameHead, topHead } from "./heads";
import type { Highlight } from "./highlight";
import type { Link } from "./link";
import { type Payload, type Score, scoresOf, type Stack, words } from "./payload";

export interface Order {
  /** null: by name, that is, by layer and head. */
  score: Score | null;
  descending: boolean;
}

/** Heads in order; those without a number come last either way, equals stay in the order of their names. */
export function sorted(heads: Head[], { score, descending }: Order): Head[] {
  if (score === null) return descending ? [...heads].reverse() : [...heads];
  const value = (head: Head) => reading(score, head)?.value ?? null;
  return [...heads].sort((one, other) => {
    const left = value(one);
    const right = value(other);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return descending ? right - left : left - right;
  });
}

/** What to put after each number, in spaces as wide as a digit (U+2007) and a point (U+2008), to align the points. */
export function filling(texts: string[]): string[] {
  const decimals = texts.map((text) => (text.includes(".") ? text.length - text.indexOf(".") - 1 : 0));
  const most = Math.max(0, ...decimals);
  return decimals.map((places) => (most > 0 && places === 0 ? "\u2008" : "") + "\u2007".repeat(most - places));
}

function describe({ score, descending }: Order, among: Score[]): string {
  if (score === null) return `Sorted by head, ${descending ? "last" : "first"} layer first.`;
  return `Sorted by “${words(score, among)}”, ${descending ? "highest" : "lowest"} first.`;
}

const FIRST: Order = { score: null, descending: false };
const TURNED = ",reversed"; // after what is sorted by: the other way round than at its first click

/** How a link says it: "offset.+1", or "offset.+1,reversed"; by the heads' names "head,reversed", their usual order nothing. */
export function sortAddress({ score, descending }: Order): string | null {
  if (score === null) return descending ? `head${TURNED}` : null;
  return score.id + (descending ? "" : TURNED);
}

/** The order that a link asks of a table with these scores; null where none of them is meant. */
export function sortAt(address: string | null, scores: Score[]): Order | null {
  const turned = address?.endsWith(TURNED) ?? false;
  const name = turned ? address!.slice(0, -TURNED.length) : address;
  if (name === null || name === "head") return { score: null, descending: turned };
  const score = scores.find(({ id }) => id === name);
  return score ? { score, descending: !turned } : null;
}

function nameCell(head: Head, highlight: Highlight): HTMLTableCellElement {
  const button = html("button", { type: "button", "aria-label": `Open head ${headName(head)}` }, headName(head));
  button.addEventListener("click", (event) => {
    highlight.select(head);
    // A click without a pointer is the keyboard's: the focus follows into the panel.
    if (event.detail === 0) button.dispatchEvent(new CustomEvent("headscope:open", { bubbles: true }));
  });
  return html("th", { scope: "row" }, button);
}

/** One row per head, in the order of `heads`, and one for the baselines. */
function numberRows(heads: Head[], scores: Score[], highlight: Highlight): { rows: HTMLTableRowElement[]; foot: HTMLTableRowElement } {
  const foot = html("tr", { class: "quiet" }, html("th", { scope: "row" }, "baseline"));
  const rows = heads.map((head) => {
    const row = html("tr", {}, nameCell(head, highlight));
    row.addEventListener("pointerenter", () => highlight.point(head));
    row.addEventListener("pointerleave", () => highlight.point(null));
    row.addEventListener("focusin", () => highlight.point(head));
    row.addEventListener("focusout", () => highlight.point(null));
    return row;
  });
  for (const score of scores) {
    const top = topHead(score);
    const texts = heads.map((head) => {
      const one = reading(score, head);
      return one === null ? "–" : number(one);
    });
    texts.push(score.baseline === null ? "" : alone(score.baseline.value));
    const fill = filling(texts);
    heads.forEach((head, index) => {
      const text = texts[index]!;
      rows[index]!.append(html("td", {}, sameHead(head, top) ? html("b", {}, text) : text, fill[index]!));
    });
    foot.append(html("td", {}, texts[heads.length]! + fill[heads.length]!));
  }
  return { rows, foot };
}

/** Measures above, their keys below; each key is a button that sorts. */
function headRows(
  payload: Payload,
  scores: Score[],
  sort: (score: Score | null) => void,
): { rows: HTMLTableRowElement[]; cells: Map<Score | null, Element> } {
  const cells = new Map<Score | null, HTMLTableCellElement>();
  const heading = (score: Score | null, text: string, spoken: string) => {
    const button = html("button", { type: "button", "aria-label": spoken }, text);
    button.addEventListener("click", () => sort(score));
    const cell = html("th", { scope: "col" }, button);
    cells.set(score, cell);
    return cell;
  };
  const groups = html("tr", {}, html("td"));
  for (const { name, quantity } of payload.measures) {
    const own = scores.filter(({ measure }) => measure === name);
    if (own.length === 0) continue;
    const unit = quantity.unit === "" ? "" : `, ${quantity.unit}`;
    groups.append(html("th", { scope: "colgroup", colspan: own.length }, name + unit));
  }
  const keys = html("tr", {}, heading(null, "head", "Sort by head"));
  for (const score of scores) {
    const text = score.direction === null ? score.key : `${score.key} ${score.direction}`;
    keys.append(heading(score, text, `${text}: sort by “${words(score, scores)}”`));
  }
  return { rows: [groups, keys], cells };
}

export function headTable(stack: Stack, payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const scores = scoresOf(payload, stack.name);
  const heads = headsOf(stack);
  const numbers = numberRows(heads, scores, highlight);
  const rows = new Map(heads.map((head, index) => [head, numbers.rows[index]!]));
  const body = html("tbody");
  const said = html("p", { class: "quiet", role: "status" });
  let order: Order = FIRST;

  const arrange = () => {
    body.replaceChildren(...sorted(heads, order).map((head) => rows.get(head)!));
    for (const [score, cell] of head.cells) {
      cell.setAttribute("aria-sort", score !== order.score ? "none" : order.descending ? "descending" : "ascending");
    }
    said.textContent = `${describe(order, scores)} The highest of a column is bold.`;
  };
  const head = headRows(payload, scores, (score) => {
    // A number's first click asks for the most; a name's for the first.
    link.set({ sort: sortAddress({ score, descending: order.score === score ? !order.descending : score !== null }) });
  });
  link.listen("sort", (address) => {
    order = sortAt(address, scores) ?? FIRST;
    if (sortAt(address, payload.scores) === null) link.refuse("sort", `There is no score “${address}” here to sort by.`);
    arrange();
  });

  highlight.listen(({ pointed, selected }) => {
    for (const [head, row] of rows) {
      row.classList.toggle("pointed", sameHead(head, pointed));
      row.classList.toggle("selected", sameHead(head, selected));
    }
  });
  return html(
    "div",
    { class: "heads" },
    html("div", { class: "bar" }, copyButton(() => toCsv(sorted(heads, order), scores)), said),
    html(
      "div",
      { class: "scroll tall", tabindex: 0, role: "region", "aria-label": `Scores of all heads, ${stack.name}` },
      html("table", {}, html("thead", {}, ...head.rows), body, html("tfoot", {}, numbers.foot)),
    ),
  );
}
