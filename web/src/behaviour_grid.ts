// The grid of what heads do: each cell has the head's picture in the colour of its behaviour, its sign in a corner and, where it finds one,
// a relation's name. Where cells are small, or a run keeps no text, colour and sign fill the cell.
import { type Doing, Doings, inkOn, tint, uncertain } from "./behaviour";
import type { Theme } from "./colour";
import { html, svg } from "./dom";
import { type Cell, cellGrid, type GridFigure, type GridSize } from "./grid";
import { type Head, headName, headsOf } from "./heads";
import type { Highlight } from "./highlight";
import { repaintable } from "./save/light";
import { LEAST, paintPictures, pictureCanvas, type Pictures } from "./pictures";
import type { Stack } from "./payload";

const CHARACTER = 6; // pixels, of a relation's name in a cell
const CHIP = 14; // the height of a sign's ground
const THEMES = ["light", "dark"] as const;

/** What of a relation's name fits into a cell: all of it, the subtype, the relation without it; or nothing. */
export function fitting(key: string, width: number): string | null {
  const [base, subtype] = key.split(":");
  return [key, subtype, base].find((part) => part !== undefined && part.length * CHARACTER <= width - 4) ?? null;
}

/** "syntax (obj, det)"; "broad, uncertain". */
export function spoken(doing: Doing): string {
  const found = doing.claims.map(({ key }) => key).join(", ");
  return doing.behaviour.words + (uncertain(doing) ? ", uncertain" : "") + (found === "" ? "" : ` (${found})`);
}

const signOf = (doing: Doing) => doing.behaviour.sign + (uncertain(doing) ? "?" : "");

/** Sets a colour for each theme; the style sheet takes the one that applies. */
function coloured<E extends SVGElement>(element: E, colour: (theme: Theme) => string): E {
  for (const theme of THEMES) element.style.setProperty(`--${theme}`, colour(theme));
  return element;
}

type Writing = NonNullable<Cell["write"]>;

/** Sign and relation in the middle of a filled cell. */
function inTheMiddle(doing: Doing): Writing {
  return (x, y, { cellWidth, cellHeight }) => {
    const relation = doing.claims[0] && cellHeight >= 26 ? fitting(doing.claims[0].key, cellWidth) : null;
    const write = (dy: number, size: number, text: string) =>
      coloured(svg("text", { x, y: y + dy + size * 0.35, "text-anchor": "middle", "font-size": size }, text), (theme) => tint(doing, theme).ink);
    const size = Math.min(14, cellHeight * 0.55);
    if (relation === null) return [write(0, size, signOf(doing))];
    return [write(-cellHeight * 0.2, Math.min(12, size), signOf(doing)), write(cellHeight * 0.22, 11, relation)];
  };
}

/** The sign in the upper corner of a picture and the relation along its lower edge, each on the behaviour's colour. A head that does a bit
 *  of everything has no sign: its picture is grey. */
function atTheEdge(doing: Doing): Writing {
  const colour = doing.behaviour.light;
  const ground = (theme: Theme) => colour ?? (theme === "light" ? "#5f6670" : "#a0a6ae");
  return (x, y, { cellWidth, cellHeight }) => {
    const [left, top] = [x - cellWidth / 2 + 1, y - cellHeight / 2 + 1];
    const chip = (x: number, y: number, width: number, text: string) => [
      coloured(svg("rect", { class: "chip", x, y, width, height: CHIP }), ground),
      coloured(svg("text", { x: x + width / 2, y: y + 11, "text-anchor": "middle", "font-size": 11 }, text), (theme) => inkOn(ground(theme))),
    ];
    const sign = signOf(doing);
    const signs = colour === null ? [] : chip(left, top, sign.length > 1 ? 22 : CHIP, sign);
    const relation = doing.claims[0] && cellHeight >= 36 ? fitting(doing.claims[0].key, cellWidth) : null;
    if (relation === null) return signs;
    const width = Math.min(cellWidth - 2, relation.length * CHARACTER + 8);
    return [...signs, ...chip(left, top + cellHeight - 2 - CHIP, width, relation)];
  };
}

/** Which theme a canvas is to be drawn in; paper is white. */
function themeNow(): Theme {
  return !window.matchMedia("print").matches && window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export interface BehaviourGrid extends GridFigure {
  /** The pictures under the cells, if there are any. */
  canvas: HTMLCanvasElement | null;
}

export function behaviourGrid(doings: Doings, stack: Stack, pictures: Pictures | null, highlight: Highlight, size: GridSize): BehaviourGrid {
  const shown = pictures !== null && size.cellWidth >= LEAST ? pictures : null;
  const cells = cellGrid("What each head does: layers down, heads across", stack, highlight, size, (head) => {
    const doing = doings.of(head);
    return {
      spoken: `Head ${headName(head)}: ${spoken(doing)}`,
      paint: (cell) => {
        coloured(cell, (theme) => tint(doing, theme).fill);
        cell.classList.toggle("pictured", shown !== null);
        cell.classList.toggle("unsure", uncertain(doing));
      },
      write: shown === null ? inTheMiddle(doing) : atTheEdge(doing),
    };
  });
  if (shown === null) return { ...cells, canvas: null };
  const canvas = pictureCanvas(stack, size);
  const heads = headsOf(stack);
  const paintIn = (theme: Theme) => paintPictures(canvas, shown, heads, stack, (head) => doings.of(head), theme);
  const paint = () => paintIn(themeNow());
  repaintable(canvas, paintIn);
  paint();
  const queries = ["print", "(prefers-color-scheme: dark)"].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener?.("change", paint);
  return {
    ...cells,
    canvas,
    release: () => {
      cells.release();
      for (const query of queries) query.removeEventListener?.("change", paint);
    },
  };
}

const REST = "Point at a head to read what it does. Where its sign has a “?”, its interval does not support it.";

/** The pointed-at head in a sentence. */
export function behaviourReadout(doings: Doings, stack: Stack, highlight: Highlight): { element: HTMLElement; release(): void } {
  const element = html("p", { class: "readout" });
  const said = (head: Head) => doings.card(head)?.summary || `Head ${headName(head)}: ${spoken(doings.of(head))}.`;
  const release = highlight.listen(({ current }) => {
    const here = current !== null && current.stack === stack.name ? current : null;
    element.textContent = here === null ? REST : said(here);
    element.classList.toggle("live", here !== null);
  });
  return { element, release };
}
