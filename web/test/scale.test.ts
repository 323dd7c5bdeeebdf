import { describe, expect, test } from "vitest";
import { diverging, ramp } from "../src/colour";
import { labelled, largeSize, smallSize } from "../src/grid";
import { moveInLayers, nearest } from "../src/layers";
import { moveInGrid } from "../src/marks";
import type { Quantity } from "../src/payload";
import { differenceScale, paintValue, scaleFor, tickTexts } from "../src/scale";
import { NATS, RATIO, score, SHARE, TOKENS } from "./sample";

test("a scale starts at 0 and holds values, intervals and baselines", () => {
  const scale = scaleFor([score({ value: [[0.5]], low: [[0.4]], high: [[0.61]], baseline: { name: "uniform", value: 0.01 } })]);
  expect(scale.low).toBe(0);
  expect(scale.high).toBeGreaterThanOrEqual(0.61);
  expect(scale.fraction(scale.high)).toBe(1);
  expect(scaleFor([score({ value: [[0.5]], low: [[null]], high: [[null]], baseline: { name: "uniform", value: 4.6 }, quantity: NATS })]).high).toBe(5);
});

test("a scale of nothing, or of noughts, can still be drawn", () => {
  expect(scaleFor([]).fraction(0)).toBe(0);
  expect(scaleFor([score({ value: [[0]], low: [[null]], high: [[null]], baseline: null })]).fraction(0)).toBe(0);
});

test("tick texts carry the digits of their step", () => {
  expect(tickTexts([0, 0.5, 1])).toEqual(["0", "0.5", "1.0"]);
  expect(tickTexts([0, 0.05, 0.1])).toEqual(["0", "0.05", "0.10"]);
  expect(tickTexts([0, 10, 20])).toEqual(["0", "10", "20"]);
});

test("labels are all, or thinned so as not to touch", () => {
  expect(labelled(8, 13, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(labelled(12, 8, 16)).toEqual([1, 4, 8, 12]);
});

test("grids of many heads have smaller cells, and narrow pages too", () => {
  const [small, large] = [{ name: "", layers: 8, heads: 8 }, { name: "", layers: 24, heads: 16 }];
  expect(smallSize(large).cellWidth).toBeLessThan(smallSize(small).cellWidth);
  expect(largeSize(large, 1280).cellHeight).toBeLessThan(largeSize(small, 1280).cellHeight);
  const narrow = largeSize({ name: "", layers: 12, heads: 12 }, 400);
  expect(narrow.left + 12 * narrow.cellWidth + narrow.right).toBeLessThanOrEqual(368);
});

test("arrow keys walk a grid and stop at its edges", () => {
  expect(moveInGrid(3, 4, 0, "ArrowRight")).toBe(1);
  expect(moveInGrid(3, 4, 0, "ArrowDown")).toBe(4);
  expect(moveInGrid(3, 4, 5, "ArrowUp")).toBe(1);
  expect(moveInGrid(3, 4, 4, "ArrowLeft")).toBeNull(); // Not to the row above.
  expect(moveInGrid(3, 4, 3, "ArrowRight")).toBeNull();
  expect(moveInGrid(3, 4, 5, "End")).toBe(7);
  expect(moveInGrid(3, 4, 5, "PageDown")).toBe(9);
  expect(moveInGrid(3, 4, 5, "a")).toBeNull();
});

test("arrow keys reach every point of a layer, equal ones too", () => {
  const points = [5, 1, 5, 3].map((y, head) => ({ head: { stack: "encoder", layer: 0, head }, y }));
  const walked = [1];
  for (let next = moveInLayers(points, 1, "ArrowDown"); next !== null; next = moveInLayers(points, next, "ArrowDown")) walked.push(next);
  expect(walked).toEqual([1, 3, 0, 2]);
  expect(moveInLayers(points, 1, "ArrowRight")).toBeNull();
});

test("a pointer means the nearest point within reach", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 0 }];
  expect(nearest(points, 6, 1)).toBe(1);
  expect(nearest(points, 50, 50)).toBeNull();
});

describe("the scale of a quantity", () => {
  const of = (quantity: Quantity, value: number, low = value, high = value) =>
    scaleFor([score({ quantity, value: [[value]], low: [[low]], high: [[high]], baseline: null })]);

  test("ends with the numbers, but not beyond its own end", () => {
    expect([of(TOKENS, 46.3).low, of(TOKENS, 46.3).high]).toEqual([0, 50]);
    expect(of(SHARE, 0.27).high).toBe(0.3);
    // An interval that reaches out of the range is cut there; a number that does is drawn.
    expect([of(SHARE, 0.99, 0.97, 1.01).high, of(SHARE, 0.99, 0.97, 1.01).fraction(1.01)]).toEqual([1, 1]);
    expect(of(SHARE, 3).high).toBeGreaterThanOrEqual(3);
    expect(of(SHARE, 0.01, -0.02, 0.04).low).toBe(0);
  });

  test("starts where the quantity does", () => {
    expect(of({ ...TOKENS, low: 1 }, 37).low).toBe(1);
    expect(of({ ...TOKENS, low: null }, -3.2).low).toBeLessThanOrEqual(-3.2);
    expect(of({ ...TOKENS, low: null }, 3.2).low).toBe(0);
  });

  test("has zero in its middle, in the page’s own colour, where the quantity parts there", () => {
    const scale = of(RATIO, -0.35);
    expect([scale.low, scale.high, scale.fraction(0)]).toEqual([-0.4, 0.4, 0.5]);
    expect(of(RATIO, 0.98, 0.9, 1.06).high).toBe(1);
    const [cell, other] = [document.createElement("i"), document.createElement("i")];
    paintValue(cell, scale, -0.4);
    expect(cell.style.getPropertyValue("--light")).toBe(diverging("light", -1));
    paintValue(other, of(TOKENS, 46.3), 50);
    expect(other.style.getPropertyValue("--dark")).toBe(ramp("dark", 1));
  });

  test("a ramp has a number at its ends where a round step would leave 0 alone", () => {
    const scale = differenceScale([score({ value: [[0.15, -0.1, null, 0.02]] })]);
    expect(scale.high).toBeCloseTo(0.15);
    expect(tickTexts(scale.ticks(2))).toEqual(["−0.15", "0", "0.15"]);
  });

  test("negative ticks have a minus sign", () => expect(tickTexts([-0.5, 0, 0.5])).toEqual(["−0.5", "0", "0.5"]));
});
