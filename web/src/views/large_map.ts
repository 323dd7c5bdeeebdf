// The map of what is looked at, large: both axes with their tokens, the weight under the pointer; of a long text also a frame around what
// the columns show. It follows what is chosen, never what the pointer passes on its way here.
import type { Theme } from "../colour";
import { html } from "../dom";
import { CanvasPen, fitted, MONOSPACE, type Pen, SANS } from "./draw";
import { mapPicture } from "./maps";
import { PALETTES, type Palette } from "./palette";
import { cells, shortened, visible } from "./tokens";
import { allowed, type Filter, type HeadMap, type Side } from "./units";

export interface MapScene {
  rows: Side;
  keys: Side;
  heads: number[];
  maps: HeadMap[]; // of those heads; a place shows the largest of them
  filter: Filter;
  rests?: (string | null)[]; // of each row the token on which these heads rest, where it is empty
}

const TYPE = 10.5;
const CHARACTER = 0.61 * TYPE;
const LETTERS = 12; // of a token on an axis
const LINE = 12; // the least distance of two tokens on an axis
const NAME = 16; // the line that says what an axis is
const MOST_CELL = 26;
const GAP = 4;

/** Where the map lies in its box, and how large a cell is. */
export interface MapPlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

const longest = ({ texts }: Side) => Math.max(1, ...texts.map((text) => cells(shortened(text, LETTERS)))) * CHARACTER + GAP;

export function mapPlace(rows: Side, keys: Side, available: number, tallest: number): MapPlace {
  const [left, top] = [NAME + longest(rows), NAME + longest(keys)];
  const [down, across] = [Math.max(1, rows.texts.length), Math.max(1, keys.texts.length)];
  const cell = Math.min(MOST_CELL, (available - left - 2) / across, Math.max(120, tallest - top) / down);
  return { left, top, width: Math.max(1, cell * across), height: Math.max(1, cell * down) };
}

/** Every token that has room for its name, evenly: all, or every second, third … */
export function labelled(count: number, length: number): number[] {
  const every = Math.max(1, Math.ceil((LINE * count) / length));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
}

/** The largest weight of those heads at one place, or null where the filter leaves it out. */
export function weightAt({ maps, rows, keys, filter }: MapScene, row: number, key: number): number | null {
  if (maps.length === 0 || !allowed(filter, rows.segments[row]!, keys.segments[key]!)) return null;
  return Math.max(...maps.map((map) => map.read(map.values[row * map.columns + key]!)));
}

function axes(pen: Pen, palette: Palette, { rows, keys }: MapScene, { left, top, width, height }: MapPlace): void {
  const lettering = (special: boolean) => ({ colour: special ? palette.quiet : palette.ink, size: TYPE, font: MONOSPACE });
  for (const at of labelled(rows.texts.length, height)) {
    const y = top + ((at + 0.5) * height) / rows.texts.length;
    pen.text(left - GAP, y, shortened(rows.texts[at]!, LETTERS), { ...lettering(rows.special[at]!), anchor: "end" });
  }
  for (const at of labelled(keys.texts.length, width)) {
    const x = left + ((at + 0.5) * width) / keys.texts.length;
    const upwards = { ...lettering(keys.special[at]!), anchor: "start", turned: true } as const;
    pen.text(x, top - GAP, shortened(keys.texts[at]!, LETTERS), upwards);
  }
  const quiet = { colour: palette.quiet, size: 12, font: SANS } as const;
  pen.text(left, NAME / 2, "attends to →", { ...quiet, anchor: "start" });
  pen.text(NAME / 2, top + height, "from", { ...quiet, anchor: "start", turned: true });
}

export interface MapHandlers {
  /** The pointer is on a row of the map, or left it. */
  point(row: number | null): void;
  /** A click or a drag, at this fraction of the height. */
  go(fraction: number): void;
}

export class LargeMap {
  readonly element: HTMLElement;
  private readonly canvas = html("canvas", { "aria-hidden": "true" });
  private readonly box: HTMLElement;
  private readonly frame = html("div", { class: "hs-frame" });
  private readonly cross = html("div", { class: "hs-cross" });
  private readonly value = html("p", { class: "hs-value" });
  private readonly name = html("p", { class: "hs-name" });
  private scene: MapScene | null = null;
  private place: MapPlace = { left: 0, top: 0, width: 1, height: 1 };
  private waiting = 0;

