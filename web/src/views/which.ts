// Which head does this? An arrow from one word of the text to another, and all heads ranked by their weight along it: the sum over the
// pieces of the word attended to, the mean over those of the word that attends. src/headscope/views/which.py does the same.
import { html } from "../dom";
import { button, type Control, menu } from "./controls";
import type { Stack } from "./meta";
import { behaviour, labelOf } from "./readout";
import type { Arrow, State } from "./state";
import { standingsOf } from "./standings";
import { plain, visible } from "./tokens";
import { type Side, sideOf } from "./units";
import { type Context, headName } from "./view";
import { weighedRow, type Weights } from "./weights";

const TITLE = "Which head does this?";
const MOST = 10; // heads that are listed
const MOST_OF: Partial<Record<Weights, string>> = {
  raw: "attention from the one to the other",
  norm: "weight from the one to the other, by what they move",
  "no-sink": "attention from the one to the other, without sinks",
};
const WHOLE = { hide: false, words: true };
const WAY = / \([a-z]+(?:-to-[a-z]+)?\)$/u; // the direction after a score's words, which say it themselves

export interface Linked {
  layer: number;
  head: number;
  weight: number;
}

/** Every head by its weight from the word of one token to that of another, the largest first; ties within rounding stay in order. */
export function linkedBy({ data }: Pick<Context, "data">, stack: Stack, { from, to }: Arrow, kind: Weights = "raw"): Linked[] {
  const [rows, keys] = [sideOf(stack.queries, WHOLE), sideOf(stack.keys, WHOLE)];
  const [sources, targets] = [rows.parts[rows.unit[from]!]!, keys.parts[keys.unit[to]!]!];
  const found: Linked[] = [];
  for (let layer = 0; layer < stack.layers; layer++) {
    for (let head = 0; head < stack.heads; head++) {
      let sum = 0;
      for (const source of sources) {
        const row = weighedRow({ data, stack, layer, head }, kind, source);
        for (const target of targets) sum += row[target]!;
      }
      found.push({ layer, head, weight: sum / sources.length });
    }
  }
  const level = ({ weight }: Linked) => Math.round(weight * 1e4);
  return found.sort((one, other) => level(other) - level(one));
}

/** The words of a column as a menu; a word that occurs several times says which time. */
function wordMenu(name: string, side: Side, choose: (token: number | null) => void): Control<number | null> {
  const seen = new Map<string, number>();
  const words = side.texts.map((text, at) => {
    const time = (seen.get(text) ?? 0) + 1;
    seen.set(text, time);
    const several = side.texts.indexOf(text) !== side.texts.lastIndexOf(text);
    return [String(side.parts[at]![0]), plain(visible(text)).slice(0, 40) + (several ? ` #${time}` : "")] as const;
  });
  const { element, show } = menu(name, [["", "a word"], ...words], (token) => choose(token === "" ? null : Number(token)));
  return { element, show: (token) => show(token === null ? "" : String(side.parts[side.unit[token]!]?.[0] ?? "")) };
}

/** The two words, and the heads that connect them. */
export function whichPanel(context: Context, stack: Stack, choose: (one: Linked) => void): Control<State> {
  const { meta, store } = context;
  const scores = meta.scores.filter((score) => score.stack === stack.name);
  let from: number | null = null;
  let to: number | null = null;
  const set = () => store.set({ arrow: from === null || to === null ? null : { from, to } });
  const menus = [
    wordMenu("from", sideOf(stack.queries, WHOLE), (token) => ((from = token), set())),
    wordMenu("to", sideOf(stack.keys, WHOLE), (token) => ((to = token), set())),
  ] as const;
  const clear = button("Clear", () => {
    [from, to] = [null, null];
    menus.forEach((menu) => menu.show(null));
    set();
  });
  const said = html("p", { class: "hs-hint", role: "status" });
  const list = html("ol", { class: "hs-linked", "aria-label": "Heads by their weight along the arrow" });
  const element = html(
    "div",
    { class: "hs-which", role: "group", "aria-label": TITLE },
    html("p", { class: "hs-title" }, TITLE),
    html("p", { class: "hs-between" }, menus[0].element, " ", menus[1].element, " ", clear),
    said,
    list,
  );

  function row(one: Linked, largest: number, chosen: boolean): HTMLElement {
    const name = headName(one.layer, one.head);
    const open = button(name, () => choose(one));
    open.setAttribute("aria-pressed", String(chosen));
    open.setAttribute("aria-label", `Show head ${name}`);
    const bar = html("span", { class: "hs-weight-bar", "aria-hidden": "true" });
    bar.style.width = `${largest > 0 ? Math.round((60 * one.weight) / largest) : 0}px`;
    const label = labelOf(meta, stack, one.layer, one.head);
    const best = standingsOf(scores, one.layer, one.head)[0];
    const known = [
      ...(label === null ? [] : [behaviour(meta, label).words]),
      ...(best ? [`${plain(best.score.words).replace(WAY, "")} ${best.value.toFixed(2)}, ${best.rank} of ${best.of}`] : []),
    ];
    return html("li", {}, open, html("span", { class: "hs-track" }, bar), html("b", {}, one.weight.toFixed(2)), html("span", { class: "hs-known" }, known.join("; ")));
  }

  let drawn = "";
  return {
    element,
    show: (state) => {
      if (state.arrow) [from, to] = [state.arrow.from, state.arrow.to];
      menus[0].show(from);
      menus[1].show(to);
      clear.hidden = state.arrow === null;
      const now = JSON.stringify([state.arrow, state.layer, state.heads, state.weights]);
      if (now === drawn) return;
      drawn = now;
      if (state.arrow === null) {
        said.textContent = "Draw an arrow from a word on the left to a word on the right, by mouse or finger; by key, press A on each; or choose both words here.";
        return list.replaceChildren();
      }
      const ranked = linkedBy(context, stack, state.arrow, state.weights);
      const later = stack.causal === true && state.arrow.to > state.arrow.from;
      const count = Math.min(MOST, ranked.length);
      said.textContent = later
        ? "The second word is later than the first, and this model sees no later word."
        : `The ${count} of ${ranked.length} heads with the most ${MOST_OF[state.weights]}.`;
      list.replaceChildren(
        ...ranked.slice(0, MOST).map((one) => row(one, ranked[0]!.weight, one.layer === state.layer && state.heads.includes(one.head))),
      );
    },
  };
}
