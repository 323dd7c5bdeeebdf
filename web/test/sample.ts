// Payloads for the tests: invented numbers from a seeded generator, so that a failure can be seen again.
import BEHAVIOURS from "../../src/headscope/behaviours.json";
import type { Measure, Payload, Quantity, Score, Stack, Values } from "../src/payload";

export { BEHAVIOURS };
export const SHARE: Quantity = { name: "share", unit: "", percent: true, low: 0, high: 1, diverging: false };
export const NATS: Quantity = { ...SHARE, name: "nats", unit: "nats", percent: false, high: null };
export const TOKENS: Quantity = { ...NATS, name: "tokens", unit: "tokens" };
export const RATIO: Quantity = { name: "ratio", unit: "", percent: false, low: -1, high: 1, diverging: true };

export function measure(name: string, change: Partial<Measure> = {}): Measure {
  const about = { title: name, read: `Read ${name}.`, formula: "f", quantity: SHARE, unit: "pair", section: name, counts: "", keywords: [], rest: "" };
  return { name, ...about, ...change };
}

/** Mulberry32: enough randomness for a test, the same on every machine. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function score(change: Partial<Score> = {}, stack: Stack = { name: "encoder", layers: 3, heads: 4 }, seed = 1): Score {
  const random = generator(seed);
  const row = () => Array.from({ length: stack.heads }, () => Math.round(random() * 1000) / 1000);
  const value: Values = Array.from({ length: stack.layers }, row);
  const shifted = (by: number): Values => value.map((row) => row.map((number) => (number === null ? null : number + by)));
  return {
    id: "offset.+1",
    measure: "offset",
    key: "+1",
    direction: null,
    stack: stack.name,
    corpus: "bundled",
    words: "attends to the next token",
    finding: "One head attends to the next token",
    quantity: SHARE,
    segments: 1310,
    value,
    low: shifted(-0.02),
    high: shifted(0.02),
    baseline: { name: "uniform", value: 0.0091 },
    ...change,
  };
}

export function payload(change: Partial<Payload> = {}): Payload {
  const stacks = change.stacks ?? [{ name: "encoder", layers: 3, heads: 4 }];
  const scores = stacks.flatMap((stack, index) => {
    const prefix = stacks.length > 1 ? `${stack.name}.` : "";
    return [
      score({ id: `${prefix}offset.-1`, key: "-1", words: "attends to the previous token" }, stack, 2 + index),
      score({ id: `${prefix}offset.+1` }, stack, 20 + index),
      score(
        { id: `${prefix}entropy.all`, measure: "entropy", key: "all", words: "attends broadly", quantity: NATS, baseline: null },
        stack,
        40 + index,
      ),
    ];
  });
  return {
    title: "bert-3x4 on the bundled corpus",
    summary: ["12 heads", "131 segments"],
    verdict: null,
    findings: [{ text: "Head 2-3 attends to the next token.", score: scores[1]!.id }],
    facts: [["model", "bundled"]],
    notes: ["3 paragraphs were cut"],
    caveat: "Attention shows where a head reads, not why the model answers.",
    stacks,
    measures: [
      measure("offset", { title: "Attention by relative position", read: "How to read it.", formula: "mean of α" }),
      measure("entropy", { title: "How broad attention is", read: "How to read it.", formula: "−Σ α ln α", quantity: NATS }),
    ],
    scores,
    relations: [],
    special: { cls: "[CLS]", sep: "[SEP]" },
    behaviours: BEHAVIOURS,
    labels: [],
    patterns: [],
    label_names: { behaviour: ["next", "previous", "broad", "cls", "sep", "punct", "mixed"], pattern: ["mixed"] },
    cards: [],
    texts: {},
    pictures: {},
    absent: [],
    kind: null,
    kinds: [],
    ...change,
  };
}
