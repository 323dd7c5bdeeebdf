// The query language as data: Python's language.json read, its sentences filled in, and the error that points at a place.
import data from "../../../src/headscope/query/language.json";

type Part = string | string[];

export interface Language {
  limits: Record<"characters" | "depth" | "listed" | "near" | "likeness" | "decimals" | "bare" | "repairs" | "letters", number>;
  tokens: Record<"space" | "quoted" | "sign" | "word", string>;
  /** Read as the word that they stand for. */
  aliases: Record<string, string>;
  joints: string[];
  ends: string[];
  filler: string;
  range: string;
  slip: string;
  filled: Record<string, string>;
  prefix: string;
  brackets: string[];
  terms: Record<string, Part[]>;
  tests: Record<string, Part[]>;
  slots: Record<string, { pattern: string; expected: string }>;
  directions: Record<string, string>;
  reserved: string[];
  rising: string[];
  whole: string;
  messages: Record<string, string>;
}

export const LANGUAGE: Language = data;
export const LIMITS = LANGUAGE.limits;
export const RESERVED = new Set([...LANGUAGE.reserved, ...Object.keys(LANGUAGE.aliases)]);

/** A query that can't be read or answered; start and end are the characters (not UTF-16 units) that it is about, code is which message
 * it is, known are texts to put in that place, suggestions are whole queries that can be answered. */
export class QueryError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly start: number,
    readonly end: number,
    readonly known: string[] = [],
    readonly suggestions: string[] = [],
  ) {
    super(message);
  }
}

/** Objects made of JSON answer to "constructor" too; a query may say so. */
export function has(table: object, name: string): boolean {
  return Object.hasOwn(table, name);
}

/** A message with its gaps filled. */
export function sentence(message: string, values: Record<string, string | number> = {}): string {
  return LANGUAGE.messages[message]!.replace(/\{(\w+)\}/g, (_, gap: string) => String(values[gap]));
}

/** Names as a sentence lists them, the first few where there are many. */
export function listed(names: Iterable<string>): string {
  const every = [...names];
  const known = every.slice(0, LIMITS.listed).join(", ");
  return every.length > LIMITS.listed ? sentence("more", { known, count: every.length - LIMITS.listed }) : known;
}

/** How many characters of two texts lie in matching blocks: the longest one, and so on before and behind it. */
function matching(one: string[], other: string[]): number {
  let longest = 0;
  let first = 0;
  let second = 0;
  // lengths[j]: how many characters before one[i] and other[j] are the same
  let lengths: number[] = [];
  one.forEach((character, i) => {
    const now: number[] = [];
    other.forEach((its, j) => {
      if (its !== character) return;
      const length = (j > 0 ? (lengths[j - 1] ?? 0) : 0) + 1;
      now[j] = length;
      if (length > longest) [longest, first, second] = [length, i - length + 1, j - length + 1];
    });
    lengths = now;
  });
  if (longest === 0) return 0;
  const before = matching(one.slice(0, first), other.slice(0, second));
  return longest + before + matching(one.slice(first + longest), other.slice(second + longest));
}

/** 2m / (characters of both): what Python's difflib calls the ratio; capitals do not count. */
export function likeness(one: string, other: string): number {
  const [left, right] = [[...one.toLowerCase()], [...other.toLowerCase()]];
  const both = left.length + right.length;
  return both === 0 ? 1 : (2 * matching(left, right)) / both;
}
