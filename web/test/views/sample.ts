// Hand-made data: weights that a byte holds exactly, (k / 5)² for k from 0 to 5.
import BEHAVIOURS from "../../../src/headscope/behaviours.json";
import type { Meta, Stack, Tokens } from "../../src/views/meta";

export function tokens(texts: string[], more: Partial<Tokens> = {}): Tokens {
  const special = texts.map((text) => /^\[.*\]$/u.test(text));
  return { texts, special, segments: texts.map(() => 0), words: texts.map((_, at) => (special[at] ? -1 : at)), ...more };
}

/** The bytes of weights that are squares of fifths. */
export function bytes(...weights: number[]): Uint8Array {
  return Uint8Array.from(weights, (weight) => Math.round(5 * Math.sqrt(weight)) * 51);
}

/** "[CLS] straw ##berries grow", the middle two a word. */
export const BERRIES = tokens(["[CLS]", "straw", "##berries", "grow"], { words: [-1, 0, 0, 1] });
export const BERRY_WEIGHTS = bytes(0.64, 0.36, 0, 0, 0.36, 0.36, 0.16, 0.04, 0.04, 0.16, 0.16, 0.64, 0, 0.36, 0.64, 0);

export function stack(more: Partial<Stack> = {}): Stack {
  const [layers, heads] = [more.layers ?? 2, more.heads ?? 3];
  const [queries, keys] = [more.queries ?? BERRIES, more.keys ?? BERRIES];
  const maps = { at: 0, shape: [layers, heads, queries.texts.length, keys.texts.length] };
  return { name: "encoder", layers, heads, queries, keys, maps, vectors: null, ...more };
}

export function meta(more: Partial<Meta> = {}): Meta {
  const scores = [
    {
      id: "offset.+1",
      words: "attends to the next token",
      stack: "encoder",
      value: [
        [0.1, null, 0.9],
        [0.5, 0.9, 0.2],
      ],
    },
  ];
  return { version: 1, kind: "head", title: "toy", stacks: [stack()], error: 0.00392, scores, labels: [], behaviours: BEHAVIOURS, start: null, ...more };
}
