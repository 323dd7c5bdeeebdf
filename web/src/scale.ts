// From a number to a place on an axis or a ramp.
import { max, min, nice, ticks } from "d3-array";
import { numbers, type Score } from "./payload";

export interface Scale {
  low: number;
  high: number;
  /** 0 at the low end, 1 at the high end. */
  fraction(value: number): number;
  ticks(count: number): number[];
}

/**
 * One scale for all the scores given, so that what is compared is drawn alike. It starts at 0, since a share or an
 * entropy that starts elsewhere makes small differences look large, and holds the baselines too, and whatever `more` is.
 */
export function scaleFor(scores: Score[], more: number[] = []): Scale {
  const all = scores.flatMap((score) => [
    ...numbers(score.value),
    ...numbers(score.high),
    ...numbers(score.low),
    ...(score.baseline === null ? [] : [score.baseline.value]),
  ]);
  all.push(...more);
  const least = Math.min(0, min(all) ?? 0);
  const most = Math.max(0, max(all) ?? 0);
  const [low, high] = most === least ? [least, least + 1] : nice(least, most, 5);
  return {
    low,
    high,
    fraction: (value) => (value - low) / (high - low),
    ticks: (count) => ticks(low, high, count),
  };
}

/** A tick's text with as many decimals as the step between ticks needs: 0, 0.5, 1 are "0.0", "0.5", "1.0". */
export function tickTexts(values: number[]): string[] {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 1;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return values.map((value) => (value === 0 ? "0" : value.toFixed(places)));
}
