// Every head's attention on one text as a small picture: rows are the tokens that attend, columns those attended to. The pictures of a
// grid lie on one canvas under its cells, each in the colour of what its head does.
import { type Doing, shades } from "./behaviour";
import { bytesOf } from "./card/sentence";
import type { Theme } from "./colour";
import { html } from "./dom";
import type { GridSize } from "./grid";
import type { Head } from "./heads";
import type { Payload, Stack } from "./payload";

/** Smaller cells show what a head does by colour and sign alone. */
export const LEAST = 20;
/** Of a canvas, in pixels: more takes memory and shows no more. */
const WIDEST = 3072;
const GAP = 1; // between a picture and the edge of its cell

export interface Pictures {
  rows: number;
  columns: number;
  /** A head's weights, a byte each, on the square-root scale. */
  of(head: Head): Uint8Array;
}

/** A stack's pictures: made small by Python where the text is long, else the text's own maps; null where a run keeps no text. */
export function picturesOf(payload: Payload, stack: Stack): Pictures | null {
  const text = payload.texts[stack.name];
  const small = payload.pictures[stack.name] ?? (text && { rows: text.queries.texts.length, columns: text.keys.texts.length, maps: text.maps });
  if (!small) return null;
  const { rows, columns } = small;
  const bytes = bytesOf(small.maps);
  const each = rows * columns;
  if (bytes.length !== each * stack.layers * stack.heads) throw new Error(`the maps of the ${stack.name} do not have the size of their text`);
  return { rows, columns, of: ({ layer, head }) => bytes.subarray((layer * stack.heads + head) * each, (layer * stack.heads + head + 1) * each) };
}

/** The colour of each byte as a pixel, from the ground of a cell to its darkest. */
export function pixelsOf(doing: Doing, theme: Theme): Uint32Array {
  const { ground, deep } = shades(doing, theme);
  const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const [from, to] = [channels(ground), channels(deep)];
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const [red, green, blue] = from.map((start, at) => Math.round(start + ((to[at]! - start) * byte) / 255)) as [number, number, number];
    // The bytes of a pixel are red, green, blue, opacity; as a number on every machine in use, the other way round.
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

/** A canvas that covers the cells of a grid; `paint` draws on it, again whenever the theme changes. */
export function pictureCanvas(stack: Stack, size: GridSize): HTMLCanvasElement {
  const [width, height] = [stack.heads * size.cellWidth, stack.layers * size.cellHeight];
  const sharp = Math.min(window.devicePixelRatio || 1, WIDEST / Math.max(width, height));
  const canvas = html("canvas", { class: "pictures", width: Math.round(width * sharp), height: Math.round(height * sharp), "aria-hidden": "true" });
  Object.assign(canvas.style, { left: `${size.left}px`, top: `${size.top}px`, width: `${width}px`, height: `${height}px` });
  return canvas;
}

export function paintPictures(canvas: HTMLCanvasElement, pictures: Pictures, heads: Head[], stack: Stack, doing: (head: Head) => Doing, theme: Theme): void {
  const context = canvas.getContext("2d");
  const small = html("canvas", { width: pictures.columns, height: pictures.rows });
  const inner = small.getContext("2d");
  if (!context || !inner) return;
  const image = inner.createImageData(pictures.columns, pictures.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const [width, height] = [canvas.width / stack.heads, canvas.height / stack.layers];
  const edge = (GAP * canvas.width) / parseFloat(canvas.style.width);
  // Pixels of uneven size look like a pattern that is not there, unless they are large.
  const times = (width - 2 * edge) / pictures.columns;
  context.imageSmoothingEnabled = times < 4 && Math.abs(times - Math.round(times)) > 0.01;
  context.imageSmoothingQuality = "high";
  for (const head of heads) {
    const colours = pixelsOf(doing(head), theme);
    pictures.of(head).forEach((byte, at) => (pixels[at] = colours[byte]!));
    inner.putImageData(image, 0, 0);
    context.drawImage(small, head.head * width + edge, head.layer * height + edge, width - 2 * edge, height - 2 * edge);
  }
}
