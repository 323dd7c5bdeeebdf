// The model view: every head's map, small, layers by heads or in the order of a score. A click enlarges a map beside them, where it stays
// until another is clicked; a second click opens the head.
import { html } from "../dom";
import { Board } from "./board";
import { button, menu } from "./controls";
import { LargeMap } from "./large_map";
import { headSwitch, likelyPanel } from "./off";
import { tokenOptions, weightsMenu } from "./options";
import { behaviour, describeHead } from "./readout";
import type { State } from "./state";
import { plain } from "./tokens";
import { type Context, headName, mapOf, sidesOf, type View } from "./view";
import { layered, restsOf, WORDS } from "./weights";

const BESIDE = 900; // pixels; below, the large map stands under the small ones
const GAP = 24;
const TALLEST = 560;

export function modelView(context: Context): View {
  const { meta, store } = context;
  const stack = meta.stacks[store.state.stack]!;
  const scores = meta.scores.filter((score) => score.stack === stack.name);
  const sort = menu("order", [["", "layers and heads"], ...scores.map((one) => [one.id, plain(one.words)] as const)], (id) =>
    store.set({ sort: id === "" ? null : id }),
  );
  const weights = weightsMenu(context);
  const bar = html("div", { class: "hs-bar" }, sort.element, weights.element);
  sort.element.hidden = scores.length === 0;
  const options = tokenOptions(context, stack, false);
  const map = new LargeMap({ point: () => undefined, go: () => undefined });
  const open = button("", () => show(store.state.layer, store.state.heads[0]!));
  const power = headSwitch(context, stack);
  const large = html("div", { class: "hs-aside" }, html("div", {}, likelyPanel(context), map.element, open, power.element));
  const title = html("h3", {});
  const readout = html("p", { class: "hs-readout", "aria-live": "polite" });
  const scoreOf = (state: State) => scores.find(({ id }) => id === state.sort) ?? null;

  function describe({ layer, head }: { layer: number; head: number }): string {
    const score = scoreOf(store.state);
    const value = score?.value[layer]?.[head];
    const measured = typeof value === "number" ? value.toFixed(2) : "not measured";
    return describeHead(meta, stack, layer, head) + (score ? `, ${plain(score.words)}: ${measured}` : "");
  }
  const POINT = `Point at a ${layered(meta) ? "layer" : "head"} for its name; click to enlarge its map, and again to open it.`;
  const show = (layer: number, head: number) => store.set({ view: "head", layer, heads: [head] });
  const board = new Board(context, stack, {
    describe,
    choose: ({ layer, head }) => {
      if (isLarge(layer, head)) show(layer, head);
      else store.set({ layer, heads: [head] });
    },
    point: (cell, byKey) => {
      readout.textContent = cell ? `${describe(cell)}.` : POINT;
      // Keys cross no other maps on their way, so the large one follows them.
      if (cell && byKey && !isLarge(cell.layer, cell.head)) store.set({ layer: cell.layer, heads: [cell.head] });
    },
  });
  const figure = html("div", { class: "hs-figure" }, board.element, large);
  const hint =
    `Each square is one ${layered(meta) ? "layer" : "head"}’s map: rows are the positions being updated, columns those attended to, and the stronger the colour, ` +
    "the larger the weight (its square root). A click, or a move by key, enlarges a map; a click on it, or Enter, opens it.";
  // The signs in the corners of maps, those that there are.
  const signs = new Map(
    meta.labels
      .filter((one) => one.stack === stack.name)
      .map(({ label }) => behaviour(meta, label))
      .filter(({ mark }) => mark !== "")
      .map(({ mark, words }) => [mark, words]),
  );
  const legend = [...signs].map(([mark, words]) => `${mark} ${words}`).join(" · ");
  const said = html("p", { class: "hs-hint" }, legend === "" ? hint : `${hint} A sign says what a head mostly does: ${legend}.`);
  const element = html("div", { class: "hs-model" }, bar, options.element, title, readout, figure, said);

  const isLarge = (layer: number, head: number) =>
    store.state.layer === layer && store.state.heads.length === 1 && store.state.heads[0] === head;

  function update(state: State): void {
    sort.show(state.sort ?? "");
    weights.show(state);
    options.show(state);
    const score = scoreOf(state);
    const made = WORDS[state.weights].title;
    title.textContent = score
      ? `All heads${made}, by how much each ${plain(score.words)}`
      : layered(meta)
        ? `All ${stack.layers} layers${made}`
        : `All ${stack.layers} × ${stack.heads} heads${made}: a row for each layer, a column for each head`;
    readout.textContent ||= POINT;
    const room = Math.max(240, figure.clientWidth || 900);
    const beside = room >= BESIDE;
    figure.classList.toggle("hs-stacked", !beside);
    board.update(state, score, beside ? Math.max(room / 2, room - 560) : room);
    board.mark(({ layer, head }) => isLarge(layer, head));
    const alone = state.heads.length === 1;
    large.hidden = !alone;
    if (!alone) return;
    const [head] = state.heads as [number];
    const { rows, keys } = sidesOf(stack, state);
    const maps = [mapOf(context, stack, state, state.layer, head, rows, keys)];
    const rests = state.weights === "no-sink" ? restsOf(context.data, stack, state.layer, [head], rows) : [];
    const scene = { rows, keys, heads: [head], maps, filter: state.filter, rests };
    const name = layered(meta) ? `layer ${state.layer + 1}` : `head ${headName(state.layer, head)}`;
    map.draw(`${name[0]!.toUpperCase()}${name.slice(1)}${WORDS[state.weights].title}`, scene, context.theme(), beside ? room - board.width - GAP : room, TALLEST);
    open.textContent = `Open ${name}`;
    power.show(state);
  }

  let width = 0;
  const resized = new ResizeObserver(() => {
    if (figure.clientWidth === width) return;
    width = figure.clientWidth;
    update(store.state);
  });
  resized.observe(figure);

  return {
    element,
    update,
    picture: () => ({
      title: title.textContent ?? "",
      width: board.width,
      height: board.height,
      draw: (pen, palette, theme) => board.export(pen, palette, theme),
    }),
    destroy: () => {
      board.destroy();
      map.destroy();
      resized.disconnect();
    },
  };
}
