// What the colours mean: the ramp with its ticks, and the baseline's place on it.
import { alone } from "./digits";
import { drawing, svg } from "./dom";
import type { Baseline } from "./payload";
import { paintValue, type Scale, tickTexts } from "./scale";

const WIDTH = 240;
const BAR = 10;
const SIDE = 14;
const LETTER = 6.6; // pixels, a little more than most letters of a unit take

/** A row of steps rather than a CSS gradient, whose in-between colours would not be the ramp's. */
export function legend(scale: Scale, unit: string, baseline: Baseline | null): SVGSVGElement {
  const top = baseline === null ? 2 : 18;
  const place = (value: number) => SIDE + scale.fraction(value) * WIDTH;
  // Fewer ticks where their numbers are long, so that they stay apart.
  const many = scale.ticks(5);
  const ticks = Math.max(...tickTexts(many).map((text) => text.length)) > 4 ? scale.ticks(2) : many;
  const texts = tickTexts(ticks);
  const figure = drawing(SIDE + WIDTH + 22 + LETTER * Math.min(16, unit.length), top + BAR + 18, {
    class: "legend",
    role: "img",
    "aria-label":
      `Colour from ${texts[0]} to ${texts[texts.length - 1]} ${unit}` + (baseline ? `; ${baseline.name} is ${alone(baseline.value)}` : ""),
  });
  const steps = WIDTH / 2;
  for (let step = 0; step < steps; step++) {
    // Half a pixel of overlap, or rounding shows hairlines between the steps.
    const bar = svg("rect", { class: "step", x: SIDE + step * 2, y: top, width: step === steps - 1 ? 2 : 2.5, height: BAR });
    paintValue(bar, scale, scale.low + ((scale.high - scale.low) * step) / (steps - 1));
    figure.append(bar);
  }
  figure.append(svg("rect", { class: "edge", x: SIDE, y: top, width: WIDTH, height: BAR }));
  ticks.forEach((tick, index) => {
    figure.append(svg("line", { class: "tick", x1: place(tick), x2: place(tick), y1: top + BAR, y2: top + BAR + 3 }));
    figure.append(svg("text", { x: place(tick), y: top + BAR + 14, "text-anchor": "middle" }, texts[index]!));
  });
  figure.append(svg("text", { x: SIDE + WIDTH + 18, y: top + BAR + 14 }, unit));
  if (baseline !== null) {
    const x = place(baseline.value);
    const after = scale.fraction(baseline.value) < 0.6;
    figure.append(svg("line", { class: "baseline", x1: x, x2: x, y1: 4, y2: top + BAR }));
    const label = { class: "quiet", x: x + (after ? 4 : -4), y: 13, "text-anchor": after ? "start" : "end" };
    figure.append(svg("text", label, `${baseline.name} ${alone(baseline.value)}`));
  }
  return figure;
}

