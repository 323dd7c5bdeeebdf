import { expect, test } from "vitest";
import { type Model, mount, search } from "../src/gallery";

const MODELS: Model[] = [
  { folder: "gpt", model: "gpt on the bundled corpus", heads: [["7-4", "7-4", "induction", "Head 7-4 continues what was repeated."], ["17-4", "17-4", "", "Mixed."]] },
  { folder: "t5", model: "T5", heads: [["decoder-7-4", "decoder/7-4", "next", "Attends to the next token; before it, induction."]] },
];

const names = (query: string) => search(MODELS, query).map(({ address }) => address);

test("all words must be there, in whatever order and case", () => {
  expect(names("repeated CONTINUES")).toEqual(["gpt/7-4/"]);
  expect(names("repeated nothing")).toEqual([]);
  expect(names("  ")).toEqual([]);
});

test("a head is no part of another, and is found in every stack", () => {
  expect(names("7-4")).toEqual(["gpt/7-4/", "t5/decoder-7-4/"]);
  expect(names("t5 7-4")).toEqual(["t5/decoder-7-4/"]);
});

test("a label comes before a sentence that has the word", () => {
  expect(names("induction")).toEqual(["gpt/7-4/", "t5/decoder-7-4/"]);
  expect(names("next")).toEqual(["t5/decoder-7-4/"]);
});

test("the address has what is searched for, and what is shown is text", () => {
  document.body.innerHTML = '<section id="search" hidden><input id="query"><p id="count"></p><ol id="found"></ol></section>';
  history.replaceState(null, "", "#find=img%");
  mount([{ folder: "m", model: "m", heads: [["1-1", "1-1", "", "<img src=x> img%"]] }]);
  expect(document.getElementById("search")?.hidden).toBe(false);
  expect(document.getElementById("count")?.textContent).toBe("1 of 1 heads");
  expect(document.querySelector("#found p")?.textContent).toBe("<img src=x> img%");
  expect(document.querySelector("#found img")).toBeNull();
  const field = document.getElementById("query") as HTMLInputElement;
  field.value = "<img";
  field.dispatchEvent(new Event("input"));
  expect(location.hash).toBe("#find=%3Cimg");
  field.value = "nonsense";
  field.dispatchEvent(new Event("input"));
  expect(document.getElementById("count")?.textContent).toMatch(/^No head has all these words\./u);
});
