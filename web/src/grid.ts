// The layers × heads grid: one cell per head, layer 1 on top, the value as colour.
import { inkOn } from "./behaviour";
import { alone, line, number } from "./digits";
import { drawing, svg } from "./dom";
import { markFound } from "./find";
import { type Head, headName, headsOf, type Reading, reading } from "./heads";
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

const DIGIT = 7; // pixels, of a number in a cell
/** Below this the page has one column. */
const NARROW = 1000;
/** Of a cell with a picture, in pixels. */
const MOST = 128;

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, Math.floor(value)));

/** The grid that leads the page: about 480 × 400 pixels of cells, less where the page is narrower, never too small to touch. */
export function largeSize({ layers, heads }: Stack, pageWidth: number): GridSize {
  const room = Math.min(480, pageWidth - 32 - 92);
  return { cellWidth: clamp(14, room / heads, 56), cellHeight: clamp(14, 400 / layers, 44), font: 13, left: 40, top: 24, right: 52 };
}

/** A grid of pictures: square cells, as large as half the page and the screen's height allow, never too small to touch; `zoom` times
 *  that where its part is looked at. A picture of `pixels` each way is not blurred where a size near that holds it a whole number of
 *  times. */
export function pictureSize({ layers, heads }: Stack, width: number, height: number, zoom = 1, pixels = 1): GridSize {
  const narrow = width < NARROW;
  const right = narrow ? 12 : 52;
  const across = (narrow ? width - 32 : Math.min(0.54 * width, width - 520)) - 40 - right;
  const down = narrow ? Infinity : Math.max(420, height - 390) / layers;
  const room = clamp(14, Math.min(across / heads, down), MOST);
  const whole = Math.round((room - 2) / pixels) * pixels + 2;
  const fits = whole > 0.9 * room && whole < 1.06 * room && whole * heads <= across;
  const cell = Math.min(MOST, zoom * (fits ? whole : room));
  return { cellWidth: cell, cellHeight: cell, font: 13, left: 40, top: 24, right };
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
  /** Keeps the numbers of layers and heads at the edge, where the box around the grid is scrolled to. */
  scrolled(left: number, top: number): void;
  focus(head: Head): void;
  release(): void;
}

/** One head's cell: how it is filled, what is written in it and what a screen reader says. */
export interface Cell {
  spoken: string;
  missing?: boolean;
  paint(cell: SVGElement): void;
  write?(x: number, y: number, size: GridSize): SVGElement[];
}

/** A grid whose cells have a score's colour and, where they are large enough, its number. */
export function grid(score: Score, stack: Stack, scale: Scale, highlight: Highlight, size: GridSize): GridFigure {
  return cellGrid(`${score.words}: layers down, heads across`, stack, highlight, size, (head) => {
    const one = reading(score, head);
    return {
      spoken: `Head ${headName(head)}, ${score.words}: ${line(score, head)}`,
      missing: one === null,
      paint: (cell) => one !== null && paintValue(cell, scale, one.value),
      ...(one === null ? {} : { write: numberIn(one, scale) }),
    };
  });
}

/** A cell's number: two digits, or fewer where its interval carries fewer; none where it does not fit. */
export function fitted(one: Reading, width: number): string | null {
  const [full, short] = [number(one), alone(one.value)];
  const text = short.length < full.length ? short : full;
  return width < 3 * DIGIT || text.length * DIGIT > width - 4 ? null : text;
}

function numberIn(one: Reading, scale: Scale): NonNullable<Cell["write"]> {
  return (x, y, { cellWidth }) => {
    const text = fitted(one, cellWidth);
    if (text === null) return [];
    const made = svg("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 12 }, text);
    // The letters stand out from the colour that the cell has in each theme.
    const colours = svg("g");
    paintValue(colours, scale, one.value);
    for (const name of ["--light", "--dark"]) made.style.setProperty(name, inkOn(colours.style.getPropertyValue(name)));
    return [made];
  };
}

/** The numbers of heads above a grid and of layers beside it, each on its own ground, so that a scrolled grid passes under them. */
function axes(stack: Stack, { cellWidth, cellHeight, font, left, top, right }: GridSize, large: boolean): Record<"across" | "down" | "corner", SVGGElement> {
  const group = (x: number, y: number, width: number, height: number) =>
    svg("g", { class: "labels", "aria-hidden": "true" }, svg("rect", { class: "ground", x, y, width, height }));
  const text = (into: SVGGElement, x: number, y: number, anchor: string, content: string) =>
    into.append(svg("text", { x, y, "text-anchor": anchor }, content));
  const [wide, high] = [stack.heads * cellWidth, stack.layers * cellHeight];
  const across = group(left, 0, wide + right, top - 1);
  const down = group(0, top, left - 1, high);
  const corner = group(0, 0, left - 1, top - 1);
  for (const head of labelled(stack.heads, cellWidth, font * (stack.heads > 9 ? 1.5 : 1))) {
    text(across, left + (head - 0.5) * cellWidth, top - 5, "middle", String(head));
  }
  for (const layer of labelled(stack.layers, cellHeight, font)) {
    text(down, left - 5, top + (layer - 0.5) * cellHeight + font * 0.35, "end", String(layer));
  }
  if (large) text(corner, left - 5, top - 5, "end", "layer");
  if (right > 40) text(across, left + wide + 6, top - 5, "start", "← head");
  return { across, down, corner };
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

  const { across, down, corner } = axes(stack, size, large);

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

  // Over cells that are filled, under those that let a picture through: these fade together with what is written.
  const lettering = svg("g", { class: "written", "aria-hidden": "true" }, ...written);
  if (written.length > 0 && marks[0]?.element.classList.contains("pictured")) figure.prepend(lettering);
  else if (written.length > 0) figure.append(lettering);

  // One frame each for the pointed-at and the selected head, drawn last so that no neighbour covers them.
  const frame = (name: string) =>
    svg("rect", { class: `frame ${name}`, width: cellWidth, height: cellHeight, visibility: "hidden" });
  const frames = { selected: frame("selected"), pointed: frame("pointed") };
  figure.append(svg("g", { "aria-hidden": "true" }, frames.selected, frames.pointed), down, across, corner);
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
    scrolled: (x, y) => {
      across.setAttribute("transform", `translate(0 ${y})`);
      down.setAttribute("transform", `translate(${x} 0)`);
      corner.setAttribute("transform", `translate(${x} ${y})`);
    },
    focus: (head) => marks[head.layer * stack.heads + head.head]?.element.focus(),
    release: () => {
      still();
      unmark();
    },
  };
}
