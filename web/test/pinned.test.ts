// Heads side by side: what a link pins, where heads differ, and how one gets there and back.
import { beforeEach, expect, test } from "vitest";
import { divergence, rowOf, scoresApart, tokensApart } from "../src/card/differ";
import { pinAddress, pinnedBy } from "../src/card/pins";
import type { Card, Payload } from "../src/payload";
import { mount } from "../src/report";
import { quantised } from "../src/views/decode";
import type { Given } from "../src/views/embed";
import { measure, payload, score } from "./sample";

const at = (layer: number, head: number) => ({ stack: "encoder", layer, head });
const [ONE, TWO, THREE] = [at(0, 0), at(0, 1), at(1, 2)];
const WORDS = ["[CLS]", "she", "ate"];

/** Head 1-2 differs from all others at "ate" alone, and reads [CLS] where they read "she". */
const ROWS = (head: number) => [[1, 0, 0], [0, 1, 0], head === 1 ? [0.9, 0.1, 0] : [0.1, 0.9, 0]]; // prettier-ignore
const side = { texts: WORDS, special: [true, false, false], segments: [0, 0, 0] };
const bytes = Array.from({ length: 12 }, (_, head) => ROWS(head)).flat(2).map(quantised); // prettier-ignore
const given: Given = { layers: 3, heads: 4, queries: side, keys: side, maps: Uint8Array.from(bytes) };
const about = (head: ReturnType<typeof at>): Card => ({ ...head, summary: `Head ${head.layer + 1}-${head.head + 1} does <b>this</b>.`, notes: {}, claims: [], neighbours: [{ layer: 1, head: 2, value: 0.1 }], sentences: [] });
const page: Payload = payload({
  cards: [ONE, TWO, THREE].map(about),
  texts: { encoder: { queries: side, keys: side, maps: btoa(String.fromCharCode(...bytes)) } },
});

function opened(fragment: string, data = page): HTMLElement {
  history.replaceState(null, "", `#${fragment}`);
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, data);
  return root;
}
const beside = (root: HTMLElement) => root.querySelector<HTMLElement>(".pinned")!;
const sheet = (root: HTMLElement) => root.querySelector<HTMLElement>(".card")!;
const texts = (box: HTMLElement, selector: string) => [...box.querySelectorAll(selector)].map(({ textContent }) => textContent);
const press = (key: string) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

beforeEach(() => history.replaceState(null, "", location.pathname));

test("a link pins up to four heads of one stack, each once, and says what it cannot pin", () => {
  expect(pinnedBy("1-1,2-3,1-1", page)).toEqual({ heads: [ONE, THREE], wrong: "" });
  expect(pinnedBy(null, page).heads).toEqual([]);
  expect(pinnedBy("9-9,1-1", page)).toEqual({ heads: [ONE], wrong: "There is no head 9-9 here: the model has 3 layers of 4 heads." });
  expect(pinnedBy("1-1,1-2,1-3,1-4,2-1", page).wrong).toBe("4 heads are compared at most, not 2-1 too.");
  const both = payload({ stacks: ["encoder", "decoder"].map((name) => ({ name, layers: 3, heads: 4 })) });
  expect(pinnedBy("encoder/1-1,decoder/1-1", both).wrong).toBe("Head 1-1 of the decoder reads another text than one of the encoder.");
  expect([pinAddress([ONE, THREE], page), pinAddress([ONE], both), pinAddress([], page)]).toEqual(["1-1,2-3", "encoder/1-1", null]);
});

test("rows are shares, and their divergence is 0 of equals and ln 2 of two that share nothing", () => {
  expect([...rowOf(given, TWO, 2)!].map((share) => share.toFixed(2))).toEqual(["0.90", "0.10", "0.00"]);
  expect(rowOf({ ...given, maps: new Uint8Array(given.maps.length) }, TWO, 2)).toBeNull();
  const [one, other] = [Float64Array.of(1, 0), Float64Array.of(0, 1)];
  expect(divergence([one, one, one])).toBe(0);
  expect(divergence([one, other])).toBeCloseTo(Math.LN2);
});

test("the tokens that heads read most differently, with what each reads there", () => {
  const found = tokensApart(given, [ONE, TWO], 5);
  expect(found.map(({ token, most }) => [WORDS[token], ...most.map(({ key }) => WORDS[key])])).toEqual([["ate", "she", "[CLS]"]]);
  expect(found[0]!.most[1]!.weight).toBeCloseTo(0.9, 2);
  expect(tokensApart(given, [ONE, THREE], 5)).toEqual([]); // These two are the same.
});

