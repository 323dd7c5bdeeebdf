// One section per measure: what it is, how to read it, its formula, and a figure for each of its scores.
import { html } from "./dom";
import { stackOf } from "./heads";
import { grid, smallSize } from "./grid";
import type { Highlight } from "./highlight";
import { layerChart } from "./layers";
import { legend } from "./legend";
import { type Measure, type Payload, place, type Score, shortName } from "./payload";
import { readout } from "./readout";
import { type Scale, scaleFor } from "./scale";

/** The id of a score's figure; findings and the head panel link to it. */
export function figureId(score: string): string {
  return `score=${score}`;
}

/** A link to an element; encoded, since a key may hold a % or a space. */
export function linkTo(id: string): string {
  return `#${encodeURIComponent(id).replace("%3D", "=")}`;
}

export function measureId(measure: Measure): string {
  return `measure=${measure.name}`;
}

function caption(score: Score, payload: Payload): string {
  const where = place(score, payload.scores);
  const parts = [
    `One number per head, as a cell’s colour and as a point’s height: ${score.words} (${shortName(score)}).`,
    "Line: mean of the layer.",
  ];
  if (score.baseline !== null) parts.push(`Dashes: ${score.baseline.name}.`);
  parts.push(`${where === "" ? "" : `${where}, `}${score.segments.toLocaleString("en-GB")} segments.`);
  return parts.join(" ");
}

function figure(score: Score, scale: Scale, payload: Payload, highlight: Highlight): HTMLElement {
  const level = payload.stacks.length > 1 ? "h4" : "h3";
  const stack = stackOf(payload, score.stack);
  return html(
    "figure",
    { id: figureId(score.id), tabindex: -1 },
    html(level, {}, score.finding),
    html(
      "div",
      { class: "pair" },
      html("div", { class: "scroll" }, grid(score, stack, scale, highlight, smallSize(stack)).element),
      html("div", { class: "scroll" }, layerChart(score, stack, scale, highlight)),
    ),
    readout(score, highlight).element,
    html("figcaption", {}, caption(score, payload)),
  );
}

export function section(measure: Measure, payload: Payload, highlight: Highlight): HTMLElement | null {
  const scores = payload.scores.filter((score) => score.measure === measure.name);
  const first = scores[0];
  if (!first) return null;
  // One scale for the section: its figures are there to be compared.
  const scale = scaleFor(scores);
  return html(
    "section",
    { id: measureId(measure), class: "measure" },
    html("h2", {}, measure.title),
    html(
      "div",
      { class: "about" },
      html("div", {}, html("p", {}, measure.read), html("p", { class: "formula" }, measure.formula)),
      html("div", { class: "scroll" }, legend(scale, first.unit, null)),
    ),
    ...payload.stacks.flatMap(({ name }) => {
      const own = scores.filter((score) => score.stack === name);
      if (own.length === 0) return [];
      const figures = html("div", { class: "figures" }, ...own.map((score) => figure(score, scale, payload, highlight)));
      return payload.stacks.length > 1 ? [html("h3", { class: "stack" }, name), figures] : [figures];
    }),
  );
}
