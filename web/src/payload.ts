// What Python hands to the page, and the questions every figure asks of it. Draws nothing.
import type { Change } from "./change";
import type { Head } from "./heads";
import type { Section } from "./sections/types";

export interface Payload {
  title: string;
  summary: string[];
  /** Said before the findings: that no head does anything linguistic, where that is what was found. */
  verdict: string | null;
  findings: Finding[];
  facts: [string, string][];
  notes: string[];
  caveat: string;
  stacks: Stack[];
  measures: Measure[];
  /** Of running text: what heads attend to. */
  scores: Score[];
  /** Of annotated text: dependency, coreference, idle. Keys are what the corpus has, so there may be a hundred. */
  relations: Score[];
  /** What the tokens are called that a text begins and ends with: { cls, sep }. */
  special: Record<string, string>;
  /** What the labels mean, in the order of the legend; the one without a colour is that of heads that do a bit of everything. */
  behaviours: Behaviour[];
  /** The one classification: a label per head where the run tells behaviours; else none. */
  labels: Label[];
  /** The same with the pattern that each head follows most. */
  patterns: Label[];
  /** All that a head of this run could be labelled with. */
  label_names: Record<"behaviour" | "pattern", string[]>;
  /** In the order of the paper; a page that is drawn from less has none. */
  sections?: Section[];
  /** What is said of each head alone. */
  cards: Card[];
  /** By stack, one text under every head. */
  texts: Record<string, HeadText>;
  /** By stack, all heads' maps of a text that is longer than a picture has pixels: base64 as in a text. */
  pictures: Record<string, { rows: number; columns: number; maps: string }>;
  /** What has no section, since the run has nothing of it: why, and the command that would give it. */
  absent: { name: string; missing: string; command: string }[];
  /** Which weights all of this is about; null: attention, and nothing else was measured. */
  kind: Kind | null;
  /** Where the run has several: each with what it changes of this page. The first is the page as it is. */
  kinds: { name: string; label: string; change: Change }[];
  /** On a site of many atlases: where its first page is. Each head has a page of its own there, in a folder beside this page. */
  home?: string;
}

export interface Kind {
  name: string;
  /** "What heads move". */
  label: string;
  sentence: string;
  /** For a caption: "norm weights". */
  under: string;
}

/** The fields that a page may do without. */
const OPTIONAL = {
  verdict: null,
  relations: [],
  special: {},
  behaviours: [],
  labels: [],
  patterns: [],
  label_names: { behaviour: [], pattern: [] },
  cards: [],
  texts: {},
  pictures: {},
  absent: [],
  kind: null,
  kinds: [],
};

export interface Card extends Head {
  summary: string;
  /** By measure, what is said of this head beside its numbers. */
  notes: Record<string, string>;
  /** What it does significantly better than any fixed rule. */
  claims: Claim[];
  /** The most alike, the nearest first; value is the mean divergence in nats. */
  neighbours: { layer: number; head: number; value: number }[];
  sentences: Sentence[];
}

/** A head finds this, held out, better than the best rule. */
export interface Claim {
  score: string;
  measure: string;
  key: string;
  words: string;
  rule: string;
  value: number;
  low: number;
  high: number;
  baseline: number;
}

/** A sentence under a head. The map is base64, a byte a weight: from each word to the token that opens the text, the words and the one
 *  that closes it. */
export interface Sentence {
  score: string;
  kind: "most right" | "least right";
  place: string;
  words: string[];
  /** The word asked about, the one whose attention answers, the answer, the right ones, the weight. */
  answers: [word: number, asked: number, predicted: number, gold: number[], weight: number][];
  map: string;
}

/** Tokens on both sides, and all heads' maps as base64, layer by layer, a byte a weight. */
export interface HeadText {
  queries: TextSide;
  keys: TextSide;
  maps: string;
}

export interface TextSide {
  texts: string[];
  special: boolean[];
  segments: number[];
}

/** A label as it is drawn; src/headscope/behaviours.json has ours. */
export interface Behaviour {
  name: string;
  words: string;
  sign: string;
  /** On white and on near-black; null: no fill. */
  light: string | null;
  dark: string | null;
}

/** What a head mostly does, in one word: the rule's score, how far that is above its threshold, and the margin's interval. */
export interface Label {
  stack: string;
  layer: number;
  head: number;
  label: string;
  score: number | null;
  margin: number | null;
  low: number | null;
  high: number | null;
  /** Whether the whole interval supports the label. */
  sure: boolean;
}

