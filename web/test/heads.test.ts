import { describe, expect, test } from "vitest";
import { headFragment, headFromFragment, headName, headsOf, rank, reading, sameHead, topHead } from "../src/heads";
import { readPayload } from "../src/payload";
import { payload, score } from "./sample";

const several = payload({ stacks: [{ name: "encoder", layers: 3, heads: 4 }, { name: "a/b %", layers: 2, heads: 2 }] });

test("heads are counted from 0 and named from 1", () => expect(headName({ stack: "encoder", layer: 7, head: 9 })).toBe("8-10"));

test("a fragment leads to the head that made it, in every stack", () => {
  for (const page of [payload(), several]) {
    for (const head of page.stacks.flatMap(headsOf)) expect(headFromFragment(`#${headFragment(head, page)}`, page)).toEqual(head);
  }
});

test("the fragment names the stack only where there are several", () => {
  expect(headFragment({ stack: "encoder", layer: 0, head: 1 }, payload())).toBe("head=1-2");
  expect(headFragment({ stack: "encoder", layer: 0, head: 1 }, several)).toBe("head=encoder/1-2");
});

const NO_HEAD = ["#head=0-1", "#head=4-1", "#head=1-5", "#head=1", "#head=decoder/1-1", "#head=%/1-1", "#score=offset.+1", ""];
test.each(NO_HEAD)("“%s” names no head", (fragment) => expect(headFromFragment(fragment, payload())).toBeNull());

test("ranks count from the highest and leave out what was not measured", () => {
  const one = score({ value: [[0.3, null], [0.9, 0.3]] });
  expect(rank(one, 0.9)).toEqual({ rank: 1, of: 3 });
  expect(rank(one, 0.3)).toEqual({ rank: 2, of: 3 });
});

test("the top head is the first of equals, and none where nothing was measured", () => {
  expect(topHead(score({ value: [[0.3, 0.9], [0.9, null]] }))).toEqual({ stack: "encoder", layer: 0, head: 1 });
  expect(topHead(score({ value: [[null]] }))).toBeNull();
});

test("a head of another stack has no reading", () => {
  expect(reading(score(), { stack: "decoder", layer: 0, head: 0 })).toBeNull();
  expect(sameHead({ stack: "decoder", layer: 0, head: 0 }, { stack: "encoder", layer: 0, head: 0 })).toBe(false);
});

describe("a payload that cannot be drawn says why", () => {
  const read = (change: object) => () => readPayload(JSON.stringify(payload(change)));
  test("as it is, it can", () => expect(read({})).not.toThrow());
  test("two scores of one id", () => expect(read({ scores: [score(), score()] })).toThrow("two scores have the id offset.+1"));
  test("unknown measure", () => expect(read({ scores: [score({ measure: "x" })] })).toThrow("unknown measure"));
  test("unknown stack", () => expect(read({ scores: [score({ stack: "x" })] })).toThrow("unknown stack"));
  test("wrong shape", () => expect(read({ scores: [score({ low: [[1]] })] })).toThrow("expected 3 × 4"));
});
