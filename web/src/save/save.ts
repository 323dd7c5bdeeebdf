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

/** A part of the page as the text of an SVG file. Its own headings go before the title that is given. */
export function asFile(source: HTMLElement, title: string): File {
  return inLight(source, () => {
    const inner = snapshot(source);
    const width = Math.max(LEAST, inner.width) + 2 * MARGIN;
    const titled = source.querySelector("h2, h3, h4") !== null;
    const lines = titled ? [] : broken(title, Math.floor((width - 2 * MARGIN) / LETTER));
    const top = MARGIN + lines.length * LINE + (titled ? 0 : 4);
    const height = top + inner.height + MARGIN;
    const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: Math.ceil(width), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, role: "img" });
    root.append(svg("title", {}, title), svg("rect", { width: "100%", height: "100%", fill: PALETTES.light.background }));
    const letters = { fill: PALETTES.light.ink, "font-family": SANS, "font-size": 14, "font-weight": 600 };
    lines.forEach((line, at) => root.append(svg("text", { x: MARGIN, y: MARGIN + 14 + at * LINE, ...letters }, line)));
    inner.element.setAttribute("transform", `translate(${MARGIN} ${top})`);
    root.append(inner.element);
    return { text: new XMLSerializer().serializeToString(root), width: Math.ceil(width), height: Math.ceil(height) };
  });
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

/** Gives a picture of the page its two buttons, after what it holds; the picture is `source`, or the element itself. */
export function saveable<E extends HTMLElement>(element: E, title: () => string, source: () => HTMLElement = () => element): E {
  element.append(buttons({ title, svg: () => asFile(source(), title()).text, png: () => asPixels(asFile(source(), title())) }));
  return element;
}
