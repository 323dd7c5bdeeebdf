// Numbers as bars: one row each, with its interval as a whisker and what it is compared with as dashes.
import { alone, numberWithInterval, withMinus } from "../digits";
import { drawing, html, svg } from "../dom";
import type { Reading } from "../heads";
import type { Quantity } from "../payload";

const WIDTH = 180;
const HEIGHT = 16;
const SIDE = 3;

export interface Bar {
  label: string;
  /** Where the label leads, if anywhere. */
  href?: string;
  reading: Reading | null;
  baseline: { name: string; value: number } | null;
  /** Said after the number. */
  note?: string;
}

/** The highest that any of these bars or whiskers reaches. */
export function reach(bars: Bar[]): number {
  const all = bars.flatMap(({ reading, baseline }) => [reading?.value ?? 0, reading?.high ?? 0, baseline?.value ?? 0]);
  return Math.max(0, ...all);
}

function drawn({ label, reading, baseline }: Bar, most: number, unit: string): SVGSVGElement {
  const place = (value: number) => SIDE + (Math.min(Math.max(0, value), most) / (most || 1)) * (WIDTH - 2 * SIDE);
  const compared = baseline === null ? "" : `; ${baseline.name} ${alone(baseline.value)}`;
  const said = reading === null ? "not measured" : numberWithInterval(reading, unit);
  const figure = drawing(WIDTH, HEIGHT, { class: "bar-figure", role: "img", "aria-label": `${label}: ${said}${compared}` });
  if (reading !== null) {
    figure.append(svg("rect", { class: "fill", x: SIDE, y: 3, width: Math.max(0, place(reading.value) - SIDE), height: HEIGHT - 6 }));
    if (reading.low !== null && reading.high !== null) {
      const [low, high, middle] = [place(reading.low), place(reading.high), HEIGHT / 2];
      figure.append(svg("path", { class: "whisker", d: `M${low} ${middle - 3}v6M${low} ${middle}H${high}M${high} ${middle - 3}v6` }));
    }
  }
  figure.append(svg("line", { class: "zero", x1: SIDE, x2: SIDE, y1: 0, y2: HEIGHT }));
  if (baseline !== null) {
    const x = place(baseline.value);
    figure.append(svg("line", { class: "baseline", x1: x, x2: x, y1: 0, y2: HEIGHT }));
  }
  return figure;
}

/** Rows of bars on one scale, from 0 to the quantity's own end, or to the highest of them where that has none. */
export function bars(rows: Bar[], { unit, high }: Quantity): HTMLElement {
  const most = high ?? reach(rows);
  const list = html("ul", { class: "bars" });
  for (const row of rows) {
    const name = row.href === undefined ? row.label : html("a", { href: row.href }, row.label);
    const number = row.reading === null ? "not measured" : numberWithInterval(row.reading, unit);
    const compared = row.baseline === null ? "" : ` ${withMinus(row.baseline.name)} ${alone(row.baseline.value)}`;
    list.append(
      html(
        "li",
        {},
        html("span", { class: "label" }, name),
        drawn(row, most, unit),
        html(
          "span",
          { class: "numbers" },
          html("b", {}, number),
          html("span", { class: "quiet" }, compared),
          row.note ? html("span", { class: "note" }, row.note) : "",
        ),
      ),
    );
  }
  return list;
}
