import { beforeEach, describe, expect, test } from "vitest";
import type { Payload } from "../src/payload";
import { mount } from "../src/report";
import { measure, payload, score } from "./sample";

const HOSTILE = `</script><img src=x onerror="window.hurt=1"><b>`;

function drawn(page: Payload = payload()): HTMLElement {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, page);
  return root;
}
const key = (element: Element, name: string) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const cells = (root: HTMLElement) => [...root.querySelectorAll<SVGElement>(".map .cell")];
const card = (root: HTMLElement) => root.querySelector<HTMLElement>(".card")!;

beforeEach(() => history.replaceState(null, "", location.pathname));

test("every score has a grid cell and a point per head", () => {
  const root = drawn();
  expect(cells(root)).toHaveLength(12);
  const figures = [...root.querySelectorAll("figure")];
  expect(figures.map(({ id }) => id)).toEqual(["score=offset.-1", "score=offset.+1", "score=entropy.all"]);
  for (const figure of figures) {
    expect(figure.querySelectorAll(".cell")).toHaveLength(12);
    expect(figure.querySelectorAll(".point")).toHaveLength(12);
    expect(figure.querySelectorAll(".mean")).toHaveLength(1);
  }
});

test("the mean line goes through the means of the layers, leaving out what was not measured", () => {
  const value = [[0, 1], [null, 0.25], [null, null]];
  const none = value.map((row) => row.map(() => null));
  const stacks = [{ name: "encoder", layers: 3, heads: 2 }];
  const root = drawn(payload({ stacks, scores: [score({ value, low: none, high: none, baseline: null })] }));
  const heights = root.querySelector(".mean")!.getAttribute("points")!.split(" ").map((point) => Number(point.split(",")[1]));
  const [top, bottom] = [18, 150]; // 1 and 0 on the axis
  expect(heights).toEqual([(top + bottom) / 2, bottom - 0.25 * (bottom - top)]);
  expect(root.querySelectorAll("figure .point")).toHaveLength(3);
  expect(root.querySelectorAll("figure .cell.missing")).toHaveLength(3);
});

test("the first finding colours the grid and links to its chart", () => {
  const root = drawn();
  expect(root.querySelector<HTMLInputElement>("#colour-by")!.value).toBe("attends to the next token");
  expect(cells(root)[0]!.getAttribute("aria-label")).toMatch(/^Head 1-1, attends to the next token: /);
  expect(root.querySelector(".findings li a")!.getAttribute("href")).toBe("#score=offset.%2B1");
});

test("colour by another score redraws the grid", () => {
  const root = drawn();
  const before = cells(root).map((cell) => cell.style.getPropertyValue("--light"));
  const box = root.querySelector<HTMLInputElement>("#colour-by")!;
  box.value = "broadly";
  box.dispatchEvent(new Event("input"));
  key(box, "Enter");
  expect(location.hash).toBe("#colour=entropy.all");
  expect(cells(root).map((cell) => cell.style.getPropertyValue("--light"))).not.toEqual(before);
  expect(cells(root)[0]!.getAttribute("aria-label")).toMatch(/^Head 1-1, attends broadly: [\d.]+ nats \([\d.]+–[\d.]+\), rank \d+ of 12$/);
});

