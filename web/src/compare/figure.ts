// A grid of differences: the report’s grid in the diverging ramp, a dot in every head that differs significantly, and a line of text below.
import { html, svg } from "../dom";
import { cellGrid, type GridFigure, type GridSize } from "../grid";
import type { Highlight } from "../highlight";
import type { Stack } from "../payload";
import { paintValue, type Scale } from "../scale";
import { type Compared, type Comparison, largest, line, named, rowOf } from "./payload";

export function differenceGrid(
  score: Compared,
  stack: Stack,
  scale: Scale,
  highlight: Highlight,
  size: GridSize,
  payload: Comparison,
): GridFigure {
  return cellGrid(`${score.words}, second run less first: layers down, heads across`, stack, highlight, size, (head) => {
    const row = rowOf(score, head);
    return {
      spoken: `Head ${named(head, payload)}, ${score.words}: ${line(row)}`,
      missing: row === null,
      paint: (cell) => row !== null && paintValue(cell, scale, row.difference),
      write: (cx, cy) => (row?.sure ? [svg("circle", { class: "dot", cx, cy, r: dotRadius(size) })] : []),
    };
  });
}

const dotRadius = ({ cellWidth, cellHeight }: GridSize) => Math.max(1.5, Math.min(3.5, cellWidth / 6, cellHeight / 6));

/** The pointed-at head’s numbers, else the selected one’s, else those of the head that differs most. */
export function changeReadout(score: Compared, highlight: Highlight, payload: Comparison): { element: HTMLElement; release(): void } {
  const name = html("b");
  const rest = html("span");
  const element = html("p", { class: "readout" }, name, rest);
  const most = largest(score);
  const release = highlight.listen(({ current }) => {
    const here = current !== null && current.stack === score.stack ? current : null;
    const head = here ?? most?.head ?? null;
    const row = head === null ? null : rowOf(score, head);
    name.textContent = head === null ? "" : `${here ? "Head" : "Largest: head"} ${named(head, payload)}`;
    rest.textContent = ` ${line(row)}`;
    element.classList.toggle("live", here !== null);
  });
  return { element, release };
}
