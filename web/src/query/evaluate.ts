// A tree and the facts of a page → the heads that are found, in order, with the scores that the query names.
import { type Head, headName, headsOf } from "../heads";
import type { Facts, Measured } from "./facts";
import { type Node, parse } from "./grammar";
import { hint, LANGUAGE, LIMITS, listed, QueryError, sentence } from "./language";
import { meant, type Name, Unclear, written } from "./names";
import { type Token, word } from "./tokens";

/** A score that a query names: each head's value in its direction with the highest one, null where it has none. */
export interface Column<S extends Measured = Measured> {
  name: Name;
  /** As asked for; empty where each head counts by its best. */
  direction: string;
  value: (number | null)[];
  /** Where each head's value comes from. */
  scores: (S | null)[];
}

export interface Found<S extends Measured = Measured> {
  heads: Head[];
  /** The same as places among all heads, which is how the columns are ordered. */
  places: number[];
  columns: Column<S>[];
}

/** A number as written, and half a unit of its last digit: 0.60 and 60% are 0.6 ± 0.005. */
export function number(text: string): { value: number; half: number } {
  const percent = text.endsWith("%");
  const [figure, exponent = "0"] = (percent ? text.slice(0, -1) : text).toLowerCase().split("e") as [string, string?];
  const power = Number(exponent) - (percent ? 2 : 0);
  const decimals = (figure.split(".")[1] ?? "").length;
  return { value: Number(`${figure}e${power}`), half: Number(`5e${power - decimals - 1}`) };
}

/** What heads are ranked by, as in Python: rounded, a half to the even neighbour, because ties within rounding are ties. */
function level(value: number): number {
  const scaled = value * 10 ** LIMITS.decimals;
  const floor = Math.floor(scaled);
  const half = scaled - floor === 0.5;
  return half && floor % 2 === 0 ? floor : Math.round(scaled);
}

/** Places of heads that have a value, the highest or the lowest first; equals stay in order. */
function ranked(value: (number | null)[], places: number[], rising: boolean): number[] {
  return [...places].sort((one, other) => {
    const [left, right] = [value[one]!, value[other]!];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return rising ? level(left) - level(right) : level(right) - level(left);
  });
}

/** The heads for which a query holds: by the first score it names, highest first, lowest first where less is asked for; without a
 * score, and among equals, in the order of the layers. */
