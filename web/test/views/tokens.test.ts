import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { cells, clusters, plain, shortened, visible } from "../../src/views/tokens";

interface Case {
  what: string;
  token: string;
  visible: string;
  cells: number;
  short: string;
}

// The same list that tests/views/test_lettering.py reads: Python's drawings and the page show every token alike.
const letters = resolve(import.meta.dirname, "../../../tests/views/letters.json");
const CASES = JSON.parse(readFileSync(letters, "utf-8")) as Case[];

test.each(CASES)("$what is shown as Python shows it", (one) => {
  expect(visible(one.token)).toBe(one.visible);
  expect(cells(one.visible)).toBe(one.cells);
  expect(shortened(one.token, 8)).toBe(one.short);
});

test("what is read as one character stays one", () => {
  expect(clusters("ae\u0301👩\u200d🔬🇨🇭").map((one) => [...one].length)).toEqual([1, 2, 3, 2]);
});

test("nothing in a token is invisible or moves its neighbours", () => {
  expect(visible(" a\n\t")).toBe("␣a↵⇥");
  expect(visible("\u202eevil")).toBe("‹202E›evil");
  expect(visible("")).toBe("‹empty›");
  expect(visible("\u0000\u200b\u3164\ue000\ud800")).toBe("‹00›‹200B›‹3164›‹E000›‹D800›");
  expect(visible("</script><img onerror=x>")).toBe("</script><img␣onerror=x>");
});

test("scripts, accents and pictures stay as they are", () => {
  for (const text of ["شجرة", "日本語", "e\u0301", "👩\u200d🔬", "👩🏽\u200d🔬", "❤\ufe0f", "नमस्ते"])
    expect(visible(text)).toBe(text);
  // A joiner that joins nothing is shown.
  expect(visible("a\u200db")).toBe("a‹200D›b");
});

test("places: accents take none, wide characters two", () => {
  expect([cells("ab"), cells("日本"), cells("e\u0301"), cells("ｱ"), cells("🔬")]).toEqual([2, 4, 1, 1, 2]);
});

test("long tokens are cut, never through an accent", () => {
  expect(shortened("strawberries", 8)).toBe("strawbe…");
  expect(shortened("straw", 8)).toBe("straw");
  expect(shortened("ae\u0301ae\u0301ae\u0301", 4)).toBe("ae\u0301a…");
  expect(shortened("日本語日本語", 6)).toBe("日本…");
  expect(shortened(`a${"\u0301".repeat(500)}`, 8).length).toBeLessThan(30);
});

test("sentences keep their spaces and nothing else", () => {
  expect(plain("attends to\u202e the\nnext")).toBe("attends to‹202E› the↵next");
});
