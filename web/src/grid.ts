// The layers × heads grid: one cell per head, layer 1 on top, the value as colour.
import { line } from "./digits";
import { drawing, svg } from "./dom";
import { markFound } from "./find";
import { type Head, headName, headsOf, reading } from "./heads";
import type { Highlight } from "./highlight";
import { enliven, type Mark, moveInGrid } from "./marks";
import type { Score, Stack } from "./payload";
import { paintValue, type Scale } from "./scale";

export interface GridSize {
  cellWidth: number;
  cellHeight: number;
  font: number;
  left: number;
  top: number;
  right: number;
}

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)));

/** The grid that leads the page: about 480 × 400 pixels of cells, less where the page is narrower, never too small to touch. */
export function largeSize({ layers, heads }: Stack, pageWidth: number): GridSize {
  const room = Math.min(480, pageWidth - 32 - 92);
  return { cellWidth: clamp(14, room / heads, 56), cellHeight: clamp(14, 400 / layers, 44), font: 13, left: 40, top: 24, right: 52 };
}

/** The grid beside a chart. */
export function smallSize({ layers, heads }: Stack): GridSize {
  return { cellWidth: clamp(6, 104 / heads, 14), cellHeight: clamp(6, 136 / layers, 17), font: 11, left: 22, top: 16, right: 6 };
}

/** Which of 1…count to write out, where each has `room` pixels and a label needs `needed`: all, or 1 and every fourth, … */
export function labelled(count: number, room: number, needed: number): number[] {
  const every = [1, 4, 8, 16, 32].find((step) => step * room >= needed) ?? 64;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return all.filter((label) => label === 1 || label % every === 0);
}

export interface GridFigure {
  element: SVGSVGElement;
  release(): void;
}

/** One head's cell: how it is filled, what is written in it and what a screen reader says. */
export interface Cell {
  spoken: string;
  missing?: boolean;
  paint(cell: SVGElement): void;
  write?(x: number, y: number, size: GridSize): SVGElement[];
}

/** A grid whose cells have a score's colour. */
export function grid(score: Score, stack: Stack, scale: Scale, highlight: Highlight, size: GridSize): GridFigure {
  return cellGrid(`${score.words}: layers down, heads across`, stack, highlight, size, (head) => {
    const one = reading(score, head);
    return {
      spoken: `Head ${headName(head)}, ${score.words}: ${line(score, head)}`,
      missing: one === null,
      paint: (cell) => one !== null && paintValue(cell, scale, one.value),
    };
  });
}

/** A grid of whatever a cell is. */
export function cellGrid(title: string, stack: Stack, highlight: Highlight, size: GridSize, cellOf: (head: Head) => Cell): GridFigure {
  const { cellWidth, cellHeight, left, top } = size;
  const large = size.right > 10;
  const width = left + stack.heads * cellWidth + size.right;
  const height = top + stack.layers * cellHeight + 2;
  const figure = drawing(width, height, {
    class: large ? "grid large" : "grid",
    role: "grid",
    "aria-label": title,
    "font-size": size.font,
  });

  const labels = svg("g", { class: "labels", "aria-hidden": "true" });
  const text = (x: number, y: number, anchor: string, content: string) =>
    labels.append(svg("text", { x, y, "text-anchor": anchor }, content));
  for (const head of labelled(stack.heads, cellWidth, size.font * (stack.heads > 9 ? 1.5 : 1))) {
    text(left + (head - 0.5) * cellWidth, top - 5, "middle", String(head));
  }
  for (const layer of labelled(stack.layers, cellHeight, size.font)) {
    text(left - 5, top + (layer - 0.5) * cellHeight + size.font * 0.35, "end", String(layer));
  }
  if (large) {
    text(left - 5, top - 5, "end", "layer");
    text(left + stack.heads * cellWidth + 6, top - 5, "start", "← head");
  }
  figure.append(labels);

  const heads = headsOf(stack);
  const written: SVGElement[] = [];
  const marks: Mark[] = heads.map((head) => {
    const cell = cellOf(head);
    const [x, y] = [left + head.head * cellWidth, top + head.layer * cellHeight];
    const element = svg("rect", {
      x,
      y,
      width: cellWidth,
      height: cellHeight,
      class: cell.missing ? "cell missing" : "cell",
      role: "gridcell",
      "aria-selected": "false",
      "aria-label": cell.spoken,
    });
    cell.paint(element);
    written.push(...(cell.write?.(x + cellWidth / 2, y + cellHeight / 2, size) ?? []));
    return { head, element };
  });
  for (let layer = 0; layer < stack.layers; layer++) {
    const row = marks.slice(layer * stack.heads, (layer + 1) * stack.heads);
    figure.append(svg("g", { role: "row" }, ...row.map(({ element }) => element)));
  }

  if (written.length > 0) figure.append(svg("g", { class: "written", "aria-hidden": "true" }, ...written));

  // One frame each for the pointed-at and the selected head, drawn last so that no neighbour covers them.
  const frame = (name: string) =>
    svg("rect", { class: `frame ${name}`, width: cellWidth, height: cellHeight, visibility: "hidden" });
  const frames = { selected: frame("selected"), pointed: frame("pointed") };
  figure.append(svg("g", { "aria-hidden": "true" }, frames.selected, frames.pointed));
  const place = (outline: SVGRectElement, mark: Mark | null) => {
    outline.setAttribute("visibility", mark === null ? "hidden" : "visible");
    if (mark === null) return;
    for (const name of ["x", "y"]) outline.setAttribute(name, mark.element.getAttribute(name)!);
  };

  const indices = new Map<EventTarget | null, number>(marks.map(({ element }, index) => [element, index]));
  const still = enliven(figure, {
    marks,
    highlight,
    move: (from, key) => moveInGrid(stack.layers, stack.heads, from, key),
    locate: (event) => indices.get(event.target) ?? null,
    show: (pointed, selected) => {
      place(frames.pointed, pointed);
      place(frames.selected, selected);
    },
  });
  // Only the large grid has room for the marks of a search.
  const unmark = large ? markFound(figure, marks, highlight) : () => {};
  return {
    element: figure,
    release: () => {
      still();
      unmark();
    },
  };
}
