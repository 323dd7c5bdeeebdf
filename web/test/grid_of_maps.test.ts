// The first screen: pictures, what colours them, the legend that filters, stacks and zoom.
import { beforeEach, describe, expect, test } from "vitest";
import { type Doing, Doings, shades } from "../src/behaviour";
import { behaviourLegend, followFilter } from "../src/behaviour_legend";
import { BEHAVIOUR, best, counterpart, filtered, groupsOf, lead } from "../src/choices";
import { colourBy } from "../src/colour_by";
import { fitted, pictureSize } from "../src/grid";
import { headsOf } from "../src/heads";
import { Highlight } from "../src/highlight";
import { Link } from "../src/link";
import { asked } from "../src/map";
import type { Label, Payload } from "../src/payload";
import { picturesOf, pixelsOf } from "../src/pictures";
import { stackButtons } from "../src/stacks";
import { zoom } from "../src/zoom";
import { BEHAVIOURS, measure, payload, score } from "./sample";

const HOSTILE = `</script><img src=x onerror="window.hurt=1">`;
const label = (layer: number, head: number, name: string, stack = "encoder"): Label => ({
  stack, layer, head, label: name, score: 0.9, margin: 0.4, low: 0.3, high: 0.5, sure: true,
}); // prettier-ignore
const key = (element: Element, name: string) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));
const two: Payload["stacks"] = [{ name: "encoder", layers: 1, heads: 2 }, { name: "decoder", layers: 2, heads: 2 }];

beforeEach(() => {
  history.replaceState(null, "", location.pathname);
  document.body.replaceChildren();
});

describe("pictures", () => {
  const side = (texts: string[]) => ({ texts, special: texts.map(() => false), segments: texts.map(() => 0) });
  const stack = { name: "encoder", layers: 1, heads: 2 };

  test("a short text's own maps, head by head", () => {
    const bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const page = payload({ stacks: [stack], texts: { encoder: { queries: side(["a", "b"]), keys: side(["a", "b", "c"]), maps: base64(bytes) } } });
    const found = picturesOf(page, stack)!;
    expect([found.rows, found.columns]).toEqual([2, 3]);
    expect([...found.of({ stack: "encoder", layer: 0, head: 1 })]).toEqual([7, 8, 9, 10, 11, 12]);
  });

  test("of a long one what Python made small; of none nothing; of a wrong size an error", () => {
    const small = { encoder: { rows: 1, columns: 1, maps: base64([9, 8]) } };
    expect([...picturesOf(payload({ stacks: [stack], pictures: small }), stack)!.of({ stack: "encoder", layer: 0, head: 1 })]).toEqual([8]);
    expect(picturesOf(payload({ stacks: [stack] }), stack)).toBeNull();
    expect(() => picturesOf(payload({ stacks: [stack], pictures: { encoder: { rows: 2, columns: 1, maps: base64([9]) } } }), stack)).toThrow("size of their text");
  });

  test("pixels go from the ground to the deepest shade of the behaviour, in steps that only grow", () => {
    for (const behaviour of BEHAVIOURS) {
      for (const theme of ["light", "dark"] as const) {
        const doing: Doing = { behaviour, sure: true, strength: 1, claims: [] };
        const pixels = pixelsOf(doing, theme);
        const hex = (pixel: number) => `#${[0, 8, 16].map((by) => ((pixel >>> by) & 255).toString(16).padStart(2, "0")).join("")}`;
        const { ground, deep } = shades(doing, theme);
        expect([hex(pixels[0]!), hex(pixels[255]!)]).toEqual([ground, deep]);
        const light = [...pixels].map((pixel) => (pixel & 255) + ((pixel >>> 8) & 255) + ((pixel >>> 16) & 255));
        const steps = light.slice(1).map((value, at) => (theme === "light" ? light[at]! - value : value - light[at]!));
        expect(Math.min(...steps)).toBeGreaterThanOrEqual(-2); // channels are rounded one by one
        expect(Math.abs(light[255]! - light[0]!)).toBeGreaterThan(150);
      }
    }
  });

  test("cells are square, grow with the screen, hold a picture a whole number of times where they nearly do, and zoom", () => {
    const eight = { name: "", layers: 8, heads: 8 };
    const many = { name: "", layers: 32, heads: 32 };
    const normal = pictureSize(eight, 1280, 900);
    expect(normal.cellWidth).toBe(normal.cellHeight);
    expect(pictureSize(eight, 2560, 1440).cellWidth).toBeGreaterThan(1.3 * normal.cellWidth);
    expect((pictureSize(eight, 1280, 900, 1, 31).cellWidth - 2) % 31).toBe(0);
    expect(pictureSize(eight, 400, 800).cellWidth * 8 + 52).toBeLessThanOrEqual(400 - 32);
    const whole = pictureSize(many, 1280, 900).cellWidth;
    expect(whole).toBeLessThan(20);
    expect(pictureSize(many, 1280, 900, 4).cellWidth).toBe(4 * whole);
    expect(pictureSize(eight, 2560, 1440, 4).cellWidth).toBeLessThanOrEqual(128);
  });

  test("numbers in cells: two digits, fewer where the interval carries fewer, none where they do not fit", () => {
    const one = { value: 0.9531, low: 0.952, high: 0.954 };
    expect([fitted(one, 60), fitted(one, 34), fitted(one, 24), fitted(one, 14)]).toEqual(["0.95", "0.95", null, null]);
    expect(fitted({ value: 3.8051, low: 3.8, high: 3.81 }, 60)).toBe("3.8");
    expect(fitted({ value: 0.8, low: 0.5, high: 1 }, 60)).toBe("0.8");
  });
});

