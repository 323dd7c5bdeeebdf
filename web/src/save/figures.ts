// Gives the figures of a section their buttons. What belongs to a figure and stands elsewhere in the section, the meaning of its colours,
// is saved with it.
import { allScores, type Payload } from "../payload";
import { figureId, measureId } from "../section";
import { saveable } from "./save";

/** `claim` is the title of a figure that has no heading of its own. */
export function saveFigures(section: HTMLElement, claim: string, payload: Payload): void {
  const measures = new Map(allScores(payload).map(({ id, measure }) => [figureId(id), measureId({ name: measure })]));
  for (const figure of section.querySelectorAll<HTMLElement>("figure")) {
    const title = figure.querySelector("h3, h4")?.textContent ?? claim;
    const block = [...section.querySelectorAll<HTMLElement>(".measure")].find(({ id }) => id === measures.get(figure.id));
    const legend = block?.querySelector<HTMLElement>(".about .scroll");
    saveable(figure, () => title, legend ? { with: () => [legend] } : {});
  }
}
