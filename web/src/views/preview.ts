// One head's map, large enough to see which token is which: beside the model view's small ones, where there is room.
import type { Theme } from "../colour";
import { html } from "../dom";
import { CanvasPen, fitted, MONOSPACE } from "./draw";
import { mapPicture } from "./maps";
import { PALETTES } from "./palette";
import { CHARACTER, cells, shortened } from "./tokens";
import type { Filter, HeadMap, Side } from "./units";

export const ROOM = 400; // pixels beside the small maps
const SIDE = 280;
const LINE = 11; // the least height at which a token can be read

export class Preview {
  readonly element: HTMLElement;
  private readonly canvas = html("canvas", {});
  private readonly name = html("p", {});

  constructor() {
    this.element = html("div", { class: "hs-preview", "aria-hidden": "true" }, this.name, this.canvas);
    this.element.hidden = true;
  }

  hide(): void {
    this.element.hidden = true;
  }

  show(name: string, map: HeadMap, rows: Side, keys: Side, filter: Filter, theme: Theme): void {
    this.element.hidden = false;
    this.name.textContent = name;
    const step = SIDE / Math.max(1, rows.texts.length);
    const named = step >= LINE; // else there is no room for the tokens' names
    const most = Math.min(12, Math.max(1, ...rows.texts.map((text) => cells(shortened(text, 12)))));
    const left = named ? most * CHARACTER * 0.8 + 6 : 0;
    const context = fitted(this.canvas, left + SIDE + 2, SIDE + 2);
    if (!context) return;
    const palette = PALETTES[theme];
    const pen = new CanvasPen(context);
    pen.picture(mapPicture([map], rows, keys, filter, 2 * SIDE, theme), left, 1, SIDE, SIDE);
    pen.frame(left, 1, SIDE, SIDE, palette.line);
    if (!named) return;
    rows.texts.forEach((text, at) => {
      const colour = rows.special[at] ? palette.quiet : palette.ink;
      pen.text(left - 4, 1 + (at + 0.5) * step, shortened(text, 12), { colour, size: 10, anchor: "end", font: MONOSPACE });
    });
  }
}
