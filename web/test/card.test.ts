import { beforeEach, expect, test } from "vitest";
import { parts } from "../src/card/attends";
import { reach } from "../src/card/bars";
import { beside } from "../src/card/card";
import { leads } from "../src/card/relations";
import { bytesOf } from "../src/card/sentence";
import type { Card, Payload, Score, Sentence } from "../src/payload";
import { mount } from "../src/report";
import { quantised } from "../src/views/decode";
import { payload, score } from "./sample";

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
  claims: [
    { score: sentence.score, measure: "dependency", key: "obj", words: "looks", rule: "the best fixed offset", value: 0.8, low: 0.78, high: 0.85, baseline: 0.43 },
  ],
  neighbours: [{ layer: 0, head: 1, value: 0.1234 }],
  sentences: [sentence],
};
const measures = ["offset", "token", "gradient", "dependency"].map((name) => ({ name, title: name, read: `Read ${name}.`, formula: "f" }));
const tokens = [0.2, 0.3, 0.1].map((value, at) => {
  const key = ["cls", "sep", "punct"][at]!;
  const table = [0, 1, 2].map(() => [0, 1, 2, 3].map(() => value));
  return score({ id: `token.${key}`, measure: "token", key, words: `attends to ${key}`, value: table });
});
const full: Payload = payload({
  measures,
  scores: [...payload().scores.filter(({ measure }) => measure === "offset"), ...tokens],
  relations: [
    relation("obj", 0.81, 0.43),
    relation("obj", 0.6, 0.43, { direction: "head-to-dependent" }),
    relation("det", 0.8, 0.7),
    relation("cc", 0.2, 0.5),
    relation("tiny", 1, 0, { segments: 20 }),
    relation("nmod:*", 0.9, 0.1),
    relation("all", 0.9, 0.1),
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
    "By offset",
    "By kind of token",
    "Its best relations",
    "Sentences where it is most typical: it finds the governor of obj",
    "Heads most like it",
    "Against all other heads",
  ]);
  expect(texts(box, ".neighbours li")).toEqual(["head 1-2 0.123 nats"]);
  expect(box.querySelector(".neighbours a")!.getAttribute("href")).toBe("#head=1-2");
  expect(box.querySelectorAll(".strip")).toHaveLength(full.scores.length);
});

test("a card without anything to say but numbers has just these", () => {
  const box = opened(payload());
  expect(texts(box, "h3")).toEqual(["By offset", "Against all other heads"]);
  expect(box.querySelector(".said")).toBeNull();
});

test("the best relations: by lead over the rule, each once, neither small ones nor those that hold others", () => {
  expect(leads(full, HEAD).map(({ score: one, lead }) => [one.key, lead.toFixed(2)])).toEqual([
    ["obj", "0.38"],
    ["det", "0.10"],
    ["cc", "-0.30"],
  ]);
  const rows = texts(opened(full), ".bars")[1]!;
  expect(rows).toContain("★ best of all heads; held out 0.80 (0.78–0.85)");
  expect(rows).toContain("offset −1 0.43");
});

test("kinds of token add up to everything", () => {
  const all = parts(full, HEAD);
  expect(all.map(({ name }) => name)).toEqual(["cls", "sep", "punct", "other tokens"]);
  expect(all.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1);
  expect(all[3]!.value).toBeCloseTo(0.4);
});

test("a sentence is drawn with its words twice, what is annotated, and right and wrong in signs", () => {
  const picture = opened(full).querySelector(".sentence svg")!;
  expect([...picture.querySelectorAll("text:not(.verdict)")].map(({ textContent }) => textContent)).toEqual([
    ...sentence.words, "[CLS]", ...sentence.words, "[SEP]",
  ]); // prettier-ignore
  expect([...picture.querySelectorAll(".verdict")].map((one) => one.firstChild!.textContent)).toEqual(["✓.90", "✗.40"]);
  expect(picture.querySelectorAll(".gold")).toHaveLength(2);
  expect(picture.getAttribute("aria-label")).toBe("apples → ate, right (0.90); She → apples, wrong, it is ate (0.40)");
  const strokes = [...picture.querySelectorAll("path[stroke='var(--attention)']")];
  expect(strokes.map((one) => one.getAttribute("stroke-opacity"))).toContain("0.9");
});

test("one text is drawn under the head that is asked for, at once where there is no sentence", () => {
  const box = opened(full, "1-1").querySelector("details")!;
  expect(box.open).toBe(true);
  expect([...box.querySelectorAll("path")].map((one) => one.getAttribute("stroke-opacity"))).toEqual(["0.81"]);
  expect(opened(full).querySelector("details")!.open).toBe(false);
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
  expect([...last.querySelectorAll("button")].map((one) => [one.textContent, one.disabled])).toEqual([
    ["← 3-3", false],
    ["last →", true],
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
