// What is said of one head under one score, in one run and over all of them.
import { numberWithInterval } from "../digits";
import { type Head, headName } from "../heads";
import type { Stack } from "../payload";
import { type Followed, type History, linesOf, numberOf, type Story, when } from "./payload";

/** "0.41 (0.38–0.44) at step 512". */
export function reading(story: Story, history: History, score: Followed, stack: Stack, head: Head, run: number): string {
  const one = linesOf(story, history, score).at(run, numberOf(head, stack));
  const number = one === null ? "not measured" : (score.quantity.sign ? `${score.quantity.sign} = ` : "") + numberWithInterval(one, score.quantity.unit);
  return `${number} ${when(story, history.runs[run]!)}`;
}

/** "rises above uniform attention at step 512"; "above it from the start"; "does not rise above it and stay". */
export function rise(story: Story, history: History, score: Followed, stack: Stack, head: Head): string {
  const onset = history.onsets[score.place]![numberOf(head, stack)]!;
  if (score.against === "") return "has no baseline";
  if (history.runs.length < 2) return `${onset === 0 ? "above" : "not above"} ${score.against}`;
  if (onset < 0) return `does not rise above ${score.against} to stay`;
  return onset === 0 ? `is above ${score.against} from the start` : `rises above ${score.against} ${when(story, history.runs[onset]!)}`;
}

export function line(story: Story, history: History, score: Followed, stack: Stack, head: Head, run: number): string {
  return `Head ${headName(head)}: ${reading(story, history, score, stack, head, run)}; ${rise(story, history, score, stack, head)}.`;
}
