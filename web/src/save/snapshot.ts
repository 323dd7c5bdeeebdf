// What is on the page inside an element, as one SVG that needs no style sheet: drawings with their styles written out, canvases as pictures,
// boxes and lines of text where they stand.
import { svg } from "../dom";

/** What an SVG inherits from a style sheet and cannot do without, and the values that need not be said. */
const STYLES: Record<string, string> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "font-style": "normal",
  "text-anchor": "start",
  "paint-order": "normal",
  "image-rendering": "auto",
};
const OF_TEXT = new Set(["font-family", "font-size", "font-weight", "font-style", "text-anchor"]);
const SHAPES = new Set("svg g text tspan title line polyline polygon path circle ellipse rect image".split(" "));
/** What belongs to the page, not to a picture; what a button of a legend says is the meaning of its colour. */
const CONTROLS = "button:not(.behaviours button), input, select, textarea, .save, .readout, [hidden]";
const NOTHING = "rgba(0, 0, 0, 0)";
const BASELINE = 0.8; // of a line's height, from its top: what common sans serifs have

const short = (value: number) => String(Math.round(value * 100) / 100);

/** Said once, by the whole picture: the page's own font. */
function inherited(name: string): string {
  return name === "font-family" ? getComputedStyle(document.body).fontFamily : "";
}

/** An element of a drawing with its style in attributes; null where it is not seen. */
function styled(source: SVGElement): SVGElement | null {
  if (!SHAPES.has(source.tagName)) return null;
  const seen = getComputedStyle(source);
  if (seen.display === "none" || (seen.visibility === "hidden" && source.childElementCount === 0)) return null;
  const made = source.cloneNode(false) as SVGElement;
  for (const { name } of [...made.attributes]) {
    if (/^(class|style|role|id|tabindex|color|data-.*|aria-.*)$/.test(name)) made.removeAttribute(name);
  }
  const text = source.tagName === "text" || source.tagName === "tspan";
  const group = source.tagName === "g" || source.tagName === "svg";
  for (const [name, usual] of Object.entries(STYLES)) {
    made.removeAttribute(name);
    // A group's style is that of the parts it holds, and they say it; opacity alone is its own.
    if (group ? name !== "opacity" : OF_TEXT.has(name) && !text) continue;
    const value = seen.getPropertyValue(name);
    if (value !== (usual || inherited(name)) && value !== "") made.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    const one = child instanceof SVGElement ? styled(child) : null;
    if (one) made.append(one);
    else if (child.nodeType === Node.TEXT_NODE) made.append(child.textContent ?? "");
  }
  return made;
}

interface Placed {
  element: SVGElement;
  box: DOMRect;
}

function picture(source: SVGSVGElement): Placed | null {
  const [made, box] = [styled(source), source.getBoundingClientRect()];
  if (!made || box.width === 0) return null;
  for (const [name, value] of Object.entries({ width: box.width, height: box.height })) made.setAttribute(name, short(value));
  made.setAttribute("overflow", "visible");
  return { element: made, box };
}

function pixels(source: HTMLCanvasElement): Placed | null {
  const box = source.getBoundingClientRect();
  if (box.width === 0 || source.width === 0) return null;
  const size = { width: short(box.width), height: short(box.height) };
  const made = svg("image", { ...size, href: source.toDataURL("image/png"), preserveAspectRatio: "none", "image-rendering": "pixelated" });
  const { opacity } = getComputedStyle(source);
  if (opacity !== "1") made.setAttribute("opacity", opacity);
  return { element: made, box };
}

/** The ground and the border of a box, where it has any. */
function ground(source: HTMLElement): Placed | null {
  const [style, box] = [getComputedStyle(source), source.getBoundingClientRect()];
  const border = style.borderTopStyle !== "none" && style.borderBottomStyle !== "none" ? parseFloat(style.borderTopWidth) : 0;
  const filled = style.backgroundColor !== NOTHING;
  if ((!filled && border === 0) || box.width === 0) return null;
  const made = svg("rect", { width: short(box.width), height: short(box.height), fill: filled ? style.backgroundColor : "none" });
  if (border > 0) for (const [name, value] of [["stroke", style.borderTopColor], ["stroke-width", short(border)]] as const) made.setAttribute(name, value);
  return { element: made, box };
}

/** The words of a text, and where each stands; a word that is broken at the end of a line, letter by letter. */
function* pieces(node: Text): Generator<{ text: string; box: DOMRect }> {
  const range = document.createRange();
  const boxes = (start: number, length: number) => {
    range.setStart(node, start);
    range.setEnd(node, start + length);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  for (const { 0: word, index } of node.data.matchAll(/\S+/gu)) {
    const space = index > 0 ? " " : "";
    const [box, ...more] = boxes(index, word.length);
    if (!box) continue;
    if (more.length === 0) yield { text: space + word, box };
    else {
      let at = index;
      for (const letter of word) {
        const [own] = boxes(at, letter.length);
        if (own) yield { text: (at === index ? space : "") + letter, box: own };
        at += letter.length;
      }
    }
  }
}

/** A text as the browser has broken it into lines. */
function lines(node: Text): Placed[] {
  const style = getComputedStyle(node.parentElement!);
  const found: { text: string; box: DOMRect }[] = [];
  for (const piece of pieces(node)) {
    const last = found.at(-1);
    if (last && Math.abs(last.box.top - piece.box.top) < 2) {
      last.text += piece.text;
      last.box = new DOMRect(last.box.left, last.box.top, piece.box.right - last.box.left, last.box.height);
    } else found.push({ ...piece });
  }
  return found.map(({ text, box }) => {
    const letters = { fill: style.color, "font-size": style.fontSize, "font-weight": style.fontWeight, dy: short(BASELINE * box.height) };
    const made = svg("text", letters, text.trim());
    if (style.fontFamily !== inherited("font-family")) made.setAttribute("font-family", style.fontFamily);
    return { element: made, box };
  });
}

function* parts(source: Element): Generator<Placed> {
  if (source.matches(CONTROLS)) return;
  if (source instanceof SVGSVGElement) return yield* some(picture(source));
  if (source instanceof HTMLCanvasElement) return yield* some(pixels(source));
  if (!(source instanceof HTMLElement) || getComputedStyle(source).visibility === "hidden") return;
  yield* some(ground(source));
  for (const child of source.childNodes) {
    if (child instanceof Text) yield* lines(child);
    else if (child instanceof Element) yield* parts(child);
  }
}

function* some(one: Placed | null): Generator<Placed> {
  if (one) yield one;
}

export interface Snapshot {
  element: SVGElement;
  width: number;
  height: number;
}

/** All that is seen of an element, its left upper corner at 0, 0. */
export function snapshot(source: Element): Snapshot {
  const all = [...parts(source)];
  if (all.length === 0) return { element: svg("g"), width: 0, height: 0 };
  const [left, top] = [Math.min(...all.map(({ box }) => box.left)), Math.min(...all.map(({ box }) => box.top))];
  const group = svg("g");
  for (const { element, box } of all) {
    element.setAttribute("x", short(box.left - left));
    element.setAttribute("y", short(box.top - top));
    group.append(element);
  }
  const width = Math.max(0, ...all.map(({ box }) => box.right - left));
  const height = Math.max(0, ...all.map(({ box }) => box.bottom - top));
  return { element: group, width, height };
}