export function search<S extends Measured>(facts: Facts<S>, query: string): Found<S> {
  const heads = facts.stacks.flatMap(headsOf);
  const columns = new Map<string, Column<S>>();
  const rising: boolean[] = []; // of each score as it is named, whether less is asked for
  const wrong = (message: string, { start, end }: Token, values: Record<string, string | number> = {}) =>
    new QueryError(sentence(message, values), start, end);

  function column(name: Token, direction: Token | null): Column<S> {
    let score: Name;
    try {
      score = meant(name.text, facts.scores, facts.second);
    } catch (error) {
      throw error instanceof Unclear ? new QueryError(error.message, name.start, name.end) : error;
    }
    const asked = direction === null ? "" : LANGUAGE.directions[word(direction)]!;
    const id = JSON.stringify([score, asked]);
    const known = columns.get(id);
    if (known) return known;
    let mine = facts.scores.filter((one) => one.measure === score.measure && one.key === score.key && one.corpus === score.corpus);
    if (direction !== null) {
      const values = { name: written(name.text), direction: direction.text };
      if (!mine.some((one) => one.direction)) throw wrong("undirected", direction, values);
      mine = mine.filter((one) => one.direction === asked);
      if (mine.length === 0) throw wrong("direction", direction, values);
    }
    const made: Column<S> = { name: score, direction: asked, value: heads.map(() => null), scores: heads.map(() => null) };
    heads.forEach((head, place) => {
      for (const one of mine) {
        const value = one.stack === head.stack ? (one.value[head.layer]?.[head.head] ?? null) : null;
        if (value === null || value <= (made.value[place] ?? -Infinity)) continue;
        made.value[place] = value;
        made.scores[place] = one;
      }
    });
    columns.set(id, made);
    return made;
  }

  /** Which heads stand the test of a score; without a value none does. */
  function scored(what: string, slots: Token[], name: Token, direction: Token | null): boolean[] {
    const { value } = column(name, direction);
    rising.push(LANGUAGE.rising.includes(what));
    const { value: first, half } = number(slots[0]!.text);
    if (what === "top" || what === "bottom") {
      const measured = heads.flatMap((_, place) => (value[place] === null ? [] : [place]));
      const best = new Set(ranked(value, measured, what === "bottom").slice(0, first));
      return heads.map((_, place) => best.has(place));
    }
    let last = Infinity;
    if (what === "between") {
      last = number(slots[1]!.text).value;
      if (first > last) throw wrong("falling", slots[1]!);
    }
    const tests: Record<string, (value: number) => boolean> = {
      "<": (value) => value < first,
      "<=": (value) => value <= first,
      ">": (value) => value > first,
      ">=": (value) => value >= first,
      "=": (value) => Math.abs(value - first) <= half, // as far as it is written: 0.81 is anything that rounds to it
      between: (value) => value >= first && value <= last,
    };
    return value.map((one) => one !== null && tests[what]!(one));
  }

  function layer(first: Token, last?: Token): boolean[] {
    const count = Math.max(...facts.stacks.map(({ layers }) => layers));
    for (const token of last ? [first, last] : [first]) {
      if (Number(token.text) > count) throw wrong("layers", token, { layer: token.text, count });
    }
    const [low, high] = [Number(first.text), Number((last ?? first).text)];
    if (last && low > high) throw wrong("falling", last);
    return heads.map((head) => low <= head.layer + 1 && head.layer + 1 <= high);
  }

  function head(token: Token): boolean[] {
    const mask = heads.map((one) => headName(one) === token.text);
    if (mask.includes(true)) return mask;
    const shapes = new Set(facts.stacks.map(({ layers, heads }) => sentence("shape", { layers, heads })));
    throw wrong("heads", token, { head: token.text, known: listed(shapes) });
  }

  function stack(token: Token): boolean[] {
    const names = facts.stacks.map(({ name }) => name);
    if (names.includes(token.text)) return heads.map((one) => one.stack === token.text);
    throw wrong("stack", token, { stack: token.text, hint: hint(token.text, names), known: listed(names) });
  }

  /** A behaviour, or else a pattern; pattern.next is the pattern where a behaviour has the same name. */
  function label(token: Token): boolean[] {
    const kinds = (["behaviour", "pattern"] as const).filter((kind) => facts.labels[kind].length > 0);
    const names = new Map<string, { kind: (typeof kinds)[number]; name: string }>(
      kinds.flatMap((kind) => facts.names[kind].map((name) => [`${kind}.${name}`, { kind, name }] as const)),
    );
    if (names.size === 0) throw wrong("unlabelled", token);
    const bare = new Map([...names.values()].reverse().map((one) => [one.name, one] as const));
    const order = [...new Set([...names.values()].map(({ name }) => name))];
    const chosen = names.get(token.text) ?? bare.get(token.text);
    if (!chosen) {
      const near = hint(token.text, [...order, ...names.keys()].map(written));
      throw wrong("label", token, { label: token.text, hint: near, known: listed(order.map(written)) });
    }
    const mine = facts.labels[chosen.kind].filter((one) => one.label === chosen.name);
    const found = new Set(mine.map((one) => `${one.stack}/${headName(one)}`));
    return heads.map((one) => found.has(`${one.stack}/${headName(one)}`));
  }

  const terms: Record<string, (first: Token, last?: Token) => boolean[]> = { layer, head, label, stack };
  function mask(node: Node): boolean[] {
    if (node.kind === "not") return mask(node.part).map((yes) => !yes);
    if (node.kind === "joined") {
      const parts = node.parts.map(mask);
      return heads.map((_, place) => (node.joint === "and" ? parts.every((part) => part[place]) : parts.some((part) => part[place])));
    }
    if (node.name !== null) return scored(node.what, node.slots, node.name, node.direction);
    return terms[node.what]!(node.slots[0]!, node.slots[1]);
  }

  const found = mask(parse(query));
  const made = [...columns.values()];
  const places = heads.flatMap((_, place) => (found[place] ? [place] : []));
  const order = made[0] ? ranked(made[0].value, places, rising[0]!) : places;
  return { heads: order.map((place) => heads[place]!), places: order, columns: made };
}
