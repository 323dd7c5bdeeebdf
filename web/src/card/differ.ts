// Where heads differ: which tokens they read differently, and which scores set them apart. Draws nothing.
import { deviation } from "d3-array";
import { type Head, reading } from "../heads";
import { allScores, numbers, type Payload, type Score } from "../payload";
import { WEIGHTS } from "../views/decode";
import type { Given } from "../views/embed";

/** A head's weights from one token, as shares of what it gives; nothing where the token may attend to nothing. */
export function rowOf({ layers, heads, queries, keys, maps }: Given, { layer, head }: Head, token: number): Float64Array | null {
  if (layer >= layers || head >= heads) return null;
  const [rows, columns] = [queries.texts.length, keys.texts.length];
  const start = ((layer * heads + head) * rows + token) * columns;
  const row = Float64Array.from(maps.subarray(start, start + columns), (byte) => WEIGHTS[byte]!);
  const sum = row.reduce((total, weight) => total + weight, 0);
  return sum > 0 ? row.map((weight) => weight / sum) : null;
}

function entropy(row: Float64Array): number {
  let sum = 0;
  for (const share of row) if (share > 0) sum -= share * Math.log(share);
  return sum;
}

/** The Jensen–Shannon divergence of several rows, in nats: the entropy of their mean less the mean of their entropies. */
export function divergence(rows: Float64Array[]): number {
  const mean = new Float64Array(rows[0]!.length);
  for (const row of rows) row.forEach((share, at) => (mean[at]! += share / rows.length));
  const own = rows.reduce((sum, row) => sum + entropy(row), 0) / rows.length;
  return Math.max(0, entropy(mean) - own);
}

/** A token, how far apart its readers are, and for each the token that it attends to most, with the weight. */
export interface Apart {
  token: number;
  value: number;
  most: { key: number; weight: number }[];
}

/** The tokens from which these heads attend most differently, the furthest apart first. */
export function tokensApart(given: Given, heads: readonly Head[], count: number): Apart[] {
  const found = given.queries.texts.flatMap((_, token): Apart[] => {
    const rows = heads.map((head) => rowOf(given, head, token));
    if (rows.some((row) => row === null)) return [];
    const most = (rows as Float64Array[]).map((row) => {
      const weight = Math.max(...row);
      return { key: row.indexOf(weight), weight };
    });
    return [{ token, value: Math.round(1e6 * divergence(rows as Float64Array[])) / 1e6, most }];
  });
  // What begins and ends a text is read by no rule of its own: words come first.
  const special = ({ token }: Apart) => Number(given.queries.special[token]);
  return found
    .filter(({ value }) => value > 0)
    .sort((one, other) => special(one) - special(other) || other.value - one.value || one.token - other.token)
    .slice(0, count);
}

/** The scores in which these heads are furthest apart, in standard deviations over all heads; of a relation the one direction that is. */
export function scoresApart(payload: Payload, heads: readonly Head[], count: number): Score[] {
  const found = allScores(payload).flatMap((score) => {
    const values = heads.map((head) => reading(score, head)?.value);
    const spread = deviation(numbers(score.value)) ?? 0;
    if (values.some((value) => value === undefined) || spread === 0) return [];
    return [{ score, apart: (Math.max(...(values as number[])) - Math.min(...(values as number[]))) / spread }];
  });
  found.sort((one, other) => other.apart - one.apart);
  const told = new Set<string>();
  const first = ({ score: { measure, key, words } }: (typeof found)[number]) => {
    const names = [`${measure} ${key}`, words];
    const known = names.some((name) => told.has(name));
    for (const name of names) told.add(name);
    return !known;
  };
  return found.filter(first).slice(0, count).map(({ score }) => score);
}
