// A tree and the facts of a page → the heads that are found, in order, with the scores that the query names.
import { type Head, headName, headsOf } from "../heads";
import type { Facts, Kind, Measured } from "./facts";
import { type Node, parse } from "./grammar";
import { LANGUAGE, LIMITS, listed, QueryError, sentence } from "./language";
import { meant, type Name, same, Unclear, written } from "./names";
import { shown, type Token, word } from "./tokens";

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
  /** The query with the names that stand alone written out: "mixed" is read as "label mixed", "obj" as "obj top 5". */
  read: string;
  heads: Head[];
  /** The same as places among all heads, which is how the columns are ordered. */
  places: number[];
  columns: Column<S>[];
}

const KINDS: Kind[] = ["behaviour", "pattern"];

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
export function evaluate<S extends Measured>(facts: Facts<S>, query: string): Found<S> {
  const heads = facts.stacks.flatMap(headsOf);
  const columns = new Map<string, Column<S>>();
  const rising: boolean[] = []; // of each score as it is named, whether less is asked for
  const read: { token: Token; text: string }[] = []; // names that stand alone, and what they are read as
  const wrong = (message: string, { start, end }: Token, values: Record<string, string | number> = {}, known: string[] = []) =>
    new QueryError(message, sentence(message, values), start, end, known);

  function column(name: Token, direction: Token | null): Column<S> {
    let score: Name;
    try {
      score = meant(name.text, facts.scores, facts.second);
    } catch (error) {
      throw error instanceof Unclear ? new QueryError(error.code, error.message, name.start, name.end, error.known) : error;
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

  /** The heads with the highest or the lowest values. */
  function end(value: (number | null)[], count: number, which: string): boolean[] {
    const measured = heads.flatMap((_, place) => (value[place] === null ? [] : [place]));
    const best = new Set(ranked(value, measured, which === "bottom").slice(0, count));
    return heads.map((_, place) => best.has(place));
  }

  /** A name alone: a label that heads have, else the heads with the most of a score, else a label that none has, or a stack. */
  function bare(name: Token, direction: Token | null): boolean[] {
    const labels = direction === null ? labelNames() : new Map<string, [Kind, string]>();
    const label = same(name.text, labels.keys(), String)[0];
    const mask = label === undefined ? null : labelled(...labels.get(label)!);
    if (mask?.includes(true)) {
      read.push({ token: name, text: `label ${written(label!)}` });
      return mask;
    }
    let value: (number | null)[];
    try {
      ({ value } = column(name, direction));
    } catch (error) {
      if (!(error instanceof QueryError) || error.code !== "unknown" || direction !== null) throw error;
      const named = same(name.text, stacks, String);
      if (mask === null && named.length === 0) throw wrong("unheard", name, { name: name.text });
      read.push({ token: name, text: mask === null ? `stack ${written(named[0]!)}` : `label ${written(name.text)}` });
      return mask ?? stack(name);
    }
    rising.push(false);
    read.push({ token: direction ?? name, text: `${shown(direction ?? name)} top ${LIMITS.bare}` });
    return end(value, LIMITS.bare, "top");
  }

  /** Which heads stand the test of a score; without a value none does. */
  function scored(what: string, slots: Token[], name: Token, direction: Token | null): boolean[] {
    const { value } = column(name, direction);
    rising.push(LANGUAGE.rising.includes(what));
    if (LANGUAGE.ends.includes(what)) return end(value, Number(slots[0]!.text), what);
    if (what === "=") {
      const { value: first, half } = number(slots[0]!.text);
      return value.map((one) => one !== null && Math.abs(one - first) <= half); // as far as it is written: 0.81 is what rounds to it
    }
    return compared(what, value, slots.map(({ text }) => number(text).value), slots);
  }

  function compared(what: string, value: (number | null)[], [first, last]: number[], slots: Token[]): boolean[] {
    if (what === "between" && first! > last!) throw wrong("falling", slots[1]!, {}, [slots[0]!.text]);
    const tests: Record<string, (value: number) => boolean> = {
      "<": (value) => value < first!,
      "<=": (value) => value <= first!,
      ">": (value) => value > first!,
      ">=": (value) => value >= first!,
      "=": (value) => value === first,
      between: (value) => value >= first! && value <= last!,
    };
    return value.map((one) => one !== null && tests[what]!(one));
  }

  const layer = (...slots: Token[]) => layers("between", [slots[0]!, slots.at(-1)!]);

  function layers(what: string, slots: Token[]): boolean[] {
    const count = Math.max(...facts.stacks.map((stack) => stack.layers));
    for (const token of slots) if (Number(token.text) > count) throw wrong("layers", token, { layer: token.text, count }, [String(count)]);
    return compared(what, heads.map((head) => head.layer + 1), slots.map(({ text }) => Number(text)), slots);
  }

  function head(token: Token): boolean[] {
    const cut = token.text.lastIndexOf("/");
    const [stack, name] = [token.text.slice(0, Math.max(cut, 0)).toLowerCase(), token.text.slice(cut + 1)];
    const mask = heads.map((one) => headName(one) === name && (stack === "" || stack === one.stack.toLowerCase()));
    if (mask.includes(true)) return mask;
    const shapes = new Set(facts.stacks.map(({ layers, heads }) => sentence("shape", { layers, heads })));
    const [wanted, first] = [name.split("-").map(Number), facts.stacks[0]!];
    const nearest = `${Math.min(wanted[0]!, first.layers)}-${Math.min(wanted[1]!, first.heads)}`;
    throw wrong("heads", token, { head: token.text, known: listed(shapes) }, [nearest]);
  }

  const stacks = facts.stacks.map(({ name }) => name);
  function stack(token: Token): boolean[] {
    const named = same(token.text, stacks, String)[0];
    if (named === undefined) throw wrong("stack", token, { stack: token.text, known: listed(stacks) });
    return heads.map((one) => one.stack === named);
  }

  /** How labels may be written: a behaviour, or else a pattern; pattern.next where a behaviour has the same name. */
  function labelNames(): Map<string, [Kind, string]> {
    const kinds = KINDS.filter((kind) => facts.labels[kind].length > 0);
    const every = kinds.flatMap((kind) => facts.names[kind].map((name): [Kind, string] => [kind, name]));
    const bare = [...every].reverse().map((one) => [one[1], one] as const);
    return new Map([...bare, ...every.map((one) => [one.join("."), one] as const)]);
  }

  function labelled(kind: Kind, label: string): boolean[] {
    const mine = facts.labels[kind].filter((one) => one.label === label);
    const found = new Set(mine.map((one) => `${one.stack}/${headName(one)}`));
    return heads.map((one) => found.has(`${one.stack}/${headName(one)}`));
  }

  function label(token: Token): boolean[] {
    const names = labelNames();
    if (names.size === 0) throw wrong("unlabelled", token);
    const named = same(token.text, names.keys(), String)[0];
    if (named !== undefined) return labelled(...names.get(named)!);
    const bare = new Set(KINDS.flatMap((kind) => facts.names[kind]).filter((name) => names.has(name)));
    throw wrong("label", token, { label: token.text, known: listed([...bare].map(written)) });
  }

  const terms: Record<string, (...slots: Token[]) => boolean[]> = { layer, head: (one) => head(one!), label: (one) => label(one!), stack: (one) => stack(one!) };
  function mask(node: Node): boolean[] {
    if (node.kind === "not") return mask(node.part).map((yes) => !yes);
    if (node.kind === "joined") {
      const parts = node.parts.map(mask);
      return heads.map((_, place) => (node.joint === "and" ? parts.every((part) => part[place]) : parts.some((part) => part[place])));
    }
    if (node.name !== null && node.what === "bare") return bare(node.name, node.direction);
    if (node.name !== null) return scored(node.what, node.slots, node.name, node.direction);
    if (node.test !== "") return layers(node.test, node.slots);
    return terms[node.what]!(...node.slots);
  }

  const found = mask(parse(query));
  const made = [...columns.values()];
  const places = heads.flatMap((_, place) => (found[place] ? [place] : []));
  const order = made[0] ? ranked(made[0].value, places, rising[0]!) : places;
  const characters = [...query];
  for (const { token, text } of read.sort((one, other) => other.token.start - one.token.start)) {
    characters.splice(token.start, token.end - token.start, text);
  }
  return { read: characters.join(""), heads: order.map((place) => heads[place]!), places: order, columns: made };
}
