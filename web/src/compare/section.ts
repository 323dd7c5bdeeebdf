// One section per measure: what it is, the colours’ meaning, and a small grid for each of its scores, all on one scale.
import { axisName, withMinus } from "../digits";
import { html } from "../dom";
import { smallSize } from "../grid";
import { stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { legend } from "../legend";
import { shortName } from "../payload";
import { saveable } from "../save/save";
import { byQuantity, differenceScale } from "../scale";
import { figureId, linkTo, measureId } from "../section";
import { changeReadout, differenceGrid } from "./figure";
import type { Compared, Comparison } from "./payload";

/** "12 of 64 heads differ significantly". */
export function count(score: Compared): string {
  const sure = score.sure.flat();
  const differing = sure.filter(Boolean).length;
  return differing === 0 ? "no head differs significantly" : `${differing} of ${sure.length} heads ${differing === 1 ? "differs" : "differ"} significantly`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function section(measure: Comparison["measures"][number], payload: Comparison, highlight: Highlight): HTMLElement | null {
  const all = payload.scores.filter((score) => score.measure === measure.name);
  const scores = all.filter(({ drawn }) => drawn);
  if (all.length === 0) return null;
  const scales = byQuantity(scores, (mine) => differenceScale(mine));
  const bars = new Map(
    [...new Set(scales.values())].map((one) => [one, html("div", { class: "scroll" }, legend(one.scale, axisName(one.quantity), null))]),
  );
  const figures = scores.map((score) => {
    const stack = stackOf(payload, score.stack);
    const where = [...(payload.stacks.length > 1 ? [score.stack] : []), score.corpus].join(", ");
    const title = `${capital(score.words)}: ${count(score)}`;
    const made = html(
      "figure",
      { id: figureId(score.id), tabindex: -1 },
      html("h3", {}, title),
      html("div", { class: "scroll" }, differenceGrid(score, stack, scales.get(score)!.scale, highlight, smallSize(stack), payload).element),
      changeReadout(score, highlight, payload).element,
      html("figcaption", {}, `${withMinus(shortName(score))}; ${where}`),
    );
    return saveable(made, () => title, { with: () => [bars.get(scales.get(score)!)!] });
  });
  const rest = all.length - scores.length;
  const still = `No head differs significantly in ${scores.length > 0 ? "the other " : ""}${rest} ${rest === 1 ? "score" : "scores"} of this measure; `;
  return html(
    "section",
    { id: measureId(measure), class: "measure" },
    html("h2", {}, measure.title),
    html(
      "div",
      { class: "about" },
      html("div", {}, html("p", {}, measure.read), html("p", { class: "formula" }, measure.formula)),
      ...bars.values(),
    ),
    html("div", { class: "figures small" }, ...figures),
    ...(rest > 0 ? [html("p", { class: "quiet" }, still, html("a", { href: linkTo("heads") }, rest === 1 ? "it is in the table." : "they are in the table."))] : []),
  );
}
