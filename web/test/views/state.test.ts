import { expect, test } from "vitest";
import { fromFragment, initial, moved, sameButTokens, type State, Store, toFragment, viewsOf } from "../../src/views/state";
import type { Start } from "../../src/views/meta";
import { meta, stack, tokens } from "./sample";

const VECTORS = { query: { at: 96, shape: [2, 3, 4, 2] }, key: { at: 288, shape: [2, 3, 4, 2] }, scaling: 1 };
const TWO = meta({
  stacks: [stack({ vectors: VECTORS }), stack({ name: "decoder", layers: 1, heads: 2, queries: tokens(["a", "b"]), keys: tokens(["a", "b"]) })],
});

test("a state comes back from its link", () => {
  const states: Partial<State>[] = [
    {},
    { view: "model", sort: "offset.+1" },
    { view: "neuron", layer: 1, heads: [2], tokens: [3], dimensions: true },
    { heads: [], filter: "B-A", threshold: 0.05 },
    { side: "right", tokens: [0, 2], hide: true, renormalise: true, words: true, threshold: 0 },
    { stack: 1, heads: [1] },
    { across: true },
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
  expect(initial(meta({ kind: "neuron", stacks: [stack({ vectors: VECTORS })], start: { layer: 1, heads: [2], token: 3 } }))).toMatchObject({
    view: "neuron",
    layer: 1,
    heads: [2],
    tokens: [3],
  });
  expect(initial(meta({ start: { layer: 9, heads: [9], token: 9 } }))).toMatchObject({ layer: 0, heads: [0, 1, 2], tokens: [] });
});

test("a page opens with the telling head, unless somebody asks for another", () => {
  const telling = { layer: 1, head: 2 };
  const start: Start = { layer: null, heads: [], token: null };
  const opened = (more: Partial<Start> | null) =>
    initial(meta({ stacks: [stack({ telling })], start: more && { ...start, ...more } }));
  expect(opened(null)).toMatchObject({ layer: 1, heads: [2] });
  expect(opened({})).toMatchObject({ layer: 1, heads: [2] });
  expect(opened({ layer: 0 })).toMatchObject({ layer: 0, heads: [0, 1, 2] });
  expect(opened({ heads: [1] })).toMatchObject({ layer: 0, heads: [1] });
  expect(initial(meta({ stacks: [stack({ telling: { layer: 7, head: 0 } })] }))).toMatchObject({ layer: 0, heads: [0, 1, 2] });
});

test("another stack has its own layers, heads, tokens and scores, and its own telling head", () => {
  const state = { ...initial(TWO), layer: 1, heads: [1, 2], tokens: [3], sort: "offset.+1" };
  expect(moved(state, TWO, 1)).toEqual({ view: "head", stack: 1, layer: 0, heads: [0, 1], tokens: [], arrow: null, sort: null });
  const told = { ...TWO, stacks: [TWO.stacks[0]!, { ...TWO.stacks[1]!, telling: { layer: 0, head: 1 } }] };
  expect(moved(state, told, 1)).toMatchObject({ layer: 0, heads: [1] });
});

test("views that have nothing to show are not offered, and a link to one opens the heads", () => {
  expect(viewsOf(TWO.stacks[0]!)).toEqual(["head", "model", "neuron"]);
  expect(viewsOf(TWO.stacks[1]!)).toEqual(["head", "model"]);
  expect(viewsOf(stack({ layers: 1, heads: 1 }))).toEqual(["head"]);
  expect(fromFragment("#view=neuron&stack=decoder", TWO).view).toBe("head");
  expect(moved({ ...initial(TWO), view: "neuron" }, TWO, 1).view).toBe("head");
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
