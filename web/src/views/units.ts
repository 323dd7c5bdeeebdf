// What stands in a column, and the weights between two columns: tokens or whole words, with or without special tokens,
// within or across the two texts.
import { WEIGHTS } from "./decode";
import type { Tokens } from "./meta";

export type Filter = "all" | "A-A" | "A-B" | "B-A" | "B-B";
export const FILTERS: readonly Filter[] = ["all", "A-A", "A-B", "B-A", "B-B"];

export interface Choice {
  hide: boolean; // leave special tokens out
  words: boolean; // the pieces of a word as one
}

/** What stands in a column: `parts` are the tokens of each, `unit` where each token went (-1: nowhere). */
export interface Side {
  texts: string[];
  special: boolean[];
  segments: number[];
  parts: number[][];
  unit: Int32Array;
}

export function sideOf(tokens: Tokens, { hide, words }: Choice): Side {
  const side: Side = { texts: [], special: [], segments: [], parts: [], unit: new Int32Array(tokens.texts.length).fill(-1) };
  tokens.texts.forEach((text, at) => {
    if (hide && tokens.special[at]) return;
    const last = side.parts.length - 1;
    const before = side.parts[last]?.at(-1);
    const goesOn =
      words &&
      before !== undefined &&
      before === at - 1 &&
      tokens.words[at]! >= 0 &&
      tokens.words[at] === tokens.words[before] &&
      tokens.segments[at] === tokens.segments[before];
    if (goesOn) {
      side.texts[last] += text.replace(/^##/u, "");
      side.parts[last]!.push(at);
    } else {
      side.texts.push(text);
      side.special.push(tokens.special[at]!);
      side.segments.push(tokens.segments[at]!);
      side.parts.push([at]);
    }
    side.unit[at] = side.parts.length - 1;
  });
  return side;
}

/** One head's weights between two columns. Bytes as long as they will do: `read` turns a value into a weight. */
export interface HeadMap {
  rows: number;
  columns: number;
  values: Uint8Array | Float32Array;
  read(value: number): number;
  /** The smallest value that stands for at least this weight, so that a loop need not turn each into one. */
  least(weight: number): number;
}

function mapFrom(values: Uint8Array | Float32Array, rows: number, columns: number): HeadMap {
  return values instanceof Uint8Array ? fromBytes(values, rows, columns) : fromWeights(values, rows, columns);
}

function fromBytes(values: Uint8Array, rows: number, columns: number): HeadMap {
  return { rows, columns, values, read: (byte) => WEIGHTS[byte]!, least: (weight) => 255 * Math.sqrt(weight) - 1e-9 };
}

function fromWeights(values: Float32Array, rows: number, columns: number): HeadMap {
  return { rows, columns, values, read: (weight) => weight, least: (weight) => weight };
}

/**
 * A head's weights between units: the sum to a word's pieces, the mean from them. With `renormalise`, each row is divided by
 * what is left of it after special tokens went; a row with nothing left stays 0.
 */
export function headMap(given: Uint8Array | Float32Array, rows: Side, columns: Side, renormalise: boolean): HeadMap {
  const keys = columns.unit.length;
  if (rows.parts.length === rows.unit.length && columns.parts.length === keys) return mapFrom(given, rows.parts.length, keys);
  const read = given instanceof Uint8Array ? (value: number) => WEIGHTS[value]! : (value: number) => value;
  const width = columns.parts.length;
  const values = new Float32Array(rows.parts.length * width);
  const row = new Float64Array(width);
  rows.parts.forEach((parts, at) => {
    for (const query of parts) {
      row.fill(0);
      let left = 0;
      for (let key = 0; key < keys; key++) {
        const to = columns.unit[key]!;
        if (to < 0) continue;
        const weight = read(given[query * keys + key]!);
        row[to]! += weight;
        left += weight;
      }
      const share = (renormalise && left > 0 ? 1 / left : 1) / parts.length;
      for (let to = 0; to < width; to++) values[at * width + to]! += row[to]! * share;
    }
  });
  return fromWeights(values, rows.parts.length, width);
}

/** Whether attention from a text to a text is shown. */
export function allowed(filter: Filter, from: number, to: number): boolean {
  return filter === "all" || filter === `${from === 0 ? "A" : "B"}-${to === 0 ? "A" : "B"}`;
}

/**
 * Each head's weight to (or, from the right column, from) every counterpart, summed over the chosen units. `summed[h][c]`.
 */
export function summed(
  maps: HeadMap[],
  onLeft: boolean,
  chosen: readonly number[],
  { rows, columns, filter }: { rows: Side; columns: Side; filter: Filter },
): Float64Array[] {
  const length = onLeft ? columns.parts.length : rows.parts.length;
  return maps.map((map) => {
    const sums = new Float64Array(length);
    for (const one of chosen) {
      for (let other = 0; other < length; other++) {
        const [row, column] = onLeft ? [one, other] : [other, one];
        if (!allowed(filter, rows.segments[row]!, columns.segments[column]!)) continue;
        sums[other]! += map.read(map.values[row * map.columns + column]!);
      }
    }
    return sums;
  });
}
