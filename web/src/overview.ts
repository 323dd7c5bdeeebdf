// The first screen: what was measured, the grid of all heads, the findings.
import { html } from "./dom";
import { stackOf } from "./heads";
import { grid, largeSize } from "./grid";
import type { Highlight } from "./highlight";
import { legend } from "./legend";
import { type Payload, type Score, shortName, words } from "./payload";
import { readout } from "./readout";
import { scaleFor } from "./scale";
import { figureId, linkTo, measureId } from "./section";

/** The score that colours the grid at first: the first finding's, so that the sentence and the picture agree. */
export function firstScore(payload: Payload): Score | undefined {
  const finding = payload.findings.find(({ score }) => payload.scores.some(({ id }) => id === score));
  return payload.scores.find(({ id }) => id === finding?.score) ?? payload.scores[0];
}

function chooser(payload: Payload, chosen: Score): HTMLSelectElement {
  const select = html("select", { id: "colour-by" });
  for (const measure of payload.measures) {
    const scores = payload.scores.filter((score) => score.measure === measure.name);
    if (scores.length === 0) continue;
    const group = html("optgroup", { label: measure.title });
    for (const score of scores) group.append(html("option", { value: score.id }, `${words(score, payload.scores)} · ${shortName(score)}`));
    select.append(group);
  }
  select.value = chosen.id;
  return select;
}

/** The large grid with its chooser, legend and line of text. */
function map(payload: Payload, highlight: Highlight): HTMLElement {
  const box = html("section", { class: "map", "aria-label": "All heads" }, html("h2", {}, "What its heads do"));
  const first = firstScore(payload);
  if (!first) {
    box.append(html("p", {}, "Nothing was measured; the run’s notes below say why."));
    return box;
  }
  const select = chooser(payload, first);
  const place = html("div");
  let release = () => {};
  let drawn = 0;
  const draw = () => {
    release();
    drawn = document.documentElement.clientWidth;
    const score = payload.scores.find(({ id }) => id === select.value) ?? first;
    const stack = stackOf(payload, score.stack);
    const scale = scaleFor([score]);
    const cells = grid(score, stack, scale, highlight, largeSize(stack, drawn));
    const text = readout(score, highlight);
    release = () => {
      cells.release();
      text.release();
    };
    place.replaceChildren(
      html("div", { class: "scroll" }, cells.element),
      html("div", { class: "scroll" }, legend(scale, score.unit, score.baseline)),
      text.element,
    );
  };
  select.addEventListener("change", draw);
  // Only what is narrower than the grid's full size changes it, and redrawing would lose the keyboard's place.
  window.addEventListener("resize", () => {
    if (Math.min(drawn, document.documentElement.clientWidth) < 620 && drawn !== document.documentElement.clientWidth) draw();
  });
  draw();
  box.append(
    html("p", { class: "choose" }, html("label", { for: "colour-by" }, "Colour by "), select),
    place,
    html(
      "p",
      { class: "hint" },
      "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or " +
        "walk there with Tab and the arrow keys and press Enter, to compare it with the others.",
    ),
  );
  return box;
}

function findings(payload: Payload): HTMLElement {
  const box = html("section", { "aria-label": "Findings" }, html("h2", {}, "Findings"));
  if (payload.findings.length === 0) box.append(html("p", {}, "No head stands out beyond what its interval supports."));
  const list = html("ol");
  for (const finding of payload.findings) {
    const item = html("li", {}, finding.text);
    const known = payload.scores.find(({ id }) => id === finding.score);
    if (known) {
      const target = { href: linkTo(figureId(known.id)), "aria-label": `see ↓ the chart: ${known.finding}` };
      item.append(" ", html("a", target, "see ↓"));
    }
    list.append(item);
  }
  if (payload.findings.length > 0) box.append(list);
  if (payload.scores.some((score) => score.low.flat().some((low) => low !== null))) {
    box.append(html("p", { class: "sure" }, html("b", {}, "How sure?"), " Intervals, in brackets, are 95%, over documents."));
  }
  box.append(html("p", { class: "caveat" }, payload.caveat));
  return box;
}

function contents(payload: Payload): HTMLElement {
  const links = payload.measures
    .filter((measure) => payload.scores.some((score) => score.measure === measure.name))
    .map((measure) => html("li", {}, html("a", { href: linkTo(measureId(measure)) }, measure.title)));
  const more = [
    ["#heads", "All heads as a table"],
    ["#run", "About this run"],
  ] as const;
  links.push(...more.map(([href, text]) => html("li", {}, html("a", { href }, text))));
  return html("nav", { "aria-label": "On this page" }, html("h2", {}, "On this page"), html("ul", {}, ...links));
}

export function overview(payload: Payload, highlight: Highlight): HTMLElement[] {
  const summary = payload.summary.map((part) => html("span", {}, part));
  return [
    html("header", {}, html("h1", {}, payload.title), html("p", { class: "summary" }, ...summary)),
    html("div", { class: "overview" }, map(payload, highlight), html("div", { class: "findings" }, findings(payload), contents(payload))),
  ];
}
