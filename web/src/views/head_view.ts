// The head view: tokens in two columns, a stroke from each position being updated to each it attends to.
import { html } from "../dom";
import { enliven, TokenColumn } from "./column";
import { columnsOf, NAMES, PAD } from "./columns";
import { CanvasPen, fitted } from "./draw";
import { headPicture } from "./head_picture";
import { between, type Chosen, drawChosen, means, type Scene, type Strokes, strokesOf } from "./lines";
import { Minimap } from "./minimap";
import { layerMenu, several, tokenOptions } from "./options";
import { PALETTES } from "./palette";
import { patches } from "./patches";
import { headWords, sentence } from "./readout";
import { sameButTokens, type SideName, type State } from "./state";
import { LINE } from "./tokens";
import { summed } from "./units";
import { type Context, mapOf, sidesOf, type View } from "./view";

const MOST = 60; // tokens; above, the columns scroll
const SLICE = 12; // milliseconds of drawing at a time

export function headView(context: Context): View {
  const { store } = context;
  const stack = context.meta.stacks[store.state.stack]!;
  const layers = layerMenu(context, stack);
  const heads = patches(
    stack,
    () => store.state.heads,
    (chosen) => store.set({ heads: chosen }),
  );
  const options = tokenOptions(context, stack, true);
  const [left, right] = [new TokenColumn("left"), new TokenColumn("right")];
  const base = html("canvas", { class: "hs-base", "aria-hidden": "true" });
  const over = html("canvas", { "aria-hidden": "true" });
  const stage = html("div", { class: "hs-stage" }, base, over);
  const plot = html("div", { class: "hs-plot" }, stage, left.element, right.element);
  const scroller = html("div", { class: "hs-scroller" }, plot);
  // For the eye alone: to those who listen, the columns say it themselves.
  const [from, to] = [html("span", {}, NAMES.left), html("span", {}, NAMES.right)];
  const columns = html("div", { class: "hs-columns" }, html("div", { class: "hs-names", "aria-hidden": "true" }, from, to), scroller);
  const minimap = new Minimap((fraction) => (scroller.scrollTop = fraction * scene.place.height - scroller.clientHeight / 2));
  const texts = [stack.queries, stack.keys].some(several);
  const title = html("h3", {});
  const readout = html("p", { class: "hs-readout", "aria-live": "polite" });
  const figure = html("div", { class: "hs-figure" }, columns, minimap.element);
  const element = html(
    "div",
    { class: "hs-head" },
    html("div", { class: "hs-bar" }, layers.element, heads.element),
    options.element,
    title,
    readout,
    figure,
    html(
      "p",
      { class: "hs-hint" },
      "A stroke leads from the position being updated (left) to the one attended to (right); stronger means more weight. " +
        "Point at a token for its weights; click keeps it, shift and click adds another and sums; Escape lets go. " +
        "By key: arrows, Enter, shift and Enter." +
        (texts ? " A is the first text, B the second." : ""),
    ),
  );

  let scene: Scene;
  let hovered: { side: SideName; unit: number } | null = null;
  let chosen: Chosen | null = null;
  let [frame, slice] = [0, 0];
  let stale = true; // the strokes of all tokens, not only of the chosen ones
  let shown: State | null = null;
  let rest: { strokes: Strokes; from: [number, number] } | null = null;
  let drawnTop = 0;

  const scrolls = () => Math.max(scene.rows.texts.length, scene.keys.texts.length) > MOST;
  const seen = (): [number, number] => [scroller.scrollTop, scroller.scrollTop + viewport()];
  const viewport = () => (scrolls() ? Math.min(MOST * LINE, Math.max(20 * LINE, window.innerHeight - 220)) : scene.place.height);

  function layout(): void {
    const state = store.state;
    const { rows, keys } = sidesOf(stack, state);
    const room = Math.max(200, figure.clientWidth || 640);
    const long = Math.max(rows.texts.length, keys.texts.length) > MOST;
    const mapSide = room > 1040 ? 340 : room > 600 ? 168 : 112;
    const place = columnsOf(rows, keys, !long ? room : room > 600 ? room - mapSide - 48 : room - 16);
    const maps = state.heads.map((head) => mapOf(context, stack, state, state.layer, head, rows, keys));
    const before: Scene | undefined = scene;
    scene = { place, rows, keys, heads: state.heads, maps, filter: state.filter, threshold: state.threshold };
    const same = before && before.place.width === place.width && before.rows.texts.join("\n") === rows.texts.join("\n");
    if (!same || before.keys.texts.join("\n") !== keys.texts.join("\n")) {
      plot.style.width = `${place.width}px`;
      plot.style.height = `${place.height}px`;
      from.style.width = `${place.left - PAD}px`;
      to.style.left = `${place.right + PAD}px`;
      left.fill(rows, place);
      right.fill(keys, place);
      hovered = null;
    }
    scroller.style.height = scrolls() ? `${viewport()}px` : "";
    scroller.classList.toggle("hs-long", scrolls());
    minimap.element.hidden = !scrolls();
    if (scrolls()) minimap.draw(scene, context.theme(), mapSide);
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
  }

  function drawBase(): void {
    cancelAnimationFrame(slice);
    const [top, bottom] = seen();
    drawnTop = top;
    fitted(base, scene.place.width, viewport());
    element.setAttribute("aria-busy", "true");
    rest = { strokes: strokesOf(scene, top, bottom), from: [0, 0] };
    goOn();
  }

  /** A layer of many heads has tens of thousands of strokes: strongest first, a slice of time for each frame. */
  function goOn(): void {
    const context2d = base.getContext("2d");
    if (!rest || !context2d) return;
    const until = performance.now() + SLICE;
    const next = rest.strokes.draw(
      new CanvasPen(context2d),
      PALETTES[context.theme()],
      drawnTop,
      rest.from,
      () => performance.now() < until,
    );
    rest = next && { strokes: rest.strokes, from: next };
    if (next) slice = requestAnimationFrame(goOn);
    else element.removeAttribute("aria-busy");
  }

  function drawOver(): void {
    const span = seen();
    const context2d = fitted(over, scene.place.width, viewport());
    base.classList.toggle("hs-dim", chosen !== null);
    const mean = chosen && means(chosen.sums);
    if (chosen && context2d) drawChosen(new CanvasPen(context2d), PALETTES[context.theme()], scene, chosen, span[0], span);
    left.write(chosen?.side === "right" ? mean : null, ...between(scene.place.queries, ...span));
    right.write(chosen?.side === "left" ? mean : null, ...between(scene.place.keys, ...span));
    readout.replaceChildren(...sentence(scene, chosen, mean));
    if (scrolls()) {
      const share = (middles: number[]) => between(middles, ...span).map((at) => at / middles.length) as [number, number];
      minimap.show(share(scene.place.queries), share(scene.place.keys));
    }
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

  function hover(side: SideName, unit: number | null): void {
    if (unit === null ? hovered === null : hovered?.side === side && hovered.unit === unit) return;
    hovered = unit === null ? null : { side, unit };
    choose();
  }

  enliven(left, right, { point: hover, act: keep });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && store.state.tokens.length > 0) store.set({ tokens: [] });
  });
  scroller.addEventListener("scroll", () => schedule(true), { passive: true });
  let width = 0;
  const resized = new ResizeObserver(() => {
    if (figure.clientWidth === width) return;
    width = figure.clientWidth;
    update(store.state);
  });
  resized.observe(figure);

  function update(state: State): void {
    // A click on a token changes nothing but what is chosen; with thousands of tokens the rest would take a while.
    const small = shown !== null && shown !== state && sameButTokens(shown, state);
    shown = state;
    if (small) return choose();
    layers.show(state);
    heads.show(state.heads);
    options.show(state);
    layout();
    title.textContent = headWords(context.meta, stack, state);
    choose();
    schedule(true);
  }

  return {
    element,
    update,
    picture: () => headPicture(title.textContent ?? "", scene, chosen, viewport(), scroller.scrollTop),
    destroy: () => {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(slice);
      resized.disconnect();
      minimap.destroy();
    },
  };
}
