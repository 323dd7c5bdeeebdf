// The switch between kinds of weights: what it changes, its link, and a link that asks for a kind that is not there.
import { beforeEach, expect, test } from "vitest";
import { changed } from "../src/change";
import { mount } from "../src/report";
import type { Kind } from "../src/payload";
import { drawn as drawing } from "../src/sections/drawing";
import { payload } from "./sample";

const kind = (name: string, label: string): Kind => ({ name, label, sentence: `Numbers are of ${name}.`, under: `${name} weights` });

function page() {
  const change = { kind: [kind("norm", "What heads move")] as [unknown], findings: { "0": { text: ["Head 1-1 moves it."] as [unknown] } } };
  return payload({
    kind: kind("raw", "Where heads read"),
    kinds: [
      { name: "raw", label: "Where heads read", change: {} },
      { name: "norm", label: "What heads move", change },
    ],
  });
}

function shown(): HTMLElement {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, page());
  return root;
}

const button = (root: HTMLElement, name: string) => root.querySelector<HTMLButtonElement>(`.kinds [data-kind="${name}"]`)!;

beforeEach(() => history.replaceState(null, "", "#"));

test("a change replaces, goes inside, lengthens and shortens, and leaves what it was made from as it was", () => {
  const before = { a: [1, 2, { b: "c" }], d: 1 };
  expect(changed(before, { a: { "2": { b: ["x"] } } })).toEqual({ a: [1, 2, { b: "x" }], d: 1 });
  expect(changed(before, { a: { length: [1] } })).toEqual({ a: [1], d: 1 });
  expect(changed(before, { a: { "3": [{ e: 1 }] } })).toEqual({ a: [1, 2, { b: "c" }, { e: 1 }], d: 1 });
  expect(before).toEqual({ a: [1, 2, { b: "c" }], d: 1 });
});

test("the switch changes what the page says, its marks and its link, and back", () => {
  const root = shown();
  expect(root.textContent).toContain("Head 2-3 attends to the next token.");
  button(root, "norm").focus();
  button(root, "norm").click();
  expect(root.textContent).toContain("moves it.");
  expect(root.textContent).not.toContain("Head 2-3 attends to the next token.");
  expect(root.querySelector(".kinds p")!.textContent).toBe("Numbers are of norm.");
  expect([...root.querySelectorAll(".of-kind")].map(({ textContent }) => textContent)).toEqual(Array(4).fill("What heads move"));
  expect(root.querySelector("figcaption")!.textContent).toContain("norm weights");
  expect(location.hash).toBe("#weights=norm");
  expect(document.activeElement).toBe(button(root, "norm"));
  button(root, "raw").click();
  expect(location.hash).toBe("");
  expect(root.textContent).toContain("Head 2-3 attends to the next token.");
});

test("a link opens the page under its weights; what is not there is said", () => {
  history.replaceState(null, "", "#weights=norm&head=2-3");
  let root = shown();
  expect(button(root, "norm").getAttribute("aria-pressed")).toBe("true");
  expect(root.querySelector(".card [data-kind=norm]")!.getAttribute("aria-pressed")).toBe("true");
  history.replaceState(null, "", "#weights=values");
  root = shown();
  expect(root.querySelector(".wrong")!.textContent).toBe("This run has no weights named “values”.");
  expect(button(root, "raw").getAttribute("aria-pressed")).toBe("true");
});

test("a page about attention alone has neither switch nor marks", () => {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  mount(root, payload());
  expect(root.querySelectorAll(".kinds, .of-kind")).toHaveLength(0);
});

test("strokes of one class are drawn one by one", () => {
  const figure = drawing({
    kind: "drawing", name: "x", title: "t", caption: "c", width: 1, height: 1, wide: false, measure: "",
    nodes: [["g", {}, ["strokes", "edges", "M0 0L1 1", "0.5", "1", "M0 1L1 1", "0.2", "2"], "text"]],
  });
  const paths = [...figure.querySelectorAll("path")];
  expect(paths.map((path) => path.getAttribute("d"))).toEqual(["M0 0L1 1", "M0 1L1 1"]);
  expect(paths[1]!.getAttribute("stroke-width")).toBe("2");
});
