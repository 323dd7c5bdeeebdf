// Two columns of tokens with strokes between them, alive: what is pointed at or kept, its weights, and its sentence. No controls; the
// head view has them around it, an atlas's card has none.
import { html } from "../dom";
import { enliven, TokenColumn } from "./column";
import { columnsOf, NAMES, PAD, rowsOf } from "./columns";
import { CanvasPen, fitted } from "./draw";
import { headPicture } from "./head_picture";
import { between, type Chosen, drawChosen, means, type Scene, type Strokes, strokesOf } from "./lines";
import { PALETTES } from "./palette";
import { headWords, sentence } from "./readout";
import { sameButTokens, type SideName, type State } from "./state";
import { LINE } from "./tokens";
import { summed } from "./units";
import { type Context, mapOf, type Picture, sidesOf } from "./view";
import { restsOf } from "./weights";

const SLICE = 12; // milliseconds of drawing at a time
const STEPS = 4; // of 64 strokes at a time: a canvas turns them into pixels later, when no clock of ours runs

export interface HeadFigure {
  element: HTMLElement;
  readout: HTMLElement;
  /** Draws the state in a box of this width. */
  update(state: State, width: number): void;
  scene(): Scene;
  /** Whether the text is longer than what is seen of it. */
  scrolls(): boolean;
  /** The part of the rows and of the columns that is seen, as fractions of all. */
  seen(): { rows: [number, number]; keys: [number, number] };
  scrollTo(fraction: number): void;
  /** As if a token were under the pointer. */
  point(side: SideName, unit: number | null): void;
  picture(): Picture;
  destroy(): void;
}

export interface FigureOptions {
  /** Lines; a longer text scrolls. */
  most: number;
  /** Tokens on the left to be underlined. */
  marked?: readonly number[];
  /** A token is under the pointer or the focus, or none. */
  pointed?: (side: SideName, unit: number | null) => void;
  /** What was seen changed: by scrolling, or by drawing. */
  moved?: () => void;
}

