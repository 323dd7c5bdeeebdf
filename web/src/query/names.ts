// A name in a query → the scores that it means: measure.key; a key alone where no other measure has it; a measure alone where it
// has one key, or a key "all"; each with @corpus where several corpora have it. A measure that says of itself that it is second gives
// way to others that have the same key. Capitals do not count, unless two names differ in nothing else.
import type { Measured } from "./facts";
import { LANGUAGE, listed, RESERVED, sentence } from "./language";
import { isWord } from "./tokens";

export interface Name {
  measure: string;
  key: string;
  corpus: string;
}

/** A name that means nothing, or too much: which message that is, its sentence, and what may be written instead. */
export class Unclear extends Error {
  constructor(
    readonly code: string,
    values: Record<string, string>,
    readonly known: string[] = [],
  ) {
    super(sentence(code, { ...values, known: listed(known) }));
  }
}

const full = ({ measure, key }: Name) => `${measure}.${key}`;
const once = <T>(values: T[]) => [...new Set(values)];

/** A name as it is to be typed: in quotes where it needs them. */
export function written(name: string): string {
  if (isWord(name) && !RESERVED.has(name.toLowerCase())) return name;
  return name.includes('"') ? `'${name}'` : `"${name}"`;
}

/** a@b@c as (a@b, c) and (a, b@c). */
function splits(text: string): { base: string; corpus: string }[] {
  const parts = text.split("@");
  return parts.slice(1).map((_, index) => {
    const at = parts.length - 1 - index;
    return { base: parts.slice(0, at).join("@"), corpus: parts.slice(at).join("@") };
  });
}

/** Those that are called so, or, where none is, those that are but for capitals. */
export function same<T>(text: string, among: Iterable<T>, name: (one: T) => string): T[] {
  const every = [...among];
  const exact = every.filter((one) => name(one) === text);
  return exact.length > 0 ? exact : every.filter((one) => name(one).toLowerCase() === text.toLowerCase());
}

/** The one score of that name in each corpus that has it, none where there is no such name. `at` ends what is to be typed. */
function among(text: string, known: Name[], second: string[], at = ""): Name[] {
  const one = (found: Name[]) => {
    const names = once(found.map(full));
    if (names.length > 1) throw new Unclear("measures", { name: written(text) }, names.map((name) => written(name + at)));
    return found;
  };
  const whole = same(text, known, full);
  if (whole.length > 0) return one(whole);
  const measured = same(text, known, ({ measure }) => measure);
  if (measured.length > 0) {
    const keys = once(measured.map(({ key }) => key));
    if (keys.length === 1) return measured;
    if (keys.includes(LANGUAGE.whole)) return measured.filter(({ key }) => key === LANGUAGE.whole);
    throw new Unclear("keys", { name: written(text) }, once(measured.map(full)).map((name) => written(name + at)));
  }
  const keyed = same(text, known, ({ key }) => key);
  const first = keyed.filter(({ measure }) => !second.includes(measure));
  return one(first.length > 0 ? first : keyed);
}

function unknown(text: string, known: Name[], second: string[]): Unclear {
  for (const { base, corpus } of splits(text)) {
    let elsewhere: Name[] = [];
    try {
      elsewhere = among(base, known, second);
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
    }
    if (elsewhere.length === 0) continue;
    return new Unclear("elsewhere", { name: written(base), corpus }, once(elsewhere.map((name) => written(`${base}@${name.corpus}`))));
  }
  return new Unclear("unknown", { name: text });
}

/** The score that a name means; throws Unclear where there is none, or more than one. Measures of `second` give way to others. */
export function meant(text: string, scores: Measured[], second: string[] = []): Name {
  const named = new Map(scores.map(({ measure, key, corpus }) => [JSON.stringify([measure, key, corpus]), { measure, key, corpus }]));
  const known = [...named.values()];
  const found = among(text, known, second);
  if (found.length > 0) {
    const corpora = once(found.map(({ corpus }) => corpus));
    if (corpora.length === 1) return found[0]!;
    throw new Unclear("corpora", { name: written(text) }, corpora.map((corpus) => written(`${text}@${corpus}`)));
  }
  // A corpus may have any sign in its name, so what follows each @ is tried.
  for (const { base, corpus } of splits(text)) {
    const there = among(base, known.filter((name) => name.corpus === corpus), second, `@${corpus}`);
    if (there.length > 0) return there[0]!;
  }
  throw unknown(text, known, second);
}
