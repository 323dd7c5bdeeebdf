// The head view: the figure of what is looked at, its controls, and beside it, or below where the screen is narrow, the small maps of all
// heads to choose from and the large map of what was chosen.
import { html } from "../dom";
import { drawArrows } from "./arrow";
import { Board } from "./board";
import { headFigure } from "./head_figure";
import { LargeMap } from "./large_map";
import { headSwitch, isOff, likelyPanel } from "./off";
import { layerMenu, several, tokenOptions, weightsMenu } from "./options";
import { patches } from "./patches";
import { describeHead, headWords } from "./readout";
import type { State } from "./state";
import { standings } from "./standings";
import { type Context, type View } from "./view";
import { layered } from "./weights";
import { whichPanel } from "./which";

const MOST = 60; // tokens; above, the columns scroll
const BESIDE = 720; // pixels; below, the rest stands under the columns
const SHARE = 0.42; // of the room at most, for the columns
const GAP = 24;
const ROW = 620; // pixels beside the columns, from which on both maps stand in one row
const WIDE = 1000; // from which on they do so beside a short text too; below, the large map fills the room under its columns
const SHORT = 420; // pixels of columns
const TALLEST = 560;
const WROTE = " A is the prompt, B what the model wrote. A row is of the pass that read this token and chose the next.";

export function headView(context: Context): View {
  const { meta, store } = context;
  const stack = meta.stacks[store.state.stack]!;
  const layers = layerMenu(context, stack);
  const heads = patches(
    stack,
    () => store.state.heads,
    (chosen) => store.set({ heads: chosen }),
    (head) => isOff(meta, stack, store.state.layer, head),
  );
  const weights = weightsMenu(context);
  const options = tokenOptions(context, stack, true);
  const figure = headFigure(context, { most: MOST, moved: () => map.show(figure.scrolls() ? figure.seen() : null) });
  const map = new LargeMap({
    point: (row) => figure.point("left", row),
    go: (fraction) => figure.scrollTo(fraction),
  });
  const pointed = html("p", { class: "hs-name" });
  const board = new Board(context, stack, {
    describe: ({ layer, head }) => describeHead(meta, stack, layer, head),
    choose: ({ layer, head }, add) => {
      const { state } = store;
      const others = add && layer === state.layer ? state.heads.filter((one) => one !== head) : [];
      const on = add && layer === state.layer && state.heads.includes(head);
      store.set({ layer, heads: [...others, ...(on ? [] : [head])].sort((one, other) => one - other) });
    },
    point: (cell) => (pointed.textContent = cell ? describeHead(meta, stack, cell.layer, cell.head) : ALL),
  });
  const ALL = layered(meta)
    ? `All ${stack.layers} layers: click one to see it`
    : `All ${stack.layers} × ${stack.heads} heads: click one to see it, shift and click to add it`;
  const which = whichPanel(context, stack, ({ layer, head }) => store.set({ layer, heads: [head] }));
  which.element.hidden = stack.layers * stack.heads < 2 || layered(meta);
  const arrows = drawArrows(figure, (arrow) => store.set({ arrow }));
  const navigator = html("div", { class: "hs-navigator" }, pointed, board.element);
  navigator.hidden = stack.layers * stack.heads < 2;
  const scores = standings(meta, stack);
  const aside = html("div", { class: "hs-aside" }, navigator, map.element);
  const off = (head: number) => isOff(meta, stack, store.state.layer, head);
  const texts = [stack.queries, stack.keys].some(several);
  const title = html("h3", {});
  const power = headSwitch(context, stack);
  const likely = likelyPanel(context);
  const columns = html("div", { class: "hs-main" }, figure.element, which.element);
  const body = html("div", { class: "hs-figure" }, columns, aside);
  const element = html(
    "div",
    { class: "hs-head" },
    html("div", { class: "hs-bar" }, layers.element, heads.element, weights.element),
    options.element,
    html("div", { class: "hs-titled" }, title, power.element),
    scores.element,
    figure.readout,
    body,
    html(
      "p",
      { class: "hs-hint" },
      "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. " +
        "Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. " +
        "By key: arrows, Enter, shift and Enter." +
        (!texts ? "" : stack.prompt == null ? " A is the first text, B the second." : WROTE),
    ),
  );

  let width = 0;
  const resized = new ResizeObserver(() => {
    if (body.clientWidth === width) return;
    width = body.clientWidth;
    update(store.state);
  });
  resized.observe(body);

  let chosen = ""; // what the large map was drawn for

  function update(state: State): void {
    layers.show(state);
    heads.show(state.heads);
    weights.show(state);
    options.show(state);
    title.textContent = headWords(meta, stack, state);
    title.classList.toggle("hs-off", state.heads.length > 0 && state.heads.every(off));
    power.show(state);
    scores.show(state);
    const room = Math.max(200, body.clientWidth || 640);
    const beside = room >= BESIDE && !state.across;
    body.classList.toggle("hs-stacked", !beside);
    // Near the switch that changes it: beside the columns, or above them.
    if (beside) aside.prepend(likely);
    else body.before(likely);
    figure.update(state, beside ? Math.max(360, SHARE * room) : room - 16);
    which.show(state);
    arrows.show(state);
    const { place } = figure.scene();
    // No wider than the columns: what stands beside them needs the rest.
    which.element.style.width = beside ? `${place.width}px` : "";
    const free = beside ? room - place.width - GAP - 16 : room;
    const under = beside && free < WIDE && place.height <= SHORT;
    const row = !under && free >= ROW;
    const from = under ? columns : aside;
    if (map.element.parentElement !== from) from.append(map.element);
    board.update(state, null, row ? 0.45 * free : free);
    navigator.style.width = `${Math.min(free, Math.max(260, board.width))}px`;
    board.mark(({ layer, head }) => layer === state.layer && state.heads.includes(head));
    const now = JSON.stringify([room, context.theme(), { ...state, tokens: [], side: "left" }]);
    if (now === chosen) return;
    chosen = now;
    map.element.hidden = state.heads.length === 0;
    const left = under ? place.width : row ? free - board.width - GAP : free;
    map.draw(headWords(meta, stack, state), figure.scene(), context.theme(), left, TALLEST);
  }
  pointed.textContent = ALL;

  return {
    element,
    update,
    picture: figure.picture,
    destroy: () => {
      resized.disconnect();
      arrows.destroy();
      figure.destroy();
      board.destroy();
      map.destroy();
    },
  };
}
