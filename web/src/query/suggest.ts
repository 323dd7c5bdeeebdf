// A query that fails → queries that are near it and can be answered. Every suggestion has been asked before it is made: what is offered
// works. Python makes the same ones (src/headscope/query/suggest.py).
import { evaluate, type Found } from "./evaluate";
import { type Facts, type Kind, type Measured, phrase } from "./facts";
import { headSlip, SLOTS } from "./grammar";
import { LANGUAGE, likeness, LIMITS, QueryError, RESERVED } from "./language";
import { written } from "./names";

const UNPRINTABLE = /[\p{C}\p{Z}]/u; // but a space
const KINDS: Kind[] = ["behaviour", "pattern"];

/** The heads for which a query holds; a query that fails says what to ask instead. */
export function search<S extends Measured>(facts: Facts<S>, query: string): Found<S> {
  try {
    return evaluate(facts, query);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new QueryError(error.code, error.message, error.start, error.end, [], suggestions(facts, query, error));
  }
}

/** Without what parts the tokens of a query; Python's own notion of white space is another. */
const trim = (text: string) => text.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/gu, "");

function attempt(facts: Facts, query: string): Found | QueryError {
  try {
    return evaluate(facts, query);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

/** The first few queries near a failed one that can be answered, the likeliest first. */
export function suggestions(facts: Facts, query: string, error: QueryError): string[] {
  const asked = [...query].slice(0, error.code === "long" ? LIMITS.characters + 1 : undefined).join("");
  const near = answered(facts, trim(asked), repaired(facts, asked, error, LIMITS.repairs));
  return near.length > 0 ? near : answered(facts, trim(asked), rest(facts, asked, error));
}

function answered(facts: Facts, asked: string, queries: Iterable<string>): string[] {
  const found: string[] = [];
  for (const query of queries) {
    if (query === asked || found.includes(query) || UNPRINTABLE.test(query.replaceAll(" ", ""))) continue;
    if (!(attempt(facts, query) instanceof QueryError)) found.push(query);
    if (found.length === LIMITS.near) break;
  }
  return found;
}

/** The query with the fault repaired in each likely way; where there is another fault behind it, with the likeliest repair of that. */
function* repaired(facts: Facts, asked: string, error: QueryError, depth: number): Generator<string> {
  for (const query of [...new Set(edits(facts, asked, error))].slice(0, LIMITS.listed)) {
    const another = attempt(facts, query);
    if (!(another instanceof QueryError)) yield query;
    else if (depth > 1) {
      const [first] = [...repaired(facts, query, another, depth - 1)];
      if (first !== undefined) yield first;
    }
  }
}

function* edits(facts: Facts, query: string, { code, start, end, known }: QueryError): Generator<string> {
  const characters = [...query];
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  const text = part(start, end);
  const put = (instead: string) => [part(0, start), instead, part(end)].map(trim).filter(Boolean).join(" ");
  const plain = text.replace(/^["']+|["']+$/gu, "");
  if (code === "falling") {
    const first = known[0]!;
    const before = part(0, start);
    const at = before.lastIndexOf(first);
    yield before.slice(0, at) + text + before.slice(at + first.length) + first + part(end);
  } else yield* known.map(put);
  if (code === "unknown" || code === "unheard") {
    const head = headSlip(plain);
    if (head !== null) yield put(head);
    yield* nearScores(facts, plain).map(put);
  }
  if (code === "label" || code === "unheard") yield* nearLabels(facts, plain).map(put);
  if (code === "label") yield* facts.names.behaviour.map(written).map(put);
  const stacks = facts.stacks.map(({ name }) => name);
  if (code === "slot") yield* known.map((one) => put(`${one} ${text}`));
  if (code === "slot" && known.length === 0) yield* [...facts.names.behaviour, ...stacks].map(written).map(put);
  if (code === "stack") yield* [...stacks].sort((one, other) => likeness(other, plain) - likeness(one, plain)).map(put);
  if (code === "undirected" || code === "direction") yield put("");
  if (code === "word") yield* [put("and"), put(`and ${text}`)];
  if (code === "quote") yield query + characters[start];
  if (code === "bracket") yield `${query})`;
  if (code === "after" || code === "inside") {
    if (SLOTS.get("number")!.pattern.test(text)) yield put(`> ${text}`);
    const words = [...LANGUAGE.joints, ...Object.keys(LANGUAGE.tests)];
    yield* words.filter((word) => likeness(word, text) >= LIMITS.likeness).map(put);
    yield* [...LANGUAGE.joints].reverse().map((word) => put(`${word} ${text}`));
    if (code === "inside") yield put(`) ${text}`);
  }
  if ((code === "term" || code === "reserved") && RESERVED.has(text.toLowerCase())) yield put(`"${text}"`);
  if (code === "term" || code === "reserved" || code === "after") yield put("");
}

/** What is left of a query without its fault, and what this page can be asked. */
function* rest(facts: Facts, query: string, { start, end }: QueryError): Generator<string> {
  const characters = [...query];
  const [before, text, after] = [[0, start], [start, end], [end, undefined]].map(([from, to]) => trim(characters.slice(from, to).join(""))) as [string, string, string];
  yield* [trim(`${before} ${after}`), before, after, text];
  for (const word of LANGUAGE.joints) {
    yield trim(before.endsWith(word) ? before.slice(0, -word.length) : before);
    yield trim(after.startsWith(word) ? after.slice(word.length) : after);
  }
  const scores = facts.scores.map(({ measure, key }) => `${written(`${measure}.${key}`)} top ${LIMITS.bare}`);
  const labels = KINDS.flatMap((kind) => facts.labels[kind].map(({ label }) => `label ${written(label)}`));
  yield* [...scores.slice(0, 1), ...labels.slice(0, 1), "layer 1", ...scores, ...labels];
}

/** The names of scores that are meant by a word of their phrase ("subject"), or look like what was given, as they are typed. */
export function nearScores(facts: Facts, given: string): string[] {
  const backwards = [...facts.scores].reverse();
  if (given.includes(".")) return near(given, new Map(backwards.map(({ measure, key }) => [`${measure}.${key}`, ""])));
  return near(given, new Map([...backwards.map(({ measure }) => [measure, ""] as const), ...backwards.map((one) => [one.key, phrase(one)] as const)]));
}

/** The same of labels. */
export function nearLabels(facts: Facts, given: string): string[] {
  const names = KINDS.filter((kind) => facts.labels[kind].length > 0).flatMap((kind) => facts.names[kind].map((label) => ({ kind, label })));
  if (given.includes(".")) return near(given, new Map(names.map(({ kind, label }) => [`${kind}.${label}`, ""])));
  const words = new Map(Object.entries(facts.words ?? {}));
  return near(given, new Map([...names].reverse().map(({ label }) => [label, words.get(label) ?? ""])));
}

function near(given: string, phrases: Map<string, string>): string[] {
  const wanted = letters(given);
  const order = [...phrases.keys()].reverse();
  const count = (name: string) => phrases.get(name)!.split(" ").length;
  const says = (name: string) => {
    const its = new Set(letters(phrases.get(name)!));
    return wanted.length > 0 && wanted.every((word) => its.has(word));
  };
  const said = order.filter(says).sort((one, other) => count(one) - count(other) || [...one].length - [...other].length);
  const alike = new Map(order.map((name) => [name, likeness(name, given)]));
  const looks = order.filter((name) => alike.get(name)! >= LIMITS.likeness).sort((one, other) => alike.get(other)! - alike.get(one)!);
  return [...new Set([...said, ...looks])].map(written);
}

/** The longer words of a text, without the s of a plural. */
function letters(text: string): string[] {
  const words = (text.toLowerCase().match(/[a-z]+/gu) ?? []).map((word) => word.replace(/s$/u, ""));
  return words.filter((word) => word.length >= LIMITS.letters);
}
