// The map of the page: all heads as a large grid, coloured by what they do or by any score, with its legend and line of text.
import { type Doing, Doings, tint, uncertain } from "./behaviour";
import { axisName } from "./digits";
import { html, svg } from "./dom";
import { findBox } from "./find";
import { cellGrid, grid, type GridFigure, type GridSize, largeSize } from "./grid";
import { type Head, headName, headsOf, stackOf } from "./heads";
import type { Highlight } from "./highlight";
import { legend } from "./legend";
import type { Link } from "./link";
import { allScores, type Payload, type Score, shortName, type Stack, words } from "./payload";
import { readout } from "./readout";
import { scaleFor } from "./scale";

/** The value of the chooser that stands for behaviours; with several stacks, one each. */
const BEHAVIOUR = "behaviour";
const REST = "The fainter a cell, the less there is behind its colour; with “?”, its interval does not support it.";
const CHARACTER = 6; // pixels, of a relation's name in a cell

interface Shown extends GridFigure {
  legend: Element;
  readout: HTMLElement;
}

/** The score that colours the grid where there are no behaviours: the first finding's, so that sentence and picture agree. */
export function firstScore(payload: Payload): Score | undefined {
  const finding = payload.findings.find(({ score }) => payload.scores.some(({ id }) => id === score));
  return payload.scores.find(({ id }) => id === finding?.score) ?? allScores(payload)[0];
}

function labelled(payload: Payload): Stack[] {
  return payload.stacks.filter(({ name }) => payload.labels.some(({ stack }) => stack === name));
}

function chooser(payload: Payload): HTMLSelectElement {
  const select = html("select", { id: "colour-by" });
  const stacks = labelled(payload);
  for (const { name } of stacks) {
    const text = payload.stacks.length > 1 ? `behaviour (${name})` : "behaviour";
    select.append(html("option", { value: `${BEHAVIOUR}/${name}` }, text));
  }
  const all = allScores(payload);
  for (const measure of payload.measures) {
    const scores = all.filter((score) => score.measure === measure.name);
    if (scores.length === 0) continue;
    const group = html("optgroup", { label: measure.title });
    for (const score of scores) group.append(html("option", { value: score.id }, `${words(score, scores)} · ${shortName(score)}`));
    select.append(group);
  }
  select.value = stacks[0] ? `${BEHAVIOUR}/${stacks[0].name}` : (firstScore(payload)?.id ?? "");
  return select;
}

/** What of a relation's name fits into a cell: all of it, the subtype, the relation without it; or nothing. */
export function fitting(key: string, width: number): string | null {
  const [base, subtype] = key.split(":");
  return [key, subtype, base].find((part) => part !== undefined && part.length * CHARACTER <= width - 4) ?? null;
}

function writing(doing: Doing): (x: number, y: number, size: GridSize) => SVGElement[] {
  return (x, y, { cellWidth, cellHeight }) => {
    const relation = doing.claims[0] && cellHeight >= 26 ? fitting(doing.claims[0].key, cellWidth) : null;
    const [light, dark] = [tint(doing, "light").ink, tint(doing, "dark").ink];
    const write = (dy: number, size: number, text: string) => {
      const made = svg("text", { x, y: y + dy + size * 0.35, "text-anchor": "middle", "font-size": size }, text);
      made.style.setProperty("--light", light);
      made.style.setProperty("--dark", dark);
      return made;
    };
    const sign = doing.behaviour.sign + (uncertain(doing) ? "?" : "");
    const size = Math.min(14, cellHeight * 0.55);
    if (relation === null) return [write(0, size, sign)];
    return [write(-cellHeight * 0.2, Math.min(12, size), sign), write(cellHeight * 0.22, 11, relation)];
  };
}

/** "syntax (obj, det)"; "broad, uncertain". */
export function spoken(doing: Doing): string {
  const found = doing.claims.map(({ key }) => key).join(", ");
  return doing.behaviour.words + (uncertain(doing) ? ", uncertain" : "") + (found === "" ? "" : ` (${found})`);
}

function behaviourLegend(doings: Doings, heads: Head[]): HTMLElement {
  const list = html("ul", { class: "behaviours", "aria-label": "What the signs mean, and how many heads do it" });
  for (const { behaviour, count, unsure } of doings.counts(heads)) {
    const swatch = html("span", { class: "swatch", "aria-hidden": "true" }, behaviour.sign);
    for (const theme of ["light", "dark"] as const) {
      const { fill, ink } = tint({ behaviour, sure: true, strength: 1, claims: [] }, theme);
      swatch.style.setProperty(`--${theme}`, fill);
      swatch.style.setProperty(`--${theme}-ink`, ink);
    }
    list.append(html("li", {}, swatch, ` ${count} ${behaviour.words}${unsure > 0 ? ` (${unsure} uncertain)` : ""}`));
  }
  return list;
}

