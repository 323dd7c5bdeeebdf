// Every head's map, small, on one canvas, with a button over each: the model view, and the head view's navigator.
import type { Theme } from "../colour";
import { html } from "../dom";
import { moveInGrid } from "../marks";
import { button, Rover } from "./controls";
import { CanvasPen, fitted, type Pen, SANS } from "./draw";
import { arranged, type Cell, type Grid } from "./grid";
import { mapPicture } from "./maps";
import type { Score, Stack } from "./meta";
import { isOff } from "./off";
import { PALETTES, type Palette } from "./palette";
import { behaviour, labelOf } from "./readout";
import type { State } from "./state";
import { type Context, headName, mapOf, sidesOf } from "./view";

const SLICE = 14; // milliseconds of drawing at a time
const SMALL = 44; // pixels; below, signs are smaller

export interface BoardOptions {
  /** Of a map, in pixels. */
  most?: number;
  describe(cell: Cell): string;
  /** A click, Enter or Space; `add` with Shift. */
  choose(cell: Cell, add: boolean): void;
  /** The pointer or the focus is on a head, or left them all; `byKey` where a key led there. */
  point(cell: Cell | null, byKey: boolean): void;
}

export class Board {
  readonly element: HTMLElement;
  private grid!: Grid;
  private buttons: HTMLButtonElement[] = [];
  private rover = new Rover([]);
  private readonly canvas = html("canvas", { "aria-hidden": "true" });
  private readonly cells = html("div", { class: "hs-cells", role: "grid", "aria-label": "All heads" });
  private readonly board = html("div", { class: "hs-board" }, this.canvas, this.cells);
  private slice = 0;
  private arrangedFor = "";
  private drawnFor = "";
  private made = new Map<string, HTMLCanvasElement>(); // by the head's name

  constructor(
    private readonly context: Context,
    private readonly stack: Stack,
    private readonly options: BoardOptions,
  ) {
    this.element = html("div", { class: "hs-wide" }, this.board);
    const find = (event: Event) => this.buttons.indexOf((event.target as Element).closest("button")!);
    this.cells.addEventListener("click", (event) => {
      const at = find(event);
      if (at >= 0) this.options.choose(this.grid.cells[at]!, event.shiftKey);
    });
    for (const name of ["pointerover", "focusin"] as const) {
      this.cells.addEventListener(name, (event) => {
        const at = find(event);
        if (at < 0) return;
        if (name === "focusin") this.rover.to(at, false);
        this.options.point(this.grid.cells[at]!, name === "focusin" && this.buttons[at]!.matches(":focus-visible"));
      });
    }
    this.cells.addEventListener("pointerleave", () => this.options.point(null, false));
    this.cells.addEventListener("keydown", (event) => {
      const at = find(event);
      if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      const { columns } = this.grid;
      const next = moveInGrid(Math.ceil(this.buttons.length / columns), columns, at, event.key);
      if (next === null) return;
      event.preventDefault();
      this.rover.to(Math.min(next, this.buttons.length - 1));
    });
  }

  get width(): number {
    return this.grid.width;
  }

  get height(): number {
    return this.grid.height;
  }

  /** Lays the maps out in a box of this width and draws those that changed. */
  update(state: State, score: Score | null, width: number): void {
    const arrangement = JSON.stringify([score?.id ?? null, width]);
    const content = JSON.stringify([this.context.theme(), state.weights, state.filter, state.hide, state.renormalise, state.words]);
    if (arrangement === this.arrangedFor && content === this.drawnFor) return;
    if (arrangement !== this.arrangedFor) this.layout(score, width);
    if (content !== this.drawnFor) this.made.clear();
    [this.arrangedFor, this.drawnFor] = [arrangement, content];
    this.draw();
  }

  /** Shows which heads are looked at. */
  mark(on: (cell: Cell) => boolean): void {
    this.buttons.forEach((one, at) => one.setAttribute("aria-selected", String(on(this.grid.cells[at]!))));
  }

