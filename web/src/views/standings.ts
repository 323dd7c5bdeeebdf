// What a run measured of the head that is looked at: the scores in which it stands highest among all heads of its stack.
import { html } from "../dom";
import type { Control } from "./controls";
import type { Meta, Score, Stack } from "./meta";
import type { State } from "./state";
import { plain } from "./tokens";

const MOST = 3;

export interface Standing {
  score: Score;
  value: number;
  rank: number; // how many heads have as much, itself included: 1 is the highest, and alone
  of: number;
}

/** A head's scores, those in which fewest heads have as much first; equals in the order of the run. */
export function standingsOf(scores: readonly Score[], layer: number, head: number): Standing[] {
  return scores
    .flatMap((score) => {
      const value = score.value[layer]?.[head];
      if (typeof value !== "number") return [];
      const others = score.value.flat().filter((one): one is number => typeof one === "number");
      return [{ score, value, rank: others.filter((one) => one >= value).length, of: others.length }];
    })
    .sort((one, other) => one.rank - other.rank);
}

export function standings(meta: Meta, stack: Stack): Control<State> {
  const scores = meta.scores.filter((score) => score.stack === stack.name);
  const list = html("ul", { class: "hs-standings", "aria-label": "Scores in the run" });
  return {
    element: list,
    show: ({ layer, heads }) => {
      const found = heads.length === 1 ? standingsOf(scores, layer, heads[0]!).slice(0, MOST) : [];
      list.hidden = found.length === 0;
      list.replaceChildren(
        ...found.map(({ score, value, rank, of }) =>
          html("li", {}, `${plain(score.words)} `, html("b", {}, value.toFixed(2)), html("span", {}, ` ${rank} of ${of}`)),
        ),
      );
    },
  };
}
