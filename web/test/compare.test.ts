import { beforeEach, describe, expect, test } from "vitest";
import { diverging, toLab } from "../src/colour";
import { mount } from "../src/compare";
import { type Compared, type Comparison, line, named, readComparison, rowOf } from "../src/compare/payload";
import { columnsOf, toCsv } from "../src/compare/table";
import { differenceScale } from "../src/scale";
import { score, SHARE, TOKENS } from "./sample";

const STACK = { name: "encoder", layers: 3, heads: 4 };
const HOSTILE = `</script><img src=x onerror="window.hurt=1"><b>`;

/** A score whose head 2-3 fell from 0.9 to 0.4 for sure, and whose others differ by a little. */
function compared(change: Partial<Compared> = {}): Compared {
  const grid = <T>(fill: (layer: number, head: number) => T): T[][] =>
    Array.from({ length: 3 }, (_, layer) => Array.from({ length: 4 }, (_, head) => fill(layer, head)));
  const fell = (layer: number, head: number) => layer === 1 && head === 2;
  const difference = (layer: number, head: number) => (fell(layer, head) ? -0.5 : 0.01 * (layer - head));
  return {
    ...score({}, STACK),
    value: grid(difference),
    low: grid((layer, head) => difference(layer, head) - 0.02),
    high: grid((layer, head) => difference(layer, head) + 0.02),
    first: grid((layer, head) => (fell(layer, head) ? 0.9 : 0.2)),
    second: grid((layer, head) => (fell(layer, head) ? 0.4 : 0.2 + difference(layer, head))),
    p: grid((layer, head) => (fell(layer, head) ? 0.001 : 1)),
    sure: grid(fell),
    spread: 0.25,
    drawn: true,
    baseline: null,
    ...change,
  };
}

function page(change: Partial<Comparison> = {}): Comparison {
  return {
    title: "a → b",
    summary: ["12 heads"],
    findings: [{ text: "1 of 12 heads surely changed in offset.+1.", score: "offset.+1" }, { text: "No more.", score: null }],
    compared: ["The runs differ in: model a / b."],
    facts: [{ name: "Model", first: "a", second: "b", same: false }, { name: "Weights", first: "1", second: "1", same: true }],
    reading: ["A cell is a head."],
    caveat: "Attention shows where a head reads.",
    stacks: [STACK],
    measures: [{ name: "offset", title: "By position", read: "How to read it.", formula: "mean of α", quantity: SHARE }],
    scores: [compared({ id: "offset.-1", key: "-1", sure: compared().sure.map((row) => row.map(() => false)) }), compared()],
    partners: null,
    ...change,
  };
}

function drawn(payload: Comparison = page()): HTMLElement {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, payload);
  return root;
}

beforeEach(() => history.replaceState(null, "", location.pathname));

describe.each(["light", "dark"] as const)("the %s diverging ramp", (theme) => {
  const lightness = (fraction: number) => toLab(diverging(theme, fraction))[0];

  test("is the page’s own colour at zero, and gets away from it evenly on both sides", () => {
    expect(diverging(theme, 0)).toBe({ light: "#ffffff", dark: "#111316" }[theme]);
    for (const step of [0.25, 0.5, 0.75, 1]) {
      expect(Math.abs(lightness(step) - lightness(-step))).toBeLessThan(0.05);
      expect(Math.abs(lightness(step) - lightness(0))).toBeGreaterThan(Math.abs(lightness(step - 0.25) - lightness(0)));
    }
  });

  test("is orange below and blue above, and ends at its ends", () => {
    expect(toLab(diverging(theme, -0.7))[2]).toBeGreaterThan(0.03);
    expect(toLab(diverging(theme, 0.7))[2]).toBeLessThan(-0.03);
    expect(diverging(theme, -3)).toBe(diverging(theme, -1));
  });
});

test("the scale has zero in its middle", () => {
  const scale = differenceScale([compared()]);
  expect([scale.low, scale.high, scale.fraction(0)]).toEqual([-0.5, 0.5, 0.5]);
  expect(differenceScale([compared({ value: [[0]] })]).fraction(0)).toBe(0.5);
});

test("a head in words", () => {
  const head = { stack: "encoder", layer: 1, head: 2 };
  expect(line(rowOf(compared(), head))).toBe("0.90 → 0.40, −0.50 (−0.52 to −0.48), significant");
  expect(line(rowOf(compared(), { ...head, layer: 2 }))).toBe("0.20 → 0.20, 0.00 (−0.02 to 0.02), not significant");
  expect(line(rowOf(compared(), { ...head, stack: "decoder" }))).toBe("not measured");
  expect(line(rowOf(compared({ quantity: TOKENS }), head))).toBe("0.90 → 0.40 tokens, −0.50 (−0.52 to −0.48), significant");
  const partners = { encoder: [["1-1"], ["2-1", "2-2", "2-4"]] };
  expect([named(head, page()), named(head, page({ partners }))]).toEqual(["2-3", "2-3 and 2-4"]);
});

test("every drawn score has a grid; sure heads have a dot", () => {
  const root = drawn();
  expect([...root.querySelectorAll("figure")].map(({ id }) => id)).toEqual(["score=offset.-1", "score=offset.+1"]);
  expect([...root.querySelectorAll("figure")].map((figure) => figure.querySelectorAll(".dot").length)).toEqual([0, 1]);
  expect(root.querySelector("figure:nth-of-type(2) h3")!.textContent).toBe("Attends to the next token: 1 of 12 heads differs significantly");
  expect(root.querySelectorAll("figure")[1]!.querySelector(".readout")!.textContent).toBe(
    "Largest: head 2-3 0.90 → 0.40, −0.50 (−0.52 to −0.48), significant",
  );
});

