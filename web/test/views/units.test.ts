import { expect, test } from "vitest";
import { allowed, FILTERS, headMap, sideOf, summed } from "../../src/views/units";
import { BERRIES, BERRY_WEIGHTS, bytes, tokens } from "./sample";

const PLAIN = { hide: false, words: false };
const rounded = (values: Iterable<number>) => Array.from(values, (value) => Math.round(value * 1e4) / 1e4);

function weights(choice: { hide: boolean; words: boolean }, renormalise: boolean): number[] {
  const side = sideOf(BERRIES, choice);
  const map = headMap(BERRY_WEIGHTS, side, side, renormalise);
  return rounded(Array.from(map.values, (value) => map.read(value)));
}

test("as they are, weights are the bytes' own", () => {
  expect(weights(PLAIN, false)).toEqual([0.64, 0.36, 0, 0, 0.36, 0.36, 0.16, 0.04, 0.04, 0.16, 0.16, 0.64, 0, 0.36, 0.64, 0]);
});

test("special tokens go, with and without renormalising", () => {
  const hide = { hide: true, words: false };
  expect(weights(hide, false)).toEqual([0.36, 0.16, 0.04, 0.16, 0.16, 0.64, 0.36, 0.64, 0]);
  // Rows: 0.56 left, 0.96 left, 1 left.
  expect(weights(hide, true)).toEqual([0.6429, 0.2857, 0.0714, 0.1667, 0.1667, 0.6667, 0.36, 0.64, 0]);
});

test("words: the sum to their pieces, the mean from them", () => {
  // From [CLS]: 0.64, 0.36 + 0, 0. From the word: the mean of (0.36, 0.52, 0.04) and (0.04, 0.32, 0.64). From "grow": 0, 1, 0.
  expect(weights({ hide: false, words: true }, false)).toEqual([0.64, 0.36, 0, 0.2, 0.42, 0.34, 0, 1, 0]);
  // Each token's row is renormalised before the mean: (0.52, 0.04) / 0.56 and (0.32, 0.64) / 0.96.
  expect(weights({ hide: true, words: true }, true)).toEqual([0.631, 0.369, 1, 0]);
});

test("a row with nothing left stays empty", () => {
  const side = sideOf(tokens(["[CLS]", "a"]), { hide: true, words: false });
  expect([...headMap(bytes(1, 0, 1, 0), side, side, true).values]).toEqual([0]);
});

test("words are whole, and never reach over a special token or into the other text", () => {
  expect(sideOf(BERRIES, { hide: false, words: true }).texts).toEqual(["[CLS]", "strawberries", "grow"]);
  const two = tokens(["a", "b", "[SEP]", "c", "d"], { words: [0, 1, -1, 1, 1], segments: [0, 0, 0, 1, 1] });
  expect(sideOf(two, { hide: true, words: true }).texts).toEqual(["a", "b", "cd"]);
  const side = sideOf(two, { hide: true, words: true });
  expect([...side.unit]).toEqual([0, 1, -1, 2, 2]);
  expect(side.parts).toEqual([[0], [1], [3, 4]]);
  expect(side.segments).toEqual([0, 0, 1]);
  const meeting = tokens(["a", "b"], { words: [0, 0], segments: [0, 1] });
  expect(sideOf(meeting, { hide: false, words: true }).texts).toEqual(["a", "b"]);
});

test("filters by text", () => {
  const shown = (filter: (typeof FILTERS)[number]) =>
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map(([from, to]) => allowed(filter, from!, to!));
  expect(FILTERS.map((filter) => shown(filter).map(Number).join(""))).toEqual(["1111", "1000", "0100", "0010", "0001"]);
});

test("several tokens are summed, rows from the left and columns from the right, within the filter", () => {
  const side = sideOf({ ...BERRIES, segments: [0, 0, 1, 1] }, PLAIN);
  const map = headMap(BERRY_WEIGHTS, side, side, false);
  const both = (onLeft: boolean, chosen: number[], filter: (typeof FILTERS)[number]) =>
    rounded(summed([map], onLeft, chosen, { rows: side, columns: side, filter })[0]!);
  expect(both(true, [1], "all")).toEqual([0.36, 0.36, 0.16, 0.04]);
  expect(both(true, [1, 2], "all")).toEqual([0.4, 0.52, 0.32, 0.68]);
  expect(both(false, [1], "all")).toEqual([0.36, 0.36, 0.16, 0.36]);
  expect(both(false, [1, 3], "all")).toEqual([0.36, 0.4, 0.8, 0.36]);
  expect(both(true, [1, 2], "A-B")).toEqual([0, 0, 0.16, 0.04]);
  expect(both(false, [1], "B-A")).toEqual([0, 0, 0.16, 0.36]);
});

test("a threshold cuts the same weights whether they are bytes or not", () => {
  const side = sideOf(BERRIES, PLAIN);
  const map = headMap(BERRY_WEIGHTS, side, side, false);
  const cut = map.least(0.36);
  expect([...map.values].filter((value) => value >= cut).length).toBe(7);
});
