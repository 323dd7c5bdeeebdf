// How many digits a number is worth. A digit finer than the interval is noise and is not shown.
import type { Head, Reading } from "./heads";
import { rank, reading } from "./heads";
import type { Quantity, Score } from "./payload";

/** Finer than this nobody compares heads, however narrow the interval. */
const MOST_DECIMALS = 4;
/** Without an interval nothing says how much is noise: two decimals, as the paper prints. */
const DECIMALS_WITHOUT_INTERVAL = 2;

/**
 * Decimals down to the first digit of half the interval's width: that digit is in doubt, those after it say nothing.
 * decimals(0.93, 0.96) = 2: half the width is 0.015. decimals(0.2, 0.9) = 1. decimals(12, 40) = 0.
 */
export function decimals(low: number | null, high: number | null): number {
  if (low === null || high === null) return DECIMALS_WITHOUT_INTERVAL;
  const half = Math.abs(high - low) / 2;
  if (half === 0) return MOST_DECIMALS;
  // Binary fractions put 0.01 a hair below itself; the small term keeps it at two decimals rather than three.
  return Math.min(MOST_DECIMALS, Math.max(0, -Math.floor(Math.log10(half) + 1e-9)));
}

/** A fixed number of decimals, with a true minus sign and no "−0.00". */
export function fixed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** "offset -1" with a true minus sign. */
export function withMinus(name: string): string {
  return name.replace(/(^| )-(?=\d)/gu, "$1−");
}

/** "0.95": the number alone. */
export function number({ value, low, high }: Reading): string {
  return fixed(value, decimals(low, high));
}

/** "4.53 nats (4.50–4.56)", as src/headscope/quantities.py writes it; "0.95 (0.93–0.96)" without a unit; without an interval the number
 *  alone. */
export function numberWithInterval(one: Reading, unit = ""): string {
  const { low, high } = one;
  const alone = unit === "" ? number(one) : `${number(one)} ${unit}`;
  if (low === null || high === null) return alone;
  const places = decimals(low, high);
  // Beside a minus sign a dash reads as another minus.
  const between = low < 0 || high < 0 ? " to " : "–";
  return `${alone} (${fixed(low, places)}${between}${fixed(high, places)})`;
}

/** A number with no interval of its own, such as a baseline: at most two significant digits, "0.0091", "0.5", "131". */
export function alone(value: number): string {
  if (value === 0) return "0";
  const places = 1 - Math.floor(Math.log10(Math.abs(value)));
  const text = fixed(value, Math.min(MOST_DECIMALS, Math.max(0, places)));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** What a chart's axis or ramp is called: the unit, or the quantity where that has none ("share"). */
export function axisName({ name, unit }: Quantity): string {
  return unit || name;
}

/** "0.95 (0.93–0.96)", with the unit of the score's quantity; "not measured" where there is no number. */
export function numberText(score: Score, head: Head): string {
  const one = reading(score, head);
  if (one === null) return "not measured";
  const { sign = "", unit } = score.quantity;
  return (sign && `${sign} = `) + numberWithInterval(one, unit);
}

/** "0.95 (0.93–0.96), rank 1 of 64". */
export function line(score: Score, head: Head): string {
  const one = reading(score, head);
  return numberText(score, head) + (one === null ? "" : `, ${standing(score, one)}`);
}

/** "rank 1 of 64": heads without a number do not count. */
export function standing(score: Score, { value }: Reading): string {
  const { rank: place, of } = rank(score, value);
  return `rank ${place} of ${of}`;
}