export function headFigure(context: Context, { most, moved, marked = [], pointed }: FigureOptions): HeadFigure {
  const { store } = context;
  const stack = context.meta.stacks[store.state.stack]!;
  const [left, right] = [new TokenColumn("left"), new TokenColumn("right")];
  const base = html("canvas", { class: "hs-base", "aria-hidden": "true" });
  const over = html("canvas", { "aria-hidden": "true" });
  const stage = html("div", { class: "hs-stage" }, base, over);
  const plot = html("div", { class: "hs-plot" }, stage, left.element, right.element);
  const scroller = html("div", { class: "hs-scroller" }, plot);
  // For the eye alone: to those who listen, the columns say it themselves.
  const [from, to] = [html("span", {}, NAMES.left), html("span", {}, NAMES.right)];
  const names = html("div", { class: "hs-names", "aria-hidden": "true" }, from, to);
  const element = html("div", { class: "hs-columns" }, names, scroller);
  const readout = html("p", { class: "hs-readout", "aria-live": "polite" });

  let scene: Scene;
  let hovered: { side: SideName; unit: number } | null = null;
  let chosen: Chosen | null = null;
  let [frame, slice] = [0, 0];
  let stale = true; // the strokes of all tokens, not only of the chosen ones
  let shown: { state: State; width: number } | null = null;
  let rest: { strokes: Strokes; from: [number, number] } | null = null;
  let drawnTop = 0;
  let room = 0;

  const scrolls = () =>
    across() ? scene.place.width > room : Math.max(scene.rows.texts.length, scene.keys.texts.length) > most;
  const across = () => scene.place.across !== undefined;
  const span = (): [number, number] => {
    if (!across()) return [scroller.scrollTop, scroller.scrollTop + viewport()];
    return [scroller.scrollLeft, scroller.scrollLeft + canvasWidth()];
  };
  const canvasWidth = () => (across() ? Math.min(scene.place.width, room) : scene.place.width);
  const viewport = () => (scrolls() && !across() ? Math.min(most * LINE, Math.max(20 * LINE, window.innerHeight - 220)) : scene.place.height);

  function layout(width: number): void {
    const state = store.state;
    const { rows, keys } = sidesOf(stack, state);
    const place = state.across ? rowsOf(rows, keys) : columnsOf(rows, keys, width);
    room = width;
    const maps = state.heads.map((head) => mapOf(context, stack, state, state.layer, head, rows, keys));
    const before: Scene | undefined = scene;
    const { filter, threshold, weights } = state;
    const rests = weights === "no-sink" ? restsOf(context.data, stack, state.layer, state.heads, rows) : rows.texts.map(() => null);
    scene = { place, rows, keys, heads: state.heads, maps, filter, threshold, weights, rests };
    const same = before && before.place.width === place.width && before.place.height === place.height && before.rows.texts.join("\n") === rows.texts.join("\n");
    if (!same || before.keys.texts.join("\n") !== keys.texts.join("\n")) {
      plot.style.width = `${place.width}px`;
      plot.style.height = `${place.height}px`;
      from.style.width = place.across ? "" : `${place.left - PAD}px`;
      to.style.left = place.across ? "" : `${place.right + PAD}px`;
      from.textContent = place.across ? `${NAMES.left} (above)` : NAMES.left;
      to.textContent = place.across ? `${NAMES.right} (below)` : NAMES.right;
      element.classList.toggle("hs-across", place.across !== undefined);
      left.fill(rows, place, marked);
      right.fill(keys, place);
      hovered = null;
    }
    scroller.style.height = scrolls() && !across() ? `${viewport()}px` : "";
    scroller.style.width = across() ? `${Math.min(place.width, room)}px` : "";
    scroller.classList.toggle("hs-long", scrolls());
  }

  /** What is looked at: the tokens kept by a click, else the one under the pointer or the focus. */
  function choose(): void {
    const { tokens, side } = store.state;
    const kept = [...new Set(tokens.map((token) => (side === "left" ? scene.rows : scene.keys).unit[token]!))].filter(
      (unit) => unit >= 0,
    );
    const looked = kept.length > 0 ? { side, units: kept } : hovered && { side: hovered.side, units: [hovered.unit] };
    chosen = looked && {
      ...looked,
      sums: summed(scene.maps, looked.side === "left", looked.units, {
        rows: scene.rows,
        columns: scene.keys,
        filter: scene.filter,
      }),
    };
    left.mark(chosen?.side === "left" ? chosen.units : [], kept.length > 0);
    right.mark(chosen?.side === "right" ? chosen.units : [], kept.length > 0);
    schedule(false);
  }

  function schedule(all: boolean): void {
    stale ||= all;
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    frame = 0;
    if (stale) drawBase();
    stale = false;
    drawOver();
    moved?.();
  }

  function drawBase(): void {
    cancelAnimationFrame(slice);
    const [top, bottom] = span();
    drawnTop = top;
    fitted(base, canvasWidth(), viewport());
    element.setAttribute("aria-busy", "true");
    rest = { strokes: strokesOf(scene, top, bottom), from: [0, 0] };
    goOn();
  }

  /** A layer of many heads has tens of thousands of strokes: strongest first, a slice of time for each frame. */
  function goOn(): void {
    const context2d = base.getContext("2d");
    if (!rest || !context2d) return;
    const until = performance.now() + SLICE;
    let steps = STEPS;
    const next = rest.strokes.draw(
      new CanvasPen(context2d),
      PALETTES[context.theme()],
      drawnTop,
      rest.from,
      () => steps-- > 0 && performance.now() < until,
    );
    rest = next && { strokes: rest.strokes, from: next };
    if (next) slice = requestAnimationFrame(goOn);
    else element.removeAttribute("aria-busy");
  }

  function drawOver(): void {
    const seen = span();
    const context2d = fitted(over, canvasWidth(), viewport());
    base.classList.toggle("hs-dim", chosen !== null);
    const mean = chosen && means(chosen.sums);
    if (chosen && context2d) drawChosen(new CanvasPen(context2d), PALETTES[context.theme()], scene, chosen, seen[0], seen);
    left.write(chosen?.side === "right" ? mean : null, ...between(scene.place.queries, ...seen), scene.rests, across());
    right.write(chosen?.side === "left" ? mean : null, ...between(scene.place.keys, ...seen));
    readout.replaceChildren(...sentence(scene, chosen, mean));
  }

  function keep(side: SideName, unit: number, add: boolean): void {
    const { rows, keys } = scene;
    const token = (side === "left" ? rows : keys).parts[unit]![0]!;
    const state = store.state;
    const already = state.side === side && state.tokens.includes(token);
    const others = state.side === side && add ? state.tokens.filter((one) => one !== token) : [];
    store.set({
      side,
      tokens: already && (add || state.tokens.length === 1) ? others : [...others, token].sort((one, other) => one - other),
    });
  }

  function point(side: SideName, unit: number | null): void {
    if (unit === null ? hovered === null : hovered?.side === side && hovered.unit === unit) return;
    hovered = unit === null ? null : { side, unit };
    choose();
    pointed?.(side, unit);
  }

  enliven(left, right, { point, act: keep, across });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || store.state.tokens.length === 0) return;
    store.set({ tokens: [] });
    event.stopPropagation(); // one Escape, one step back: what is around us may close at the next
  });
  scroller.addEventListener("scroll", () => schedule(true), { passive: true });

  function update(state: State, width: number): void {
    // A click on a token changes nothing but what is chosen; with thousands of tokens the rest would take a while.
    const small = shown !== null && shown.state !== state && shown.width === width && sameButTokens(shown.state, state);
    shown = { state, width };
    if (small) return choose();
    layout(width);
    choose();
    schedule(true);
  }

  return {
    element,
    readout,
    update,
    scene: () => scene,
    scrolls,
    seen: () => {
      const share = (middles: number[]) => between(middles, ...span()).map((at) => at / middles.length) as [number, number];
      return { rows: share(scene.place.queries), keys: share(scene.place.keys) };
    },
    scrollTo: (fraction) => {
      if (across()) scroller.scrollLeft = fraction * scene.place.width - scroller.clientWidth / 2;
      else scroller.scrollTop = fraction * scene.place.height - scroller.clientHeight / 2;
    },
    point,
    picture: () => headPicture(headWords(context.meta, stack, store.state), scene, chosen, viewport(), span()),
    destroy: () => {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(slice);
    },
  };
}
