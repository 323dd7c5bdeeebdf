import { expect, test } from "vitest";
import { boxOf, columnsOf, ends, rowsOf } from "../../src/views/columns";
import { Data } from "../../src/views/decode";
import type { Pen } from "../../src/views/draw";
import { fileName } from "../../src/views/export";
import { arranged, ranked } from "../../src/views/grid";
import { between, means, type Scene, strokesOf } from "../../src/views/lines";
import { pooled } from "../../src/views/maps";
import { causal, contributions, orderOf, softmaxOf, workingOf, type Working } from "../../src/views/neuron";
import { PALETTES } from "../../src/views/palette";
import { behaviour, headWords } from "../../src/views/readout";
import { initial } from "../../src/views/state";
import { headMap, sideOf } from "../../src/views/units";
import { BERRIES, BERRY_WEIGHTS, bytes, meta, stack, tokens } from "./sample";

const SIDE = sideOf({ ...BERRIES, segments: [0, 0, 1, 1] }, { hide: false, words: false });
const PLACE = columnsOf(SIDE, SIDE, 400);
const SCENE: Scene = {
  place: PLACE,
  rows: SIDE,
  keys: SIDE,
  heads: [0],
  maps: [headMap(BERRY_WEIGHTS, SIDE, SIDE, false)],
  filter: "all",
  threshold: 0.1,
  weights: "raw",
  rests: [],
};

/** A pen that only remembers. */
function recorder(): Pen & { lines: number[][] } {
  const lines: number[][] = [];
  const nothing = () => undefined;
  return {
    lines,
    line: (x1, y1, x2, y2, { alpha }) => lines.push([x1, y1, x2, y2, alpha]),
    box: nothing,
    frame: nothing,
    text: nothing,
    picture: nothing,
  };
}

test("columns are 18 pixels a line, the second text set off", () => {
  expect(PLACE.queries).toEqual([9, 27, 9 + 36 + 12.6, 9 + 54 + 12.6].map((y) => expect.closeTo(y, 6)));
  expect(PLACE.height).toBeCloseTo(84.6);
  expect(PLACE.left).toBeLessThan(PLACE.right);
  const long = sideOf(tokens(["x".repeat(300)]), { hide: false, words: false });
  const narrow = columnsOf(long, long, 360);
  expect(narrow.width).toBeLessThanOrEqual(360);
  expect(narrow.right - narrow.left).toBeGreaterThan(80);
});

test("rows: each token as wide as its word, one beside the other, strokes from above to below", () => {
  const long = sideOf(tokens(["a", "Donaudampfschifffahrtsgesellschaft", "b"], { segments: [0, 0, 1] }), { hide: false, words: false });
  const place = rowsOf(long, long);
  const boxes = long.texts.map((_, at) => boxOf(place, "left", at, 0));
  expect(boxes[1]!.width).toBeGreaterThan(34 * 7.6);
  expect(boxes[1]!.x).toBeGreaterThanOrEqual(boxes[0]!.x + boxes[0]!.width);
  expect(boxes[2]!.x - boxes[1]!.x - boxes[1]!.width).toBeGreaterThan(12); // the second text is set off
  expect(ends(place, 0, 2, 5)).toEqual([place.queries[0]! - 5, place.left, place.keys[2]! - 5, place.right]);
  expect(ends(PLACE, 0, 2, 5)).toEqual([PLACE.left, PLACE.queries[0]! - 5, PLACE.right, PLACE.keys[2]! - 5]);
});

test("strokes: those above the threshold, strongest first, none twice", () => {
  const pen = recorder();
  expect(strokesOf(SCENE, 0, 1000).draw(pen, PALETTES.light, 0, [0, 0], () => true)).toBeNull();
  expect(pen.lines.map((line) => line[4]).map((alpha) => Math.round(alpha! * 100))).toEqual([
    64, 64, 64, 36, 36, 36, 36, 16, 16, 16,
  ]);
  const within = strokesOf({ ...SCENE, filter: "A-A" }, 0, 1000);
  expect(within.count).toBe(4);
});

test("strokes with no end in sight are left out", () => {
  expect(between(PLACE.queries, 0, 20)).toEqual([0, 2]);
  expect(between(PLACE.queries, 500, 900)).toEqual([4, 4]);
  // Only the first row is seen: its own strokes and those of others that end there.
  const pen = recorder();
  strokesOf(SCENE, 0, 10).draw(pen, PALETTES.light, 0, [0, 0], () => true);
  expect(pen.lines.every(([, from, , to]) => from === 9 || to === 9)).toBe(true);
  expect(pen.lines.length).toBe(3);
});

