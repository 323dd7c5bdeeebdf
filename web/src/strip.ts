// A strip plot: all heads of one score as ticks on a line, one of them in full. Shows where a head stands.
import { line } from "./digits";
import { drawing, svg } from "./dom";
import { type Head, headName, reading } from "./heads";
import { numbers, type Score } from "./payload";
import { type Scale, tickTexts } from "./scale";

const WIDTH = 236;
const SIDE = 6;
const MIDDLE = 9;

export function strip(score: Score, head: Head, scale: Scale): SVGSVGElement {
  const place = (value: number) => SIDE + scale.fraction(value) * (WIDTH - 2 * SIDE);
  const one = reading(score, head);
  const figure = drawing(WIDTH, 32, {
    class: "strip",
    role: "img",
    "aria-label": `${score.words}: head ${headName(head)} among all heads, ${line(score, head)}`,
  });
  figure.append(svg("line", { class: "zero", x1: SIDE, x2: WIDTH - SIDE, y1: MIDDLE, y2: MIDDLE }));
  // One path for all ticks: a card has dozens of strips, a model hundreds of heads.
  const ticks = numbers(score.value).map((value) => `M${place(value).toFixed(1)} ${MIDDLE - 5}v10`);
  figure.append(svg("path", { class: "other", d: ticks.join("") }));
  if (score.baseline !== null) {
    const x = place(score.baseline.value);
    figure.append(svg("line", { class: "baseline", x1: x, x2: x, y1: 0, y2: MIDDLE + 9 }));
  }
  const [low, high] = tickTexts([scale.low, scale.high]);
  figure.append(svg("text", { x: SIDE, y: 30, "text-anchor": "start" }, low!));
  figure.append(svg("text", { x: WIDTH - SIDE, y: 30, "text-anchor": "end" }, high!));
  if (one === null) return figure;
  const group = svg("g", { class: "emphasis selected" });
  if (one.low !== null && one.high !== null) {
    group.append(svg("line", { class: "interval", x1: place(one.low), x2: place(one.high), y1: MIDDLE, y2: MIDDLE }));
  }
  group.append(svg("circle", { cx: place(one.value), cy: MIDDLE, r: 4 }));
  figure.append(group);
  return figure;
}
