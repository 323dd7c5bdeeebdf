// Tokens → a tree. The words and the slots after them are in language.json; here is only how they nest. It knows no page:
// whether there is such a score, layer or label is asked when the tree is evaluated.
import { has, LANGUAGE, LIMITS, listed, QueryError, RESERVED, sentence } from "./language";
import { found, type Token, tokens, word } from "./tokens";

export type Node =
  | { kind: "joined"; joint: string; parts: Node[] }
  | { kind: "not"; part: Node }
  /** What is asked (layer, >, top, or bare of a name alone) with the tokens in its slots; of a score, also its name and direction; of
   * layers, also how they are compared. */
  | { kind: "term"; what: string; slots: Token[]; name: Token | null; direction: Token | null; test: string };

export const SLOTS = new Map(Object.entries(LANGUAGE.slots).map(([name, slot]) => [name, { ...slot, pattern: new RegExp(`^(?:${slot.pattern})$`, "u") }]));
const [OPEN, CLOSE] = LANGUAGE.brackets;
const [RANGE, SLIP] = [LANGUAGE.range, LANGUAGE.slip].map((pattern) => new RegExp(`^(?:${pattern})$`, "u")) as [RegExp, RegExp];

/** The head that somebody seems to mean who writes one in another way: "7.7", "h7-7", "L3H5". */
export function headSlip(text: string): string | null {
  const found = SLIP.exec(text.toLowerCase().replaceAll("head", "h").replaceAll("layer", "l").replaceAll(" ", ""));
  return found && `${found[1]}-${found[2]}`;
}

/** What may have been meant by a text that does not fit into a slot. */
function filled(slot: string, text: string): string[] {
  if (!has(LANGUAGE.filled, slot)) return [];
  const meant = [text.replaceAll(",", "."), headSlip(text), LANGUAGE.filled[slot]!];
  return meant.filter((one): one is string => one !== null && one !== "" && SLOTS.get(slot)!.pattern.test(one));
}

/** The words that a quoted part of a grammar stands for. */
function wordsOf(part: string): string[] {
  return part.slice(1, -1).split("|");
}

/** The tree of a query; throws a QueryError at the first place that can't be read. */
export function parse(query: string): Node {
  const left = tokens(query).reverse();
  const next = () => left.at(-1)!;
  const take = () => left.pop()!;
  let depth = 0;
  const wrong = (message: string, { start, end }: Token, values: Record<string, string | number> = {}, known: string[] = []) =>
    new QueryError(message, sentence(message, values), start, end, known);
  const term = (what: string, slots: Token[], name: Token | null = null, direction: Token | null = null, test = ""): Node => ({
    kind: "term",
    what,
    slots,
    name,
    direction,
    test,
  });

  /** Parts with this joint or a tighter one between them. */
  function joined(level = 0): Node {
    const joint = LANGUAGE.joints[level];
    if (joint === undefined) return one();
    const parts = [joined(level + 1)];
    while (word(next()) === joint) {
      take();
      parts.push(joined(level + 1));
    }
    return parts.length === 1 ? parts[0]! : { kind: "joined", joint, parts };
  }

  function one(): Node {
    const token = next();
    const what = word(token);
    if (what === LANGUAGE.prefix || what === OPEN) {
      take();
      depth += 1;
      if (depth > LIMITS.depth) throw wrong("deep", token, { most: LIMITS.depth });
      const made: Node = what === OPEN ? inside(token) : { kind: "not", part: one() };
      depth -= 1;
      return made;
    }
    if (has(LANGUAGE.terms, what)) {
      take();
      return what === "layer" ? layer() : term(what, slots(LANGUAGE.terms[what]!));
    }
    if (LANGUAGE.ends.includes(what)) {
      take();
      const count = slots(LANGUAGE.tests[what]!);
      if (word(next()) === LANGUAGE.filler) take();
      return term(what, count, ...name());
    }
    if (token.kind === "word" && SLOTS.get("head")!.pattern.test(token.text)) return term("head", [take()]);
    return score();
  }

  /** The name of a score, and its direction if there is one. */
  function name(): [Token, Token | null] {
    const token = next();
    const what = word(token);
    if (token.kind === "end" || token.kind === "sign" || RESERVED.has(what)) {
      const words = listed([...Object.keys(LANGUAGE.terms), LANGUAGE.prefix].map((name) => `'${name}'`));
      throw wrong(RESERVED.has(what) ? "reserved" : "term", token, { words, found: found(token) });
    }
    return [take(), has(LANGUAGE.directions, word(next())) ? take() : null];
  }

  function inside(opened: Token): Node {
    const made = joined();
    if (next().kind === "end") throw wrong("bracket", opened);
    if (word(next()) !== CLOSE) throw wrong("inside", next(), { found: found(next()) });
    take();
    return made;
  }

  /** What is asked of a score, or a name alone. */
  function score(): Node {
    const [named, direction] = name();
    const what = word(next());
    if (!has(LANGUAGE.tests, what)) return term("bare", [], named, direction);
    take();
    return term(what, slots(LANGUAGE.tests[what]!), named, direction);
  }

  /** "layer 2", "layer 2 to 4", "layer 2-4", "layer >= 2". */
  function layer(): Node {
    const asked = next();
    const what = word(asked);
    const parts = has(LANGUAGE.tests, what) ? LANGUAGE.tests[what]! : [];
    if (parts.includes("number")) {
      take();
      return term("layer", slots(parts.map((part) => (part === "number" ? "layer" : part))), null, null, what);
    }
    const ends = asked.kind === "word" ? RANGE.exec(asked.text) : null;
    if (!ends) return term("layer", slots(LANGUAGE.terms["layer"]!));
    take();
    const [first, last] = [ends[1]!, ends[2]!];
    return term("layer", [
      { kind: "word", text: first, start: asked.start, end: asked.start + first.length },
      { kind: "word", text: last, start: asked.end - last.length, end: asked.end },
    ]);
  }

  /** The tokens in the slots of a term. "'to'" is a word as it stands; a list may be left out. */
  function slots(parts: (string | string[])[]): Token[] {
    return parts.flatMap((part) => {
      if (Array.isArray(part)) return wordsOf(part[0]!).includes(word(next())) ? slots(part) : [];
      if (part.startsWith("'")) {
        const wanted = wordsOf(part);
        if (!wanted.includes(word(next()))) throw wrong("word", next(), { word: wanted[0]!, found: found(next()) });
        take();
        return [];
      }
      const { pattern, expected } = SLOTS.get(part)!;
      const { kind, text } = next();
      if (kind === "end" || kind === "sign" || !pattern.test(text)) {
        throw wrong("slot", next(), { expected, found: found(next()) }, filled(part, text));
      }
      return [take()];
    });
  }

  if (next().kind === "end") throw wrong("nothing", next());
  const made = joined();
  if (next().kind !== "end") throw wrong("after", next(), { found: found(next()) });
  return made;
}