describe("what colours the grid", () => {
  const page = () =>
    payload({
      labels: [label(0, 0, "next")],
      relations: ["dependent-to-head", "head-to-dependent"].map((direction, at) =>
        score({ id: `dependency.obj.${direction}`, measure: "dependency", key: "obj", direction, words: `finds obj ${at}`, value: [[at, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]] }),
      ),
      measures: [measure("offset", { title: "By position" }), measure("entropy", { title: "Breadth" }), measure("dependency", { title: "Parsers" })],
    });
  const stack = { name: "encoder", layers: 3, heads: 4 };

  test("what heads do, then the ten best, then everything by measure", () => {
    const groups = groupsOf(page(), stack);
    expect(groups.map(({ title }) => title)).toEqual(["", "Most telling", "By position", "Breadth", "Parsers"]);
    expect(groups[0]!.choices[0]!.id).toBe(BEHAVIOUR);
    expect(groups.slice(2).flatMap(({ choices }) => choices.map(({ id }) => id)).sort()).toEqual([...page().scores, ...page().relations].map(({ id }) => id).sort());
    expect(groupsOf(payload(), stack)[0]!.title).toBe("Most telling"); // without labels there is no behaviour
  });

  test("the best are the findings', then those that lead furthest, of a relation one direction, ten at most", () => {
    const found = best(page(), stack).map(({ id }) => id);
    expect(found[0]).toBe("offset.+1");
    expect(found.filter((id) => id.startsWith("dependency"))).toEqual(["dependency.obj.head-to-dependent"]);
    const many = payload({ scores: Array.from({ length: 40 }, (_, at) => score({ id: `s${at}`, key: `s${at}` }, stack, at)), findings: [] });
    const ten = best(many, stack);
    expect(ten).toHaveLength(10);
    const leads = ten.map(lead);
    expect(leads).toEqual([...leads].sort((one, other) => other - one));
    expect(Math.min(...leads)).toBeGreaterThanOrEqual(Math.max(...many.scores.filter((one) => !ten.includes(one)).map(lead)));
  });

  test("typing keeps what holds every word, each once", () => {
    const groups = groupsOf(page(), stack);
    const ids = (typed: string) => filtered(groups, typed).flatMap(({ choices }) => choices.map(({ id }) => id));
    expect(ids("NEXT token")).toEqual(["offset.+1"]);
    expect(ids("parsers 1")).toEqual(["dependency.obj.head-to-dependent"]);
    expect(ids("offset.")).toEqual([]);
    expect(ids(" ")).toEqual(groups.flatMap(({ choices }) => choices.map(({ id }) => id)));
  });

  test("a score's counterpart in another stack, and what a link asks for", () => {
    const both = payload({ stacks: two });
    expect(counterpart(both, "encoder.offset.+1", two[1]!)).toBe("decoder.offset.+1");
    expect(counterpart(both, "nothing", two[1]!)).toBeNull();
    expect(asked(both, "decoder.entropy.all", null)).toMatchObject({ stack: two[1], score: { id: "decoder.entropy.all" }, wrong: "" });
    expect(asked(both, null, "decoder").score!.stack).toBe("decoder");
    const labelled = payload({ stacks: two, labels: [label(0, 0, "next"), label(0, 0, "next", "decoder")] });
    expect(asked(labelled, null, "decoder")).toMatchObject({ stack: two[1], score: null });
    expect(asked(labelled, HOSTILE, null)).toMatchObject({ stack: two[0], score: null, wrong: `There is no score “${HOSTILE}” here to colour by.` });
  });

  test("the box: keys open, move, choose and leave; what is typed is text", () => {
    const chosen: string[] = [];
    const box = colourBy((id) => chosen.push(id));
    document.body.append(box.element);
    box.show(groupsOf(page(), stack), BEHAVIOUR);
    const input = box.element.querySelector("input")!;
    const list = box.element.querySelector<HTMLElement>("[role=listbox]")!;
    const active = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "";
    expect([input.value, list.hidden, input.getAttribute("aria-expanded")]).toEqual(["what they do", true, "false"]);
    key(input, "ArrowDown");
    expect([list.hidden, input.getAttribute("aria-expanded")]).toEqual([false, "true"]);
    expect(active()).toContain("what they do");
    expect(list.querySelectorAll("[role=group]")).toHaveLength(4);
    key(input, "ArrowDown");
    key(input, "Enter");
    expect(chosen).toEqual(["offset.+1"]);
    expect([list.hidden, input.value]).toEqual([true, "attends to the next token"]);
    input.value = "broadly";
    input.dispatchEvent(new Event("input"));
    expect(active()).toContain("attends broadly");
    expect(list.querySelectorAll("[role=option]")).toHaveLength(1);
    key(input, "Escape");
    expect([list.hidden, input.value, chosen.length]).toEqual([true, "attends to the next token", 1]);
    input.value = HOSTILE;
    input.dispatchEvent(new Event("input"));
    expect(list.textContent).toBe(`Nothing here is called “${HOSTILE}”.`);
    key(input, "Enter");
    expect(chosen).toHaveLength(1);
    expect(box.element.querySelector("img")).toBeNull();
  });
});

