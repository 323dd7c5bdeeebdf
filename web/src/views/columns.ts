// Where the two columns of tokens lie. The numbers are those of headscope.figures.head, so that a page and a drawing made by
// Python look alike.
import { cells, CHARACTER, LINE, visible } from "./tokens";
import type { Side } from "./units";

const SET_OFF = 0.7 * LINE; // the gap before the second text
const NUMBER = 4.4 * CHARACTER; // the room for a weight as a number
const LEAST_GAP = 36;
const GAP_SHARE = 0.26; // on a narrow screen tokens are cut rather than the room for the strokes
const MOST_GAP = 380; // wider, and lines get too flat to be followed
const MOST_CHARACTERS = 24;
export const PAD = 4;
/** What stands above the columns. */
export const NAMES = { left: "from", right: "attends to" } as const;

/** `queries` and `keys` are the middles of the lines; strokes go from `left` to `right`. */
export interface Columns {
  queries: number[];
  keys: number[];
  left: number;
  right: number;
  width: number;
  height: number;
  column: number; // the width of a token's box
  characters: number; // how much of a token there is room for
  /** In rows: `queries` and `keys` are places from left to right, `left` and `right` the heights at which strokes begin and end. */
  across?: { queries: number[]; keys: number[] }; // the widths of tokens
}

/** Where a stroke begins and ends. */
export function ends(place: Columns, query: number, key: number, offset: number): [number, number, number, number] {
  const [from, to] = [place.queries[query]! - offset, place.keys[key]! - offset];
  return place.across ? [from, place.left, to, place.right] : [place.left, from, place.right, to];
}

/** The box of a token, or of `wide` pixels of it. */
export function boxOf(place: Columns, side: "left" | "right", at: number, offset: number, wide = place.column) {
  const onLeft = side === "left";
  const middle = (onLeft ? place.queries : place.keys)[at]! - offset;
  if (!place.across) {
    const x = onLeft ? place.left - wide + 1 : place.right + 1;
    return { x, y: middle - LINE / 2 + 1, width: wide - 2, height: LINE - 2 };
  }
  const width = (onLeft ? place.across.queries : place.across.keys)[at]!;
  return { x: middle - width / 2 + 1, y: (onLeft ? place.left - LINE : place.right) + 1, width: width - 2, height: LINE - 2 };
}

function lines(segments: number[]): number[] {
  let gap = 0;
  return segments.map((segment, at) => {
    if (at > 0 && segment !== segments[at - 1]) gap += SET_OFF;
    return gap + (at + 0.5) * LINE;
  });
}

/** Places in a box of this width, with room for weights on both outer sides. */
export function columnsOf(rows: Side, keys: Side, available: number): Columns {
  const most = Math.max(
    3,
    Math.floor((available - 2 * NUMBER - Math.max(LEAST_GAP, GAP_SHARE * available) - 2 * PAD) / 2 / CHARACTER),
  );
  let longest = 1;
  for (const side of [rows, keys]) for (const text of side.texts) longest = Math.max(longest, cells(visible(text)));
  const characters = Math.min(most, longest, MOST_CHARACTERS);
  const column = characters * CHARACTER + PAD;
  const width = Math.max(140, Math.min(available, 2 * (NUMBER + column) + MOST_GAP));
  const [down, across] = [lines(rows.segments), lines(keys.segments)];
  const height = Math.max(down.at(-1) ?? 0, across.at(-1) ?? 0) + LINE / 2;
  return { queries: down, keys: across, left: NUMBER + column, right: width - NUMBER - column, width, height, column, characters };
}

const DEPTH = 140; // pixels between two rows
const LONGEST = 60; // characters; in rows, words are whole

/** Two rows of tokens, one above the other: each takes the room of its word, and the text reads on as it is written. */
export function rowsOf(rows: Side, keys: Side): Columns {
  const least = 4.4 * CHARACTER; // the room for a weight
  const line = (side: Side) => {
    let at = 0;
    const sizes = side.texts.map((text) => Math.max(least, Math.min(LONGEST, cells(visible(text))) * CHARACTER + 3 * PAD));
    const middles = sizes.map((size, index) => {
      if (index > 0 && side.segments[index] !== side.segments[index - 1]) at += SET_OFF;
      at += size;
      return at - size / 2;
    });
    return { sizes, middles, length: at };
  };
  const [above, below] = [line(rows), line(keys)];
  const left = 2 * LINE;
  return {
    queries: above.middles,
    keys: below.middles,
    left,
    right: left + DEPTH,
    width: Math.max(above.length, below.length),
    height: left + DEPTH + 2 * LINE,
    column: 0,
    characters: LONGEST,
    across: { queries: above.sizes, keys: below.sizes },
  };
}
