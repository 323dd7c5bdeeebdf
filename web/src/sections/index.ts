// The sections of the page, in the order in which Python has them; then the measures that none of them is about.
import type { Highlight } from "../highlight";
import type { Measure, Payload } from "../payload";
import { linkTo } from "../section";
import { drawnScores } from "./measure";
import { drawSection } from "./section";
import type { Section } from "./types";

/** Measures that have something to draw and no section: somebody's own, or all where a page has no sections. */
function others(payload: Payload): Measure[] {
  const sections = payload.sections ?? [];
  const told = new Set(sections.flatMap(({ measures }) => measures));
  return payload.measures.filter(({ name }) => !told.has(name) && drawnScores(name, payload).length > 0);
}

/** A measure that has no section makes one of its own. */
function ownSection({ name, title, read, formula }: Measure): Section {
  const none = { caveat: "", charts: [], tables: [], after: [], references: {}, notes: [] };
  return { id: `part=${name}`, name: title, title: "", read, formulas: [[name, formula]], measures: [name], ...none };
}

function every(payload: Payload): Section[] {
  return [...(payload.sections ?? []), ...others(payload).map(ownSection)];
}

export function drawSections(payload: Payload, highlight: Highlight): HTMLElement[] {
  return every(payload).map((section, at) => drawSection(section, at + 1, payload, highlight));
}

/** For the list of contents: where each section is, and its name. */
export function sectionLinks(payload: Payload): [address: string, text: string][] {
  return every(payload).map(({ id, name }) => [linkTo(id), name]);
}