describe("the legend filters", () => {
  const page = payload({ labels: [label(0, 0, "next"), label(0, 1, "next"), label(0, 2, "broad"), label(1, 0, "mixed")] });
  const doings = new Doings(page);
  const heads = headsOf(page.stacks[0]!);

  test("buttons are pressed and let go, mark heads, stand in the link and meet a search", () => {
    const [link, highlight] = [new Link(), new Highlight()];
    followFilter(page, doings, highlight, link);
    const { element } = behaviourLegend(doings, heads, link);
    const button = (words: string) => [...element.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(words))!;
    const pressed = () => [...element.querySelectorAll("[aria-pressed=true]")].map(({ textContent }) => textContent);
    expect([pressed(), highlight.found]).toEqual([[], null]);
    button("next token").click();
    expect(pressed()).toEqual(["▶ 2 next token"]);
    expect([...highlight.found!]).toEqual(["encoder/1-1", "encoder/1-2"]);
    expect(location.hash).toBe("#filter=next");
    button("broad").click();
    expect(highlight.found!.size).toBe(3);
    highlight.find([heads[2]!, heads[5]!]);
    expect([...highlight.found!]).toEqual(["encoder/1-3"]); // searched for and let pass
    highlight.find(null);
    button("Show all").click();
    expect([pressed(), highlight.found, location.hash]).toEqual([[], null, ""]);
  });

  test("a filter in the link is followed; one that is none is said", () => {
    history.replaceState(null, "", "#filter=broad,unheard-of");
    const [link, highlight] = [new Link(), new Highlight()];
    followFilter(page, doings, highlight, link);
    expect([...highlight.found!]).toEqual(["encoder/1-3"]);
    expect(link.refused).toEqual(["No head of this page is called “unheard-of”."]);
  });
});

test("stacks have a button each, where there are several", () => {
  const pressed: string[] = [];
  const buttons = stackButtons({ stacks: two }, ({ name }) => pressed.push(name));
  buttons.show(two[0]!);
  const [encoder, decoder] = buttons.element.querySelectorAll("button");
  expect([encoder!.getAttribute("aria-pressed"), decoder!.getAttribute("aria-pressed")]).toEqual(["true", "false"]);
  decoder!.click();
  expect(pressed).toEqual(["decoder"]);
  expect(stackButtons({ stacks: two.slice(1) }, () => {}).element.hidden).toBe(true);
});

test("zoom goes by steps, stops at both ends and is not offered where cells are large", () => {
  const seen: number[] = [];
  const made = zoom(() => seen.push(made.factor));
  made.fit(17);
  for (const by of [1, 1, 1, -1] as const) made.step(by);
  expect(seen).toEqual([2, 4, 2]);
  made.fit(64);
  expect([made.factor, made.element.hidden]).toEqual([1, true]);
  made.step(1);
  expect(made.factor).toBe(1);
});

test("figures out of sight are told when they come back, and only then", () => {
  let report: (entries: { isIntersecting: boolean }[]) => void = () => {};
  const before = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class {
    constructor(call: (entries: { isIntersecting: boolean }[]) => void) {
      report = call;
    }
    observe(): void {}
  } as unknown as typeof IntersectionObserver;
  const highlight = new Highlight();
  const part = highlight.inside(document.body);
  globalThis.IntersectionObserver = before;
  const told: (number | null)[] = [];
  part.listen(({ pointed }) => told.push(pointed?.head ?? null));
  const head = (at: number) => ({ stack: "encoder", layer: 0, head: at });
  highlight.point(head(1));
  report([{ isIntersecting: false }]);
  highlight.point(head(2));
  highlight.point(head(3));
  expect(told).toEqual([null, 1]);
  report([{ isIntersecting: true }]);
  part.point(head(4)); // a figure of the part speaks for the whole page
  expect(told).toEqual([null, 1, 3, 4]);
  expect(highlight.pointed).toEqual(head(4));
});
