import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { svg } from "../src/dom";
import { examples, findBox, markFound } from "../src/find";
import { headName, headsOf } from "../src/heads";
import { Highlight } from "../src/highlight";
import { Link } from "../src/link";
import type { Payload } from "../src/payload";
import { factsOf } from "../src/query";
import { NATS, payload, score } from "./sample";

const none = [[null, null], [null, null]];
const stacks = [{ name: "encoder", layers: 2, heads: 2 }];
/** Two layers of two heads: who looks at [SEP], and how broadly. */
function page(change: Partial<Payload> = {}): Payload {
  const about = { low: none, high: none, baseline: null };
  const sep = score({ ...about, id: "token.sep", measure: "token", key: "sep", value: [[0.1, 0.9], [0.7, null]] });
  const broad = score({ ...about, id: "entropy.all", measure: "entropy", key: "all", quantity: NATS, value: [[3, 1], [2, 4]] });
  return payload({ stacks, scores: [sep, broad], findings: [], ...change });
}

function made(change: Partial<Payload> = {}) {
  const highlight = new Highlight();
  const link = new Link();
  const box = findBox(page(change), highlight, link);
  document.body.replaceChildren(box);
  const input = box.querySelector("input")!;
  return {
    box,
    highlight,
    input,
    type(query: string) {
      input.value = query;
      input.dispatchEvent(new Event("input"));
      vi.advanceTimersByTime(1000);
    },
    link,
    offers: () => [...box.querySelectorAll(".shown .tries button")].map(({ textContent }) => textContent),
    said: () => box.querySelector("[role=status]")!.textContent,
    links: () => [...box.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "#");
});
afterEach(() => vi.useRealTimers());

