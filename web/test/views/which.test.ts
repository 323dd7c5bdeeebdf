// Which head does this: heads ranked by their weight from one word to another.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Data } from "../../src/views/decode";
import { mountHeads } from "../../src/views/embed";
import { fromFragment, initial, Store, toFragment } from "../../src/views/state";
import { linkedBy, whichPanel } from "../../src/views/which";
import { BERRIES, BERRY_WEIGHTS, bytes, meta, stack } from "./sample";

const EVEN = bytes(...Array<number>(16).fill(0.16));
const SOME = stack({ layers: 1, heads: 3 });
const DATA = Uint8Array.from([...EVEN, ...BERRY_WEIGHTS, ...EVEN]);

function context(more = {}) {
  const described = meta({ stacks: [SOME], ...more });
  return { meta: described, data: new Data(DATA, DATA.length), store: new Store(initial(described)), theme: () => "light" as const };
}

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});

test("pieces of the target are summed, those of the source averaged; equals stay in order", () => {
  const at = (from: number, to: number) => linkedBy(context(), SOME, { from, to }).map(({ head, weight }) => [head, Number(weight.toFixed(4))]);
  expect(at(3, 1)).toEqual([[1, 1], [0, 0.32], [2, 0.32]]); // 0.36 + 0.64
  expect(at(2, 3)).toEqual([[1, 0.34], [0, 0.16], [2, 0.16]]); // (0.04 + 0.64) / 2; either piece means the word
  expect(at(1, 3)).toEqual(at(2, 3));
  expect(at(0, 3)).toEqual([[0, 0.16], [2, 0.16], [1, 0]]);
});

test("an arrow is part of the link, and one that leads nowhere is not", () => {
  const described = meta();
  const state = { ...initial(described), arrow: { from: 3, to: 1 } };
  expect(toFragment(state, described)).toContain("arrow=3:1");
  expect(fromFragment(`#${toFragment(state, described)}`, described).arrow).toEqual({ from: 3, to: 1 });
  for (const wrong of ["arrow=3:9", "arrow=3", "arrow=x:1", "arrow=-1:1"]) expect(fromFragment(`#${wrong}`, described).arrow).toBeNull();
});

describe("the panel", () => {
  const made = (more = {}) => {
    const here = context(more);
    const choose = vi.fn();
    const panel = whichPanel(here, here.meta.stacks[0]!, choose);
    here.store.listen((state) => panel.show(state));
    panel.show(here.store.state);
    const [from, to] = [...panel.element.querySelectorAll("select")] as [HTMLSelectElement, HTMLSelectElement];
    const pick = (select: HTMLSelectElement, words: string) => {
      select.value = [...select.options].find(({ textContent }) => textContent === words)!.value;
      select.dispatchEvent(new Event("change"));
    };
    const rows = () => [...panel.element.querySelectorAll("li")].map(({ textContent }) => textContent);
    return { ...here, panel, choose, from, to, pick, rows, said: () => panel.element.querySelector("[role=status]")!.textContent };
  };

  test("two words chosen by menu rank the heads, with what a run says of them", () => {
    const { from, to, pick, rows, store, said, choose, panel } = made({ labels: [{ stack: "encoder", layer: 0, head: 1, label: "next" }] });
    expect([...from.options].map(({ textContent }) => textContent)).toEqual(["a word", "[CLS]", "strawberries", "grow"]);
    pick(from, "grow");
    expect(rows()).toEqual([]);
    pick(to, "strawberries");
    expect(store.state.arrow).toEqual({ from: 3, to: 1 });
    expect(rows()).toEqual(["1-21.00next token", "1-10.32attends to the next token 0.10, 5 of 5", "1-30.32attends to the next token 0.90, 2 of 5"]);
    expect(said()).toBe("The 3 of 3 heads with the most attention from the one to the other.");
    panel.element.querySelector<HTMLButtonElement>("li button")!.click();
    expect(choose.mock.calls[0]![0]).toMatchObject({ layer: 0, head: 1 });
    [...panel.element.querySelectorAll("button")].find(({ textContent }) => textContent === "Clear")!.click();
    expect([store.state.arrow, rows(), from.value]).toEqual([null, [], ""]);
  });

  test("a causal model sees no later word, and a word that occurs twice says which time", () => {
    const twice = { ...BERRIES, texts: ["[CLS]", "the", "the", "<b>"], words: [-1, 0, 1, 2] };
    const { from, to, pick, said, panel } = made({ stacks: [stack({ layers: 1, heads: 3, queries: twice, keys: twice, causal: true })] });
    expect([...from.options].map(({ textContent }) => textContent)).toEqual(["a word", "[CLS]", "the #1", "the #2", "<b>"]);
    pick(from, "the #1");
    pick(to, "<b>");
    expect(said()).toContain("sees no later word");
    expect(panel.element.querySelector("li b b")).toBeNull();
  });
});

test("an embedded view has arrows where somebody opens heads, and draws them by key", () => {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  const opens = vi.fn();
  const made = mountHeads(place, { layers: 1, heads: 3, queries: BERRIES, keys: BERRIES, maps: DATA }, { layer: 0, heads: [0], opens });
  const press = (side: string, at: number, key: string) =>
    place.querySelectorAll(`.hs-${side} .hs-token`)[at]!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press("left", 3, "a");
  expect(place.querySelector(".hs-left .hs-aimed")!.textContent).toBe("grow");
  press("left", 0, "Escape");
  expect(place.querySelector(".hs-aimed")).toBeNull();
  press("right", 1, "A"); // from either end
  press("left", 3, "a");
  expect(place.querySelectorAll("li")).toHaveLength(3);
  expect(place.querySelector(".hs-arrow")!.classList.contains("hs-drawn")).toBe(true);
  place.querySelector<HTMLButtonElement>("li button")!.click();
  expect(opens).toHaveBeenCalledWith(0, 1);
  made.destroy();
});

test("pieces are one word also where nobody says so", () => {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  const { texts, special, segments } = BERRIES;
  const side = { texts, special, segments };
  const made = mountHeads(place, { layers: 1, heads: 3, queries: side, keys: side, maps: DATA }, { layer: 0, heads: [0], opens: vi.fn() });
  expect([...place.querySelectorAll("select")[0]!.options].map(({ textContent }) => textContent)).toEqual(["a word", "[CLS]", "strawberries", "grow"]);
  made.destroy();
});
