// What is on screen as a file: SVG or PNG, always in the light colours, which are the ones that are printed.
import { html, svg } from "../dom";
import { CanvasPen, type Pen, SANS, SvgPen } from "./draw";
import { PALETTES } from "./palette";
import type { Picture } from "./view";

const MARGIN = 12;
const HEADING = 28;
export const SHARPNESS = 3; // pixels of a PNG to one of the page: 288 to the inch
export const LARGEST = 8192; // what every browser can make

function heading(pen: Pen, title: string): void {
  pen.text(MARGIN, HEADING / 2 + 2, title, { colour: PALETTES.light.ink, size: 14, anchor: "start", font: SANS, strong: true });
}

function fullSize({ width, height }: Picture): { width: number; height: number } {
  return { width: width + 2 * MARGIN, height: height + HEADING + MARGIN };
}

export function asSvg(picture: Picture): string {
  const { width, height } = fullSize(picture);
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  root.append(svg("title", {}, picture.title), svg("rect", { width, height, fill: PALETTES.light.background }));
  heading(new SvgPen(root), picture.title);
  // A drawing inside a drawing: it cuts off what lies outside.
  const inner = svg("svg", { x: MARGIN, y: HEADING, width: picture.width, height: picture.height, overflow: "hidden" });
  picture.draw(new SvgPen(inner), PALETTES.light, "light");
  root.append(inner);
  return new XMLSerializer().serializeToString(root);
}

export async function asPng(picture: Picture): Promise<Blob> {
  const { width, height } = fullSize(picture);
  const scale = Math.min(SHARPNESS, LARGEST / Math.max(width, height));
  const canvas = html("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  const pen = new CanvasPen(context);
  pen.box(0, 0, width, height, PALETTES.light.background, 1);
  heading(pen, picture.title);
  context.translate(MARGIN, HEADING);
  context.beginPath();
  context.rect(0, 0, picture.width, picture.height);
  context.clip();
  picture.draw(pen, PALETTES.light, "light");
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG of this size"))), "image/png");
  });
}

/** A name for a file, whatever the title holds. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 61)
    .replace(/^-+|-+$/gu, "");
  return `${plain || "headscope"}.${ending}`;
}

/** Hands the reader a file. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = html("a", { href: address, download: name });
  link.click();
  // The browser has begun by then; without this the bytes would stay until the page closes.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
