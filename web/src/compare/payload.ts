// What Python hands to the page of two runs. A difference is a score like any other (value, low, high), so that the report’s figures
// can draw it; beside that it has both runs’ numbers. Draws nothing.
import { decimals, fixed, numberWithInterval } from "../digits";
import { type Head, headName, reading } from "../heads";
import { type Finding, type Measure, quantityOf, read, readQuantity, type Score, type Stack, type Values } from "../payload";

export interface Comparison {
  title: string;
  summary: string[];
  findings: Finding[];
  compared: string[];
  facts: Fact[];
  reading: string[];
  caveat: string;
  stacks: Stack[];
  measures: Pick<Measure, "name" | "title" | "read" | "formula" | "quantity">[];
  scores: Compared[];
  /** Per stack, layer and head, the partner’s name in the second run; null where all are in the same place. */
  partners: Record<string, string[][]> | null;
}

export interface Fact {
  name: string;
  first: string;
  second: string;
  same: boolean;
}

export interface Compared extends Score {
  first: Values;
  second: Values;
  /** Corrected for all heads and scores. */
  p: Values;
  sure: boolean[][];
  /** The score’s standard deviation over all heads of both runs. */
  spread: number;
  /** Whether it has a figure: of a hundred relations, those in which a head differs. */
  drawn: boolean;
}

/** One head under one score. */
export interface Row {
  score: Compared;
  head: Head;
  first: number;
  second: number;
  difference: number;
  low: number | null;
  high: number | null;
  effect: number | null;
  p: number | null;
  sure: boolean;
}

/** Read the page’s data, or say in one sentence what is wrong with it. */
export function readComparison(text: string): Comparison {
  const payload = JSON.parse(text) as Comparison;
  const quantities = new Map(payload.measures.map(({ name, quantity }) => [name, quantity]));
  const seen = new Set<string>();
  for (const score of payload.scores) {
    if (seen.has(score.id)) throw new Error(`two scores have the id ${score.id}`);
    seen.add(score.id);
    const stack = payload.stacks.find(({ name }) => name === score.stack);
    if (!stack) throw new Error(`score ${score.id} is of an unknown stack, ${score.stack}`);
    score.quantity = score.own_quantity ?? quantityOf(score, quantities);
    for (const field of ["value", "low", "high", "first", "second", "p", "sure"] as const) {
      const rows: unknown[][] = score[field];
      if (rows.length !== stack.layers || rows.some((row) => row.length !== stack.heads)) {
        throw new Error(`score ${score.id}: expected ${stack.layers} × ${stack.heads} in "${field}", got another shape`);
      }
    }
    const { times = 1, plus = 0 } = score.quantity;
    for (const field of ["value", "low", "high"] as const) score[field] = read(score[field], times, 0); // of a difference
    for (const field of ["first", "second"] as const) score[field] = read(score[field], times, plus);
    score.spread *= Math.abs(times);
    score.quantity = readQuantity(score.quantity);
  }
  return payload;
}

/** The head under a score, or null where it is of another stack or was not measured. */
export function rowOf(score: Compared, head: Head): Row | null {
  const one = reading(score, head);
  const first = score.first[head.layer]?.[head.head] ?? null;
  const second = score.second[head.layer]?.[head.head] ?? null;
  if (one === null || first === null || second === null) return null;
  const effect = score.spread > 0 ? one.value / score.spread : null;
  const p = score.p[head.layer]![head.head] ?? null;
  return { score, head, first, second, difference: one.value, low: one.low, high: one.high, effect, p, sure: score.sure[head.layer]![head.head]! };
}

/** "3-5", or "3-5 and 3-2" where its partner is elsewhere. */
export function named(head: Head, payload: Comparison): string {
  const partner = payload.partners?.[head.stack]?.[head.layer]?.[head.head];
  return partner === undefined || partner === headName(head) ? headName(head) : `${headName(head)} and ${partner}`;
}

/** "0.956 → 0.412", "4.53 → 4.20 nats": with the digits that the difference’s interval carries. */
export function arrow({ score, first, second, low, high }: Row): string {
  const places = decimals(low, high);
  return `${fixed(first, places)} → ${fixed(second, places)} ${score.quantity.unit}`.trimEnd();
}

/** "0.956 → 0.412, −0.544 (−0.551 to −0.537), significant". */
export function line(row: Row | null): string {
  if (row === null) return "not measured";
  const sure = row.p === null ? "" : row.sure ? ", significant" : ", not significant";
  return `${arrow(row)}, ${signed(row)}${sure}`;
}

/** "+0.056 (0.049–0.063)". */
export function signed({ difference, low, high }: Row): string {
  return `${difference > 0 ? "+" : ""}${numberWithInterval({ value: difference, low, high })}`;
}

/** Significant differences first, then the largest effects. */
export function bySurety(one: Row, other: Row): number {
  return Number(other.sure) - Number(one.sure) || Math.abs(other.effect ?? 0) - Math.abs(one.effect ?? 0);
}

/** The head that differs most: of the significant ones where there are any. */
export function largest(score: Compared): Row | null {
  const rows = score.value.flatMap((cells, layer) => cells.flatMap((_, head) => rowOf(score, { stack: score.stack, layer, head }) ?? []));
  return rows.sort(bySurety)[0] ?? null;
}
