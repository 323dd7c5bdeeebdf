import { expect, test } from "vitest";
import { blend, contrast, type Doing, Doings, tint } from "../src/behaviour";
import { distance, toLab } from "../src/colour";
import { headsOf } from "../src/heads";
import { fitting, spoken } from "../src/behaviour_grid";
import type { Behaviour, Card, Claim, Label } from "../src/payload";
import { readPayload } from "../src/payload";
import { BEHAVIOURS, payload } from "./sample";

const label = (layer: number, head: number, name: string, change: Partial<Label> = {}): Label => {
  const numbers = { score: 0.9, margin: 0.4, low: 0.3, high: 0.5, sure: true };
  return { stack: "encoder", layer, head, label: name, ...numbers, ...change };
};
const claim = (key: string, measure = "dependency"): Claim => ({
  score: `${measure}.${key}`, measure, key, words: `finds ${key}`, rule: "the best fixed offset", value: 0.8, low: 0.7, high: 0.9, baseline: 0.4,
}); // prettier-ignore
const card = (layer: number, head: number, claims: Claim[]): Card => ({
  stack: "encoder", layer, head, summary: "It does.", notes: {}, claims, neighbours: [], sentences: [],
}); // prettier-ignore

const page = payload({
  labels: [label(0, 0, "next"), label(0, 1, "broad", { sure: false, margin: 0.1 }), label(0, 2, "syntax"), label(0, 3, "coreference"), label(1, 1, "mixed", { sure: false }), label(1, 0, "next", { margin: 0.2 })],
  cards: [card(0, 0, [claim("det")]), card(0, 2, [claim("obj"), claim("cc")]), card(0, 3, [claim("pronoun", "coreference")]), card(1, 1, [claim("det")])],
});
const doings = new Doings(page);
const at = (layer: number, head: number) => doings.of({ stack: "encoder", layer, head });

test("the page takes over the labels and decides nothing by what is claimed; a head without a label is mixed", () => {
  expect([at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 1), at(2, 2)].map(({ behaviour }) => behaviour.name)).toEqual([
    "next",
    "broad",
    "syntax",
    "coreference",
    "mixed",
    "mixed",
  ]);
  expect(at(0, 0).claims.map(({ key }) => key)).toEqual(["det"]);
});

test("how sure and how strong: among the heads of one kind", () => {
  expect([at(0, 0).strength, at(1, 0).strength]).toEqual([1, 0.5]);
  expect([at(0, 0).sure, at(0, 1).sure, at(0, 2).sure, at(2, 2).sure]).toEqual([true, false, true, false]);
  expect(spoken(at(0, 1))).toBe("broad, uncertain");
  expect(spoken(at(0, 2))).toBe("syntax (obj, cc)");
  expect(spoken(at(2, 2))).toBe("mixed");
});

test("the counts add up to all heads", () => {
  const heads = headsOf(page.stacks[0]!);
  const counts = doings.counts(heads);
  expect(counts.map(({ behaviour, count, unsure }) => [behaviour.name, count, unsure])).toEqual([
    ["next", 2, 0],
    ["broad", 1, 1],
    ["syntax", 1, 0],
    ["coreference", 1, 0],
    ["mixed", 7, 0],
  ]);
});

test("signs can be read on every fill, in both themes", () => {
  for (const behaviour of BEHAVIOURS) {
    for (const [sure, strength] of [[true, 1], [true, 0], [false, 0]] as const) {
      for (const theme of ["light", "dark"] as const) {
        const doing: Doing = { behaviour, sure, strength, claims: [] };
        const { fill, ink } = tint(doing, theme);
        expect(contrast(fill, ink), `${behaviour.name} ${theme} ${strength}`).toBeGreaterThan(4.5);
      }
    }
  }
});

test("no two behaviours share a sign, and their colours differ", () => {
  expect(new Set(BEHAVIOURS.map(({ sign }) => sign)).size).toBe(BEHAVIOURS.length);
  for (const theme of ["light", "dark"] as const) {
  const colours = BEHAVIOURS.flatMap((one) => one[theme] ?? []);
  colours.forEach((one, index) => {
    for (const other of colours.slice(index + 1)) expect(distance(toLab(one), toLab(other)), `${one} ${other}`).toBeGreaterThan(theme === "light" ? 0.08 : 0.06);
  });
  }
});

test("a label of somebody's own measure is drawn as the page's data say; one that nothing describes is refused", () => {
  const own: Behaviour = { name: "copy", words: "copies", sign: "©", light: "#123456", dark: "#654321" };
  const strange = payload({ labels: [label(0, 0, "copy")] });
  const known = { ...strange, behaviours: [...BEHAVIOURS.slice(0, -1), own, BEHAVIOURS.at(-1)!] };
  const doing = new Doings(readPayload(JSON.stringify(known))).of({ stack: "encoder", layer: 0, head: 0 });
  expect([doing.behaviour.words, tint(doing, "light").fill, tint(doing, "dark").fill]).toEqual(["copies", "#123456", "#123456"]);
  expect(() => readPayload(JSON.stringify(strange))).toThrow("a head has the label copy, which nothing describes");
});

test("blending and what fits", () => {
  expect(blend("#ff0000", "#0000ff", 0.5)).toBe("#800080");
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect([fitting("obj", 40), fitting("nmod:poss", 40), fitting("nmod:poss", 80), fitting("compound", 20)]).toEqual(["obj", "poss", "nmod:poss", null]);
});