test("heads that are found are links, in order, with the score that was named", () => {
  const { type, said, links, box, highlight } = made();
  type("sep > 50%");
  expect(said()).toBe("2 of 4 heads, by token.sep");
  expect(links()).toEqual([["1-2", "#head=1-2"], ["2-1", "#head=2-1"]]);
  expect([...box.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(["1-2 0.90", "2-1 0.70"]);
  expect([...highlight.found!]).toEqual(["encoder/1-2", "encoder/2-1"]);
});

test("of a relation the direction is said, unless it was asked for", () => {
  const way = (direction: string, value: number[][]) =>
    score({ id: direction, measure: "dependency", key: "obj", direction, value, low: none, high: none, baseline: null });
  const relations = [way("dependent-to-head", [[0.2, 0.6], [0, 0]]), way("head-to-dependent", [[0.7, 0.5], [0, 0]])];
  const { type, box } = made({ relations });
  const items = () => [...box.querySelectorAll("li")].map(({ textContent }) => textContent);
  type("obj top 2");
  expect(items()).toEqual(["1-1 0.70 to dependent", "1-2 0.60 to head"]);
  type("obj to-head top 2");
  expect(items()).toEqual(["1-2 0.60", "1-1 0.20"]);
});

test("nothing happens before the typing pauses; Enter does not wait", () => {
  const { box, input, said } = made();
  input.value = "layer 1";
  input.dispatchEvent(new Event("input"));
  vi.advanceTimersByTime(100);
  expect(said()).toBe("");
  box.dispatchEvent(new Event("submit", { cancelable: true }));
  expect(said()).toBe("2 of 4 heads");
});

test("submitting does not leave the page", () => {
  const { box } = made();
  const event = new Event("submit", { cancelable: true });
  box.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

test("a mistake is said, its place underlined, and nothing is marked", () => {
  const { type, said, box, input, highlight, offers } = made();
  type("layer 1");
  type("sepp > 0.5 and layer 1");
  expect(said()).toBe("There is no score 'sepp' here.");
  expect(offers()).toEqual(["sep > 0.5 and layer 1"]);
  expect(box.querySelector("code")!.textContent).toBe("sepp > 0.5 and layer 1");
  expect(box.querySelector("mark")!.textContent).toBe("sepp");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(highlight.found).toBeNull();
  type("layer 1 and 😀 > 1");
  expect(box.querySelector("mark")!.textContent).toBe("😀");
});

test("a query that is not finished is no mistake yet", () => {
  const { type, said, box, input } = made();
  type("sep > ");
  expect(said()).toBe("Expected a number, such as 0.6 or 60%, found the end.");
  expect(input.getAttribute("aria-invalid")).toBe("false");
  expect(box.querySelector(".wrong")).toBeNull();
  expect(box.querySelector("mark")!.textContent).toBe("\u00a0");
});

test("an empty box takes the marks away", () => {
  const { type, said, links, highlight } = made();
  type("layer 1");
  type("  ");
  expect([said(), links(), highlight.found]).toEqual(["", [], null]);
});

test("examples are those that find something here, and a click asks them", () => {
  const { box, said, input } = made();
  const buttons = [...box.querySelectorAll<HTMLButtonElement>(".tries button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["token top 5", "sep > 50%", "layer 1"]);
  buttons[2]!.click();
  expect(input.value).toBe("layer 1");
  expect(said()).toBe("2 of 4 heads");
  expect(document.activeElement).toBe(input);
  expect(examples(factsOf(payload()))).toEqual(["entropy top 5", "offset.+1 > 50%", "layer 1"]);
});

test("a head by its name: Enter opens its card", () => {
  const { type, said, box, highlight } = made();
  type("2-1");
  expect(said()).toBe("1 of 4 heads. Press Enter for its card");
  expect(highlight.selected).toBeNull();
  box.dispatchEvent(new Event("submit", { cancelable: true }));
  expect(highlight.selected && headName(highlight.selected)).toBe("2-1");
});

test("a slip is offered as it should be, and a click on the offer asks it", () => {
  const { type, said, box, input, offers } = made();
  type("2.1");
  expect(offers()).toEqual(["2-1"]);
  box.querySelector<HTMLButtonElement>(".shown .tries button")!.click();
  expect([input.value, said()]).toEqual(["2-1", "1 of 4 heads. Press Enter for its card"]);
});

test("a name alone says what it is read as", () => {
  const { type, said } = made();
  type("ENTROPY");
  expect(said()).toBe("4 of 4 heads, by entropy.all, read as: ENTROPY top 5");
});

test("the map is coloured by the score that is asked for, and as before when nothing is", () => {
  const { type, link } = made();
  link.set({ colour: "token.sep" });
  type("entropy top 2");
  expect(link.get("colour")).toBe("entropy.all");
  expect(location.hash).toBe("#find=entropy%20top%202&colour=entropy.all");
  type("layer 1");
  expect(link.get("colour")).toBe("token.sep");
  type("entropy top 2");
  link.set({ colour: "token.cls" });
  type("");
  expect(link.get("colour")).toBe("token.cls");
});

test("a link's query is asked, and its colours are kept", () => {
  history.replaceState(null, "", "#find=entropy%20top%202&colour=token.sep");
  const { said, link } = made();
  expect(said()).toBe("2 of 4 heads, by entropy.all");
  expect(link.get("colour")).toBe("token.sep");
});

test("the box has a name, and only its count is read out", () => {
  const { box, type } = made();
  expect(box.getAttribute("role")).toBe("search");
  expect(box.querySelector("label")!.getAttribute("for")).toBe("find");
  type("layer 1");
  expect(box.querySelector("[aria-live] a")).toBeNull();
});

test("pointing at a link points at its head", () => {
  const { type, box, highlight } = made();
  type("sep top 1");
  const link = box.querySelector("a")!;
  link.dispatchEvent(new Event("pointerenter"));
  expect(highlight.pointed && headName(highlight.pointed)).toBe("1-2");
  link.dispatchEvent(new Event("pointerleave"));
  expect(highlight.pointed).toBeNull();
});

test("many heads are cut, several stacks are named, text is text", () => {
  const many = made({ stacks: [{ name: "encoder", layers: 5, heads: 10 }], scores: [] });
  many.type("layer 1 to 5");
  expect(many.links()).toHaveLength(24);
  expect(many.box.querySelector("li:last-child")!.textContent).toBe("and 26 more, marked in the map");
  const two = made({ stacks: [...stacks, { name: "decoder", layers: 1, heads: 1 }], scores: [] });
  two.type("stack decoder");
  expect(two.links()).toEqual([["decoder 1-1", "#head=decoder/1-1"]]);
  two.type("<img/src=x> > 1");
  expect(two.box.querySelector("img")).toBeNull();
});

describe("in the map", () => {
  test("what is found is framed, the rest fades, until the search ends", () => {
    const highlight = new Highlight();
    const drawing = svg("svg");
    const marks = headsOf(stacks[0]!).map((head, index) => ({ head, element: svg("rect", { x: index * 10, y: 0, width: 10, height: 10 }) }));
    drawing.append(...marks.map(({ element }) => element));
    const release = markFound(drawing, marks, highlight);
    highlight.find([marks[1]!.head, marks[3]!.head]);
    expect(marks.map(({ element }) => element.classList.contains("found"))).toEqual([false, true, false, true]);
    expect(marks.map(({ element }) => element.getAttribute("aria-description"))).toEqual([null, "found", null, "found"]);
    expect([...drawing.querySelectorAll(".found-frames rect")].map((frame) => frame.getAttribute("x"))).toEqual(["12", "32"]);
    expect(drawing.classList.contains("searched")).toBe(true);
    highlight.find(null);
    expect(drawing.querySelectorAll(".found, .found-frames rect, [aria-description]")).toHaveLength(0);
    expect(drawing.classList.contains("searched")).toBe(false);
    release();
    highlight.find([marks[0]!.head]);
    expect(drawing.querySelectorAll(".found")).toHaveLength(0);
  });

  test("listeners hear of a search once, and not of the same again", () => {
    const highlight = new Highlight();
    const heads = headsOf(stacks[0]!);
    let calls = 0;
    highlight.listen(() => calls++);
    highlight.find(heads.slice(0, 2));
    highlight.find([heads[1]!, heads[0]!]);
    expect(calls).toBe(2);
    expect(highlight.finds(heads[0]!)).toBe(true);
    expect(highlight.finds({ ...heads[0]!, stack: "decoder" })).toBe(false);
    highlight.find([]);
    expect(highlight.found!.size).toBe(0);
    expect(calls).toBe(3);
  });
});