test("a score in which nothing changed may be left to the table", () => {
  const root = drawn(page({ scores: [compared({ drawn: false }), compared({ id: "offset.0", key: "0" })] }));
  expect(root.querySelectorAll("figure")).toHaveLength(1);
  expect(root.querySelector(".measure")!.textContent).toContain("No head differs significantly in the other 1 score of this measure; it is in the table.");
});

test("the first map counts scores; choosing one shows its differences", () => {
  const root = drawn();
  const cells = () => [...root.querySelectorAll<SVGElement>(".map .cell")];
  expect(cells()[6]!.getAttribute("aria-label")).toBe("Head 2-3 differs significantly in 1 of 2 scores");
  const select = root.querySelector("select")!;
  select.value = "offset.+1";
  select.dispatchEvent(new Event("change"));
  expect(cells()[6]!.getAttribute("aria-label")).toBe("Head 2-3, attends to the next token: 0.90 → 0.40, −0.50 (−0.52 to −0.48), significant");
  expect(cells()[6]!.style.getPropertyValue("--light")).toBe(diverging("light", -1));
  expect(root.querySelectorAll(".map .dot")).toHaveLength(1);
});

test("the table filters, sorts and copies", () => {
  const root = drawn();
  const rows = () => [...root.querySelectorAll("#heads tbody tr")].map((row) => row.textContent);
  expect(rows()).toEqual(["offset.+12-30.900.40−0.50 (−0.52 to −0.48)−2.000.001yes"]);
  const only = root.querySelector<HTMLInputElement>("#table-sure")!;
  only.checked = false;
  only.dispatchEvent(new Event("change"));
  expect(rows()).toHaveLength(24);
  const [byScore, byHead] = [...root.querySelectorAll<HTMLButtonElement>("#heads thead button")];
  byHead!.click();
  expect(rows()[0]).toMatch(/^offset\.-11-1/);
  byHead!.click();
  expect(rows()[0]).toMatch(/3-4/);
  expect(byHead!.parentElement!.getAttribute("aria-sort")).toBe("descending");
  byScore!.click();
  expect(byHead!.parentElement!.getAttribute("aria-sort")).toBe("none");
});

test("a head without p sorts last", () => {
  const p = columnsOf(page()).find(({ name }) => name === "p")!;
  const rows = [null, 0.5, 0.001].map((value) => ({ ...rowOf(compared(), { stack: "encoder", layer: 0, head: 0 })!, p: value }));
  expect(rows.sort(p.order).map((row) => row.p)).toEqual([0.001, 0.5, null]);
});

test("as CSV with all digits, and quoted", () => {
  const payload = page({ scores: [compared({ key: 'a,"b"' })] });
  const csv = toCsv([rowOf(payload.scores[0]!, { stack: "encoder", layer: 1, head: 2 })!], payload);
  expect(csv.split("\n")[1]).toBe('encoder,2-3,2-3,offset,"a,""b""",,bundled,0.9,0.4,-0.5,-0.52,-0.48,-2,0.001,yes');
});

test("many rows come a hundred at a time", () => {
  const scores = Array.from({ length: 30 }, (_, index) => compared({ id: `offset.${index}`, sure: compared().sure.map((row) => row.map(() => true)) }));
  const root = drawn(page({ scores }));
  const rows = () => root.querySelectorAll("#heads tbody tr").length;
  const more = root.querySelector<HTMLButtonElement>("#heads > button")!;
  expect(rows()).toBe(100);
  more.click();
  more.click();
  more.click();
  expect([rows(), more.hidden]).toEqual([360, true]);
});

test("a click opens the head’s changes, the address follows, and Escape closes", () => {
  const root = drawn();
  root.querySelectorAll<SVGElement>(".map .cell")[6]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const panel = root.querySelector<HTMLElement>(".panel")!;
  expect([panel.hidden, location.hash]).toEqual([false, "#head=2-3"]);
  expect([...panel.querySelectorAll("li a")].map(({ textContent }) => textContent)).toEqual([
    "attends to the next token · offset.+1",
    "attends to the next token · offset.-1",
  ]);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(panel.hidden).toBe(true);
});

test("a hostile string stays a string", () => {
  const text = JSON.stringify(page()).replaceAll("bundled", HOSTILE.replaceAll('"', '\\"'));
  const root = drawn(readComparison(text));
  expect(root.querySelector("img")).toBeNull();
  expect(root.querySelector("figcaption")!.textContent).toContain(HOSTILE);
});

test("a measure’s quantity is its scores’", () => {
  const tokens = page({ measures: [{ ...page().measures[0]!, quantity: TOKENS }] });
  expect(readComparison(JSON.stringify(tokens)).scores.map(({ quantity }) => quantity.unit)).toEqual(["tokens", "tokens"]);
  expect(() => readComparison(JSON.stringify(page({ measures: [] })))).toThrow("unknown measure, offset");
});

test("data of another shape is refused in one sentence", () => {
  const read = (change: Partial<Comparison>) => () => readComparison(JSON.stringify(page(change)));
  expect(read({ scores: [compared(), compared()] })).toThrow("two scores have the id offset.+1");
  expect(read({ scores: [compared({ sure: [[true]] })] })).toThrow('expected 3 × 4 in "sure"');
  expect(read({ stacks: [] })).toThrow("unknown stack, encoder");
});
