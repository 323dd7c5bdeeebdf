// What a query is asked of: heads, their scores and their labels, as a page has them.
import { allScores, type Label, type Payload, type Score, type Stack } from "../payload";

/** What of a score a query needs. */
export type Measured = Pick<Score, "measure" | "key" | "direction" | "stack" | "corpus" | "value"> & Partial<Pick<Score, "words" | "short">>;

/** The two kinds of labels. */
export type Kind = "behaviour" | "pattern";

export interface Facts<S extends Measured = Measured> {
  stacks: Stack[];
  scores: S[];
  labels: Record<Kind, Pick<Label, "stack" | "layer" | "head" | "label">[]>;
  /** All labels of a kind that a head could have. */
  names: Record<Kind, string[]>;
  /** Measures that give way to others where a name is a key of both. */
  second: string[];
  /** What labels mean, for those who do not know a name. */
  words?: Record<string, string>;
}

/** What a head with a high figure does, in words. */
export function phrase({ words = "", short = "" }: Measured): string {
  return short === "" ? words : `${words} ${short}`;
}

export function factsOf(payload: Payload): Facts<Score> {
  return {
    stacks: payload.stacks,
    scores: allScores(payload),
    labels: { behaviour: payload.labels, pattern: payload.patterns },
    names: payload.label_names,
    second: payload.measures.flatMap(({ name, second }) => (second ? [name] : [])),
    words: Object.fromEntries(payload.behaviours.map(({ name, words }) => [name, words])),
  };
}
