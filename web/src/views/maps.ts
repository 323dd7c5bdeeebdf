// A head's weights as a small picture: rows are the positions being updated, columns those attended to, colour the weight's
// square root. Where there are more weights than pixels, a pixel shows the largest of its weights, so that thin diagonals stay.
import { ramp, type Theme } from "../colour";
import { html } from "../dom";
import { allowed, type Filter, type HeadMap, type Side } from "./units";

function table(theme: Theme): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const colour = parseInt(ramp(theme, byte / 255).slice(1), 16);
    // The bytes of a pixel are red, green, blue, opacity; as a number on every machine in use, the other way round.
    return ((255 << 24) | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0;
  });
}

const TABLES: Record<Theme, Uint32Array> = { light: table("light"), dark: table("dark") };

/** Which pixel each of `length` places falls in. */
function places(length: number, pixels: number): Int32Array {
  return Int32Array.from({ length }, (_, at) => Math.floor((at * pixels) / length));
}

/** The strongest weight of each pixel, over all maps, as bytes on the square-root scale. */
export function pooled(maps: HeadMap[], rows: Side, keys: Side, filter: Filter, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(width * height);
  const across = places(keys.parts.length, width);
  const down = places(rows.parts.length, height);
  for (const { columns, values } of maps) {
    const scale = values instanceof Uint8Array ? null : 255;
    for (let row = 0; row < down.length; row++) {
      const line = down[row]! * width;
      for (let key = 0; key < columns; key++) {
        const value = values[row * columns + key]!;
        const byte = scale === null ? value : Math.round(scale * Math.sqrt(Math.min(1, value)));
        const at = line + across[key]!;
        if (byte > bytes[at]! && (filter === "all" || allowed(filter, rows.segments[row]!, keys.segments[key]!))) bytes[at] = byte;
      }
    }
  }
  return bytes;
}

/** A canvas of at most this many pixels each way, one pixel a weight where they fit. */
export function mapPicture(maps: HeadMap[], rows: Side, keys: Side, filter: Filter, most: number, theme: Theme): HTMLCanvasElement {
  const [width, height] = [Math.max(1, Math.min(most, keys.parts.length)), Math.max(1, Math.min(most, rows.parts.length))];
  const canvas = html("canvas", { width, height });
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = TABLES[theme];
  pooled(maps, rows, keys, filter, width, height).forEach((byte, at) => (pixels[at] = colours[byte]!));
  context.putImageData(image, 0, 0);
  return canvas;
}