test("heads' means", () => {
  expect([...means([Float64Array.of(1, 0), Float64Array.of(0.5, 0)])]).toEqual([0.75, 0]);
  expect([...means([])]).toEqual([]);
});

test("a small map keeps its strongest weights", () => {
  const side = sideOf(tokens(["a", "b", "c", "d"]), { hide: false, words: false });
  const map = headMap(bytes(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.04, 0, 0, 0, 0, 0.36), side, side, false);
  expect([...pooled([map], side, side, "all", 2, 2)]).toEqual([255, 0, 0, 153]);
  expect([...pooled([map], side, side, "B-B", 2, 2)]).toEqual([0, 0, 0, 0]);
});

test("heads in the order of a score, those without one last", () => {
  const [score] = meta().scores;
  expect(ranked(stack(), score!).map(({ layer, head }) => `${layer}${head}`)).toEqual(["02", "11", "10", "12", "00", "01"]);
  expect(arranged(stack({ layers: 12, heads: 12 }), null, 376).width).toBeLessThanOrEqual(376);
  expect(
    arranged(stack(), score!, 200)
      .names.map(({ text }) => text)
      .slice(0, 4),
  ).toEqual(["1-3", "0.90", "2-2", "0.90"]);
});

test("softmax leaves out what is masked and holds large numbers", () => {
  expect([...softmaxOf(Float64Array.of(1000, 1000, 5000), Uint8Array.of(0, 0, 1))]).toEqual([0.5, 0.5, 0]);
});

test("dimensions by what they add", () => {
  // Query (1, 2, −1), keys (1, 1, 1) and (3, −1, 0): products (1, 2, −1) and (3, −2, 0).
  const working = { dimensions: 3, products: Float32Array.of(1, 2, -1, 3, -2, 0), dots: Float64Array.of(2, 1) } as Working;
  expect([...contributions(working, null)]).toEqual([2, 2, 0.5]);
  expect(orderOf(working, true, 0)).toEqual([1, 0, 2]);
  expect(orderOf(working, true, 1)).toEqual([0, 2, 1]);
  expect(orderOf(working, false, 1)).toEqual([0, 1, 2]);
});

test("names in words", () => {
  const one = meta({ labels: [{ stack: "encoder", layer: 0, head: 1, label: "next" }] });
  const words = (heads: number[]) => headWords(one, one.stacks[0]!, { ...initial(one), heads });
  expect([words([1]), words([0, 1, 2]), words([0, 2]), words([])]).toEqual([
    "Head 1-2: next token",
    "Layer 1, heads 1 to 3",
    "Layer 1, heads 1 and 3",
    "Layer 1, no head shown",
  ]);
  expect(behaviour(one, "constructor")).toEqual({ words: "constructor", mark: "c" });
  const own = { ...one, behaviours: [{ name: "copy", words: "copies </s>", sign: "©" }] };
  expect(behaviour(own, "copy")).toEqual({ words: "copies </s>", mark: "©" });
  expect(fileName("../a <b> „Kopf“ 3", "svg")).toBe("a-b-Kopf-3.svg");
  expect(fileName("…", "png")).toBe("headscope.png");
});

test("the working of a row, by hand", () => {
  // Two tokens of two dimensions: q = (1, 2), (0, 1); k = (3, 0), (1, 1); scaling ½. Rows of the map: (1, 0), (0.36, 0.64).
  const floats = Float32Array.of(1, 2, 0, 1, 3, 0, 1, 1);
  const all = new Uint8Array(4 + 4 * floats.length);
  all.set(bytes(1, 0, 0.36, 0.64));
  all.set(new Uint8Array(floats.buffer), 4);
  const vectors = { query: { at: 4, shape: [1, 1, 2, 2] }, key: { at: 20, shape: [1, 1, 2, 2] }, scaling: 0.5 };
  const two = tokens(["a", "b"]);
  const one = stack({ layers: 1, heads: 1, queries: two, keys: two, vectors });
  const data = new Data(all, all.length);
  expect(causal(data, one, 0)).toBe(true);
  const working = workingOf(data, one, 0, 0, 0, false);
  expect([...working.products]).toEqual([3, 0, 1, 2]);
  expect([...working.dots]).toEqual([3, 3]);
  expect([...working.scaled]).toEqual([1.5, 1.5]);
  expect([...working.softmax]).toEqual([0.5, 0.5]);
  expect(working.apart).toBe(0.5);
  const masked = workingOf(data, one, 0, 0, 0, true);
  expect([...masked.softmax]).toEqual([1, 0]);
  expect(masked.apart).toBe(0);
});
