// The per-layer chart: layers across, value up, one point per head, a line through the layers' means.
import { mean } from "d3-array";
import { alone, axisName, line } from "./digits";
import { drawing, svg } from "./dom";
import { type Head, headName, headsOf, reading } from "./heads";
import type { Highlight } from "./highlight";
import { labelled } from "./grid";
import { enliven, type Mark } from "./marks";
import type { Score, Stack } from "./payload";
import { type Scale, tickTexts } from "./scale";

const MARGIN = { left: 28, right: 48, top: 18, bottom: 20 };
const PLOT_HEIGHT = 132;
/** A pointer this near a point means it: points are too small to hit, above all with a finger. */
const REACH = 14;

interface Point extends Mark {
  x: number;
  y: number;
}

/** The point nearest to a place, if it is within reach. */
export function nearest(points: { x: number; y: number }[], x: number, y: number, reach = REACH): number | null {
  let best: number | null = null;
  let least = reach;
  points.forEach((point, index) => {
    const away = Math.hypot(point.x - x, point.y - y);
    if (away <= least) {
      least = away;
      best = index;
    }
  });
  return best;
}

/** Left and right go to the neighbouring layer at about the same height; up and down to the next value in the layer. */
export function moveInLayers(points: { head: Head; y: number }[], from: number, key: string): number | null {
  const here = points[from]!;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return null;
  const indices = points.map((_, index) => index);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const layer = indices.filter((index) => points[index]!.head.layer === here.head.layer + step);
    const away = (index: number) => Math.abs(points[index]!.y - here.y);
    return layer.sort((one, other) => away(one) - away(other))[0] ?? null;
  }
  // Equal values are told apart by head number, so that no point is stepped over.
  const column = indices
    .filter((index) => points[index]!.head.layer === here.head.layer)
    .sort((one, other) => points[one]!.y - points[other]!.y || one - other);
  return column[column.indexOf(from) + step] ?? null;
}

/** `reference` are means by layer of another model, drawn over the same width whatever its number of layers. */
export function layerChart(
  score: Score,
  stack: Stack,
  scale: Scale,
  highlight: Highlight,
  reference: (number | null)[] = [],
): SVGSVGElement {
  const ticks = scale.ticks(4);
  const marked = tickTexts(ticks);
  // Numbers of four digits and more take more room.
  const margin = { ...MARGIN, left: Math.max(MARGIN.left, 4 + 6.1 * Math.max(...marked.map((one) => one.length))) };
  const plotWidth = Math.max(174, stack.layers * 7);
  const width = margin.left + plotWidth + margin.right;
  const height = margin.top + PLOT_HEIGHT + margin.bottom;
  const band = plotWidth / stack.layers;
  const centre = (layer: number) => margin.left + (layer + 0.5) * band;
  const up = (value: number) => margin.top + (1 - scale.fraction(value)) * PLOT_HEIGHT;
  // Heads of a layer stand side by side by their number, so that equal values do not hide each other.
  const across = (head: Head) => centre(head.layer) + ((head.head + 0.5) / stack.heads - 0.5) * band * 0.7;

  const spoken = `${score.words}: value by layer, one point per head`;
  const chart = drawing(width, height, { class: "layers", role: "listbox", "aria-label": spoken });
  const axes = svg("g", { class: "axes", "aria-hidden": "true" });
  const text = (x: number, y: number, anchor: string, content: string, name = "") =>
    axes.append(svg("text", { x, y, "text-anchor": anchor, class: name }, content));
  marked.forEach((label, index) => {
    const y = up(ticks[index]!);
    const name = ticks[index] === 0 ? "zero" : "rule";
    axes.append(svg("line", { class: name, x1: margin.left, x2: margin.left + plotWidth, y1: y, y2: y }));
    text(margin.left - 4, y + 4, "end", label);
  });
  for (const layer of labelled(stack.layers, band, stack.layers > 9 ? 16 : 11)) text(centre(layer - 1), height - 6, "middle", String(layer));
  text(margin.left + plotWidth + 10, height - 6, "start", "layer");
  text(2, 9, "start", axisName(score.quantity));
  if (score.baseline !== null) {
    const y = up(score.baseline.value);
    axes.append(svg("line", { class: "baseline", x1: margin.left, x2: margin.left + plotWidth, y1: y, y2: y }));
    // Two lines of text beside the dashes, where no point can lie under them.
    const first = Math.min(margin.top + PLOT_HEIGHT - 10, Math.max(margin.top, y - 3));
    // A long name reaches back into the plot rather than over the edge.
    if (score.baseline.name.length > 7) text(width - 1, first, "end", score.baseline.name, "quiet");
    else text(margin.left + plotWidth + 4, first, "start", score.baseline.name, "quiet");
    text(margin.left + plotWidth + 4, first + 12, "start", alone(score.baseline.value), "quiet");
  }
  chart.append(axes);

  const theirs = reference.flatMap((value, layer) =>
    value === null ? [] : [`${(margin.left + ((layer + 0.5) / reference.length) * plotWidth).toFixed(1)},${up(value).toFixed(1)}`],
  );
  if (theirs.length > 0) axes.append(svg("polyline", { class: "reference", points: theirs.join(" ") }));

  const means = score.value.map((row) => mean(row, (value) => value ?? undefined));
  const route = means.flatMap((value, layer) => (value === undefined ? [] : [`${centre(layer).toFixed(1)},${up(value).toFixed(1)}`]));
  const path = svg("polyline", { class: "mean", points: route.join(" "), "aria-hidden": "true" });

  const radius = band < 12 ? 1.6 : 2.2;
  const points: Point[] = headsOf(stack).flatMap((head) => {
    const one = reading(score, head);
    if (one === null) return [];
    const x = across(head);
    const y = up(one.value);
    const element = svg("circle", {
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      r: radius,
      class: "point",
      role: "option",
      "aria-selected": "false",
      "aria-label": `Head ${headName(head)}: ${line(score, head)}`,
    });
    return [{ head, element, x, y }];
  });
  const emphasis = { selected: svg("g", { class: "emphasis selected" }), pointed: svg("g", { class: "emphasis pointed" }) };
  chart.append(...points.map(({ element }) => element), path, svg("g", { "aria-hidden": "true" }, emphasis.selected, emphasis.pointed));

  const draw = (group: SVGGElement, mark: Mark | null) => {
    group.replaceChildren();
    const point = points.find((candidate) => candidate === mark);
    const one = mark && reading(score, mark.head);
    if (!point || !one) return;
    if (one.low !== null && one.high !== null) {
      group.append(svg("line", { class: "interval", x1: point.x, x2: point.x, y1: up(one.low), y2: up(one.high) }));
    }
    group.append(svg("circle", { cx: point.x, cy: point.y, r: radius + 2 }));
  };
  enliven(chart, {
    marks: points,
    highlight,
    move: (from, key) => moveInLayers(points, from, key),
    locate: (event) => {
      const box = chart.getBoundingClientRect();
      return nearest(points, event.clientX - box.left, event.clientY - box.top);
    },
    show: (pointed, selected) => {
      draw(emphasis.pointed, pointed);
      draw(emphasis.selected, selected);
    },
  });
  return chart;
}
