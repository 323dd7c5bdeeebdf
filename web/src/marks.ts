// The behaviour that every figure of heads shares: pointing, focus, arrow keys, opening, labels for screen readers.
// A figure makes its marks and says where an arrow key leads; how it looks is its own.
import { type Head, headName } from "./heads";
import type { Highlight } from "./highlight";

export interface Mark {
  head: Head;
  element: SVGElement;
}

export interface Behaviour {
  marks: Mark[];
  highlight: Highlight;
  /** The mark that a key leads to from one, or null if the key is not for moving or there is no further one. */
  move(from: number, key: string): number | null;
  /** The mark under the pointer. A figure with small marks takes the nearest. */
  locate(event: MouseEvent): number | null;
  /** Draws the pointed-at and the selected head. */
  show(pointed: Mark | null, selected: Mark | null): void;
}

/** Makes a drawing of heads alive; the returned function lets go of it. */
export function enliven(drawing: SVGSVGElement, { marks, highlight, move, locate, show }: Behaviour): () => void {
  const indices = new Map<EventTarget, number>(marks.map(({ element }, index) => [element, index]));
  // Chromium lets Tab stop at a drawing that listens for focus; its marks are the stops.
  drawing.setAttribute("tabindex", "-1");
  let stop = 0; // The one mark that the Tab key reaches; arrow keys reach the rest.
  marks.forEach(({ element }, index) => element.setAttribute("tabindex", index === stop ? "0" : "-1"));

  function rove(index: number): void {
    marks[stop]?.element.setAttribute("tabindex", "-1");
    stop = index;
    marks[index]?.element.setAttribute("tabindex", "0");
  }

  drawing.addEventListener("pointermove", (event) => {
    const at = locate(event);
    highlight.point(at === null ? null : marks[at]!.head);
  });
  drawing.addEventListener("pointerleave", () => highlight.point(null));
  drawing.addEventListener("click", (event) => {
    const at = locate(event);
    if (at === null) return;
    rove(at);
    highlight.select(marks[at]!.head);
  });
  drawing.addEventListener("focusin", (event) => {
    const at = indices.get(event.target!);
    if (at === undefined) return;
    rove(at);
    highlight.point(marks[at]!.head);
  });
  drawing.addEventListener("focusout", () => highlight.point(null));
  drawing.addEventListener("keydown", (event) => {
    const at = indices.get(event.target!);
    if (at === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      highlight.select(marks[at]!.head);
      drawing.dispatchEvent(new CustomEvent("headscope:open", { bubbles: true }));
      return;
    }
    const next = move(at, event.key);
    if (next === null) return;
    event.preventDefault();
    marks[next]!.element.focus();
  });

  const named = new Map(marks.map((mark) => [headName(mark.head), mark]));
  const find = (head: Head | null) => (head === null || head.stack !== marks[0]?.head.stack ? null : (named.get(headName(head)) ?? null));
  let shown: Mark | null = null;
  return highlight.listen(({ pointed, selected }) => {
    const opened = find(selected);
    if (opened !== shown) {
      shown?.element.setAttribute("aria-selected", "false");
      opened?.element.setAttribute("aria-selected", "true");
      shown = opened;
    }
    show(find(pointed), opened);
  });
}

/** Where arrow keys lead in a table of cells; Home and End go to the ends of the row, with Page keys to those of the column. */
export function moveInGrid(rows: number, columns: number, from: number, key: string): number | null {
  const row = Math.floor(from / columns);
  const column = from % columns;
  const targets: Record<string, [number, number]> = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [row, 0],
    End: [row, columns - 1],
    PageUp: [0, column],
    PageDown: [rows - 1, column],
  };
  const target = targets[key];
  if (!target) return null;
  const [toRow, toColumn] = target;
  if (toRow < 0 || toRow >= rows || toColumn < 0 || toColumn >= columns) return null;
  return toRow * columns + toColumn;
}
