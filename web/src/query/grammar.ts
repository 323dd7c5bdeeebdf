// Tokens → a tree. The words and the slots after them are in language.json; here is only how they nest. It knows no page:
// whether there is such a score, layer or label is asked when the tree is evaluated.
import { has, LANGUAGE, LIMITS, listed, QueryError, RESERVED, sentence } from "./language";
import { found, type Token, tokens, word } from "./tokens";

export type Node =
  | { kind: "joined"; joint: string; parts: Node[] }
  | { kind: "not"; part: Node }
  /** What is asked (layer, >, top …) with the tokens in its slots; of a score, also its name and direction. */
  | { kind: "term"; what: string; slots: Token[]; name: Token | null; direction: Token | null };

const SLOTS = new Map(Object.entries(LANGUAGE.slots).map(([name, slot]) => [name, { ...slot, pattern: new RegExp(`^(?:${slot.pattern})$`, "u") }]));
const [OPEN, CLOSE] = LANGUAGE.brackets;

/** The tree of a query; throws a QueryError at the first place that can't be read. */
export function parse(query: string): Node {
  const left = tokens(query).reverse();
  const next = () => left.at(-1)!;
  const take = () => left.pop()!;
  let depth = 0;
  const wrong = (message: string, { start, end }: Token, values: Record<string, string | number> = {}) =>
    new QueryError(sentence(message, values), start, end);

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
      return { kind: "term", what, slots: slots(LANGUAGE.terms[what]!), name: null, direction: null };
    }
    if (token.kind === "end" || token.kind === "sign" || RESERVED.has(what)) {
      const words = listed([...Object.keys(LANGUAGE.terms), LANGUAGE.prefix].map((name) => `'${name}'`));
      throw wrong(RESERVED.has(what) ? "reserved" : "term", token, { words, found: found(token) });
    }
    return test();
  }

  function inside(opened: Token): Node {
    const made = joined();
    if (next().kind === "end") throw wrong("bracket", opened);
    if (word(next()) !== CLOSE) throw wrong("inside", next(), { found: found(next()) });
    take();
    return made;
  }

  /** What is asked of a score. */
  function test(): Node {
    const name = take();
    const direction = has(LANGUAGE.directions, word(next())) ? take() : null;
    const asked = next();
    const what = word(asked);
    if (!has(LANGUAGE.tests, what)) {
      const shown = [...query].slice(name.start, name.end).join("");
      throw wrong("test", asked, { name: shown, found: found(asked), words: listed(Object.keys(LANGUAGE.tests)) });
    }
    take();
    return { kind: "term", what, slots: slots(LANGUAGE.tests[what]!), name, direction };
  }

  /** The tokens in the slots of a term. "'to'" is a word as it stands; a list may be left out. */
  function slots(parts: (string | string[])[]): Token[] {
    return parts.flatMap((part) => {
      if (Array.isArray(part)) return word(next()) === part[0]!.slice(1, -1) ? slots(part) : [];
      if (part.startsWith("'")) {
        const wanted = part.slice(1, -1);
        if (word(next()) !== wanted) throw wrong("word", next(), { word: wanted, found: found(next()) });
        take();
        return [];
      }
      const { pattern, expected } = SLOTS.get(part)!;
      const { kind, text } = next();
      if (kind === "end" || kind === "sign" || !pattern.test(text)) throw wrong("slot", next(), { expected, found: found(next()) });
      return [take()];
    });
  }

  if (next().kind === "end") throw wrong("nothing", next(), { examples: listed(LANGUAGE.examples) });
  const made = joined();
  if (next().kind !== "end") throw wrong("after", next(), { found: found(next()) });
  return made;
}
