import { describe, expect, test } from "vitest";
import { distance, paint, ramp, type Theme, toLab } from "../src/colour";

describe.each(["light", "dark"] as Theme[])("the %s ramp", (theme) => {
  const labs = Array.from({ length: 17 }, (_, index) => toLab(ramp(theme, index / 16)));
  const steps = labs.slice(1).map((lab, index) => distance(labs[index]!, lab));

  test("takes equal steps to the eye", () => {
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.12);
  });

  test("goes one way in lightness, so that it reads in grey", () => {
    const sign = theme === "light" ? -1 : 1;
    labs.slice(1).forEach((lab, index) => expect(sign * (lab[0] - labs[index]![0])).toBeGreaterThan(0.01));
  });

  test("ends at its ends beyond them", () => {
    expect(ramp(theme, -1)).toBe(ramp(theme, 0));
    expect(ramp(theme, 2)).toBe(ramp(theme, 1));
  });
});

test("the ends are those of the design", () => {
  expect(ramp("light", 0)).toBe("#ffffff");
  expect(toLab(ramp("light", 1))[2]).toBeLessThan(-0.05); // blue
  expect(toLab(ramp("dark", 0))[0]).toBeLessThan(0.25); // near-black
  expect(toLab(ramp("dark", 1))[2]).toBeGreaterThan(0.05); // yellow
});

test("an element carries its colour for both themes", () => {
  const element = document.createElement("div");
  paint(element, 1);
  expect(element.style.getPropertyValue("--light")).toBe(ramp("light", 1));
  expect(element.style.getPropertyValue("--dark")).toBe(ramp("dark", 1));
});
