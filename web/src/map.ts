// The map of the page: all heads as a large grid, by what they do or by any score, with what chooses that, its legend and line of text.
import { Doings } from "./behaviour";
import { behaviourGrid, behaviourReadout } from "./behaviour_grid";
import { behaviourLegend, followFilter } from "./behaviour_legend";
import { BEHAVIOUR, counterpart, groupsOf } from "./choices";
import { colourBy } from "./colour_by";
import { axisName } from "./digits";
import { html } from "./dom";
import { grid, type GridFigure, pictureSize } from "./grid";
import { type Head, headsOf, sameHead, stackOf } from "./heads";
import type { Highlight } from "./highlight";
import { legend } from "./legend";
import { kindMark } from "./kinds";
import type { Link } from "./link";
import { LEAST, type Pictures, picturesOf } from "./pictures";
import { allScores, type Payload, type Score, type Stack } from "./payload";
import { readout } from "./readout";
import { saveable } from "./save/save";
import { scaleFor } from "./scale";
import { stackButtons } from "./stacks";
import { shortened } from "./views/tokens";
import { zoom } from "./zoom";

const QUOTED = 9; // tokens of the text, so that a reader knows which it is

/** The score that colours the grid where there are no behaviours: the first finding's, so that sentence and picture agree. */
export function firstScore(payload: Payload): Score | undefined {
  const finding = payload.findings.find(({ score }) => payload.scores.some(({ id }) => id === score));
  return payload.scores.find(({ id }) => id === finding?.score) ?? allScores(payload)[0];
}

/** What is shown: a stack, and what colours it. */
export interface Shown {
  stack: Stack;
  /** null: what heads do. */
  score: Score | null;
}

/** What a link asks for, or what a page begins with; and what is wrong with the link. */
export function asked(payload: Payload, colour: string | null, stack: string | null): Shown & { wrong: string } {
  const first = firstScore(payload)!;
  const usual = stackOf(payload, payload.labels.length > 0 ? payload.labels[0]!.stack : first.stack);
  const named = payload.stacks.find(({ name }) => name === stack);
  const score = allScores(payload).find(({ id }) => id === colour);
  const wrong = colour !== null && colour !== BEHAVIOUR && !score ? `There is no score “${colour}” here to colour by.` : "";
  if (score) return { stack: stackOf(payload, score.stack), score, wrong };
  const chosen = named ?? usual;
  if (payload.labels.some((label) => label.stack === chosen.name)) return { stack: chosen, score: null, wrong };
  const mine = allScores(payload).find((one) => one.stack === chosen.name);
  return { stack: chosen, score: first.stack === chosen.name ? first : (mine ?? first), wrong };
}

/** What a cell shows, for who sees such a grid for the first time. */
function lead(payload: Payload, stack: Stack, pictures: Pictures | null, small: boolean): string {
  const relation = payload.relations.length > 0 ? ", a word is a relation that it finds significantly better than a fixed rule" : "";
  const tokens = payload.texts[stack.name]?.queries;
  if (pictures === null) return `Each cell is a head: its sign and colour say what it mostly attends to${relation}.`;
  const words = tokens?.texts.filter((_, at) => !tokens.special[at]).map((text) => shortened(text, 16)) ?? [];
  const quoted = words.length === 0 ? "one text" : `“${words.slice(0, QUOTED).join(" ")}${words.length > QUOTED ? " …" : ""}”`;
  const weights = payload.kind && payload.kind.name !== "raw" ? payload.kind.under : "attention";
  if (small) return `Each cell is a head: its sign and colour say what it mostly does. Zoom in for its ${weights} on ${quoted}.`;
  return `Each cell is a head’s ${weights} on ${quoted}, a row for each token; sign and colour say what the head mostly does${relation}.`;
}

