import { describe, expect, test } from "vitest";
import { alone, axisName, decimals, fixed, line, number, numberWithInterval } from "../src/digits";
import { generator, NATS, RATIO, score, SHARE, TOKENS } from "./sample";

describe("decimals", () => {
  test.each([
    [0.93, 0.96, 2],
    [0.94, 0.96, 2], // Half the width is 0.01, which binary fractions put a hair lower.
    [0.9495, 0.951, 4],
    [0.2, 0.9, 1],
    [12, 40, 0],
    [0, 3000, 0],
    [2.31, 2.31, 4],
  ])("of %f to %f are %i", (low, high, expected) => expect(decimals(low, high)).toBe(expected));

  test("without an interval are two", () => expect(decimals(null, 0.4)).toBe(2));

  test("end at the first digit of half the interval", () => {
    const random = generator(7);
    for (let trial = 0; trial < 2000; trial++) {
      const half = 10 ** (-3.9 + 3.9 * random());
      const low = random();
      const last = 10 ** -decimals(low, low + 2 * half);
      expect(last).toBeLessThanOrEqual(half * 1.000001);
      expect(last * 10).toBeGreaterThan(half * 0.999999);
    }
  });
});

test("a number is cut to what its interval carries, and the bounds with it", () => {
  expect(number({ value: 0.948213, low: 0.9312, high: 0.9587 })).toBe("0.95");
  expect(numberWithInterval({ value: 0.948213, low: 0.9312, high: 0.9587 })).toBe("0.95 (0.93–0.96)");
  expect(numberWithInterval({ value: 0.948213, low: 0.9473, high: 0.9493 })).toBe("0.948 (0.947–0.949)");
  expect(numberWithInterval({ value: 0.948213, low: null, high: null })).toBe("0.95");
  expect(numberWithInterval({ value: -0.1, low: -0.13, high: 0.02 })).toBe("−0.10 (−0.13 to 0.02)");
});

test("no minus before a nought", () => {
  expect(fixed(-0.001, 2)).toBe("0.00");
  expect(fixed(-0.1, 1)).toBe("−0.1");
});

test.each([
  [0, "0"],
  [0.0091, "0.0091"],
  [0.009, "0.009"],
  [0.5, "0.5"],
  [4.626, "4.6"],
  [131.4, "131"],
  [100, "100"],
])("a number without an interval: %f is %s", (value, expected) => expect(alone(value)).toBe(expected));

test("a head's line has value, interval, unit and rank", () => {
  const one = score({ value: [[0.1, 0.5], [null, 0.5]], low: [[0.08, 0.48], [null, 0.48]], high: [[0.12, 0.52], [null, 0.52]] });
  const at = (layer: number, head: number) => ({ stack: "encoder", layer, head });
  expect(line(one, at(0, 1))).toBe("0.50 (0.48–0.52), rank 1 of 3");
  expect(line(one, at(0, 0))).toBe("0.10 (0.08–0.12), rank 3 of 3");
  expect(line(one, at(1, 0))).toBe("not measured");
  expect(line({ ...one, quantity: NATS }, at(1, 1))).toBe("0.50 nats (0.48–0.52), rank 1 of 3");
});

test("a unit stands behind its number, whatever the quantity", () => {
  const far = score({ quantity: TOKENS, value: [[46.26, 3]], low: [[45.1, 2.9]], high: [[47.4, 3.1]] });
  expect(line(far, { stack: "encoder", layer: 0, head: 0 })).toBe("46 tokens (45–47), rank 1 of 2");
  expect([SHARE, TOKENS, RATIO].map(axisName)).toEqual(["share", "tokens", "ratio"]);
});
