// Heads that are shown together are told apart by readers who see no red, no green, or no colour at all.
import { expect, test } from "vitest";
import { distance, toLab } from "../../src/colour";
import { look, looks, PALETTES } from "../../src/views/palette";

type Matrix = readonly (readonly [number, number, number])[];
// Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB.
const SEEN: Record<string, Matrix> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

const linear = (level: number) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);
const companded = (level: number) => (level <= 0.0031308 ? level * 12.92 : 1.055 * level ** (1 / 2.4) - 0.055);

function seen(hex: string, matrix: Matrix): string {
  const channels = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  const made = matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * channels[at]!, 0));
  return `#${made.map((one) => Math.round(255 * companded(Math.min(1, Math.max(0, one)))).toString(16).padStart(2, "0")).join("")}`;
}

const luminance = (hex: string) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, factor, at) => sum + factor * linear(parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16) / 255), 0);
const contrast = (one: string, other: string) => {
  const [low, high] = [luminance(one), luminance(other)].sort((first, second) => first - second) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

// Two colours this far apart in OKLab are told apart at a glance; a just noticeable difference is about 0.02.
const CLEAR = 0.15;

test.each(["light", "dark"] as const)("any eight heads in a row differ in dash or clearly in colour, on a %s page", (theme) => {
  for (const [name, matrix] of Object.entries(SEEN)) {
    for (let first = 0; first < 40; first += 2) {
      const eight = Array.from({ length: 8 }, (_, at) => look(PALETTES[theme], first + at));
      eight.forEach((one, at) => {
        for (const other of eight.slice(at + 1)) {
          if (one.dash.join() !== other.dash.join()) continue;
          const apart = distance(toLab(seen(one.colour, matrix)), toLab(seen(other.colour, matrix)));
          expect(apart, `${one.colour} and ${other.colour} under ${name}`).toBeGreaterThan(CLEAR);
        }
      });
    }
  }
});

test("the simulation is one: red and green of one lightness fall together", () => {
  const apart = (matrix: Matrix) => distance(toLab(seen("#b04a4a", matrix)), toLab(seen("#6a7a1e", matrix)));
  expect(apart(SEEN["deuteranopia"]!)).toBeLessThan(0.06);
  expect(distance(toLab("#b04a4a"), toLab("#6a7a1e"))).toBeGreaterThan(CLEAR);
});

test.each(["light", "dark"] as const)("every colour is seen on a %s page", (theme) => {
  for (const hue of PALETTES[theme].hues) expect(contrast(hue, PALETTES[theme].background), hue).toBeGreaterThan(2.4);
});

test("forty heads have a look of their own, and one alone is drawn solid", () => {
  const all = Array.from({ length: 40 }, (_, head) => look(PALETTES.light, head));
  expect(new Set(all.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(40);
  expect(looks(PALETTES.light, [5])).toEqual([{ colour: PALETTES.light.hues[0], dash: [] }]);
  expect(looks(PALETTES.light, [5, 6])).toEqual([all[5], all[6]]);
});