/** The large grid with its controls, legend and line of text. */
export function map(payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const box = html("section", { class: "map", "aria-labelledby": "map-title" }, html("h2", { id: "map-title" }, "What its heads do", ...kindMark(payload)));
  if (!firstScore(payload)) {
    box.append(html("p", {}, "Nothing was measured; the run’s notes below say why."));
    return box;
  }
  const doings = new Doings(payload);
  const kept = new Map<string, Pictures | null>();
  const picturesFor = (stack: Stack) => {
    if (!kept.has(stack.name)) kept.set(stack.name, picturesOf(payload, stack));
    return kept.get(stack.name)!;
  };
  let now: Shown = asked(payload, link.get("colour"), link.get("stack"));
  const chooser = colourBy((id) => link.set({ colour: id === BEHAVIOUR && payload.labels.length > 0 ? null : id, stack: stackPart(now.stack) }));
  const stackPart = ({ name }: Stack) => (name === payload.stacks[0]!.name ? null : name);
  const stacks = stackButtons(payload, (stack) => {
    const other = now.score && counterpart(payload, now.score.id, stack);
    link.set({ stack: stackPart(stack), colour: other });
  });
  const said = html("p", { class: "lead" });
  const place = html("div");
  const larger = zoom(() => draw());
  let release = () => {};
  let last: Head | null = null; // looked at last, so that zooming stays there
  highlight.listen(({ current }) => (last = current ?? last));

  function figureOf(size: ReturnType<typeof pictureSize>): { figure: GridFigure; canvas: HTMLCanvasElement | null; below: Node[]; stop: () => void } {
    const { stack, score } = now;
    if (score !== null) {
      const scale = scaleFor([score]);
      const figure = grid(score, stack, scale, highlight, size);
      const text = readout(score, highlight);
      const ramp = html("div", { class: "scroll" }, legend(scale, axisName(score.quantity), score.baseline));
      return { figure, canvas: null, below: [ramp, text.element], stop: text.release };
    }
    const figure = behaviourGrid(doings, stack, picturesFor(stack), highlight, size);
    const text = behaviourReadout(doings, stack, highlight);
    const signs = behaviourLegend(doings, headsOf(stack), link);
    const stop = () => {
      text.release();
      signs.release();
    };
    return { figure, canvas: figure.canvas, below: [signs.element, text.element], stop };
  }

  let drawn = "";
  function draw(): void {
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const pixels = picturesFor(now.stack)?.columns ?? 1;
    const whole = pictureSize(now.stack, width, height, 1, pixels);
    larger.fit(whole.cellWidth);
    const size = pictureSize(now.stack, width, height, larger.factor, pixels);
    // What stands around the grid is no wider than it.
    box.style.maxWidth = `max(${whole.left + now.stack.heads * whole.cellWidth + whole.right}px, 560px)`;
    const inside = place.contains(document.activeElement);
    release();
    const { figure, canvas, below, stop } = figureOf(size);
    release = () => {
      figure.release();
      stop();
    };
    const sheet = html("div", { class: "sheet" }, ...(canvas ? [canvas] : []), figure.element);
    const view = html("div", { class: "scroll view" }, sheet);
    if (larger.factor > 1) {
      view.style.maxHeight = `${whole.top + now.stack.layers * whole.cellHeight + 16}px`;
      view.style.maxWidth = `${whole.left + now.stack.heads * whole.cellWidth + whole.right}px`;
    }
    view.addEventListener("scroll", () => figure.scrolled(view.scrollLeft, view.scrollTop));
    view.addEventListener("keydown", ({ key }) => {
      if (key === "+" || key === "=") larger.step(1);
      if (key === "-") larger.step(-1);
    });
    place.replaceChildren(view, ...below);
    if (last?.stack === now.stack.name && larger.factor > 1) {
      view.scrollTo(size.left + (last.head + 0.5) * size.cellWidth - view.clientWidth / 2, size.top + (last.layer + 0.5) * size.cellHeight - view.clientHeight / 2);
    }
    if (inside && last) figure.focus(last);
    chooser.show(groupsOf(payload, now.stack), now.score?.id ?? BEHAVIOUR);
    stacks.show(now.stack);
    said.textContent = now.score === null ? lead(payload, now.stack, picturesFor(now.stack), size.cellWidth < LEAST) : `Each cell is a head, and its number: ${now.score.words}.`;
    drawn = `${width}×${height}`;
  }

  const follow = () => {
    const next = asked(payload, link.get("colour"), link.get("stack"));
    if (next.wrong !== "") link.refuse("colour", next.wrong);
    const same = drawn !== "" && next.score === now.score && next.stack === now.stack;
    now = next;
    if (!same) draw();
  };
  link.listen("colour", follow);
  link.listen("stack", follow);
  followFilter(payload, doings, highlight, link);
  // A head of another stack is opened: its grid comes.
  let opened: Head | null = null;
  highlight.listen(({ selected }) => {
    if (sameHead(selected, opened)) return;
    opened = selected;
    if (selected && selected.stack !== now.stack.name) stacks.press(stackOf(payload, selected.stack));
  });
  window.addEventListener("resize", () => {
    if (drawn !== `${document.documentElement.clientWidth}×${window.innerHeight}`) draw();
  }, { signal: link.life });
  box.append(
    said,
    html("div", { class: "choose" }, stacks.element, chooser.element, larger.element),
    saveable(html("div", {}, place), () => `What the heads do: ${now.score?.words ?? "attention on the sample text, by behaviour"}`, { of: () => place }),
    html(
      "p",
      { class: "hint" },
      "A head is named layer-head, both counted from 1: 2-3 is head 3 of layer 2. Point at one to see it in every figure; click it, or " +
        "walk there with Tab and the arrow keys and press Enter, for its card.",
    ),
  );
  return box;
}
