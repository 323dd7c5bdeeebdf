// What stands around a head: its map with both axes, its standing in a run, and the way in for other pages.
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { directionOf } from "../../src/views/draw";
import { mountHeads } from "../../src/views/embed";
import { labelled, mapPlace, weightAt } from "../../src/views/large_map";
import { standingsOf } from "../../src/views/standings";
import { headMap, sideOf } from "../../src/views/units";
import { BERRIES, BERRY_WEIGHTS, bytes, tokens } from "./sample";

const PLAIN = { hide: false, words: false };
const SIDE = sideOf({ ...BERRIES, segments: [0, 0, 1, 1] }, PLAIN);

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});
afterEach(() => document.body.replaceChildren());

test("the weight at a place of the map is the largest of the heads that are shown", () => {
  const maps = [headMap(BERRY_WEIGHTS, SIDE, SIDE, false), headMap(bytes(...Array(16).fill(0.16)), SIDE, SIDE, false)];
  const scene = { rows: SIDE, keys: SIDE, heads: [0, 1], maps, filter: "all" as const };
  expect(weightAt(scene, 0, 0)).toBeCloseTo(0.64);
  expect(weightAt(scene, 0, 3)).toBeCloseTo(0.16);
  expect(weightAt({ ...scene, filter: "A-B" }, 0, 0)).toBeNull();
  expect(weightAt({ ...scene, heads: [], maps: [] }, 0, 0)).toBeNull();
});

test("an axis names every token that has room, and of the others every so many", () => {
  expect(labelled(4, 100)).toEqual([0, 1, 2, 3]);
  expect(labelled(10, 60)).toEqual([0, 2, 4, 6, 8]);
  const long = sideOf(tokens(Array.from({ length: 512 }, (_, at) => `t${at}`)), PLAIN);
  const place = mapPlace(long, long, 400, 560);
  expect(place.left + place.width).toBeLessThanOrEqual(400);
  const names = labelled(512, place.height);
  expect(names.length).toBeGreaterThan(20);
  expect(place.height / names.length).toBeGreaterThanOrEqual(12);
});

test("a head stands where few others have as much", () => {
  const score = (id: string, ...value: number[]) => ({ id, words: id, stack: "encoder", value: [value] });
  const scores = [score("all alike", 1, 1, 1, 1), score("second", 0.2, 0.4, 0.9, 0.1), score("best", 0, 0.3, 0.2, 0.1)];
  expect(standingsOf(scores, 0, 1).map(({ score: { id }, rank, of }) => [id, rank, of])).toEqual([
    ["best", 1, 4],
    ["second", 2, 4],
    ["all alike", 4, 4],
  ]);
  expect(standingsOf([{ ...scores[0]!, value: [[null, 1]] }], 0, 0)).toEqual([]);
});

test("a token is written in its own direction", () => {
  const texts = ["king", "##ים", "(الملك)", "3", "", "[SEP]", "日本", "ا.", "a שלום"];
  expect(texts.map(directionOf)).toEqual(["ltr", "rtl", "rtl", "ltr", "ltr", "ltr", "ltr", "rtl", "ltr"]);
});

test("a head view alone, in an element of another page", () => {
  const place = document.createElement("div");
  document.body.append(place);
  const changed = vi.fn();
  const maps = new Uint8Array([...BERRY_WEIGHTS, ...bytes(...Array(16).fill(0.04))]);
  const side = { texts: BERRIES.texts, special: BERRIES.special, segments: BERRIES.segments };
  const made = mountHeads(place, { layers: 1, heads: 2, queries: side, keys: side, maps }, { layer: 0, heads: [0], label: "Head 1-1", changed });
  expect([...place.querySelectorAll(".hs-left bdi")].map((one) => one.textContent)).toEqual(BERRIES.texts);
  expect(place.querySelector("button, select, input")).toBeNull();
  expect(place.querySelector("[role=group]")?.getAttribute("aria-label")).toBe("Head 1-1");
  place.querySelector<HTMLElement>(".hs-left .hs-token")!.click();
  expect(changed).toHaveBeenCalledOnce();
  expect(changed.mock.calls[0]![0]).toMatchObject({ tokens: [0], heads: [0] });
  made.set({ heads: [1] });
  expect(made.picture().title).toBe("Head 1-2");
  made.destroy();
  expect(place.children.length).toBe(0);
  expect(() => mountHeads(place, { layers: 2, heads: 2, queries: side, keys: side, maps }, { layer: 0, heads: [0] })).toThrow(
    "expected 64 weights (2 × 2 × 4 × 4), got 32",
  );
});