  constructor({ point, go }: MapHandlers) {
    this.box = html("div", { class: "hs-map", role: "img" }, this.canvas, this.frame, this.cross);
    this.element = html("div", { class: "hs-large" }, this.name, this.box, this.value);
    this.frame.hidden = this.cross.hidden = true;
    const at = (event: PointerEvent): [number, number] | null => {
      const { left, top } = this.box.getBoundingClientRect();
      const across = (event.clientX - left - this.place.left) / this.place.width;
      const down = (event.clientY - top - this.place.top) / this.place.height;
      return across < 0 || across >= 1 || down < 0 || down >= 1 ? null : [across, down];
    };
    const show = (event: PointerEvent) => {
      const found = this.scene && at(event);
      this.say(found);
      point(found && this.scene ? Math.floor(found[1] * this.scene.rows.texts.length) : null);
      if (found && event.buttons & 1) go(found[1]);
    };
    this.box.addEventListener("pointerdown", (event) => {
      this.box.setPointerCapture(event.pointerId);
      show(event);
    });
    this.box.addEventListener("pointermove", show);
    this.box.addEventListener("pointerleave", () => {
      this.say(null);
      point(null);
    });
  }

  /** Drawn a little later: with thousands of tokens it takes a moment, and the strokes come first. */
  draw(name: string, scene: MapScene, theme: Theme, available: number, tallest: number): void {
    this.scene = scene;
    this.name.textContent = scene.heads.length > 1 ? `${name}: the largest weight of ${scene.heads.length} heads` : name;
    this.box.setAttribute("aria-label", `Map of ${name}: rows are the tokens being updated, columns those attended to`);
    this.place = mapPlace(scene.rows, scene.keys, available, tallest);
    this.element.style.width = `${Math.ceil(this.place.left + this.place.width + 2)}px`;
    this.say(null);
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.paint(scene, theme), 30);
  }

  private paint(scene: MapScene, theme: Theme): void {
    const { left, top, width, height } = this.place;
    const context = fitted(this.canvas, left + width + 2, top + height + 2);
    if (!context) return;
    const [palette, pen] = [PALETTES[theme], new CanvasPen(context)];
    const most = Math.round(Math.max(width, height) * Math.min(2, window.devicePixelRatio || 1));
    pen.picture(mapPicture(scene.maps, scene.rows, scene.keys, scene.filter, most, theme), left, top, width, height);
    pen.frame(left, top, width, height, palette.line);
    axes(pen, palette, scene, this.place);
  }

  /** The weight at a place, given as fractions; without one, how to get it. */
  private say(place: [number, number] | null): void {
    const { scene } = this;
    this.cross.hidden = place === null;
    if (place === null || scene === null) {
      this.value.textContent = "Point at the map for a weight.";
      return;
    }
    const [columns, rows] = [scene.keys.texts.length, scene.rows.texts.length];
    const [key, row] = [Math.floor(place[0] * columns), Math.floor(place[1] * rows)];
    const weight = weightAt(scene, row, key);
    const token = (text: string) => html("bdi", { class: "hs-quoted" }, visible(text).slice(0, 40));
    const number = weight === null ? " not shown" : ` ${weight.toFixed(weight < 0.1 ? 3 : 2)}`;
    const rests = scene.rests?.[row];
    if (rests) this.value.replaceChildren(token(scene.rows.texts[row]!), " rests on ", token(rests));
    else this.value.replaceChildren(token(scene.rows.texts[row]!), " → ", token(scene.keys.texts[key]!), number);
    const [width, height] = [this.place.width / columns, this.place.height / rows];
    const style = this.cross.style;
    style.left = `${this.place.left + key * width - 1}px`;
    style.top = `${this.place.top + row * height - 1}px`;
    style.width = `${Math.max(4, width + 2)}px`;
    style.height = `${Math.max(4, height + 2)}px`;
  }

  /** Frames the rows and columns that are seen, as fractions of all; null where all are. */
  show(seen: { rows: [number, number]; keys: [number, number] } | null): void {
    this.frame.hidden = seen === null;
    if (seen === null) return;
    const { left, top, width, height } = this.place;
    const style = this.frame.style;
    style.top = `${top + seen.rows[0] * height}px`;
    style.height = `${Math.max(2, (seen.rows[1] - seen.rows[0]) * height)}px`;
    style.left = `${left + seen.keys[0] * width}px`;
    style.width = `${Math.max(2, (seen.keys[1] - seen.keys[0]) * width)}px`;
  }

  destroy(): void {
    clearTimeout(this.waiting);
  }
}
