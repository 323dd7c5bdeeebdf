// The model view: every head's map, small, layers by heads or in the order of a score. A click opens the head.
import type { Theme } from "../colour";
import { html } from "../dom";
import { moveInGrid } from "../marks";
import { button, menu, Rover } from "./controls";
import { CanvasPen, fitted, type Pen, SANS } from "./draw";
import { arranged, type Cell, type Grid } from "./grid";
import { mapPicture } from "./maps";
import { tokenOptions } from "./options";
import { PALETTES, type Palette } from "./palette";
import { Preview, ROOM } from "./preview";
import { behaviour, labelOf } from "./readout";
import type { State } from "./state";
import { plain } from "./tokens";
import { type Context, headName, mapOf, sidesOf, type View } from "./view";

const SLICE = 14; // milliseconds of drawing at a time

export function modelView(context: Context): View {
  const { meta, store } = context;
  const stack = meta.stacks[store.state.stack]!;
  const scores = meta.scores.filter((score) => score.stack === stack.name);
  const sort = menu("order", [["", "layers and heads"], ...scores.map((one) => [one.id, plain(one.words)] as const)], (id) =>
    store.set({ sort: id === "" ? null : id }),
  );
  const options = tokenOptions(context, stack, false);
  const canvas = html("canvas", { "aria-hidden": "true" });
  const cells = html("div", { class: "hs-cells", role: "grid", "aria-label": "All heads" });
  const board = html("div", { class: "hs-board" }, canvas, cells);
  const scroller = html("div", { class: "hs-wide" }, board);
  const preview = new Preview();
  const figure = html("div", { class: "hs-figure" }, scroller, preview.element);
  const title = html("h3", {});
  const readout = html("p", { class: "hs-readout", "aria-live": "polite" });
  const hint =
    "Each square is one head’s map: rows are the positions being updated, columns those attended to, and the stronger the colour, " +
    "the larger the weight (its square root). Enter or a click opens a head.";
  // The signs in the corners of maps, those that there are.
  const signs = new Map(
    meta.labels
      .filter((one) => one.stack === stack.name)
      .map(({ label }) => behaviour(meta, label))
      .filter(({ mark }) => mark !== "")
      .map(({ mark, words }) => [mark, words]),
  );
  const legend = [...signs].map(([mark, words]) => `${mark} ${words}`).join(" · ");
  const element = html(
    "div",
    { class: "hs-model" },
    html("div", { class: "hs-bar" }, sort.element),
    options.element,
    title,
    readout,
    figure,
    html("p", { class: "hs-hint" }, legend === "" ? hint : `${hint} A sign says what a head mostly does: ${legend}.`),
  );

  let grid: Grid;
  let slice = 0;
  let pictures: { cell: Cell; made: HTMLCanvasElement }[] = [];
  let waiting: Cell[] = [];
  let drawn = ""; // what the maps were made for
  let columns = 1;

  const scoreOf = (state: State) => scores.find(({ id }) => id === state.sort) ?? null;

  function describe({ layer, head }: Cell): string {
    const score = scoreOf(store.state);
    const value = score?.value[layer]?.[head];
    const label = labelOf(meta, stack, layer, head);
    const parts = [`Head ${headName(layer, head)}`];
    if (label !== null) parts.push(behaviour(meta, label).words);
    if (score) parts.push(`${plain(score.words)}: ${typeof value === "number" ? value.toFixed(2) : "not measured"}`);
    return parts.join(", ");
  }

  function open({ layer, head }: Cell): void {
    store.set({ view: "head", layer, heads: [head] });
  }

  /** How wide the small maps may be: on a wide page they leave room for a large one. */
  function room(): number {
    const whole = figure.clientWidth || 900;
    return whole > 1000 ? whole - ROOM : whole;
  }

  function enlarge({ layer, head }: Cell): void {
    if (room() === figure.clientWidth) return;
    const state = store.state;
    const { rows, keys } = sidesOf(stack, state);
    preview.show(
      `Head ${headName(layer, head)}`,
      mapOf(context, stack, state, layer, head, rows, keys),
      rows,
      keys,
      state.filter,
      context.theme(),
    );
  }

  function layout(state: State): void {
    const score = scoreOf(state);
    grid = arranged(stack, score, Math.max(240, room()));
    columns = grid.columns;
    board.classList.toggle("hs-small", grid.side < 44);
    board.style.width = `${grid.width}px`;
    board.style.height = `${grid.height}px`;
    const made = grid.cells.map((cell) => {
      const one = button("", () => open(cell), {
        class: "hs-cell",
        role: "gridcell",
        "aria-label": describe(cell),
        title: describe(cell),
      });
      const label = labelOf(meta, stack, cell.layer, cell.head);
      if (label !== null) one.append(html("span", { class: "hs-mark", "aria-hidden": "true" }, behaviour(meta, label).mark));
      one.style.left = `${cell.x}px`;
      one.style.top = `${cell.y}px`;
      one.style.width = `${grid.side}px`;
      one.style.height = `${grid.side}px`;
      return one;
    });
    const rover = new Rover(made);
    // Rows only for those who listen: how the cells lie is said by their places.
    const rows: HTMLElement[] = [];
    for (let at = 0; at < made.length; at += columns) rows.push(html("div", { role: "row" }, ...made.slice(at, at + columns)));
    cells.replaceChildren(...rows);
    cells.onkeydown = (event) => {
      const at = made.indexOf(event.target as HTMLButtonElement);
      if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      const next = moveInGrid(Math.ceil(made.length / columns), columns, at, event.key);
      if (next === null) return;
      event.preventDefault();
      rover.to(Math.min(next, made.length - 1));
    };
    const point = (event: Event) => {
      const at = made.indexOf((event.target as Element).closest("button")!);
      if (at < 0) return;
      if (event.type === "focusin") rover.to(at, false);
      readout.textContent = `${describe(grid.cells[at]!)}.`;
      enlarge(grid.cells[at]!);
    };
    pointedAt = point;
  }
  let pointedAt: (event: Event) => void = () => undefined;
  cells.addEventListener("pointerover", (event) => pointedAt(event));
  cells.addEventListener("focusin", (event) => pointedAt(event));

  function names(pen: Pen, palette: Palette): void {
    const lettering = { colour: palette.quiet, size: Math.min(13, Math.max(9, grid.side * 0.3)), font: SANS };
    for (const { x, y, text, anchor } of grid.names) pen.text(x, y, text, { ...lettering, anchor });
  }

  function draw(): void {
    const context2d = fitted(canvas, grid.width, grid.height);
    if (!context2d) return;
    const palette = PALETTES[context.theme()];
    names(new CanvasPen(context2d), palette);
    element.setAttribute("aria-busy", "true");
    const state = store.state;
    const key = JSON.stringify([grid.side, context.theme(), state.filter, state.hide, state.renormalise, state.words]);
    const kept = new Map(key === drawn ? pictures.map((one) => [headName(one.cell.layer, one.cell.head), one.made]) : []);
    drawn = key;
    pictures = [];
    waiting = [...grid.cells].reverse();
    cancelAnimationFrame(slice);
    goOn(kept);
  }

  function goOn(kept: Map<string, HTMLCanvasElement>): void {
    const context2d = canvas.getContext("2d")!;
    const pen = new CanvasPen(context2d);
    const palette = PALETTES[context.theme()];
    const until = performance.now() + SLICE;
    while (waiting.length > 0 && performance.now() < until) {
      const cell = waiting.pop()!;
      const made =
        kept.get(headName(cell.layer, cell.head)) ?? thumbnail(cell, Math.min(2, window.devicePixelRatio || 1), context.theme());
      pictures.push({ cell, made });
      pen.picture(made, cell.x, cell.y, grid.side, grid.side);
      pen.frame(cell.x, cell.y, grid.side, grid.side, palette.line);
    }
    if (waiting.length > 0) slice = requestAnimationFrame(() => goOn(kept));
    else element.removeAttribute("aria-busy");
  }

  function thumbnail({ layer, head }: Cell, ratio: number, theme: Theme): HTMLCanvasElement {
    const state = store.state;
    const { rows, keys } = sidesOf(stack, state);
    return mapPicture(
      [mapOf(context, stack, state, layer, head, rows, keys)],
      rows,
      keys,
      state.filter,
      Math.round(grid.side * ratio),
      theme,
    );
  }

  function update(state: State): void {
    sort.show(state.sort ?? "");
    options.show(state);
    const score = scoreOf(state);
    title.textContent = score
      ? `All heads, by how much each ${plain(score.words)}`
      : `All ${stack.layers} × ${stack.heads} heads: a row for each layer, a column for each head`;
    readout.textContent = "Point at a head for its name; click to open it.";
    preview.hide();
    layout(state);
    draw();
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
      width: grid.width,
      height: grid.height,
      draw: (pen, palette, theme) => {
        names(pen, palette);
        for (const cell of grid.cells) {
          pen.picture(thumbnail(cell, 3, theme), cell.x, cell.y, grid.side, grid.side);
          pen.frame(cell.x, cell.y, grid.side, grid.side, palette.line);
          const label = labelOf(meta, stack, cell.layer, cell.head);
          const mark = label === null ? "" : behaviour(meta, label).mark;
          if (mark === "") continue;
          const size = grid.side < 44 ? 8 : 10;
          const [x, y] = [cell.x + grid.side - size / 2 - 2, cell.y + size / 2 + 2];
          pen.box(x - size / 2 - 1, y - size / 2 - 1, size + 2, size + 2, palette.background, 1);
          pen.text(x, y, mark, { colour: palette.ink, size, anchor: "middle", font: SANS });
        }
      },
    }),
    destroy: () => {
      cancelAnimationFrame(slice);
      resized.disconnect();
    },
  };
}
