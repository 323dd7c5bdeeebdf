// What every view is: an element, a way to bring it up to date, a drawing for export. And what every view is given.
import type { Theme } from "../colour";
import type { Data } from "./decode";
import type { Pen } from "./draw";
import type { Meta, Stack } from "./meta";
import type { Palette } from "./palette";
import type { State, Store } from "./state";
import { type HeadMap, headMap, type Side, sideOf } from "./units";
import { weighed } from "./weights";

export interface Context {
  meta: Meta;
  data: Data;
  store: Store;
  theme(): Theme;
  /** Asks the model for the same text without these heads, where it is at hand. */
  switchOff?: (off: string[]) => void;
}

/** What is on screen, to be drawn with any pen. */
export interface Picture {
  title: string;
  width: number;
  height: number;
  draw(pen: Pen, palette: Palette, theme: Theme): void;
}

export interface View {
  element: HTMLElement;
  update(state: State): void;
  picture(): Picture;
  destroy(): void;
}

/** Both columns, as the state wants them. */
export function sidesOf(stack: Stack, state: State): { rows: Side; keys: Side } {
  const choice = { hide: state.hide, words: state.words };
  return { rows: sideOf(stack.queries, choice), keys: sideOf(stack.keys, choice) };
}

export function mapOf({ data }: Context, stack: Stack, state: State, layer: number, head: number, rows: Side, keys: Side): HeadMap {
  return headMap(weighed({ data, stack, layer, head }, state.weights), rows, keys, state.hide && state.renormalise);
}

/** "3-5", counted from 1. */
export function headName(layer: number, head: number): string {
  return `${layer + 1}-${head + 1}`;
}
