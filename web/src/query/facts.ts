// What a query is asked of: heads, their scores and their labels, as a page has them.
import { allScores, type Label, type Payload, type Score, type Stack } from "../payload";

/** What of a score a query needs. */
export type Measured = Pick<Score, "measure" | "key" | "direction" | "stack" | "corpus" | "value">;

export interface Facts<S extends Measured = Measured> {
  stacks: Stack[];
  scores: S[];
  labels: Record<"behaviour" | "pattern", Pick<Label, "stack" | "layer" | "head" | "label">[]>;
}

export function factsOf(payload: Payload): Facts<Score> {
  return { stacks: payload.stacks, scores: allScores(payload), labels: { behaviour: payload.labels, pattern: payload.patterns } };
}
