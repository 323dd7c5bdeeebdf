// What Python hands to the page of many runs, and the questions every part of the page asks of it. Draws nothing.
import type { Head, Reading } from "../heads";
import { type Behaviour, type Finding, type Measure, type Quantity, readQuantity, type Stack } from "../payload";

export interface Story {
  title: string;
  summary: string[];
  /** "training step". */
  along: string;
  /** "seed"; null where there is one history. */
  across: string | null;
  findings: Finding[];
  followed: string[];
  reading: string[];
  caveat: string;
  stacks: Stack[];
  measures: Pick<Measure, "name" | "title" | "quantity">[];
  behaviours: Behaviour[];
  scores: Followed[];
  histories: History[];
  agreements: { first: string; second: string; share: number | null; chance: number | null }[];
}

export interface Followed {
  id: string;
  measure: string;
  key: string;
  direction: string | null;
  stack: string;
  corpus: string;
  words: string;
  /** What its baseline is called; empty where it has none. */
  against: string;
  /** The label that a head gets from it, and from which value on. */
  label: string | null;
  bar: number | null;
  range: [number, number];
  /** Where it is of another quantity than its measure's other scores. */
  own_quantity?: Quantity;
  /** That, or its measure's; put here when the data is read, as is its place among the scores. */
  quantity: Quantity;
  place: number;
}

export interface History {
  name: string;
  runs: string[];
  /** By score: values, low and high ends, run by run and head by head, as 16-bit steps of the score's range in base64. */
  lines: string[];
  baselines: (number | null)[][];
  /** By score and head: the run in which the line rises, 0 where it was above the baseline from the start, −1 where it does not. */
  onsets: number[][];
  becomes: (number[] | null)[];
  /** By run and stack: the number of each head's behaviour; negative, less one, where its interval does not support it. */
  labels: Record<string, number[]>[];
  takeovers: { run: number; stack: string; before: string; after: string; distance: number; own: number }[];
  /** By stack, for each head of the first history its partner in this one; null for the first. */
  partners: Record<string, number[]> | null;
}

const MISSING = 65535;

/** Read the page's data, or say in one sentence what is wrong with it. */
export function readStory(text: string): Story {
  const story = JSON.parse(text) as Story;
  const quantities = new Map(story.measures.map(({ name, quantity }) => [name, quantity]));
  story.scores.forEach((score, place) => {
    const quantity = score.own_quantity ?? quantities.get(score.measure);
    if (!quantity) throw new Error(`score ${score.id} is of an unknown measure, ${score.measure}`);
    const { times = 1, plus = 0 } = quantity;
    const shown = (value: number) => times * value + plus;
    score.range = [shown(score.range[0]), shown(score.range[1])];
    if (score.bar !== null) score.bar = shown(score.bar);
    for (const { baselines } of story.histories) baselines[place] = baselines[place]!.map((value) => (value === null ? null : shown(value)));
    score.quantity = readQuantity(quantity);
    score.place = place;
    if (!story.stacks.some(({ name }) => name === score.stack)) throw new Error(`score ${score.id} is of an unknown stack, ${score.stack}`);
  });
  for (const { name, lines } of story.histories) {
    if (lines.length !== story.scores.length) throw new Error(`history ${name} has ${lines.length} lines for ${story.scores.length} scores`);
  }
  return story;
}

/** One score of one history, decoded when it is first asked for: a page of a million numbers opens without any of them. */
export class Lines {
  readonly runs: number;
  readonly heads: number;
  readonly #steps: Uint16Array;
  readonly #range: [number, number];

  constructor(history: History, score: Followed, stack: Stack) {
    const bytes = Uint8Array.from(atob(history.lines[score.place]!), (letter) => letter.charCodeAt(0));
    this.#steps = new Uint16Array(bytes.buffer);
    this.runs = history.runs.length;
    this.heads = stack.layers * stack.heads;
    if (this.#steps.length !== 3 * this.runs * this.heads) throw new Error(`score ${score.id} has numbers for another shape`);
    this.#range = score.range;
  }

  /** A head's number in a run, null where it has none. */
  at(run: number, head: number): Reading | null {
    const value = this.#number(0, run, head);
    return value === null ? null : { value, low: this.#number(1, run, head), high: this.#number(2, run, head) };
  }

  #number(part: number, run: number, head: number): number | null {
    const step = this.#steps[(part * this.runs + run) * this.heads + head]!;
    const [low, high] = this.#range;
    return step === MISSING ? null : low + (step / (MISSING - 1)) * (high - low);
  }
}

const known = new WeakMap<History, Map<number, Lines>>();

export function linesOf(story: Story, history: History, score: Followed): Lines {
  let mine = known.get(history);
  if (!mine) known.set(history, (mine = new Map()));
  let found = mine.get(score.place);
  if (!found) {
    const stack = story.stacks.find(({ name }) => name === score.stack)!;
    mine.set(score.place, (found = new Lines(history, score, stack)));
  }
  return found;
}

export function numberOf(head: Head, stack: Stack): number {
  return head.layer * stack.heads + head.head;
}

/** The number of a head's partner in another history than the chosen one, by way of the first; null where heads were not matched. */
export function partnerIn(other: History, history: History, stack: string, head: number): number | null {
  const first = history.partners === null ? head : (history.partners[stack]?.indexOf(head) ?? -1);
  if (first < 0) return null;
  if (other.partners === null) return first;
  return other.partners[stack]?.[first] ?? null;
}

/** Whether every history is one run: then nothing rises, and histories stand side by side. */
export function sideBySide(story: Story): boolean {
  return story.histories.every(({ runs }) => runs.length < 2);
}

/** "at step 512". */
export function when(story: Story, run: string): string {
  if (story.along === "training step") return run === "final" ? "at the final step" : `at step ${run}`;
  return story.along === "run" ? `in ${run}` : `at ${run} parameters`;
}
