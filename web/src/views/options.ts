// The choices that the head view and the model view share: which tokens, which texts, how strong.
import { html } from "../dom";
import { choices, type Control, menu, slider, tick } from "./controls";
import type { Stack, Tokens } from "./meta";
import type { State } from "./state";
import { plain } from "./tokens";
import { FILTERS } from "./units";
import type { Context } from "./view";
import { KINDS, kindsOf, WORDS } from "./weights";

export function layerMenu({ store }: Context, stack: Stack): Control<State> {
  const layers = Array.from({ length: stack.layers }, (_, layer) => [String(layer), String(layer + 1)] as const);
  const made = menu("layer", layers, (layer) => store.set({ layer: Number(layer) }));
  made.element.hidden = stack.layers < 2;
  return { element: made.element, show: ({ layer }) => made.show(String(layer)) };
}

/** What weights are made of; a kind that this text has nothing for says why. */
export function weightsMenu({ meta, store }: Context): Control<State> {
  const missing = meta.weights?.missing ?? {};
  const kinds = KINDS.filter((kind) => kindsOf(meta).includes(kind) || kind in missing);
  const names = kinds.map((kind) => [kind, WORDS[kind].choice] as const);
  const made = choices("What weights are made of", names, (kind) => store.set({ weights: kind }));
  for (const kind of kinds) if (kind in missing) made.disable(kind, `Not available here: ${plain(missing[kind]!)}.`);
  const element = html("div", { class: "hs-field" }, html("span", {}, "weights "), made.element);
  element.hidden = kinds.length < 2;
  return { element, show: ({ weights }) => made.show(weights) };
}

/** Whether these are tokens of more than one text. */
export const several = ({ segments }: Tokens) => segments.some((segment) => segment !== segments[0]);
const pieces = ({ words }: Tokens) => words.some((word, at) => word >= 0 && word === words[at - 1]);

/** Only what this text has a use for: no filter by text where there is one, no hiding where nothing is special. */
export function tokenOptions({ store }: Context, stack: Stack, threshold: boolean): Control<State> {
  const box = html("div", { class: "hs-bar" });
  const show: ((state: State) => void)[] = [];
  const sides = [stack.queries, stack.keys];
  if (sides.some(several)) {
    const possible = FILTERS.filter((filter) => !(stack.causal && filter === "A-B")); // nobody sees what comes later
    const names = possible.map((filter) => [filter, filter === "all" ? "all" : filter.replace("-", "→")] as const);
    const texts = choices("From which text to which", names, (filter) => store.set({ filter }));
    box.append(html("div", { class: "hs-field" }, html("span", {}, stack.prompt == null ? "texts " : "prompt A, generated B "), texts.element));
    show.push(({ filter }) => texts.show(filter));
  }
  if (sides.some(({ special }) => special.includes(true))) {
    const hide = tick("hide special tokens", (on) => store.set({ hide: on }));
    const renormalise = tick("and renormalise", (on) => store.set({ renormalise: on }));
    box.append(hide.element, renormalise.element);
    show.push((state) => {
      hide.show(state.hide);
      renormalise.show(state.renormalise);
      renormalise.element.hidden = !state.hide;
    });
  }
  if (sides.some(pieces)) {
    const words = tick("words instead of tokens", (on) => store.set({ words: on }));
    box.append(words.element);
    show.push((state) => words.show(state.words));
  }
  if (threshold) {
    const across = tick("text in rows", (on) => store.set({ across: on }));
    box.append(across.element);
    show.push((state) => across.show(state.across));
    const least = slider("weights from", 0.5, 0.005, (value) => store.set({ threshold: value }));
    box.append(least.element);
    show.push((state) => least.show(state.threshold));
  }
  return { element: box, show: (state) => show.forEach((one) => one(state)) };
}
