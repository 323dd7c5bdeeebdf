import { expect, test } from "vitest";
import { fromFragment, initial, moved, sameButTokens, type State, Store, toFragment } from "../../src/views/state";
import { meta, stack, tokens } from "./sample";

const TWO = meta({
  stacks: [stack(), stack({ name: "decoder", layers: 1, heads: 2, queries: tokens(["a", "b"]), keys: tokens(["a", "b"]) })],
});

test("a state comes back from its link", () => {
  const states: Partial<State>[] = [
    {},
    { view: "model", sort: "offset.+1" },
    { view: "neuron", layer: 1, heads: [2], tokens: [3], dimensions: true },
    { heads: [], filter: "B-A", threshold: 0.05 },
    { side: "right", tokens: [0, 2], hide: true, renormalise: true, words: true, threshold: 0 },
    { stack: 1, heads: [1] },
  ];
  for (const change of states) {
    const state = { ...initial(TWO), ...change };
    expect(fromFragment(`#${toFragment(state, TWO)}`, TWO)).toEqual(state);
  }
});

test("links read as they are written down", () => {
  const state = { ...initial(TWO), layer: 1, heads: [0, 2], tokens: [3], filter: "A-B" as const, hide: true, sort: "offset.+1" };
  expect(toFragment(state, TWO)).toBe(
    "view=head&stack=encoder&layer=2&heads=1,3&token=left:3&filter=A-B&special=hide&sort=offset.+1",
  );
});

test("a broken link opens all the same", () => {
  const start = initial(TWO);
  const bad = "#view=x&stack=y&layer=99&heads=0,7,x&token=left:77&filter=C-A&threshold=9&sort=nothing&words=%E0%A4%A&=&&special";
  expect(fromFragment(bad, TWO)).toEqual({ ...start, heads: [] });
  expect(fromFragment("#layer=-1&heads=2,2,2&threshold=abc", TWO)).toEqual({ ...start, heads: [1] });
});

test("what Python asks for first is shown first, where it exists", () => {
  expect(initial(meta({ kind: "neuron", start: { layer: 1, heads: [2], token: 3 } }))).toMatchObject({
    view: "neuron",
    layer: 1,
    heads: [2],
    tokens: [3],
  });
  expect(initial(meta({ start: { layer: 9, heads: [9], token: 9 } }))).toMatchObject({ layer: 0, heads: [0, 1, 2], tokens: [] });
});

test("another stack has its own layers, heads, tokens and scores", () => {
  const state = { ...initial(TWO), layer: 1, heads: [1, 2], tokens: [3], sort: "offset.+1" };
  expect(moved(state, TWO, 1)).toEqual({ stack: 1, layer: 0, heads: [1], tokens: [], sort: null });
  expect(moved(initial(TWO), TWO, 1)).toMatchObject({ heads: [0, 1] });
});

test("those who listen hear of it until they stop", () => {
  const store = new Store(initial(TWO));
  const heard: number[] = [];
  const stop = store.listen((state, before) => heard.push(before.layer, state.layer));
  store.set({ layer: 1 });
  stop();
  store.set({ layer: 0 });
  expect(heard).toEqual([0, 1]);
});

test("keeping a token is told from everything else", () => {
  const state = initial(TWO);
  expect(sameButTokens(state, { ...state, side: "right", tokens: [1] })).toBe(true);
  expect(sameButTokens(state, { ...state, threshold: 0.2 })).toBe(false);
  expect(sameButTokens(state, { ...state, heads: [1] })).toBe(false);
});
