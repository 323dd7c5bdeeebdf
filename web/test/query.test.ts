// The same cases as tests/query/test_query.py: one language, run from one table.
import { describe, expect, test } from "vitest";
import cases from "../../tests/query/query_cases.json";
import { headName } from "../src/heads";
import { type Facts, factsOf, QueryError, search } from "../src/query";
import { likeness } from "../src/query/language";
import { payload, score } from "./sample";

const facts: Record<string, Facts> = cases.facts;

const errors = (cases.errors as ((typeof cases.errors)[number] & { times?: number })[]).map((one) => ({
  ...one,
  query: one.query.repeat(one.times ?? 1),
  brief: one.query,
}));

describe("what is found, in order", () => {
  test.each(cases.found as { facts: string; query: string; read?: string; heads: string[] }[])("$facts: $query", ({ facts: name, query, read, heads }) => {
    const found = search(facts[name]!, query);
    expect(found.heads.map((head) => `${head.stack}/${headName(head)}`)).toEqual(heads);
    expect(found.read).toBe(read ?? query);
  });
});

describe("what is wrong, and where", () => {
  test.each(errors)("$facts: $brief", ({ facts: name, query, ...expected }) => {
    let error: unknown;
    try {
      search(facts[name]!, query);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(QueryError);
    const { message, start, end, suggestions } = error as QueryError;
    expect({ message, start, end, suggestions }).toEqual({
      message: expected.message,
      start: expected.start,
      end: expected.end,
      suggestions: expected.suggestions,
    });
    for (const suggestion of suggestions) expect(search(facts[name]!, suggestion).heads).toBeInstanceOf(Array);
  });
});

test("the columns are the scores that the query names, each head by its best direction", () => {
  const { columns, places } = search(facts["bert"]!, "obj > 0.6 and sep < 0.5 or obj to-head top 1");
  expect(columns.map(({ name, direction }) => [name.measure, name.key, direction])).toEqual([
    ["dependency", "obj", ""],
    ["token", "sep", ""],
    ["dependency", "obj", "dependent-to-head"],
  ]);
  const [best, , one] = columns;
  for (const place of places) {
    expect(best!.value[place]).toBeGreaterThanOrEqual(one!.value[place]!);
    expect(best!.scores[place]!.value.flat()).toContain(best!.value[place]);
  }
});

test("a page's scores, relations and labels are what is asked", () => {
  const relation = score({ id: "dependency.obj", measure: "dependency", key: "obj", direction: "dependent-to-head" });
  const label = { stack: "encoder", layer: 1, head: 2, label: "next", score: 0.9, margin: 0.4, low: 0.3, high: 0.5, sure: true };
  const page = payload({ relations: [relation], labels: [label], patterns: [{ ...label, layer: 2, label: "mixed" }] });
  const names = (query: string) => search(factsOf(page), query).heads.map(headName);
  expect(names("label next")).toEqual(["2-3"]);
  expect(names("label pattern.mixed")).toEqual(["3-3"]);
  expect(names("obj top 12")).toHaveLength(12);
  expect(names("offset.+1 top 3")).toHaveLength(3);
});

test.each(cases.likeness as [string, string, number][])("likeness of %s and %s is what Python's difflib calls the ratio", (one, other, ratio) => {
  expect(likeness(one, other)).toBe(ratio);
});
