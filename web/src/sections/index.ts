// The sections of the page, in the order in which Python has them; then the measures that none of them is about.
import { html } from "../dom";
import type { Highlight } from "../highlight";
import type { Measure, Payload } from "../payload";
import { linkTo, measureId } from "../section";
import { drawnScores, measureBlock } from "./measure";
import { drawSection } from "./section";

/** Measures that have something to draw and no section: somebody's own, or all where a page has no sections. */
function others(payload: Payload): Measure[] {
  const told = new Set((payload.sections ?? []).flatMap(({ measures }) => measures));
  return payload.measures.filter(({ name }) => !told.has(name) && drawnScores(name, payload).length > 0);
}

export function drawSections(payload: Payload, highlight: Highlight): HTMLElement[] {
  const sections = (payload.sections ?? []).map((section, at) => drawSection(section, at + 1, payload, highlight));
  const rest = others(payload).flatMap((measure) => measureBlock(measure, payload, highlight) ?? []);
  return [...sections, ...rest.map((block) => html("section", { class: "part" }, block))];
}

/** For the list of contents: where each section is, and its name. */
export function sectionLinks(payload: Payload): [address: string, text: string][] {
  return [
    ...(payload.sections ?? []).map(({ id, name }): [string, string] => [linkTo(id), name]),
    ...others(payload).map((measure): [string, string] => [linkTo(measureId(measure)), measure.title]),
  ];
}
