// One measure: what it is, how to read it, its formula, and a figure of all heads for each of its scores.
import { axisName } from "../digits";
import { html } from "../dom";
import { grid, smallSize } from "../grid";
import { stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { layerChart } from "../layers";
import { legend } from "../legend";
import { type Measure, type Payload, place, type Score, shortName } from "../payload";
import { readout } from "../readout";
import { byQuantity, type Scale, scaleFor } from "../scale";
import { figureId, measureId } from "../section";

/** Published means by layer, by "measure.key". */
export type References = Record<string, (number | null)[]>;

/** What a score is the mean over, by what goes into the model at a time. */
const CASES: Record<string, string> = { sentence: "words", window: "mentions", own: "sequences" };

function caption(score: Score, payload: Payload): string {
  const where = place(score, payload.scores);
  const about = payload.measures.find(({ name }) => name === score.measure);
  const unit = about?.unit ?? "";
  const counted = about?.cases || (CASES[unit] ?? "segments");
  const cases = unit === "none" ? "from the weights alone" : `${score.segments.toLocaleString("en-GB")} ${counted}`;
  const under = payload.kind && !about?.every_kind ? `, ${payload.kind.under}` : "";
  return `${score.words} (${shortName(score)}), ${where === "" ? "" : `${where}, `}${cases}${under}.`;
}

/** How to read the figures of a measure: said once. */
function key(scores: Score[], references: References): string {
  const baselines = [...new Set(scores.flatMap(({ baseline }) => baseline?.name ?? []))];
  const layers = scores.flatMap((score) => references[`${score.measure}.${score.key}`]?.length ?? [])[0];
  return [
    "One number per head, as a cell’s colour and as a point’s height. Line: mean of the layer.",
    ...(baselines.length > 0 ? [` Dashes: ${baselines.join(", ")}.`] : []),
    ...(layers === undefined ? [] : [` Dotted: BERT-base, in the paper, its ${layers} layers over the same width.`]),
  ].join("");
}

function figure(score: Score, scale: Scale, payload: Payload, highlight: Highlight, references: References, heading: "h3" | "h4" | null): HTMLElement {
  const stack = stackOf(payload, score.stack);
  const reference = references[`${score.measure}.${score.key}`];
  return html(
    "figure",
    { id: figureId(score.id), tabindex: -1 },
    ...(heading === null ? [] : [html(heading, {}, score.finding)]),
    html(
      "div",
      { class: "pair" },
      html("div", { class: "scroll" }, grid(score, stack, scale, highlight, smallSize(stack)).element),
      html("div", { class: "scroll" }, layerChart(score, stack, scale, highlight, reference)),
    ),
    readout(score, highlight).element,
    html("figcaption", {}, caption(score, payload)),
  );
}

/** The scores of a measure that are drawn head by head. A relation's two directions make a chart each, and there may be a hundred
 *  relations: those are not. */
export function drawnScores(name: string, payload: Payload): Score[] {
  const id = payload.measures.find((one) => one.name === name)?.section;
  const section = payload.sections?.find((one) => one.id === id);
  // One that its section does not name repeats another.
  if (section && !section.measures.includes(name)) return [];
  return [...payload.scores, ...(payload.relations ?? [])].filter((score) => score.measure === name && score.direction === null);
}

const unpointed = (text: string) => text.replace(/\.$/, "");

/** Of a section without charts: the score whose figure is its picture, the one that its claim is about or else the first. */
export function leading(measures: string[], claim: string, payload: Payload): Score | null {
  const scores = measures.flatMap((name) => drawnScores(name, payload));
  return scores.find(({ finding }) => unpointed(finding) === unpointed(claim)) ?? scores[0] ?? null;
}

export interface Block {
  block: HTMLElement;
  /** The figure of the leading score, which stands above the fold and not in the block. */
  lead: HTMLElement | null;
}

export interface Surroundings {
  references?: References;
  /** Whether the section is of this measure only, and has said how to read it. */
  alone?: boolean;
  lead?: { score: Score; highlight: Highlight; claim: string } | null;
}

export function measureBlock(measure: Measure, payload: Payload, highlight: Highlight, around: Surroundings = {}): Block | null {
  const { references = {}, alone = false, lead = null } = around;
  const scores = drawnScores(measure.name, payload);
  if (scores.length === 0) return null;
  // One scale for all of one quantity: its figures are there to be compared.
  const published = (score: Score) => (references[`${score.measure}.${score.key}`] ?? []).filter((value) => value !== null);
  const scales = byQuantity(scores, (mine) => scaleFor(mine, mine.flatMap(published)));
  const legends = [...new Set(scales.values())].map(({ scale, quantity }) => html("div", { class: "scroll" }, legend(scale, axisName(quantity), null)));
  const scaleOf = (score: Score) => scales.get(score)!.scale;
  const about = html("div", { class: "about" });
  if (!alone) {
    about.append(html("div", {}, html("h3", {}, measure.title), html("p", {}, measure.read), html("p", { class: "formula" }, measure.formula)));
  }
  about.append(
    html("div", {}, ...legends, html("p", { class: "key" }, key(scores, references))),
  );
  // Without a heading of the measure, its figures are the next level themselves.
  const heading = alone ? "h3" : "h4";
  const block = html(
    "div",
    { id: measureId(measure), class: "measure" },
    about,
    ...payload.stacks.flatMap(({ name }) => {
      const own = scores.filter((score) => score.stack === name && score !== lead?.score);
      if (own.length === 0) return [];
      const figures = html("div", { class: "figures" }, ...own.map((score) => figure(score, scaleOf(score), payload, highlight, references, heading)));
      return payload.stacks.length > 1 ? [html("p", { class: "stack" }, name), figures] : [figures];
    }),
  );
  if (!lead || !scores.includes(lead.score)) return { block, lead: null };
  // What the section has just said is not said again.
  const said = unpointed(lead.claim) === unpointed(lead.score.finding);
  return { block, lead: figure(lead.score, scaleOf(lead.score), payload, lead.highlight, references, said ? null : "h3") };
}