  private layout(score: Score | null, width: number): void {
    const before = this.grid?.side;
    this.grid = arranged(this.stack, score, width, this.options.most);
    if (this.grid.side !== before) this.made.clear();
    this.board.classList.toggle("hs-small", this.grid.side < SMALL);
    this.board.style.width = `${this.grid.width}px`;
    this.board.style.height = `${this.grid.height}px`;
    this.buttons = this.grid.cells.map((cell) => {
      const words = this.options.describe(cell);
      const one = button("", () => undefined, { class: "hs-cell", role: "gridcell", "aria-label": words, title: words });
      one.classList.toggle("hs-off", isOff(this.context.meta, this.stack, cell.layer, cell.head));
      const mark = this.sign(cell);
      if (mark !== "") one.append(html("span", { class: "hs-mark", "aria-hidden": "true" }, mark));
      one.style.left = `${cell.x}px`;
      one.style.top = `${cell.y}px`;
      one.style.width = `${this.grid.side}px`;
      one.style.height = `${this.grid.side}px`;
      return one;
    });
    this.rover = new Rover(this.buttons);
    // Rows only for those who listen: how the cells lie is said by their places.
    const rows: HTMLElement[] = [];
    const { columns } = this.grid;
    for (let at = 0; at < this.buttons.length; at += columns)
      rows.push(html("div", { role: "row" }, ...this.buttons.slice(at, at + columns)));
    this.cells.replaceChildren(...rows);
  }

  private sign({ layer, head }: Cell): string {
    const label = labelOf(this.context.meta, this.stack, layer, head);
    return label === null ? "" : behaviour(this.context.meta, label).mark;
  }

  private names(pen: Pen, palette: Palette): void {
    const lettering = { colour: palette.quiet, size: Math.min(13, Math.max(9, this.grid.side * 0.3)), font: SANS };
    for (const { x, y, text, anchor } of this.grid.names) pen.text(x, y, text, { ...lettering, anchor });
  }

  private draw(): void {
    const context2d = fitted(this.canvas, this.grid.width, this.grid.height);
    if (!context2d) return;
    this.names(new CanvasPen(context2d), PALETTES[this.context.theme()]);
    this.element.setAttribute("aria-busy", "true");
    cancelAnimationFrame(this.slice);
    const waiting = [...this.grid.cells].reverse();
    this.slice = requestAnimationFrame(() => this.goOn(waiting));
  }

  private goOn(waiting: Cell[]): void {
    const pen = new CanvasPen(this.canvas.getContext("2d")!);
    const palette = PALETTES[this.context.theme()];
    const { side } = this.grid;
    const until = performance.now() + SLICE;
    while (waiting.length > 0 && performance.now() < until) {
      const cell = waiting.pop()!;
      const name = headName(cell.layer, cell.head);
      const made = this.made.get(name) ?? this.thumbnail(cell, Math.min(2, window.devicePixelRatio || 1), this.context.theme());
      this.made.set(name, made);
      pen.picture(made, cell.x, cell.y, side, side);
      pen.frame(cell.x, cell.y, side, side, palette.line);
    }
    if (waiting.length > 0) this.slice = requestAnimationFrame(() => this.goOn(waiting));
    else this.element.removeAttribute("aria-busy");
  }

  private thumbnail({ layer, head }: Cell, ratio: number, theme: Theme): HTMLCanvasElement {
    const { state } = this.context.store;
    const { rows, keys } = sidesOf(this.stack, state);
    const map = mapOf(this.context, this.stack, state, layer, head, rows, keys);
    return mapPicture([map], rows, keys, state.filter, Math.round(this.grid.side * ratio), theme);
  }

  /** All of it with any pen, signs too. */
  export(pen: Pen, palette: Palette, theme: Theme): void {
    const { side, cells } = this.grid;
    this.names(pen, palette);
    for (const cell of cells) {
      pen.picture(this.thumbnail(cell, 3, theme), cell.x, cell.y, side, side);
      pen.frame(cell.x, cell.y, side, side, palette.line);
      const mark = this.sign(cell);
      if (mark === "") continue;
      const size = side < SMALL ? 8 : 10;
      const [x, y] = [cell.x + side - size / 2 - 2, cell.y + size / 2 + 2];
      pen.box(x - size / 2 - 1, y - size / 2 - 1, size + 2, size + 2, palette.background, 1);
      pen.text(x, y, mark, { colour: palette.ink, size, anchor: "middle", font: SANS });
    }
  }

  destroy(): void {
    cancelAnimationFrame(this.slice);
  }
}
