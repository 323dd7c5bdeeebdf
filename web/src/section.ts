// Addresses on the page: of a measure, of a score's figure. Findings, cards and the list of contents link to them.
import type { Measure } from "./payload";

/** The id of a score's figure. */
export function figureId(score: string): string {
  return `score=${score}`;
}

/** A link to an element; encoded, since a key may hold a % or a space. */
export function linkTo(id: string): string {
  return `#${encodeURIComponent(id).replace("%3D", "=")}`;
}

export function measureId(measure: Pick<Measure, "name">): string {
  return `measure=${measure.name}`;
}
