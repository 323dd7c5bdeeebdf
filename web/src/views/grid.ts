// Where the small maps of all heads lie: a row for each layer, or as many to a row as fit, best first.
import type { Score, Stack } from "./meta";
import { headName } from "./view";

export interface Cell {
  layer: number;
  head: number;
  x: number;
  y: number;
}

export interface Name {
  x: number;
  y: number;
  text: string;
  anchor: "start" | "middle" | "end";
}

export interface Grid {
  cells: Cell[];
  names: Name[];
  columns: number;
  side: number; // of a map, in pixels
  width: number;
  height: number;
}

const [LEAST, MOST, GAP, LEFT, TOP] = [14, 72, 4, 28, 20];
const CROWDED = 28; // pixels to a head, from which on maps stand closer
const CAPTION = 18; // the line below a map that has its own name

/** A head's rank: those without a number come last, ties stay in the model's order. */
export function ranked(stack: Stack, score: Score): { layer: number; head: number }[] {
  const all = Array.from({ length: stack.layers * stack.heads }, (_, at) => ({
    layer: Math.floor(at / stack.heads),
    head: at % stack.heads,
  }));
  const value = ({ layer, head }: { layer: number; head: number }) => score.value[layer]?.[head] ?? -Infinity;
  return all.sort((one, other) => (value(other) === value(one) ? 0 : value(other) - value(one)));
}

export function arranged(stack: Stack, score: Score | null, available: number, most = MOST): Grid {
  if (score) return inOrder(stack, score, available);
  const room = (available - LEFT) / stack.heads;
  const gap = room < CROWDED ? GAP / 2 : GAP;
  const side = Math.max(LEAST, Math.min(most, Math.floor(room) - gap));
  const x = (head: number) => LEFT + head * (side + gap);
  const y = (layer: number) => TOP + layer * (side + gap);
  const cells: Cell[] = [];
  const names: Name[] = [];
  for (let head = 0; head < stack.heads && stack.heads > 1; head++)
    names.push({ x: x(head) + side / 2, y: TOP / 2, text: String(head + 1), anchor: "middle" });
  for (let layer = 0; layer < stack.layers; layer++) {
    names.push({ x: LEFT - 6, y: y(layer) + side / 2, text: String(layer + 1), anchor: "end" });
    for (let head = 0; head < stack.heads; head++) cells.push({ layer, head, x: x(head), y: y(layer) });
  }
  return { cells, names, columns: stack.heads, side, width: x(stack.heads), height: y(stack.layers) };
}

function inOrder(stack: Stack, score: Score, available: number): Grid {
  const side = MOST;
  const columns = Math.max(1, Math.floor((available + GAP) / (side + GAP)));
  const cells: Cell[] = [];
  const names: Name[] = [];
  ranked(stack, score).forEach(({ layer, head }, at) => {
    const [x, y] = [(at % columns) * (side + GAP), Math.floor(at / columns) * (side + CAPTION + GAP)];
    const value = score.value[layer]?.[head];
    cells.push({ layer, head, x, y });
    names.push({ x, y: y + side + CAPTION / 2, text: headName(layer, head), anchor: "start" });
    names.push({ x: x + side, y: y + side + CAPTION / 2, text: typeof value === "number" ? value.toFixed(2) : "–", anchor: "end" });
  });
  const rows = Math.ceil(cells.length / columns);
  return { cells, names, columns, side, width: columns * (side + GAP), height: rows * (side + CAPTION + GAP) };
}
