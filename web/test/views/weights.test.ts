// Weights of other kinds, from bytes: against the numbers that Python has for the same bytes (tests/views/test_weighting.py).
import { expect, test } from "vitest";
import CASE from "../../../tests/views/weights.json";
import { Data } from "../../src/views/decode";
import { headWords } from "../../src/views/readout";
import { fromFragment, initial, toFragment } from "../../src/views/state";
import { sideOf } from "../../src/views/units";
import { kindsOf, restsOf, weighed, weighedRow } from "../../src/views/weights";
import { linkedBy } from "../../src/views/which";
import { meta, stack, tokens } from "./sample";

const [LAYERS, HEADS, ROWS, KEYS] = [1, 2, 3, 4];
const MAPS = CASE.bytes.flat(3);
const RESTS = CASE.rests.flat(2);
const NORMS_AT = 36; // the next multiple of four after 24 weights and 6 rows would do; a gap must not matter
const BYTES = new Uint8Array(NORMS_AT + 4 * LAYERS * HEADS * KEYS);
BYTES.set(MAPS);
BYTES.set(RESTS, MAPS.length);
BYTES.set(new Uint8Array(Float32Array.from(CASE.norms.flat(2)).buffer), NORMS_AT);
const STACK = stack({
  layers: LAYERS,
  heads: HEADS,
  queries: tokens(["a", "b", "c"]),
  keys: tokens(["[CLS]", "x", "y", "z"]),
  sinks: CASE.sinks,
  rests: { at: MAPS.length, shape: [LAYERS, HEADS, ROWS] },
  norms: { at: NORMS_AT, shape: [LAYERS, HEADS, KEYS] },
});
const DATA = new Data(BYTES, BYTES.length);
const WEIGHTS = { first: "raw", errors: { raw: 0.0039, norm: 0.01, "no-sink": 0.02 }, missing: {} };

test.each(["norm", "no-sink"] as const)("%s weights are Python's, to 1e-6", (kind) => {
  for (let head = 0; head < HEADS; head++) {
    const place = { data: DATA, stack: STACK, layer: 0, head };
    const expected = CASE[kind][0]![head]!;
    const found = weighed(place, kind);
    expected.flat().forEach((weight, at) => expect(Math.abs(found[at]! - weight)).toBeLessThan(1e-6));
    expected.forEach((row, query) =>
      row.forEach((weight, key) => expect(Math.abs(weighedRow(place, kind, query)[key]! - weight)).toBeLessThan(1e-6)),
    );
  }
});

test("attention itself stays bytes", () => {
  expect(weighed({ data: DATA, stack: STACK, layer: 0, head: 1 }, "raw")).toBeInstanceOf(Uint8Array);
});

test("a row that is empty says on which token the head rests", () => {
  const rows = sideOf(STACK.queries, { hide: false, words: false });
  expect(restsOf(DATA, STACK, 0, [1], rows)).toEqual([null, null, "[CLS]"]);
  expect(restsOf(DATA, STACK, 0, [0, 1], rows)).toEqual([null, null, null]);
});

test("heads are ranked by the weights that are shown", () => {
  const ranked = linkedBy({ data: DATA }, STACK, { from: 0, to: 1 }, "norm");
  const expected = CASE.norm[0]!.map((map) => map[0]![1]!);
  expect(ranked[0]!.head).toBe(expected[0]! >= expected[1]! ? 0 : 1);
  expect(ranked[0]!.weight).toBeCloseTo(Math.max(...expected), 5);
});

test("the kind is part of the link, where it is not the first and can be shown", () => {
  const page = meta({ stacks: [STACK], weights: WEIGHTS });
  const state = { ...initial(page), weights: "norm" as const };
  expect(toFragment(state, page)).toContain("weights=norm");
  expect(fromFragment(toFragment(state, page), page).weights).toBe("norm");
  expect(toFragment(initial(page), page)).not.toContain("weights");
  const first = meta({ stacks: [STACK], weights: { ...WEIGHTS, first: "no-sink" } });
  expect(initial(first).weights).toBe("no-sink");
  expect(fromFragment(toFragment({ ...initial(first), weights: "raw" }, first), first).weights).toBe("raw");
  const alone = meta({ stacks: [STACK], weights: { first: "raw", errors: { raw: 0 }, missing: { norm: "no values" } } });
  expect(fromFragment("weights=norm", alone).weights).toBe("raw");
  expect(fromFragment("weights=constructor", page).weights).toBe("raw");
  expect(kindsOf(meta())).toEqual(["raw"]);
});

test("a page of rollout has that kind alone, and calls its maps by their layers", () => {
  const page = meta({ stacks: [stack({ heads: 1 })], weights: { first: "rollout", errors: { rollout: 0.0039 }, missing: {} } });
  const state = { ...initial(page), layer: 1, heads: [0] };
  expect(state.weights).toBe("rollout");
  expect(kindsOf(page)).toEqual(["rollout"]);
  expect(headWords(page, page.stacks[0]!, state)).toBe("Layer 2 · rollout");
  expect(weighed({ data: DATA, stack: STACK, layer: 0, head: 0 }, "rollout")).toBeInstanceOf(Uint8Array);
});