function byBehaviour(doings: Doings, stack: Stack, highlight: Highlight, size: GridSize): Shown {
  const heads = headsOf(stack);
  const cells = cellGrid("What each head does: layers down, heads across", stack, highlight, size, (head) => {
    const doing = doings.of(head);
    return {
      spoken: `Head ${headName(head)}: ${spoken(doing)}`,
      paint: (cell) => {
        for (const theme of ["light", "dark"] as const) cell.style.setProperty(`--${theme}`, tint(doing, theme).fill);
        cell.classList.toggle("unsure", uncertain(doing));
      },
      write: writing(doing),
    };
  });
  const text = html("p", { class: "readout" });
  const release = highlight.listen(({ current }) => {
    const here = current !== null && current.stack === stack.name ? current : null;
    const said = here === null ? "" : doings.card(here)?.summary || `Head ${headName(here)}: ${spoken(doings.of(here))}.`;
    text.textContent = here === null ? REST : said;
    text.classList.toggle("live", here !== null);
  });
  return {
    element: cells.element,
    legend: behaviourLegend(doings, heads),
    readout: text,
    release: () => {
      cells.release();
      release();
    },
  };
}

function byScore(score: Score, stack: Stack, highlight: Highlight, size: GridSize): Shown {
  const scale = scaleFor([score]);
  const cells = grid(score, stack, scale, highlight, size);
  const text = readout(score, highlight);
  return {
    element: cells.element,
    legend: legend(scale, axisName(score.quantity), score.baseline),
    readout: text.element,
    release: () => {
      cells.release();
      text.release();
    },
  };
}

/** The large grid with its chooser, legend and line of text. */
export function map(payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const box = html("section", { class: "map", "aria-labelledby": "map-title" }, html("h2", { id: "map-title" }, "What its heads do"));
  const first = firstScore(payload);
  if (!first) {
    box.append(html("p", {}, "Nothing was measured; the run’s notes below say why."));
    return box;
  }
  const doings = new Doings(payload);
  const select = chooser(payload);
  const place = html("div");
  let release = () => {};
  let drawn = 0;
  const draw = () => {
    release();
    drawn = document.documentElement.clientWidth;
    const [kind, name] = select.value.split("/");
    const score = allScores(payload).find(({ id }) => id === select.value) ?? first;
    const stack = stackOf(payload, kind === BEHAVIOUR && name ? name : score.stack);
    const size = largeSize(stack, drawn);
    const shown =
      kind === BEHAVIOUR ? byBehaviour(doings, stack, highlight, size) : byScore(score, stack, highlight, size);
    release = shown.release;
    place.replaceChildren(
      html("div", { class: "scroll" }, shown.element),
      html("div", { class: "scroll" }, shown.legend),
      shown.readout,
    );
  };
  const usual = select.value;
  select.addEventListener("change", () => link.set({ colour: select.value === usual ? null : select.value }));
  // Only what is narrower than the grid's full size changes it, and redrawing would lose the keyboard's place.
  window.addEventListener("resize", () => {
    if (Math.min(drawn, document.documentElement.clientWidth) < 620 && drawn !== document.documentElement.clientWidth) draw();
  });
  link.listen("colour", (asked) => {
    const known = asked === null || [...select.options].some(({ value }) => value === asked);
    if (!known) link.refuse("colour", `There is no score “${asked}” here to colour by.`);
    select.value = known ? (asked ?? usual) : usual;
    draw();
  });
  if (payload.labels.length > 0) {
    const found = payload.relations.length > 0 ? ", a word in it is the relation that it finds significantly better than a fixed rule" : "";
    box.append(html("p", { class: "lead" }, `Each cell is a head: its sign and colour say what it mostly attends to${found}.`));
  }
  box.append(
    html("p", { class: "choose" }, html("label", { for: "colour-by" }, "Colour by "), select),
    place,
    findBox(payload, highlight, link),
    html(
      "p",
      { class: "hint" },
      "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or " +
        "walk there with Tab and the arrow keys and press Enter, for its card.",
    ),
  );
  return box;
}