export interface Finding {
  text: string;
  score: string | null; // the score that it is made from
  heads?: Head[]; // those it names
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
  /** Gives way to others where a query names a bare key that they have too. */
  second?: boolean;
  quantity: Quantity;
  /** What goes into the model at a time. */
  unit: string;
  /** What its figures are means over, where the unit does not say it. */
  cases?: string;
  /** Whether it is the same whichever weights the page is about. */
  every_kind?: boolean;
  /** The section that it stands in. */
  section: string;
  /** Of a measure of right answers: what the best rule is called. Empty for others. */
  counts: string;
  /** Keys of which no claim is made. */
  keywords: string[];
  /** Where its keys are parts of one whole: what the rest is called. */
  rest: string;
}

/** What a number is of, as src/headscope/quantities.py has it: its unit, its range (null: no end), whether colours part at zero. */
export interface Quantity {
  name: string;
  unit: string;
  percent: boolean;
  low: number | null;
  high: number | null;
  diverging: boolean;
  /** What stands before a number: "r" for "r = 0.48". */
  sign?: string;
  /** The data has numbers as they are stored; a reader is shown times · value + plus. */
  times?: number;
  plus?: number;
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
  /** At the head of a column: "next token". */
  short?: string;
  /** Where it is of another quantity than its measure's other scores. */
  own_quantity?: Quantity;
  /** That, or its measure's; put here when the data is read. From then on all its numbers are those that readers see. */
  quantity: Quantity;
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
  return prepared({ ...OPTIONAL, ...(JSON.parse(text) as Payload) });
}

/** What pages were made from: kinds of weights are changes of the data, not of what a page made of it. */
const sources = new WeakMap<Payload, Payload>();

/** The data that a page was made from. */
export function sourceOf(payload: Payload): Payload {
  return sources.get(payload) ?? payload;
}

/** The data with every score's quantity in its place and its numbers as readers see them; raises where something does not fit. */
export function prepared(source: Payload): Payload {
  const stacks = new Map(source.stacks.map((stack) => [stack.name, stack]));
  const quantities = new Map(source.measures.map(({ name, quantity }) => [name, quantity]));
  const known = new Set(source.behaviours.map(({ name }) => name));
  for (const { label } of source.labels) if (!known.has(label)) throw new Error(`a head has the label ${label}, which nothing describes`);
  const seen = new Set<string>();
  for (const { id, stack: name, value, low, high } of allScores(source)) {
    // A link leads to one figure only if the id is one score's.
    if (seen.has(id)) throw new Error(`two scores have the id ${id}`);
    seen.add(id);
    const stack = stacks.get(name);
    if (!stack) throw new Error(`score ${id} is of an unknown stack, ${name}`);
    for (const [field, rows] of Object.entries({ value, low, high })) {
      if (rows.length !== stack.layers || rows.some((row) => row.length !== stack.heads)) {
        throw new Error(`score ${id}: expected ${stack.layers} × ${stack.heads} in "${field}", got another shape`);
      }
    }
  }
  const shown = (score: Score) => readable(score, score.own_quantity ?? quantityOf(score, quantities));
  const payload = { ...source, scores: source.scores.map(shown), relations: source.relations.map(shown) };
  sources.set(payload, source);
  return payload;
}

/** A score as readers see it. */
function readable(score: Score, quantity: Quantity): Score {
  const { times = 1, plus = 0 } = quantity;
  const [value, low, high] = [score.value, score.low, score.high].map((values) => read(values, times, plus)) as [Values, Values, Values];
  const baseline = score.baseline && { ...score.baseline, value: times * score.baseline.value + plus };
  return { ...score, value, low, high, baseline, quantity: readQuantity(quantity) };
}

/** Stored numbers as a reader sees them. */
export function read(values: Values, times: number, plus: number): Values {
  if (times === 1 && plus === 0) return values;
  return values.map((row) => row.map((value) => (value === null ? null : times * value + plus)));
}

/** A quantity of numbers that are as a reader sees them: its range is what that of the stored ones becomes. */
export function readQuantity({ times = 1, plus = 0, ...quantity }: Quantity): Quantity {
  const end = (value: number | null) => (value === null ? null : times * value + plus);
  return { ...quantity, low: end(quantity.low), high: end(quantity.high) };
}

export function quantityOf({ id, measure }: Score, quantities: Map<string, Quantity>): Quantity {
  const found = quantities.get(measure);
  if (!found) throw new Error(`score ${id} is of an unknown measure, ${measure}`);
  return found;
}

/** Every score of the page, of running text first. */
export function allScores(payload: Payload): Score[] {
  return [...payload.scores, ...payload.relations];
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
