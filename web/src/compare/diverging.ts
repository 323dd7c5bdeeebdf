// The one diverging ramp, for differences: zero in the page’s own colour, blue above, orange below, which colour-blind readers tell
// apart; both sides get as far from the background, so that equal changes look equal.
import { max, nice, ticks } from "d3-array";
import { type Theme, walked } from "../colour";
import { numbers, type Score } from "../payload";
import { type Scale } from "../scale";

type Curve = readonly [string, string, string];
const CURVES: Record<Theme, { below: Curve; above: Curve }> = {
  light: { below: ["#ffffff", "#f2a25c", "#8f3606"], above: ["#ffffff", "#6fb0f0", "#0f4a91"] },
  dark: { below: ["#111316", "#a8561c", "#ffc79c"], above: ["#111316", "#2f6bb0", "#b4d6ff"] },
};
const RAMPS = {
  light: { below: walked(CURVES.light.below), above: walked(CURVES.light.above) },
  dark: { below: walked(CURVES.dark.below), above: walked(CURVES.dark.above) },
};

/** The colour at a fraction from −1 to 1; what lies outside takes the end’s. */
export function diverging(theme: Theme, fraction: number): string {
  const side = fraction < 0 ? RAMPS[theme].below : RAMPS[theme].above;
  return side[Math.round(Math.min(1, Math.abs(fraction)) * (side.length - 1))]!;
}

/** Give an element its place on the ramp in both themes, as `paint` does for the sequential one. */
export function paintDifference(element: SVGElement | HTMLElement, fraction: number): void {
  element.style.setProperty("--light", diverging("light", fraction));
  element.style.setProperty("--dark", diverging("dark", fraction));
}

/**
 * One scale for all the differences given, as far below 0 as above; with room for their intervals where these are drawn. Its fraction
 * goes from 0 to 1, with 0.5 for no difference.
 */
export function differenceScale(scores: Score[], intervals = false): Scale {
  const drawn = (score: Score) => (intervals ? [score.value, score.low, score.high] : [score.value]);
  const most = max(scores.flatMap((score) => drawn(score).flatMap(numbers)), Math.abs) ?? 0;
  const end = most === 0 ? 1 : nice(0, most, 4)[1];
  return { low: -end, high: end, fraction: (value) => (value + end) / (2 * end), ticks: (count) => ticks(-end, end, count) };
}
