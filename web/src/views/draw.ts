// One way of drawing for the screen and for export: a pen that leaves pixels, and one that leaves SVG.
import { svg } from "../dom";

export const MONOSPACE = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';
export const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export interface Stroke {
  colour: string;
  alpha: number;
  width: number;
  dash: readonly number[];
}

export interface Lettering {
  colour: string;
  size: number;
  anchor: "start" | "middle" | "end";
  font: string;
  strong?: boolean;
  /** Written upwards. */
  turned?: boolean;
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u07c0-\u085f]/u;

/** The direction of a text by its first letter, as `dir="auto"` has it: a token is written in its own, whatever stands beside it. */
export function directionOf(text: string): "ltr" | "rtl" {
  const letter = LETTER.exec(text)?.[0] ?? "";
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

export interface Pen {
  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void;
  box(x: number, y: number, width: number, height: number, colour: string, alpha: number): void;
  frame(x: number, y: number, width: number, height: number, colour: string): void;
  /** The point is the middle of the line of type. */
  text(x: number, y: number, content: string, lettering: Lettering): void;
  picture(pixels: HTMLCanvasElement, x: number, y: number, width: number, height: number): void;
}

export class CanvasPen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  line(x1: number, y1: number, x2: number, y2: number, { colour, alpha, width, dash }: Stroke): void {
    const { context } = this;
    context.globalAlpha = Math.min(1, alpha);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash as number[]);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }

  box(x: number, y: number, width: number, height: number, colour: string, alpha: number): void {
    this.context.globalAlpha = Math.min(1, alpha);
    this.context.fillStyle = colour;
    this.context.fillRect(x, y, width, height);
  }

  frame(x: number, y: number, width: number, height: number, colour: string): void {
    this.context.globalAlpha = 1;
    this.context.strokeStyle = colour;
    this.context.lineWidth = 1.25;
    this.context.setLineDash([]);
    this.context.strokeRect(x, y, width, height);
  }

  text(x: number, y: number, content: string, { colour, size, anchor, font, strong, turned }: Lettering): void {
    const { context } = this;
    if (turned) {
      context.save();
      context.translate(x, y);
      context.rotate(-Math.PI / 2);
      this.text(0, 0, content, { colour, size, anchor, font, ...(strong ? { strong } : {}) });
      context.restore();
      return;
    }
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.font = `${strong ? "600 " : ""}${size}px ${font}`;
    // Not "start" and "end": those turn round with the direction of writing.
    context.textAlign = anchor === "middle" ? "center" : anchor === "end" ? "right" : "left";
    context.textBaseline = "alphabetic";
    context.direction = directionOf(content);
    context.fillText(content, x, y + size * 0.35);
  }

  picture(pixels: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
    this.context.globalAlpha = 1;
    // Enlarged, each weight stays a square; made smaller, none may be skipped.
    this.context.imageSmoothingEnabled = pixels.width > width * 2;
    this.context.drawImage(pixels, x, y, width, height);
  }
}

const short = (value: number) => String(Math.round(value * 100) / 100);

/** Strokes that begin at one point and look alike become one path: few elements, and those of different tokens still add up. */
export class SvgPen implements Pen {
  private readonly paths = new Map<string, SVGPathElement>();
  private start = "";

  constructor(private readonly into: SVGElement) {}

  line(x1: number, y1: number, x2: number, y2: number, { colour, alpha, width, dash }: Stroke): void {
    const start = `M${short(x1)} ${short(y1)}`;
    if (start !== this.start) this.paths.clear();
    this.start = start;
    const opacity = short(Math.min(1, alpha));
    const key = `${colour} ${opacity} ${dash.join()}`;
    let path = this.paths.get(key);
    if (!path) {
      path = svg("path", { d: "", fill: "none", stroke: colour, "stroke-opacity": opacity, "stroke-width": short(width) });
      if (dash.length > 0) path.setAttribute("stroke-dasharray", dash.join(" "));
      this.paths.set(key, path);
      this.into.append(path);
    }
    path.setAttribute("d", `${path.getAttribute("d")}${start}L${short(x2)} ${short(y2)}`);
  }

  box(x: number, y: number, width: number, height: number, colour: string, alpha: number): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.into.append(svg("rect", { ...place, fill: colour, "fill-opacity": short(Math.min(1, alpha)) }));
  }

  frame(x: number, y: number, width: number, height: number, colour: string): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.into.append(svg("rect", { ...place, fill: "none", stroke: colour, "stroke-width": 1.25 }));
  }

  text(x: number, y: number, content: string, { colour, size, anchor, font, strong, turned }: Lettering): void {
    const direction = directionOf(content);
    // There "start" is where reading starts; ours is the left.
    const turn = { start: "end", middle: "middle", end: "start" } as const;
    const made = svg("text", {
      x: short(turned ? x + size * 0.35 : x),
      y: short(turned ? y : y + size * 0.35),
      fill: colour,
      "font-size": short(size),
      "font-family": font,
      "text-anchor": direction === "rtl" ? turn[anchor] : anchor,
      direction,
      "unicode-bidi": "isolate",
      "xml:space": "preserve",
    });
    if (strong) made.setAttribute("font-weight", "600");
    if (turned) made.setAttribute("transform", `rotate(-90 ${short(x + size * 0.35)} ${short(y)})`);
    made.append(content);
    this.into.append(made);
  }

  picture(pixels: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    const image = svg("image", { ...place, href: pixels.toDataURL("image/png"), preserveAspectRatio: "none" });
    if (pixels.width <= width * 2) image.setAttribute("image-rendering", "pixelated");
    this.into.append(image);
  }
}

/** Make a canvas this large in the page, sharp on the screen it is on, empty, and ready to be drawn on in pixels of the page. */
export function fitted(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const [across, down] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, across, down);
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
