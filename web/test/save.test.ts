// What can be told of saving without a browser that draws: titles, styles written out, files by name. tests/browser opens the files.
import { afterEach, expect, test, vi } from "vitest";
import { html, svg } from "../src/dom";
import { inLight, repaintable } from "../src/save/light";
import { asFile, broken, buttons, saveable } from "../src/save/save";
import { snapshot } from "../src/save/snapshot";
import { fileName } from "../src/views/export";

afterEach(() => vi.restoreAllMocks());

/** happy-dom lays nothing out: every box is of this size. */
function laidOut(): void {
  const box = { left: 10, top: 20, right: 110, bottom: 70, width: 100, height: 50 } as DOMRect;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box);
}

test("a title is broken where it is too long, and a word stays whole", () => {
  expect(broken("Head 3-5 attends to the next token", 14)).toEqual(["Head 3-5", "attends to the", "next token"]);
  expect(broken("incomprehensibilities", 5)).toEqual(["incomprehensibilities"]);
});

test("a file is named by what it shows, without a dash at its end", () => {
  expect(fileName("bert-8x8 Head 3-5: 97%", "svg")).toBe("bert-8x8-Head-3-5-97.svg");
  expect(fileName(`${"a".repeat(60)} b`, "png")).toBe(`${"a".repeat(60)}.png`);
});

test("a snapshot holds the drawing and nothing that runs, fetches or is a control", () => {
  laidOut();
  const drawn = svg("svg", { class: "grid", viewBox: "0 0 5 5", role: "grid" }, svg("rect", { class: "cell", width: 5, "aria-label": "x", tabindex: 0 }));
  drawn.append(document.createElementNS("http://www.w3.org/2000/svg", "script"), svg("g", { opacity: 0.5 }, svg("circle", { r: 2 })));
  const box = html("div", {}, drawn, html("button", {}, "Save"), html("p", { class: "readout" }, "Head 1-1"));
  document.body.replaceChildren(box);
  const made = snapshot(box);
  expect(made).toMatchObject({ width: 100, height: 50 });
  const inner = made.element.querySelector("svg")!;
  expect([inner.getAttribute("x"), inner.getAttribute("y"), inner.getAttribute("width"), inner.getAttribute("viewBox")]).toEqual(["0", "0", "100", "0 0 5 5"]);
  expect([...inner.querySelectorAll("*")].map(({ tagName }) => tagName)).toEqual(["rect", "g", "circle"]);
  expect([...made.element.querySelectorAll("[class], [role], [tabindex], [aria-label]")]).toEqual([]);
  expect(made.element.textContent).not.toMatch(/Save|Head/);
});

test("what is not on the page has no size", () => {
  expect(snapshot(html("div"))).toMatchObject({ width: 0, height: 0 });
});

test("a file has its title in words and as its name, unless the picture has a heading", () => {
  laidOut();
  const box = html("figure", {}, svg("svg", { viewBox: "0 0 5 5" }));
  document.body.replaceChildren(box);
  const { text, width } = asFile([box], "What <heads> do & why");
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(file.querySelector("title")!.textContent).toBe("What <heads> do & why");
  expect([...file.querySelectorAll("svg > text")].map(({ textContent }) => textContent)).toEqual(["What <heads> do & why"]);
  expect(width).toBe(264);
  box.prepend(html("h3", {}, "Heading"));
  expect(asFile([box], "Heading").text).not.toMatch(/<text[^>]*>Heading/);
  expect(asFile([box], "Other").text).toMatch(/<text[^>]*>Other/);
});

test("canvases are painted light while a picture is made of a dark page, and dark again after it", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  const canvas = html("canvas");
  const themes: string[] = [];
  repaintable(canvas, (theme) => themes.push(theme));
  const box = html("div", {}, canvas);
  expect(() => inLight([box], () => { expect(box.classList.contains("saving")).toBe(true); throw new Error("no"); })).toThrow("no"); // prettier-ignore
  expect(themes).toEqual(["light", "dark"]);
  expect(box.classList.contains("saving")).toBe(false);
});

test("what is folded is opened while a picture is made of it", () => {
  const legend = html("div");
  const fold = html("details", {}, html("summary", {}, "more"), legend);
  document.body.replaceChildren(fold);
  inLight([legend], () => expect(fold.open).toBe(true));
  expect(fold.open).toBe(false);
});

test("a picture that cannot be made says so beside its button", async () => {
  const box = buttons({ title: () => "x", svg: () => "", png: () => Promise.reject(new Error("too large")) });
  box.querySelectorAll("button")[1]!.click();
  await vi.waitFor(() => expect(box.querySelector("[role=status]")!.textContent).toBe(" No PNG: too large."));
  expect(saveable(html("figure"), () => "x").querySelectorAll("button")).toHaveLength(2);
});
