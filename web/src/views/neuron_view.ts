// The neuron view: how one token's weights come about, from query and key to softmax, dimension by dimension.
import { html } from "../dom";
import { enliven, TokenColumn } from "./column";
import { columnsOf } from "./columns";
import { menu, tick } from "./controls";
import { CanvasPen, fitted, MONOSPACE } from "./draw";
import { between } from "./lines";
import { causal, contributions, orderOf, workingOf } from "./neuron";
import { drawRows, drawTop, placesOf, type Sheet, TOP } from "./neuron_picture";
import { isOff } from "./off";
import { layerMenu } from "./options";
import { PALETTES } from "./palette";
import { labelOf, behaviour } from "./readout";
import { everyHead, type State } from "./state";
import { LINE, shortened, TYPE, visible } from "./tokens";
import { sideOf } from "./units";
import { type Context, headName, type View } from "./view";

const MOST = 60;
const ASIDE = " On a narrow screen, scroll sideways for products, sums and weights.";

export function neuronView(context: Context): View {
  const { meta, data, store } = context;
  const stack = meta.stacks[store.state.stack]!;
  const layers = layerMenu(context, stack);
  const heads = menu(
    "head",
    everyHead(stack).map((head) => [String(head), String(head + 1)] as const),
    (head) => store.set({ heads: [Number(head)] }),
  );
  heads.element.hidden = stack.heads < 2;
  const sorted = tick("dimensions by contribution", (on) => store.set({ dimensions: on }));
  const [left, right] = [new TokenColumn("left"), new TokenColumn("right")];
  const above = html("canvas", { "aria-hidden": "true" });
  const canvas = html("canvas", { "aria-hidden": "true" });
  const plot = html("div", { class: "hs-plot" }, html("div", { class: "hs-stage" }, canvas), left.element, right.element);
  const scroller = html("div", { class: "hs-scroller" }, plot);
  const figure = html("div", { class: "hs-wide" }, above, scroller);
  const title = html("h3", {});
  const readout = html("p", { class: "hs-readout", "aria-live": "polite" });
  const note = html("p", { class: "hs-hint" });
  const hint =
    "Blue is above zero, orange below, fainter is nearer to it. Choose the token being updated on the left; " +
    "on the right, choose a key to see its product as bars and to sort by it; again, or Escape, lets it go.";
  const bar = html("div", { class: "hs-bar" }, layers.element, heads.element, sorted.element);
  const element = html("div", { class: "hs-neuron" }, bar, title, readout, figure, note, html("p", { class: "hs-hint" }, hint));
  const choice = { hide: false, words: false };
  const [rows, keys] = [sideOf(stack.queries, choice), sideOf(stack.keys, choice)];
  const masks = new Map<number, boolean>();

  const ordinary = Math.max(0, stack.queries.special.indexOf(false)); // a token that is not special tells more
  let sheet: Sheet;
  let key: number | null = null;
  let pointed: number | null = null;
  let frame = 0;
  const long = Math.max(rows.texts.length, keys.texts.length) > MOST;
  const viewport = () => (long ? Math.min(MOST * LINE, Math.max(16 * LINE, window.innerHeight - 240)) : sheet.place.height);

  function update(state: State): void {
    const head = state.heads[0] ?? 0;
    const token = state.side === "left" ? (state.tokens[0] ?? ordinary) : ordinary;
    layers.show(state);
    heads.show(String(head));
    sorted.show(state.dimensions);
    if (!masks.has(state.layer)) masks.set(state.layer, stack.causal ?? causal(data, stack, state.layer));
    const working = workingOf(data, stack, state.layer, head, token, masks.get(state.layer)!);
    const first = sheet === undefined;
    const place = first ? narrow() : sheet.place;
    const places = placesOf(place, working.dimensions);
    sheet = { working, order: orderOf(working, state.dimensions, key), place, places, token, key };
    if (first) {
      plot.style.width = `${places.width}px`;
      plot.style.height = `${place.height}px`;
      scroller.style.width = `${places.width + (long ? 16 : 0)}px`;
      scroller.style.height = long ? `${viewport()}px` : "";
      scroller.classList.toggle("hs-long", long);
      left.fill(rows, place);
      right.fill(keys, place);
    }
    const label = labelOf(meta, stack, state.layer, head);
    title.textContent = `Head ${headName(state.layer, head)}${label === null ? "" : `: ${behaviour(meta, label).words}`}`;
    title.classList.toggle("hs-off", isOff(meta, stack, state.layer, head));
    note.textContent = remark() + (places.width > figure.clientWidth && figure.clientWidth > 0 ? ASIDE : "");
    left.mark([token], true);
    right.mark(key === null ? [] : [key], true);
    tell();
    schedule();
  }

  /** Columns no wider than their tokens, with a short way between. */
  function narrow() {
    const small = figure.clientWidth < 640;
    const place = columnsOf(rows, keys, small ? 260 : 400);
    const leftEdge = place.column + 4;
    return { ...place, left: leftEdge, right: leftEdge + (small ? 32 : 72) };
  }

  function remark(): string {
    const { apart } = sheet.working;
    const scaling = `The sum is multiplied by ${stack.vectors!.scaling.toPrecision(3)}. `;
    if (apart <= meta.error + 0.005) return `${scaling}The softmax of these is what the model had.`;
    const difference = `The softmax of these differs from what the model had by up to ${apart.toFixed(2)}: `;
    return `${scaling}${difference}it adds something of its own before, such as a mask or a position’s bias.`;
  }

  function tell(): void {
    const { working, token } = sheet;
    const quoted = (text: string) => html("bdi", { class: "hs-quoted" }, visible(text).slice(0, 40));
    const at = pointed ?? key;
    if (at === null) {
      readout.replaceChildren("The query of ", quoted(rows.texts[token]!), " with every key. Point at a key for its sum.");
      return;
    }
    const parts = contributions(working, at);
    const best = orderOf(working, true, at).slice(0, 3);
    const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
    readout.replaceChildren(
      quoted(rows.texts[token]!),
      " · ",
      quoted(keys.texts[at]!),
      ` = ${signed(working.dots[at]!)}, scaled ${signed(working.scaled[at]!)}, softmax ${working.softmax[at]!.toFixed(2)}. `,
      `Most from dimensions ${best.map((dimension) => `${dimension + 1} (${signed(parts[dimension]!)})`).join(", ")}.`,
    );
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    frame = 0;
    const palette = PALETTES[context.theme()];
    const [top, rest] = [fitted(above, sheet.places.width, TOP), fitted(canvas, sheet.places.width, viewport())];
    if (top) drawTop(new CanvasPen(top), palette, sheet);
    if (rest)
      drawRows(new CanvasPen(rest), palette, sheet, scroller.scrollTop, [scroller.scrollTop, scroller.scrollTop + viewport()]);
  }

  function pick(at: number | null): void {
    key = key === at ? null : at;
    update(store.state);
  }

  enliven(left, right, {
    act: (side, at) => (side === "left" ? store.set({ side, tokens: [at] }) : pick(at)),
    point: (side, at) => {
      if (side === "left" || at === pointed) return;
      pointed = at;
      tell();
    },
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && key !== null) pick(null);
  });
  scroller.addEventListener("scroll", schedule, { passive: true });

  return {
    element,
    update,
    picture: () => {
      const [top, height] = [scroller.scrollTop, viewport()];
      const { place, places, token } = sheet;
      return {
        title: `${title.textContent}, from ${visible(rows.texts[token]!)}`,
        width: places.width,
        height: TOP + height,
        draw: (pen, palette) => {
          drawTop(pen, palette, sheet);
          drawRows(pen, palette, sheet, top - TOP, [top, top + height]);
          for (const [side, middles, x, anchor] of [
            [rows, place.queries, place.left - 4, "end"],
            [keys, place.keys, place.right + 4, "start"],
          ] as const) {
            const [first, last] = between(middles, top, top + height);
            for (let at = first; at < last; at++) {
              const lettering = {
                colour: side.special[at] ? palette.quiet : palette.ink,
                size: TYPE,
                font: MONOSPACE,
                anchor,
                strong: side === rows && at === token,
              };
              pen.text(x, middles[at]! - top + TOP, shortened(side.texts[at]!, place.characters), lettering);
            }
          }
        },
      };
    },
    destroy: () => cancelAnimationFrame(frame),
  };
}