test("the scores that set heads apart, by standard deviations over all heads, each phrase once", () => {
  const flat = (values: number[]) => [0, 1, 2].map((layer) => values.slice(4 * layer, 4 * layer + 4));
  const far = score({ id: "a", key: "a", words: "is far", value: flat([0, 1, ...Array<number>(10).fill(0.5)]) });
  const near = score({ id: "b", key: "b", words: "is near", value: flat([0.4, 0.5, ...Array<number>(10).fill(0).map((_, n) => n)]) }); // prettier-ignore
  const again = score({ ...far, id: "c", key: "c" });
  const same = score({ id: "d", key: "d", words: "is the same", value: flat(Array<number>(12).fill(1)) });
  const data = payload({ scores: [near, again, same, far], measures: [measure("offset")] });
  expect(scoresApart(data, [ONE, TWO], 9).map(({ words }) => words)).toEqual(["is far", "is near"]);
});

test("a link opens heads side by side on one text, with where they differ; a token is kept in all of them", () => {
  const root = opened("pin=1-1,1-2");
  const box = beside(root);
  expect([box.hidden, sheet(root).hidden]).toEqual([false, true]);
  expect(box.querySelector("h2")!.textContent).toBe("Heads 1-1 and 1-2, side by side");
  expect(texts(box, ".pin .said")).toEqual(["Head 1-1 does <b>this</b>.", "Head 1-2 does <b>this</b>."]);
  expect(texts(box, ".differ button")).toEqual(["ate 1-1 → she 0.90, 1-2 → [CLS] 0.90"]);
  expect(texts(box, ".hs-marked bdi")).toEqual(["ate", "ate"]);
  box.querySelector<HTMLElement>(".differ button")!.click();
  expect(texts(box, ".hs-chosen bdi")).toEqual(["ate", "ate"]);
  box.querySelector<HTMLElement>(".pin:last-child .hs-left .hs-token")!.click();
  expect(texts(box, ".hs-chosen bdi")).toEqual(["[CLS]", "[CLS]"]);
  expect(box.querySelectorAll("tbody tr").length).toBeGreaterThan(1);
  expect(box.querySelectorAll("tbody tr:first-child .best")).toHaveLength(1);
});

test("pin one head, open another, compare, add a third, take one away, close", () => {
  const root = opened("head=1-1");
  const button = () => [...sheet(root).querySelectorAll("button")].find(({ textContent }) => /Pin|Unpin|Compare/.test(textContent!))!;
  expect(button().textContent).toBe("Pin");
  button().click();
  expect([location.hash, button().textContent]).toEqual(["#head=1-1&pin=1-1", "Unpin"]);
  expect(root.querySelector(".tray")!.textContent).toContain("Head 1-1 is pinned");
  sheet(root).querySelectorAll("button")[1]!.click();
  expect(button().textContent).toBe("Compare with 1-1");
  button().click();
  expect([location.hash, sheet(root).hidden, beside(root).hidden]).toEqual(["#pin=1-1,1-2", true, false]);
  expect(document.activeElement!.id).toBe("pinned-title");
  const input = beside(root).querySelector("input")!;
  const add = (name: string) => {
    input.value = name;
    input.form!.dispatchEvent(new Event("submit", { cancelable: true }));
    return beside(root).querySelector(".wrong")!.textContent;
  };
  expect(add("1-2")).toBe(" It is here already.");
  expect(add("9-1")).toContain("There is no head 9-1 here");
  expect(add("2-3")).toBe("");
  expect(texts(beside(root), ".pin h3")).toEqual(["Head 1-1", "Head 1-2", "Head 2-3"]);
  beside(root).querySelector<HTMLElement>("[aria-label='Unpin head 1-1']")!.click();
  expect(location.hash).toBe("#pin=1-2,2-3");
  press("Escape");
  expect([location.hash, beside(root).hidden]).toEqual(["", true]);
});

test("a neighbour's link says compare and opens both", () => {
  const root = opened("head=1-1");
  const link = sheet(root).querySelector<HTMLAnchorElement>(".neighbours a[aria-label^=compare]")!;
  expect([link.textContent, link.getAttribute("href")]).toEqual(["compare", "#pin=1-1,2-3"]);
  link.click();
  expect([location.hash, beside(root).querySelector("h2")!.textContent]).toEqual(["#pin=1-1,2-3", "Heads 1-1 and 2-3, side by side"]);
});

test("without a text there are still sentences and numbers", () => {
  const box = beside(opened("pin=1-1,1-2", { ...page, texts: {} }));
  expect([box.hidden, box.querySelectorAll(".pin").length, box.querySelector(".differ")]).toEqual([false, 2, null]);
});

test("Escape closes the card over the comparison first", () => {
  const root = opened("head=2-3&pin=1-1,1-2");
  expect([sheet(root).hidden, beside(root).hidden]).toEqual([false, false]);
  press("Escape");
  expect([sheet(root).hidden, beside(root).hidden, location.hash]).toEqual([true, false, "#pin=1-1,1-2"]);
});
