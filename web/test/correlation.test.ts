// A correlation is stored as (1 + r) / 2, in pages as in tables; a reader sees r, and asks for r.
import { expect, test } from "vitest";
import { readComparison, rowOf } from "../src/compare/payload";
import { line } from "../src/digits";
import { under } from "../src/kinds";
import { type Quantity, readPayload, type Score } from "../src/payload";
import { factsOf, search } from "../src/query";
import { linesOf, readStory } from "../src/track/payload";
import { measure, payload, score, SHARE } from "./sample";

const CORRELATION: Quantity = { ...SHARE, name: "correlation", percent: false, diverging: true, sign: "r", times: 2, plus: -1 };
const STACK = { name: "encoder", layers: 1, heads: 2 };
const HEAD = { stack: "encoder", layer: 0, head: 0 };

function stored(): Score {
  const numbers = { value: [[0.74, 0.42]], low: [[0.72, 0.4]], high: [[0.76, 0.44]], baseline: { name: "uniform", value: 0.5 } };
  return score({ id: "pattern.predictive", measure: "pattern", key: "predictive", own_quantity: CORRELATION, ...numbers }, STACK);
}

function page() {
  const source = { stacks: [STACK], measures: [measure("pattern")], scores: [stored()], relations: [], labels: [], patterns: [] };
  const kind = (name: string) => ({ name, label: name, sentence: "", under: name });
  const kinds = [
    { name: "raw", label: "raw", change: {} },
    { name: "norm", label: "norm", change: { kind: [kind("norm")] as [unknown], scores: { "0": { value: [[[0.6, 0.42]]] as [unknown] } } } },
  ];
  return readPayload(JSON.stringify({ ...payload(), ...source, kind: kind("raw"), kinds }));
}

test("a page writes r, with its interval, and compares with no correlation", () => {
  const [one] = page().scores as [Score];
  expect(line(one, HEAD)).toBe("r = 0.48 (0.44–0.52), rank 1 of 2");
  expect([one.baseline!.value, one.quantity.low, one.quantity.high]).toEqual([0, -1, 1]);
});

test("a query asks for r", () => {
  const found = (query: string) => search(factsOf(page()), query).heads.length;
  expect([found("pattern.predictive > 0.4"), found("pattern.predictive > 0.5"), found("pattern.predictive < 0")]).toEqual([1, 0, 1]);
});

test("another kind of weights is read in the same way, from what is stored", () => {
  const norm = under(page(), "norm")!;
  expect(norm.scores[0]!.value[0]!.map((value) => Number(value!.toFixed(6)))).toEqual([0.2, -0.16]);
});

test("two runs differ in r", () => {
  const grids = { first: [[0.74, 0.5]], second: [[0.64, 0.5]], p: [[0.01, 1]], sure: [[true, false]] };
  const one = { ...stored(), value: [[-0.1, 0]], low: [[-0.12, -0.01]], high: [[-0.08, 0.01]], baseline: null, ...grids, spread: 0.1, drawn: true };
  const made = readComparison(JSON.stringify({ stacks: [STACK], measures: [measure("pattern")], scores: [one], partners: null }));
  const { first, second, difference, low, effect } = rowOf(made.scores[0]!, HEAD)!;
  expect([first, second, difference, low, effect].map((value) => Number(value!.toFixed(6)))).toEqual([0.48, 0.28, -0.2, -0.24, -1]);
});

test("many runs are followed in r", () => {
  const steps = Uint16Array.from([0, 65534, 0, 65534, 0, 65534, 0, 65534, 0, 65534, 0, 65534]);
  const lines = [btoa(String.fromCharCode(...new Uint8Array(steps.buffer)))];
  const history = { name: "", runs: ["0", "1"], lines, baselines: [[0.5, 0.5]], onsets: [[-1, 0]], becomes: [null], labels: [], takeovers: [], partners: null };
  const followed = { ...stored(), against: "uniform attention", label: null, bar: null, range: [0.5, 0.74] };
  const story = readStory(JSON.stringify({ stacks: [STACK], measures: [measure("pattern")], scores: [followed], histories: [history] }));
  const one = linesOf(story, story.histories[0]!, story.scores[0]!).at(0, 1)!;
  expect([one.value, story.histories[0]!.baselines[0]![0]]).toEqual([0.48, 0]);
});
