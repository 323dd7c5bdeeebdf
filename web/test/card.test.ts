import { beforeEach, expect, test } from "vitest";
import { reach } from "../src/card/bars";
import { beside } from "../src/card/card";
import { groups, parts } from "../src/card/measures";
import { leads } from "../src/card/relations";
import { bytesOf, type HeadOnText, textsOf } from "../src/card/sentence";
import type { Card, Payload, Score, Sentence } from "../src/payload";
import { mount } from "../src/report";
import { quantised } from "../src/views/decode";
import { measure, payload, score, TOKENS } from "./sample";

const HEAD = { stack: "encoder", layer: 1, head: 2 };
const HOSTILE = `</script><img src=x onerror="window.hurt=1"><b>`;
const base64 = (weights: number[]) => btoa(String.fromCharCode(...weights.map(quantised)));

function relation(key: string, value: number, baseline: number, change: Partial<Score> = {}): Score {
  const table = [0, 1, 2].map((layer) => [0, 1, 2, 3].map((head) => (layer === 1 && head === 2 ? value : 0.1)));
  const id = `dependency.${key}.${change.direction ?? "dependent-to-head"}`;
  const about = { id, measure: "dependency", key, direction: "dependent-to-head", words: `finds the governor of ${key}` };
  return score({ ...about, value: table, baseline: { name: "offset -1", value: baseline }, segments: 500, ...change });
}

const sentence: Sentence = {
  score: "dependency.obj.dependent-to-head",
  kind: "most right",
  place: "file, line 3",
  words: ["She", "ate", "apples"],
  answers: [[2, 2, 1, [1], 0.9], [0, 0, 2, [1], 0.4]],
  map: base64([0.1, 0, 0.2, 0.7, 0, 0.1, 0.3, 0, 0.3, 0.3, 0, 0, 0.9, 0, 0.1]),
}; // prettier-ignore
const card: Card = {
  ...HEAD,
  summary: "Head 2-3 looks from objects to their verbs.",
  notes: { offset: "It follows “next” most." },
  claims: [
    { score: sentence.score, measure: "dependency", key: "obj", words: "looks", rule: "the best fixed offset", value: 0.8, low: 0.78, high: 0.85, baseline: 0.43 },
  ],
  neighbours: [{ layer: 0, head: 1, value: 0.1234 }],
  sentences: [sentence],
};
const measures = [
  measure("offset", { title: "By offset", section: "surface" }),
  measure("token", { title: "By kind of token", section: "surface", rest: "other tokens" }),
  measure("distance", { title: "Mean distance", quantity: TOKENS }),
  measure("dependency", { title: "Heads as parsers", counts: "the best fixed offset", keywords: ["all", "root", "punct"] }),
  measure("idle", { title: "When it has nothing to do" }),
];
const distance = score({ id: "distance.all", measure: "distance", key: "all", words: "attends far away", quantity: TOKENS, baseline: { name: "uniform", value: 43.2 } });
distance.value = distance.value.map((row) => row.map(() => 46.26));
distance.low = distance.value.map((row) => row.map(() => 45.1));
distance.high = distance.value.map((row) => row.map(() => 47.4));
const idle = Array.from({ length: 20 }, (_, at) => score({ id: `idle.${at}`, measure: "idle", key: String(at), direction: "both", words: `idles ${at}` }, undefined, at));
const tokens = [0.2, 0.3, 0.1].map((value, at) => {
  const key = ["cls", "sep", "punct"][at]!;
  const table = [0, 1, 2].map(() => [0, 1, 2, 3].map(() => value));
  return score({ id: `token.${key}`, measure: "token", key, words: `attends to ${key}`, short: key, value: table });
});
const full: Payload = payload({
  measures,
  scores: [...payload().scores.filter(({ measure }) => measure === "offset"), ...tokens, distance],
  relations: [
    relation("obj", 0.81, 0.43),
    relation("obj", 0.6, 0.43, { direction: "head-to-dependent" }),
    relation("det", 0.8, 0.7),
    relation("cc", 0.2, 0.5),
    relation("tiny", 1, 0, { segments: 20 }),
    relation("nmod:*", 0.9, 0.1),
    relation("all", 0.9, 0.1),
    ...idle,
  ],
  cards: [card],
  texts: { encoder: { queries: side(["[CLS]", "a"]), keys: side(["[CLS]", "a"]), maps: base64(Array.from({ length: 48 }, (_, at) => (at % 4 === 1 ? 0.81 : 0))) } },
});

