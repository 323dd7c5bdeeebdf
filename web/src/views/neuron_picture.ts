// Drawing the neuron view: a row of cells for each key and each product, then the sums as bars and numbers.
import { type Columns, NAMES, PAD } from "./columns";
import { MONOSPACE, type Pen, SANS } from "./draw";
import { between } from "./lines";
import type { Working } from "./neuron";
import type { Palette } from "./palette";
import { CHARACTER, LINE, TYPE } from "./tokens";

export const TOP = 84; // above the rows: names and the query's bars
const GAP = 20;
const BAR = 72;
const NUMBER = 6.4 * CHARACTER;

export interface Places {
  cell: number;
  key: number;
  product: number;
  dot: number;
  softmax: number;
  model: number;
  width: number;
}

export interface Sheet {
  working: Working;
  order: number[];
  place: Columns;
  places: Places;
  token: number;
  key: number | null;
}

export function placesOf(place: Columns, dimensions: number): Places {
  const cell = Math.max(2, Math.min(24, Math.floor(240 / dimensions)));
  const key = place.right + place.column + GAP;
  const product = key + cell * dimensions + GAP;
  const dot = product + cell * dimensions + GAP;
  const softmax = dot + BAR + NUMBER + GAP;
  const model = softmax + BAR + NUMBER + GAP;
  return { cell, key, product, dot, softmax, model, width: model + 5 * CHARACTER + 4 };
}

const largest = (values: ArrayLike<number>) =>
  Array.prototype.reduce.call(values, (most, one) => Math.max(most as number, Math.abs(one as number)), 1e-9) as number;

/** What stands above the rows: names, the query, and the product with the chosen key, as bars up or down. */
export function drawTop(pen: Pen, palette: Palette, { working, order, places, key, place }: Sheet): void {
  const name = { colour: palette.quiet, size: 13, anchor: "start" as const, font: SANS };
  const titles: [number, string][] = [
    [places.key, "query, and keys below"],
    [places.product, key === null ? "query × key" : "query × chosen key"],
    [places.dot, "sum × scaling"],
    [places.softmax, "softmax"],
    [places.model, "model"],
  ];
  for (const [x, text] of titles) pen.text(x, 10, text, name);
  pen.text(place.left - PAD, 10, NAMES.left, { ...name, anchor: "end" });
  pen.text(place.right + PAD, 10, "to", name);
  const { dimensions } = working;
  bars(
    pen,
    palette,
    order.map((at) => working.query[at]!),
    places.key,
    places.cell,
  );
  if (key !== null)
    bars(
      pen,
      palette,
      order.map((at) => working.products[key * dimensions + at]!),
      places.product,
      places.cell,
    );
}

function bars(pen: Pen, palette: Palette, values: number[], x: number, cell: number): void {
  const [middle, half] = [TOP - 34, 28];
  const most = largest(values);
  pen.box(x, middle, cell * values.length, 1, palette.line, 1);
  values.forEach((value, at) => {
    const height = (Math.abs(value) / most) * half;
    pen.box(
      x + at * cell,
      value < 0 ? middle : middle - height,
      Math.max(1, cell - 1),
      height,
      value < 0 ? palette.negative : palette.positive,
      1,
    );
  });
}

/** The rows between two heights. */
export function drawRows(pen: Pen, palette: Palette, sheet: Sheet, offset: number, span: [number, number]): void {
  const { working, order, place, places, token, key } = sheet;
  const { dimensions } = working;
  const most = { key: largest(working.keys), product: largest(working.products), dot: largest(working.scaled) };
  const [first, last] = between(place.keys, ...span);
  const number = { colour: palette.ink, size: TYPE * 0.92, anchor: "end" as const, font: MONOSPACE };
  for (let at = first; at < last; at++) {
    const y = place.keys[at]! - offset;
    const weight = working.softmax[at]!;
    if (at === key) pen.frame(place.right + 1, y - LINE / 2 + 1, places.width - place.right - 2, LINE - 2, palette.ink);
    pen.line(place.left, place.queries[token]! - offset, place.right, y, {
      colour: palette.positive,
      alpha: weight,
      width: 0.5 + 2.5 * weight,
      dash: [],
    });
    order.forEach((dimension, index) => {
      const [own, product] = [working.keys[at * dimensions + dimension]!, working.products[at * dimensions + dimension]!];
      const box = (x: number, value: number, whole: number) =>
        pen.box(
          x + index * places.cell,
          y - 7,
          places.cell,
          14,
          value < 0 ? palette.negative : palette.positive,
          Math.abs(value) / whole,
        );
      box(places.key, own, most.key);
      box(places.product, product, most.product);
    });
    const masked = working.masked[at] === 1;
    const dot = working.scaled[at]!;
    const half = BAR / 2;
    const length = (Math.abs(dot) / most.dot) * half;
    pen.box(
      places.dot + half + (dot < 0 ? -length : 0),
      y - 5,
      length,
      10,
      dot < 0 ? palette.negative : palette.positive,
      masked ? 0.25 : 1,
    );
    pen.text(places.dot + BAR + NUMBER, y, dot.toFixed(2).replace("-", "−"), {
      ...number,
      colour: masked ? palette.quiet : palette.ink,
    });
    pen.box(places.softmax, y - 5, weight * BAR, 10, palette.positive, 1);
    pen.text(
      places.softmax + BAR + NUMBER,
      y,
      masked ? "masked" : weight.toFixed(2),
      masked ? { ...number, colour: palette.quiet } : number,
    );
    pen.text(places.model + 4.4 * CHARACTER, y, working.weights[at]!.toFixed(2), { ...number, colour: palette.quiet });
  }
}
