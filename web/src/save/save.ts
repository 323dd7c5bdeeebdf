// Every picture of a page can be saved, as SVG and as PNG, with its title and in the light colours.
import { html, svg } from "../dom";
import { fileName, LARGEST, save, SHARPNESS } from "../views/export";
import { SANS } from "../views/draw";
import { PALETTES } from "../views/palette";
import { inLight } from "./light";
import { snapshot } from "./snapshot";

const MARGIN = 12;
const LINE = 20;
const LETTER = 7.6; // pixels of a heading's letter, a little more than most take
const LEAST = 240; // of a picture's width, so that its title has room

/** A title in lines of so many letters. */
export function broken(title: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/u)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > letters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export interface File {
  text: string;
  width: number;
  height: number;
}

/** Parts of the page, one below the other, as the text of an SVG file. Their heading stands above them, unless one among them says it. */
export function asFile(sources: HTMLElement[], title: string, heading = title): File {
  const made = inLight(sources, () => sources.map(snapshot).filter(({ width }) => width > 0));
  const width = Math.ceil(Math.max(LEAST, ...made.map((one) => one.width)) + 2 * MARGIN);
  const titled = sources.some((one) => [...one.querySelectorAll("h2, h3, h4")].some(({ textContent }) => textContent === heading));
  const lines = titled ? [] : broken(heading, Math.floor((width - 2 * MARGIN) / LETTER));
  const font = getComputedStyle(document.body).fontFamily || SANS;
  const letters = { fill: PALETTES.light.ink, "font-size": 14, "font-weight": 600 };
  let top = MARGIN;
  const parts: SVGElement[] = lines.map((line) => svg("text", { x: MARGIN, y: (top += LINE) - 6, ...letters }, line));
  if (lines.length > 0) top += 4;
  for (const one of made) {
    one.element.setAttribute("transform", `translate(${MARGIN} ${top})`);
    parts.push(one.element);
    top += Math.ceil(one.height) + MARGIN;
  }
  const size = { width, height: top };
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", ...size, viewBox: `0 0 ${width} ${top}`, role: "img", "font-family": font });
  root.append(svg("title", {}, title), svg("rect", { ...size, fill: PALETTES.light.background }), ...parts);
  return { text: new XMLSerializer().serializeToString(root), ...size };
}

/** The same as pixels, which the browser makes of the SVG. */
export async function asPixels({ text, width, height }: File): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(SHARPNESS, LARGEST / Math.max(width, height));
  const canvas = html("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG of this size"))), "image/png");
  });
}

/** What a picture is saved from: its title, and the two kinds of file. */
export interface Source {
  title(): string;
  svg(): string;
  png(): Promise<Blob>;
}

/** "Save SVG PNG". What cannot be saved says so beside it. */
export function buttons({ title, svg: asText, png }: Source): HTMLElement {
  const said = html("span", { role: "status" });
  const name = (ending: string) => fileName(`${document.title.split(" ")[0]} ${title()}`, ending);
  const button = (kind: string, act: () => Promise<void>) => {
    const made = html("button", { type: "button", title: `Save this picture as ${kind}` }, kind);
    made.addEventListener("click", () => {
      said.textContent = "";
      act().catch((error: unknown) => (said.textContent = ` No ${kind}: ${error instanceof Error ? error.message : String(error)}.`));
    });
    return made;
  };
  return html(
    "span",
    { class: "save", role: "group", "aria-label": "Save this picture" },
    "Save ",
    button("SVG", async () => save(new Blob([asText()], { type: "image/svg+xml" }), name("svg"))),
    " ",
    button("PNG", async () => save(await png(), name("png"))),
    said,
  );
}

export interface Parts {
  /** What the picture is, where that is not the element that the buttons are in. */
  of?: () => HTMLElement;
  /** What is written above it, where that is not its title. */
  heading?: () => string;
  /** What stands elsewhere on the page and belongs to it: the meaning of its colours. */
  with?: () => HTMLElement[];
}

/** Gives a picture of the page its two buttons, after what it holds. */
export function saveable<E extends HTMLElement>(element: E, title: () => string, parts: Parts = {}): E {
  const file = () => asFile([parts.of?.() ?? element, ...(parts.with?.() ?? [])], title(), parts.heading?.());
  element.append(buttons({ title, svg: () => file().text, png: () => asPixels(file()) }));
  return element;
}
