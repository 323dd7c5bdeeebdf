// Query text → tokens: words, names in quotes, signs, and the end. What a word means is for the grammar to say.
import { has, LANGUAGE, LIMITS, QueryError, sentence } from "./language";

export interface Token {
  kind: "quoted" | "sign" | "word" | "end";
  /** Without its quotes; start and end are where it stands with them, in characters. */
  text: string;
  start: number;
  end: number;
}

const KINDS = (["space", "quoted", "sign", "word"] as const).map((kind) => ({ kind, pattern: new RegExp(LANGUAGE.tokens[kind], "uy") }));
const WORD = new RegExp(`^(?:${LANGUAGE.tokens.word})$`, "u");

/** What a token says as a word of the language or a sign, in lower case; what is in quotes is never one. */
export function word(token: Token): string {
  const text = token.kind === "word" || token.kind === "sign" ? token.text.toLowerCase() : "";
  return has(LANGUAGE.aliases, text) ? LANGUAGE.aliases[text]! : text;
}

/** A token as it is to be typed, in quotes where it was. */
export function shown({ kind, text }: Token): string {
  if (kind !== "quoted") return text;
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** A token as a message names it. */
export function found(token: Token): string {
  return token.kind === "end" ? sentence("end_found") : sentence("word_found", { text: token.text });
}

/** Whether a text is one word, so that it needs no quotes. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

export function tokens(query: string): Token[] {
  const count = [...query].length;
  const most = LIMITS.characters;
  if (count > most) throw new QueryError("long", sentence("long", { most, count }), most, most + 1);
  const made: Token[] = [];
  let unit = 0; // where a pattern looks, in UTF-16 units
  let start = 0;
  while (unit < query.length) {
    const match = KINDS.flatMap(({ kind, pattern }) => {
      pattern.lastIndex = unit;
      const text = pattern.exec(query)?.[0];
      return text === undefined ? [] : [{ kind, text }];
    })[0];
    if (!match) throw new QueryError("quote", sentence("quote"), start, start + 1);
    const end = start + [...match.text].length;
    if (match.kind !== "space") made.push({ kind: match.kind, text: match.kind === "quoted" ? match.text.slice(1, -1) : match.text, start, end });
    unit += match.text.length;
    start = end;
  }
  return [...made, { kind: "end", text: "", start, end: start }];
}
