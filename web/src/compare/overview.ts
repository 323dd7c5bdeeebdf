// The first screen: which heads differ in how many scores, one score at a time on request; what came out in sentences.
import { axisName, withMinus } from "../digits";
import { html } from "../dom";
import { cellGrid, largeSize } from "../grid";
import { type Head, stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { legend } from "../legend";
import { shortName, type Stack } from "../payload";
import { saveable } from "../save/save";
import { differenceScale, paintValue, scaleFor } from "../scale";
import { figureId, linkTo, measureId } from "../section";
import { changeReadout, differenceGrid } from "./figure";
import { type Comparison, named } from "./payload";

/** A count’s ticks are whole numbers. */
const FEWEST_STEPS = 5;

/** In how many scores each head differs significantly. */
export function counts(payload: Comparison, stack: Stack): number[][] {
  const scores = payload.scores.filter((score) => score.stack === stack.name);
  return Array.from({ length: stack.layers }, (_, layer) =>
    Array.from({ length: stack.heads }, (_, head) => scores.filter((score) => score.sure[layer]![head]).length),
  );
}

function countMap(payload: Comparison, stack: Stack, highlight: Highlight, width: number): { parts: HTMLElement[]; release(): void } {
  const number = counts(payload, stack);
  const of = payload.scores.filter((score) => score.stack === stack.name).length;
  const scale = scaleFor([], [...number.flat(), FEWEST_STEPS]);
  const said = (head: Head) => `Head ${named(head, payload)} differs significantly in ${number[head.layer]![head.head]} of ${of} scores`;
  const cells = cellGrid("In how many scores each head differs: layers down, heads across", stack, highlight, largeSize(stack, width), (head) => ({
    spoken: said(head),
    paint: (cell) => paintValue(cell, scale, number[head.layer]![head.head]!),
  }));
  const text = html("p", { class: "readout" });
  const stop = highlight.listen(({ current }) => {
    const here = current !== null && current.stack === stack.name ? current : null;
    text.textContent = here === null ? `Of ${of} scores; point at a head.` : said(here);
    text.classList.toggle("live", here !== null);
  });
  const release = () => {
    cells.release();
    stop();
  };
  return { parts: [html("div", { class: "scroll" }, cells.element), html("div", { class: "scroll" }, legend(scale, "", null)), text], release };
}

function map(payload: Comparison, highlight: Highlight): HTMLElement {
  const select = html("select", { id: "colour-by" });
  for (const stack of payload.stacks) {
    const name = payload.stacks.length > 1 ? `, ${stack.name}` : "";
    select.append(html("option", { value: `count ${stack.name}` }, `in how many scores a head differs significantly${name}`));
  }
  for (const measure of payload.measures) {
    const group = html("optgroup", { label: measure.title });
    for (const score of payload.scores.filter((one) => one.measure === measure.name)) {
      group.append(html("option", { value: score.id }, `${score.words} · ${withMinus(shortName(score))}`));
    }
    select.append(group);
  }
  const place = html("div");
  let release = () => {};
  let drawn = 0;
  const draw = () => {
    release();
    drawn = document.documentElement.clientWidth;
    const score = payload.scores.find(({ id }) => id === select.value);
    if (!score) {
      const stack = payload.stacks.find(({ name }) => select.value === `count ${name}`) ?? payload.stacks[0]!;
      const made = countMap(payload, stack, highlight, drawn);
      release = made.release;
      place.replaceChildren(...made.parts);
      return;
    }
    const stack = stackOf(payload, score.stack);
    const scale = differenceScale([score]);
    const cells = differenceGrid(score, stack, scale, highlight, largeSize(stack, drawn), payload);
    const text = changeReadout(score, highlight, payload);
    release = () => {
      cells.release();
      text.release();
    };
    const colours = html("div", { class: "scroll" }, legend(scale, axisName(score.quantity), null));
    place.replaceChildren(html("div", { class: "scroll" }, cells.element), colours, text.element);
  };
  select.addEventListener("change", draw);
  window.addEventListener("resize", () => {
    const width = document.documentElement.clientWidth;
    if (Math.min(drawn, width) < 620 && drawn !== width) draw();
  });
  draw();
  const title = () => {
    const [counted, words] = [select.value.startsWith("count "), select.selectedOptions[0]?.textContent ?? ""];
    return counted ? `I${words.slice(1)}` : `Second run less first: ${words}`;
  };
  const saved = html("div", {}, place);
  return html(
    "section",
    { class: "map", "aria-label": "All heads" },
    html("h2", {}, "Which heads differ"),
    html("p", { class: "choose" }, html("label", { for: "colour-by" }, "Colour by "), select),
    saveable(saved, title, { of: () => place }),
    html("p", { class: "hint" }, "A head is named layer-head, both counted from 1. Point at one to see it in every figure; click it, or press Enter on it, for all its scores."),
  );
}

export function overview(payload: Comparison, highlight: Highlight): HTMLElement[] {
  const findings = payload.findings.map(({ text, score }) => {
    const drawn = payload.scores.some((one) => one.id === score && one.drawn);
    return html("li", {}, text, ...(drawn ? [" ", html("a", { href: linkTo(figureId(score!)), "aria-label": `see the chart of ${score}` }, "see ↓")] : []));
  });
  const links = payload.measures.map((measure) => html("li", {}, html("a", { href: linkTo(measureId(measure)) }, measure.title)));
  links.push(html("li", {}, html("a", { href: "#heads" }, "All differences as a table")), html("li", {}, html("a", { href: "#run" }, "What was compared")));
  const side = [
    html("section", { "aria-label": "Findings" }, html("h2", {}, "What differs"), html("ol", {}, ...findings), ...payload.compared.map((text) => html("p", {}, text))),
    html("section", { class: "reading" }, html("h2", {}, "How to read this"), ...payload.reading.map((text) => html("p", {}, text)), html("p", { class: "caveat" }, payload.caveat)),
    html("nav", { "aria-label": "On this page" }, html("h2", {}, "On this page"), html("ul", {}, ...links)),
  ];
  return [
    html("header", {}, html("h1", {}, payload.title), html("p", { class: "summary" }, ...payload.summary.map((part) => html("span", {}, part)))),
    html("div", { class: "overview" }, map(payload, highlight), html("div", { class: "findings" }, ...side)),
  ];
}