function side(texts: string[]) {
  return { texts, special: texts.map((text) => text.startsWith("[")), segments: texts.map(() => 0) };
}

function opened(page: Payload, name = "2-3"): HTMLElement {
  history.replaceState(null, "", `#head=${name}`);
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, page);
  return root.querySelector<HTMLElement>(".card")!;
}
const texts = (box: HTMLElement, selector: string) => [...box.querySelectorAll(selector)].map(({ textContent }) => textContent);

beforeEach(() => history.replaceState(null, "", location.pathname));

test("a card says who it is of, sums it up and has a part for everything that is known", () => {
  const box = opened(full);
  expect(box.hidden).toBe(false);
  expect(box.querySelector("h2")!.textContent).toBe("Head 2-3");
  expect(box.querySelector(".said")!.textContent).toBe(card.summary);
  expect(texts(box, "h3")).toEqual([
    "Heads most like it",
    "Heads as parsers",
    "By offset",
    "Mean distance",
    "When it has nothing to do",
  ]);
  expect(texts(box, "section > h4")).toEqual(["By kind of token"]); // Under a heading of the same words none is needed.
  expect(texts(box, "section > p:not(.quiet)")).toEqual(["It follows “next” most."]);
  expect(texts(box, ".neighbours li")).toEqual(["head 1-2 0.123 nats, compare"]);
  expect(box.querySelector(".neighbours a")!.getAttribute("href")).toBe("#head=1-2");
  expect(box.querySelectorAll(".strip")).toHaveLength(full.scores.length + 6);
});

test("every measure is on the card with its number, unit, interval and baseline, whatever its quantity", () => {
  expect(groups(full, HEAD).flatMap(({ measures }) => measures.map(({ name }) => name))).toEqual(full.measures.map(({ name }) => name));
  const item = [...opened(full).querySelectorAll(".strips li")].find(({ textContent }) => textContent!.startsWith("attends far away"))!;
  expect(item.querySelector(".numbers")!.textContent).toBe("46 tokens (45–47) rank 1 of 12; uniform 43");
  expect(item.querySelectorAll(".baseline")).toHaveLength(1);
  expect([...item.querySelectorAll(".strip > text")].map(({ textContent }) => textContent)).toEqual(["0", "50"]);
});

test("of a measure with many scores those in which the head ranks highest", () => {
  const box = opened(full);
  expect(texts(box, "section:last-of-type > p")).toEqual(["6 of 20 scores: those in which it ranks highest."]);
  expect(box.querySelectorAll("section:last-of-type .strip")).toHaveLength(6);
  expect(box.querySelector("section:last-of-type a")).toBeNull(); // A relation has no figure to lead to.
});

test("measures stand under their section, in the order of the page", () => {
  const about = { title: "", read: "", formulas: [], caveat: "", measures: [], charts: [], tables: [], after: [], references: {}, notes: [], missing: "", command: "" };
  const sections = [{ ...about, id: "distance", name: "Far and near" }, { ...about, id: "surface", name: "Surface patterns" }];
  expect(groups({ ...full, sections }, HEAD).map(({ name }) => name)).toEqual(["Far and near", "Surface patterns", "Heads as parsers", "When it has nothing to do"]);
});

test("a card without anything to say but numbers has just these", () => {
  const box = opened(payload());
  expect(texts(box, "h3")).toEqual(["Attention by relative position", "How broad attention is"]);
  expect(box.querySelector(".said")).toBeNull();
});

