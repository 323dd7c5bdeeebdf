// The whole n × n map beside long columns, with a frame around what they show. Click or drag to go there.
import type { Theme } from "../colour";
import { html } from "../dom";
import type { Scene } from "./lines";
import { mapPicture } from "./maps";

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = html("canvas", {});
  private readonly frame = html("div", { class: "hs-frame" });
  private side = 168;
  private height = 168;
  private waiting = 0;

  constructor(private readonly scrollTo: (fraction: number) => void) {
    const label = "Map of all weights, rows by columns; the frame is what the columns show";
    const box = html("div", { class: "hs-map", role: "img", "aria-label": label }, this.canvas, this.frame);
    const go = (event: PointerEvent) => {
      const { top, height } = box.getBoundingClientRect();
      this.scrollTo((event.clientY - top) / height);
    };
    box.addEventListener("pointerdown", (event) => {
      box.setPointerCapture(event.pointerId);
      go(event);
    });
    box.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) go(event);
    });
    this.element = html(
      "div",
      { class: "hs-minimap" },
      box,
      html("p", { class: "hs-hint" }, "All weights: from (rows) to (columns). Click to go there."),
    );
  }

  /** Drawn after the lines: with thousands of tokens it takes a moment. */
  draw(scene: Scene, theme: Theme, side: number): void {
    this.side = side;
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      const made = mapPicture(scene.maps, scene.rows, scene.keys, scene.filter, Math.round(this.side * ratio), theme);
      this.canvas.width = made.width;
      this.canvas.height = made.height;
      this.canvas.getContext("2d")?.drawImage(made, 0, 0);
    }, 30);
    const [rows, keys] = [scene.rows.texts.length, scene.keys.texts.length];
    this.height = Math.max(24, this.side * Math.min(1, rows / keys));
    this.canvas.style.width = `${this.side * Math.min(1, keys / rows)}px`;
    this.canvas.style.height = `${this.height}px`;
  }

  /** Frame the rows and columns that are seen, as fractions of all. */
  show([top, bottom]: [number, number], [left, right]: [number, number]): void {
    const width = parseFloat(this.canvas.style.width);
    this.frame.style.top = `${top * this.height}px`;
    this.frame.style.height = `${Math.max(2, (bottom - top) * this.height)}px`;
    this.frame.style.left = `${left * width}px`;
    this.frame.style.width = `${Math.max(2, (right - left) * width)}px`;
  }

  destroy(): void {
    clearTimeout(this.waiting);
  }
}
