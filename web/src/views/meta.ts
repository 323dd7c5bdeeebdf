// What Python hands to the views, and whether it is whole. Draws nothing.

export type ViewName = "head" | "model" | "neuron";

export interface Tokens {
  texts: string[];
  special: boolean[];
  segments: number[];
  words: number[]; // the word a token is a piece of; -1 for special tokens
}

/** Where numbers lie in the data: from byte `at` on, in row-major order. */
export interface Block {
  at: number;
  shape: number[];
}

export interface Stack {
  name: string;
  layers: number;
  heads: number;
  queries: Tokens;
  keys: Tokens;
  maps: Block; // one byte a weight
  causal?: boolean | null; // whether no position sees a later one; null where that is not known
  prompt?: number | null; // where the model wrote the tokens after these: how many were given
  vectors: { query: Block; key: Block; scaling: number } | null; // four bytes a number
  norms?: Block | null; // how much each head moves from a token, four bytes a number; null where that is not known
  rests?: Block | null; // one byte a row: 1 where nothing is left without sinks
  sinks?: boolean[]; // the tokens on which a head may rest
  telling?: { layer: number; head: number } | null; // the head with most to show on this text, as headscope.views.telling finds it
}

export interface Score {
  id: string;
  words: string;
  stack: string;
  value: (number | null)[][];
}

export interface Label {
  stack: string;
  layer: number;
  head: number;
  label: string;
}

/** What a label is called, and its sign. */
export interface Behaviour {
  name: string;
  words: string;
  sign: string;
}

/** Counted from 0, as everything in the data; what a reader sees is counted from 1. */
export interface Start {
  layer: number | null;
  heads: number[] | null;
  token: number | null;
}

/** What the model predicts at a token, whole and without the heads that are off; or a sentence that says why it does not. */
export interface Likely {
  what: "mask" | "next";
  place: number;
  reason: string;
  guesses: { text: string; whole: number; without: number }[];
}

export interface Meta {
  version: number;
  kind: ViewName;
  title: string;
  stacks: Stack[];
  error: number;
  /** The kinds of weights that can be shown, each with its largest error; why others can't; which is shown first. */
  weights?: { first: string; errors: Record<string, number>; missing: Record<string, string> };
  off?: string[]; // heads that are switched off
  likely?: Likely | null;
  scores: Score[];
  labels: Label[];
  /** Those that a run's labels may have; none without a run. */
  behaviours: Behaviour[];
  start: Start | null;
}

export function count({ shape }: Block): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** How many bytes the data must have once decompressed. */
export function size(meta: Meta): number {
  const ends = meta.stacks.flatMap(({ maps, vectors, norms, rests }) => [
    maps.at + count(maps),
    ...(norms ? [norms.at + 4 * count(norms)] : []),
    ...(rests ? [rests.at + count(rests)] : []),
    ...(vectors ? [vectors.query.at + 4 * count(vectors.query), vectors.key.at + 4 * count(vectors.key)] : []),
  ]);
  return Math.max(0, ...ends);
}

function checkTokens(where: string, tokens: Tokens): void {
  for (const field of ["special", "segments", "words"] as const) {
    if (tokens[field].length !== tokens.texts.length) {
      throw new Error(
        `${where}: expected ${tokens.texts.length} in "${field}", as many as there are tokens, got ${tokens[field].length}`,
      );
    }
  }
}

function checkShape(where: string, { shape }: Block, expected: (number | null)[]): void {
  if (shape.length !== expected.length || shape.some((length, at) => expected[at] !== null && length !== expected[at])) {
    throw new Error(
      `${where}: expected the shape ${expected.map((length) => length ?? "any").join(" × ")}, got ${shape.join(" × ")}`,
    );
  }
}

/** The description itself, or an error that says in one sentence what is wrong with it. */
export function checked(meta: Meta): Meta {
  if (meta.version !== 1) throw new Error(`this page reads version 1 of the data, got version ${meta.version}`);
  if (meta.stacks.length === 0) throw new Error("expected at least one stack of layers, got none");
  for (const { name, layers, heads, queries, keys, maps, vectors, norms, rests } of meta.stacks) {
    checkTokens(`${name}, queries`, queries);
    checkTokens(`${name}, keys`, keys);
    checkShape(`${name}, maps`, maps, [layers, heads, queries.texts.length, keys.texts.length]);
    if (norms) checkShape(`${name}, norms`, norms, [layers, heads, keys.texts.length]);
    if (rests) checkShape(`${name}, rests`, rests, [layers, heads, queries.texts.length]);
    if (vectors) {
      checkShape(`${name}, query vectors`, vectors.query, [layers, heads, queries.texts.length, null]);
      checkShape(`${name}, key vectors`, vectors.key, [layers, heads, keys.texts.length, vectors.query.shape[3]!]);
    }
  }
  return meta;
}
