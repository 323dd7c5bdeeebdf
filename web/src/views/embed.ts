// A head view alone, for whoever has tokens and maps: no tabs, no menus, no address. Cards of the atlas are made of it.
import type { Theme } from "../colour";
import { html } from "../dom";
import { drawArrows } from "./arrow";
import { Data } from "./decode";
import { headFigure } from "./head_figure";
import type { Meta, Stack, Tokens } from "./meta";
import { currentTheme, onTheme } from "./palette";
import { type Arrow, initial, type State, Store } from "./state";
import type { Picture } from "./view";
import { whichPanel } from "./which";

/** The attention of one text: `maps` has a byte a weight, α = (byte / 255)², layer by layer, head by head, query by query. */
export interface Given {
  layers: number;
  heads: number;
  queries: Omit<Tokens, "words"> & Partial<Tokens>;
  keys: Omit<Tokens, "words"> & Partial<Tokens>;
  maps: Uint8Array<ArrayBuffer>;
}

export interface EmbedOptions {
  layer: number;
  heads: number[]; // of that layer, counted from 0
  tokens?: number[]; // kept from the start, as by a click on the left
  lines?: number; // before the text scrolls
  label?: string; // what those who listen hear of it
  marked?: readonly number[]; // tokens on the left to be underlined
  changed?: (state: State) => void; // a token was kept or let go
  pointed?: (unit: number | null) => void; // a token on the left is under the pointer or the focus, or none
  opens?: (layer: number, head: number) => void; // a head was chosen among those that an arrow between two words ranks; else no arrows
  arrow?: Arrow | null; // drawn from the start
  known?: Pick<Meta, "scores" | "labels" | "behaviours">; // of the heads; their stack has the empty name here
}

export interface Embedded {
  /** Shows other heads, or keeps other tokens. */
  set(change: Partial<Pick<State, "layer" | "heads" | "tokens" | "side">>): void;
  /** As if this token on the left were pointed at; null: none. */
  point(unit: number | null): void;
  picture(): Picture;
  destroy(): void;
}

/** Where nobody says which tokens are pieces of one word: those that begin with "##" go on with the one before. */
function wordsOf(texts: string[]): number[] {
  let word = -1;
  return texts.map((text) => (word >= 0 && /^##./u.test(text) ? word : ++word));
}

function metaOf({ layers, heads, queries, keys, maps }: Given, known: EmbedOptions["known"]): Meta {
  const side = (tokens: Given["queries"]): Tokens => ({ ...tokens, words: tokens.words ?? wordsOf(tokens.texts) });
  const shape = [layers, heads, queries.texts.length, keys.texts.length];
  const length = shape.reduce((product, one) => product * one, 1);
  if (maps.length !== length) throw new Error(`expected ${length} weights (${shape.join(" × ")}), got ${maps.length}`);
  const stack: Stack = { name: "", layers, heads, queries: side(queries), keys: side(keys), maps: { at: 0, shape }, vectors: null };
  return {
    version: 1,
    kind: "head",
    title: "",
    stacks: [stack],
    error: 0,
    ...(known ?? { scores: [], labels: [], behaviours: [] }),
    start: null,
  };
}

/** Draws heads of one layer into an element, as wide as it is, and keeps up with its width and with the theme. */
export function mountHeads(element: HTMLElement, given: Given, options: EmbedOptions): Embedded {
  const meta = metaOf(given, options.known);
  const store = new Store({
    ...initial(meta),
    layer: options.layer,
    heads: options.heads,
    tokens: options.tokens ?? [],
    arrow: options.arrow ?? null,
  });
  let theme: Theme = currentTheme();
  const context = { meta, data: new Data(given.maps, given.maps.length), store, theme: () => theme };
  const figure = headFigure(context, {
    most: options.lines ?? 60,
    ...(options.marked ? { marked: options.marked } : {}),
    pointed: (side, unit) => options.pointed?.(side === "left" ? unit : null),
  });
  const { opens } = options;
  const which = opens && whichPanel(context, meta.stacks[0]!, ({ layer, head }) => opens(layer, head));
  const arrows = opens && drawArrows(figure, (arrow) => store.set({ arrow }));
  const root = html("div", { class: "headscope-view hs-embedded" }, figure.element, figure.readout, ...(which ? [which.element] : []));
  if (options.label) {
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", options.label);
  }
  element.replaceChildren(root);
  let width = 0;
  const update = () => {
    figure.update(store.state, Math.max(200, root.clientWidth || 400));
    which?.show(store.state);
    arrows?.show(store.state);
  };
  const resized = new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    update();
  });
  resized.observe(root);
  const stops = [
    store.listen((state) => {
      update();
      options.changed?.(state);
    }),
    onTheme(() => {
      if (theme === currentTheme()) return;
      theme = currentTheme();
      figure.update({ ...store.state }, root.clientWidth);
    }),
  ];
  update();
  return {
    set: (change) => store.set(change),
    point: (unit) => figure.point("left", unit),
    picture: figure.picture,
    destroy: () => {
      stops.forEach((stop) => stop());
      resized.disconnect();
      arrows?.destroy();
      figure.destroy();
      root.remove();
    },
  };
}
