// From a number to a place on an axis or a ramp.
import { max, min, nice, ticks } from "d3-array";
import { paint, paintDifference } from "./colour";
import { fixed } from "./digits";
import { numbers, type Quantity, type Score } from "./payload";

export interface Scale {
  low: number;
  high: number;
  /** Whether colours part at zero, which is then in the middle. */
  diverging: boolean;
  /** 0 at the low end, 1 at the high end; an interval that reaches further ends there. */
  fraction(value: number): number;
  ticks(count: number): number[];
}

function made(low: number, high: number, diverging = false): Scale {
  const fraction = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  // Few steps of a round number may leave 0 alone; a ramp needs a number at its ends too.
  const marked = (count: number) => {
    const found = ticks(low, high, count);
    return found.length > 1 ? found : [...new Set([low, ...found, high])];
  };
  return { low, high, diverging, fraction, ticks: marked };
}

/**
 * One scale for all the scores given, so that what is compared is drawn alike. It starts where the quantity does, at 0 for most, since a
 * share or an entropy that starts elsewhere makes small differences look large; it ends with the numbers, but not beyond the quantity's
 * own end. It holds the baselines too, and whatever `more` is.
 */
export function scaleFor(scores: Score[], more: number[] = []): Scale {
  const { low: floor = 0, high: ceiling = null, diverging = false } = scores[0]?.quantity ?? {};
  const held = [...more, ...scores.flatMap(({ value, baseline }) => [...numbers(value), ...(baseline === null ? [] : [baseline.value])])];
  const all = [...held, ...scores.flatMap(({ low, high }) => [...numbers(low), ...numbers(high)])];
  const start = floor !== null && floor > 0 ? floor : 0;
  // A number outside its quantity's range is drawn all the same; only an interval is cut there.
  const [inside, below] = [(max(held) ?? 0) <= (ceiling ?? Infinity), (min(held) ?? 0) >= (floor ?? -Infinity)];
  if (diverging) return balanced(all, inside && below ? Math.max(ceiling ?? Infinity, -(floor ?? -Infinity)) : Infinity);
  const least = floor !== null && floor >= 0 && below ? start : Math.min(start, min(all) ?? start);
  const most = Math.max(start, max(all) ?? start);
  const [low, high] = most === least ? [least, least + 1] : nice(least, most, 5);
  return made(below ? Math.max(low, floor ?? low) : low, inside ? Math.min(high, ceiling ?? high) : high);
}

/** By score, its quantity and one scale for all scores of that quantity: a measure may have shares and a correlation. */
export function byQuantity<S extends Score>(scores: S[], make: (mine: S[]) => Scale): Map<S, { scale: Scale; quantity: Quantity }> {
  const made = new Map<S, { scale: Scale; quantity: Quantity }>();
  for (const name of new Set(scores.map(({ quantity }) => quantity.name))) {
    const mine = scores.filter(({ quantity }) => quantity.name === name);
    const one = { scale: make(mine), quantity: mine[0]!.quantity };
    for (const score of mine) made.set(score, one);
  }
  return made;
}

/** As far below 0 as above: to the furthest of the numbers, but no further than `end`. */
function balanced(all: number[], end = Infinity): Scale {
  const most = max(all, Math.abs) ?? 0;
  const far = Math.min(end, most === 0 ? 1 : nice(0, most, 4)[1]);
  return made(-far, far, true);
}

/** One scale for all the differences given; with room for their intervals where these are drawn. */
export function differenceScale(scores: Score[], intervals = false): Scale {
  const drawn = (score: Score) => (intervals ? [score.value, score.low, score.high] : [score.value]);
  return balanced(scores.flatMap((score) => drawn(score).flatMap(numbers)));
}

/** Give an element a number's colour in both themes. */
export function paintValue(element: SVGElement | HTMLElement, scale: Scale, value: number): void {
  if (scale.diverging) paintDifference(element, 2 * scale.fraction(value) - 1);
  else paint(element, scale.fraction(value));
}

const MOST_PLACES = 8;

/** A tick's text with as many decimals as the step between ticks needs: 0, 0.5, 1 are "0.0", "0.5", "1.0". */
export function tickTexts(values: number[]): string[] {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 1;
  let places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  while (places < MOST_PLACES && values.some((value) => Math.abs(Number(value.toFixed(places)) - value) > step / 100)) places++;
  return values.map((value) => (value === 0 ? "0" : fixed(value, places)));
}