test("the best relations: by lead over the rule, each once, neither small ones nor those that hold others", () => {
  expect(leads(full, full.measures[3]!, HEAD).map(({ score: one, lead }) => [one.key, lead.toFixed(2)])).toEqual([
    ["obj", "0.38"],
    ["det", "0.10"],
    ["cc", "-0.30"],
  ]);
  const rows = texts(opened(full), ".bars")[0]!;
  expect(rows).toContain("★ best of all heads; held out 0.80 (0.78–0.85)");
  expect(rows).toContain("offset −1 0.43");
});

test("kinds of token add up to everything", () => {
  const all = parts(full, full.measures[1]!, HEAD);
  expect(all.map(({ name }) => name)).toEqual(["cls", "sep", "punct", "other tokens"]);
  expect(all.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(all[3]!.share).toBeCloseTo(0.4);
});

test("parts have the colour of the behaviour of their key, and no other measure has parts", () => {
  const box = opened(full);
  expect(box.querySelectorAll(".stacked")).toHaveLength(1);
  const colours = [...box.querySelectorAll<SVGElement>(".stacked rect")].map((one) => one.style.getPropertyValue("--part"));
  expect(colours).toEqual([...["cls", "sep", "punct"].map((key) => full.behaviours.find(({ name }) => name === key)!.light), ""]);
});

test("where no key has many cases, those that there are", () => {
  const few = { ...full, relations: [relation("obj", 0.7, 0.4, { segments: 12 })] };
  expect(leads(few, full.measures[3]!, HEAD)).toHaveLength(1);
});

test("a head is shown on sentences where it is right and wrong, and on the sample text", () => {
  const shown = textsOf(full, HEAD);
  expect(shown.map(({ name }) => name)).toEqual(["Best case (1 of 2 right)", "Sample text"]);
  const [best, sample] = shown as [HeadOnText, HeadOnText];
  expect(best.given).toMatchObject({ layers: 1, heads: 1, queries: { texts: sentence.words }, keys: { texts: ["[CLS]", ...sentence.words, "[SEP]"] } });
  expect(best.given.maps).toHaveLength(15);
  expect(best.answers).toEqual([
    { side: "left", token: 2, words: "apples → ate ✓ 0.90", right: true },
    { side: "left", token: 0, words: "She → apples ✗ (it is ate) 0.40", right: false },
  ]);
  expect([sample.layer, sample.head, sample.given.maps.length]).toEqual([1, 2, 48]);
  expect(textsOf(full, { ...HEAD, layer: 0 }).map(({ name }) => name)).toEqual(["Sample text"]);
  const unclaimed = { ...full, cards: [{ ...card, claims: [] }] };
  expect(textsOf(unclaimed, HEAD).map(({ name }) => name)).toEqual(["Sample text", "Best case (1 of 2 right)"]);
  expect(textsOf({ ...unclaimed, texts: {} }, HEAD)).toHaveLength(1);
});

test("what a word receives is asked on the right, after the token that opens the text", () => {
  const other = { ...sentence, score: "dependency.obj.head-to-dependent" };
  const [best] = textsOf({ ...full, cards: [{ ...card, sentences: [other, other] }] }, HEAD);
  expect(best!.name).toBe("Best case 1 (1 of 2 right)");
  expect(best!.answers.map(({ side, token }) => [side, token])).toEqual([["right", 3], ["right", 1]]); // prettier-ignore
});

test("special tokens are called what the model calls them", () => {
  const [best] = textsOf({ ...full, special: { cls: "<s>", sep: "</s>" } }, HEAD);
  expect(best!.given.keys.texts).toEqual(["<s>", ...sentence.words, "</s>"]);
});

test("an arrow between two words of the sample text ranks the heads, and the next head's card keeps it", () => {
  const box = opened(full);
  expect(box.querySelector(".hs-which")).toBeNull(); // a sentence is kept under one head alone
  box.querySelectorAll<HTMLElement>(".texts button")[1]!.click();
  const menus = () => [...box.querySelectorAll<HTMLSelectElement>(".hs-between select")];
  for (const [at, menu] of menus().entries()) {
    menu.value = menu.options[2 - at]!.value;
    menu.dispatchEvent(new Event("change"));
  }
  const ranked = () => texts(box, ".hs-linked button");
  expect(ranked()).toHaveLength(10);
  const other = [...box.querySelectorAll<HTMLElement>(".hs-linked button")].find(({ textContent }) => textContent !== "2-3")!;
  const [name, before] = [other.textContent, ranked()];
  other.click();
  expect(box.querySelector("h2")!.textContent).toBe(`Head ${name}`);
  expect(ranked()).toEqual(before);
  expect(texts(box, ".hs-linked [aria-pressed=true]")).toEqual([name]);
});

test("the picture is the views' own, alive, on the text that is chosen", () => {
  const box = opened(full);
  const words = () => texts(box, ".alive .hs-left .hs-token bdi");
  const pressed = () => texts(box, ".texts [aria-pressed=true]");
  expect([words(), pressed()]).toEqual([sentence.words, ["Best case (1 of 2 right)"]]);
  expect(texts(box, ".answers button")).toEqual(["apples → ate ✓ 0.90", "She → apples ✗ (it is ate) 0.40"]);
  expect(texts(box, ".alive .hs-chosen bdi")).toEqual(["apples"]);
  box.querySelectorAll<HTMLElement>(".answers button")[1]!.click();
  expect(texts(box, ".alive .hs-chosen bdi")).toEqual(["She"]);
  box.querySelectorAll<HTMLElement>(".texts button")[1]!.click();
  expect([words(), pressed(), box.querySelector<HTMLElement>(".answers")!.hidden]).toEqual([["[CLS]", "a"], ["Sample text"], true]);
  expect(box.querySelectorAll(".alive .save button")).toHaveLength(2);
  expect(bytesOf(full.texts["encoder"]!.maps)).toHaveLength(48);
});

test("arrows and buttons go to the heads beside it, in reading order, and stop at the ends", () => {
  expect(beside(full, HEAD, 1)).toEqual({ ...HEAD, head: 3 });
  expect(beside(full, { ...HEAD, head: 3 }, 1)).toEqual({ stack: "encoder", layer: 2, head: 0 });
  expect(beside(full, { ...HEAD, layer: 0, head: 0 }, -1)).toBeNull();
  const box = opened(full);
  const press = (key: string) => box.querySelector("h2")!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  box.querySelector("h2")!.focus();
  press("ArrowRight");
  expect(box.querySelector("h2")!.textContent).toBe("Head 2-4");
  expect(location.hash).toBe("#head=2-4");
  box.querySelector("button")!.click();
  expect(box.querySelector("h2")!.textContent).toBe("Head 2-3");
  const last = opened(full, "3-4");
  expect([...last.querySelectorAll(".bar button")].map((one) => [one.textContent, (one as HTMLButtonElement).disabled])).toEqual([
    ["← 3-3", false],
    ["last →", true],
    ["Pin", false],
    ["Close (Esc)", false],
  ]);
});

test("text on a card is text", () => {
  const words = [HOSTILE, "ate", HOSTILE];
  const poisoned = { ...card, summary: HOSTILE, sentences: [{ ...sentence, words, place: HOSTILE }] };
  const box = opened({ ...full, cards: [poisoned] });
  expect(box.querySelectorAll("img, script, b > b")).toHaveLength(0);
  expect(box.querySelector(".said")!.textContent).toBe(HOSTILE);
});

test("bars share a scale that holds whiskers and rules", () => {
  const one = { label: "a", reading: { value: 0.5, low: 0.4, high: 0.7 }, baseline: { name: "b", value: 0.6 } };
  expect(reach([one])).toBe(0.7);
  expect(reach([{ ...one, reading: null }])).toBe(0.6);
  expect(reach([])).toBe(0);
});
