// The grid of all heads as a film: one frame a run, scrubbed with a slider or played. A frame shows what each head does, or one score.
import { type Doing, tint } from "../behaviour";
import { axisName } from "../digits";
import { html, svg } from "../dom";
import { cellGrid, type GridFigure, largeSize } from "../grid";
import { type Head, headName } from "../heads";
import type { Highlight } from "../highlight";
import { legend } from "../legend";
import type { Stack } from "../payload";
import { saveable } from "../save/save";
import { paintValue, type Scale, scaleFor } from "../scale";
import { axisOf } from "./chart";
import { linesOf, numberOf, type Story, when } from "./payload";
import type { Shown, State } from "./state";
import { line } from "./words";

const FRAME = 700; // milliseconds of a frame that is played

/** What a head does in a run. */
function doingOf(story: Story, { history, run }: Shown, stack: Stack, head: Head): Doing {
  const code = history.labels[run]?.[stack.name]?.[numberOf(head, stack)] ?? null;
  const mixed = story.behaviours.find(({ light }) => light === null) ?? story.behaviours[0]!;
  if (code === null) return { behaviour: mixed, sure: false, strength: 0, claims: [] };
  return { behaviour: story.behaviours[code < 0 ? -1 - code : code] ?? mixed, sure: code >= 0, strength: 1, claims: [] };
}

function said(doing: Doing): string {
  return doing.behaviour.words + (doing.sure || doing.behaviour.light === null ? "" : ", uncertain");
}

function frameOf(story: Story, shown: Shown, stack: Stack, highlight: Highlight, width: number, scale: Scale | null): GridFigure {
  const { score, history, run } = shown;
  const size = largeSize(stack, width);
  const title = `${score === null ? "What each head does" : score.words} ${when(story, history.runs[run]!)}: layers down, heads across`;
  return cellGrid(title, stack, highlight, size, (head) => {
    if (score === null || scale === null) {
      const doing = doingOf(story, shown, stack, head);
      const sign = doing.behaviour.sign + (doing.sure || doing.behaviour.light === null ? "" : "?");
      return {
        spoken: `Head ${headName(head)}: ${said(doing)}`,
        paint: (cell) => {
          for (const theme of ["light", "dark"] as const) cell.style.setProperty(`--${theme}`, tint(doing, theme).fill);
        },
        write: (x, y, { cellHeight }) => {
          const letter = Math.min(14, cellHeight * 0.55);
          const text = svg("text", { x, y: y + letter * 0.35, "text-anchor": "middle", "font-size": letter }, sign);
          for (const theme of ["light", "dark"] as const) text.style.setProperty(`--${theme}`, tint(doing, theme).ink);
          return [text];
        },
      };
    }
    const one = linesOf(story, history, score).at(run, numberOf(head, stack));
    return {
      spoken: line(story, history, score, stack, head, run),
      missing: one === null,
      paint: (cell) => one !== null && paintValue(cell, scale, one.value),
    };
  });
}

/** Which heads do what in this frame, and how many. */
function counted(story: Story, shown: Shown, stack: Stack): HTMLElement {
  const doings = Array.from({ length: stack.layers * stack.heads }, (_, at) =>
    doingOf(story, shown, stack, { stack: stack.name, layer: Math.floor(at / stack.heads), head: at % stack.heads }),
  );
  const items = story.behaviours.flatMap((behaviour) => {
    const count = doings.filter((doing) => doing.behaviour === behaviour).length;
    if (count === 0) return [];
    const swatch = html("span", { class: "swatch", "aria-hidden": "true" }, behaviour.sign);
    for (const theme of ["light", "dark"] as const) {
      const { fill, ink } = tint({ behaviour, sure: true, strength: 1, claims: [] }, theme);
      swatch.style.setProperty(`--${theme}`, fill);
      swatch.style.setProperty(`--${theme}-ink`, ink);
    }
    return [html("li", {}, swatch, ` ${count} ${behaviour.words}`)];
  });
  return html("ul", { class: "behaviours" }, ...items);
}

export function film(story: Story, state: State, highlight: Highlight): HTMLElement {
  const place = html("div");
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": story.along, id: "film-run" });
  const name = html("output", { for: "film-run", class: "frame-name" });
  const play = html("button", { type: "button" }, "Play");
  const text = html("p", { class: "readout" });
  const longest = Math.max(...story.histories.map(({ runs }) => runs.length));
  const controls = html("div", { class: "scrub" }, play, slider, name);
  controls.hidden = longest < 2;
  let frames: GridFigure[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;

  const stacksOf = ({ score }: Shown) => story.stacks.filter(({ name }) => score === null || score.stack === name);
  const readout = () => {
    const shown = state.shown;
    const head = highlight.current;
    const stack = head && stacksOf(shown).find(({ name }) => name === head.stack);
    text.classList.toggle("live", Boolean(stack));
    if (!head || !stack) text.textContent = "Point at a head to read its number; click it for all its lines.";
    else if (shown.score) text.textContent = line(story, shown.history, shown.score, stack, head, shown.run);
    else text.textContent = `Head ${headName(head)} ${when(story, shown.history.runs[shown.run]!)}: ${said(doingOf(story, shown, stack, head))}.`;
  };
  const draw = (shown: Shown) => {
    for (const frame of frames) frame.release();
    frames = [];
    const width = document.documentElement.clientWidth;
    const axis = shown.score && axisOf(story, shown.score);
    const scale = axis && scaleFor([], [axis.low, axis.high]);
    const parts = stacksOf(shown).flatMap((stack) => {
      const frame = frameOf(story, shown, stack, highlight, width, scale);
      frames.push(frame);
      const heading = story.stacks.length > 1 ? [html("h3", {}, stack.name)] : [];
      return [...heading, html("div", { class: "scroll" }, frame.element), ...(shown.score ? [] : [counted(story, shown, stack)])];
    });
    if (shown.score && scale) parts.push(html("div", { class: "scroll" }, legend(scale, axisName(shown.score.quantity), null)));
    place.replaceChildren(...parts);
    slider.max = String(shown.history.runs.length - 1);
    slider.value = String(shown.run);
    const run = shown.history.runs[shown.run]!;
    slider.setAttribute("aria-valuetext", when(story, run));
    name.textContent = story.along !== "training step" ? run : run === "final" ? "final step" : `step ${run}`;
    readout();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  slider.addEventListener("input", () => {
    stop();
    state.choose({ run: Number(slider.value) });
  });
  play.addEventListener("click", () => {
    if (timer !== undefined) return stop();
    const { run, history } = state.shown;
    if (run === history.runs.length - 1) state.choose({ run: 0 });
    play.textContent = "Pause";
    timer = setInterval(() => {
      const now = state.shown;
      if (now.run >= now.history.runs.length - 1) return stop();
      state.choose({ run: now.run + 1 });
    }, FRAME);
  });
  state.listen(draw);
  highlight.listen(readout);
  let drawn = document.documentElement.clientWidth;
  window.addEventListener("resize", () => {
    const width = document.documentElement.clientWidth;
    if (Math.min(drawn, width) < 620 && drawn !== width) draw(state.shown);
    drawn = width;
  });
  const title = () => {
    const { score, history, run } = state.shown;
    return `${score?.words ?? "What each head does"} ${when(story, history.runs[run]!)}`;
  };
  return html("div", {}, controls, saveable(html("div", {}, place), title, { of: () => place }), text);
}
