// What Python hands to the page, and the questions every figure asks of it. Draws nothing.

export interface Payload {
  title: string;
  summary: string[];
  findings: Finding[];
  facts: [string, string][];
  notes: string[];
  caveat: string;
  stacks: Stack[];
  measures: Measure[];
  scores: Score[];
}

export interface Finding {
  text: string;
  score: string | null; // the chart that shows it; null where the page has none
}

export interface Stack {
  name: string;
  layers: number;
  heads: number;
}

export interface Measure {
  name: string;
  title: string;
  read: string;
  formula: string;
}

/** One number per head; a head without one (never the source of anything, say) has null. */
export type Values = (number | null)[][];

export interface Score {
  id: string;
  measure: string;
  key: string;
  direction: string | null;
  stack: string;
  corpus: string;
  words: string;
  finding: string;
  unit: "share" | "nats" | "loss";
  segments: number;
  value: Values;
  low: Values;
  high: Values;
  baseline: Baseline | null;
}

export interface Baseline {
  name: string;
  value: number;
}

/** Read the page's data, or say in one sentence what is wrong with it. */
export function readPayload(text: string): Payload {
  const payload = JSON.parse(text) as Payload;
  const stacks = new Map(payload.stacks.map((stack) => [stack.name, stack]));
  const measures = new Set(payload.measures.map((measure) => measure.name));
  const seen = new Set<string>();
  for (const score of payload.scores) {
    // A link leads to one figure only if the id is one score's.
    if (seen.has(score.id)) throw new Error(`two scores have the id ${score.id}`);
    seen.add(score.id);
    if (!measures.has(score.measure)) throw new Error(`score ${score.id} is of an unknown measure, ${score.measure}`);
    const stack = stacks.get(score.stack);
    if (!stack) throw new Error(`score ${score.id} is of an unknown stack, ${score.stack}`);
    for (const field of ["value", "low", "high"] as const) {
      const rows = score[field];
      if (rows.length !== stack.layers || rows.some((row) => row.length !== stack.heads)) {
        throw new Error(`score ${score.id}: expected ${stack.layers} × ${stack.heads} in "${field}", got another shape`);
      }
    }
  }
  return payload;
}

/** "offset +1"; "dependency dobj, dependent-to-head". */
export function shortName(score: Score): string {
  const name = `${score.measure} ${score.key}`;
  return score.direction === null ? name : `${name}, ${score.direction}`;
}

/** Stack and corpus, where the scores shown together have several of them: "decoder, wikipedia". Else nothing. */
export function place(score: Score, among: Score[]): string {
  const parts: string[] = [];
  if (among.some((other) => other.stack !== score.stack)) parts.push(score.stack);
  if (among.some((other) => other.corpus !== score.corpus)) parts.push(score.corpus);
  return parts.join(", ");
}

/** The score's words, set apart from the same words on another stack or corpus. */
export function words(score: Score, among: Score[]): string {
  const where = place(score, among);
  return where === "" ? score.words : `${score.words} (${where})`;
}

/** All numbers of a score, in reading order of its grid, without the missing ones. */
export function numbers(values: Values): number[] {
  return values.flat().filter((value) => value !== null);
}

/** A stack's scores in the order of the measures, each measure's together. */
export function scoresOf(payload: Payload, stack: string): Score[] {
  return payload.measures.flatMap(({ name }) => payload.scores.filter((score) => score.measure === name && score.stack === stack));
}