describe("one head, everywhere", () => {
  test("pointing at a cell frames it and writes its line in every figure", () => {
    const root = drawn();
    cells(root)[6]!.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
    const frames = [...root.querySelectorAll(".frame.pointed")];
    expect(frames).toHaveLength(4);
    expect(frames.every((frame) => frame.getAttribute("visibility") === "visible")).toBe(true);
    const lines = [...root.querySelectorAll(".readout")].map(({ textContent }) => textContent);
    for (const line of lines) expect(line).toMatch(/^Head 2-3 .+, rank \d+ of 12$/);
    expect(root.querySelectorAll(".emphasis.pointed .interval")).toHaveLength(3);
  });

  test("at rest each figure names its highest head", () => {
    for (const { textContent } of drawn().querySelectorAll(".readout")) expect(textContent).toMatch(/^Highest: head \d-\d /);
  });

  test("only one cell of a grid is in the tab order, and arrows move it", () => {
    const root = drawn();
    const stops = () => cells(root).flatMap((cell, index) => (cell.getAttribute("tabindex") === "0" ? [index] : []));
    expect(stops()).toEqual([0]);
    cells(root)[0]!.focus();
    key(cells(root)[0]!, "ArrowDown");
    expect(document.activeElement).toBe(cells(root)[4]);
    expect(stops()).toEqual([4]);
  });

  test("Enter opens the card with every score, Escape closes it and gives the focus back", () => {
    const root = drawn();
    const cell = cells(root)[6]!;
    cell.focus();
    key(cell, "Enter");
    expect(card(root).hidden).toBe(false);
    expect(card(root).querySelectorAll(".strip")).toHaveLength(3);
    const ticks = [...card(root).querySelectorAll(".strip .other")].map((one) => one.getAttribute("d")!.split("M").length - 1);
    expect(ticks).toEqual([12, 12, 12]);
    expect(document.activeElement).toBe(card(root).querySelector("h2"));
    expect(cell.getAttribute("aria-selected")).toBe("true");
    expect(location.hash).toBe("#head=2-3");
    key(document.activeElement!, "Escape");
    expect(card(root).hidden).toBe(true);
    expect(location.hash).toBe("");
    expect(document.activeElement).toBe(cell);
  });

  test("a link opens a head, in the stack it names", () => {
    history.replaceState(null, "", "#head=decoder/2-1");
    const root = drawn(payload({ stacks: [{ name: "encoder", layers: 3, heads: 4 }, { name: "decoder", layers: 2, heads: 2 }] }));
    expect(card(root).querySelector("h2")!.textContent).toBe("Head 2-1 of the decoder");
    const selected = [...root.querySelectorAll("[aria-selected=true]")].map((mark) => mark.closest("figure")?.id ?? "the grid");
    expect(new Set(selected)).toEqual(new Set(["the grid", "score=decoder.offset.-1", "score=decoder.offset.+1", "score=decoder.entropy.all"]));
    expect(root.querySelector(".stacks [aria-pressed=true]")!.textContent).toBe("decoder");
  });
});

test("text is text, wherever it comes from", () => {
  const page = payload({
    title: HOSTILE,
    summary: [HOSTILE],
    findings: [{ text: HOSTILE, score: "offset.+1" }],
    facts: [[HOSTILE, HOSTILE]],
    notes: [HOSTILE],
    caveat: HOSTILE,
    measures: [measure("offset", { title: HOSTILE, read: HOSTILE, formula: HOSTILE, section: HOSTILE })],
    scores: [score({ words: HOSTILE, finding: HOSTILE, key: HOSTILE, direction: HOSTILE, baseline: { name: HOSTILE, value: 0.1 } })],
  });
  history.replaceState(null, "", "#head=1-1");
  const root = drawn(page);
  expect(root.querySelectorAll("img, script")).toHaveLength(0);
  expect(root.querySelector("h1")!.textContent).toBe(HOSTILE);
});

test("a page of nothing says so", () => {
  const root = drawn(payload({ scores: [], findings: [], notes: [] }));
  expect(root.querySelector(".map")!.textContent).toContain("Nothing was measured");
  expect(root.querySelector(".findings")!.textContent).toContain("No head stands out");
});

test("what has no section is said under the run, with the command that would give it", () => {
  const root = drawn(payload({ absent: [{ name: "Probes", missing: "None were fitted.", command: `headscope probe ${HOSTILE}` }] }));
  expect(root.querySelector("#run")!.textContent).toContain(`Probes. None were fitted. It would take: headscope probe ${HOSTILE}`);
  expect(root.querySelectorAll("img")).toHaveLength(0);
});

test("a link into a fold opens it", () => {
  history.replaceState(null, "", "#score=offset.%2B1");
  const root = drawn(payload({ sections: [] }));
  const folds = [...root.querySelectorAll<HTMLDetailsElement>("details.fold")];
  expect(folds.filter(({ open }) => open).map((box) => box.closest("section")!.id)).toEqual(["part=offset"]);
});
