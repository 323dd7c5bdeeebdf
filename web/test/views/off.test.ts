// Heads that are switched off: their names, the switch, the table of what the model predicts, and a notebook's answer to a click.
import { deflateRawSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { Data } from "../../src/views/decode";
import { type Meta, size } from "../../src/views/meta";
import { fullName, headSwitch, isOff, likelyPanel } from "../../src/views/off";
import { describeHead } from "../../src/views/readout";
import { initial, offOf, Store, toFragment } from "../../src/views/state";
import type { Context } from "../../src/views/view";
import { render } from "../../src/views/widget";
import { meta, stack } from "./sample";

const HOSTILE = "<img src=x onerror=alert(1)>";
const LIKELY = {
  what: "mask" as const,
  place: 1,
  reason: "",
  guesses: [
    { text: "used", whole: 0.5, without: 0.25 },
    { text: HOSTILE, whole: 0.001, without: 0.4 },
  ],
};

function context(page: Meta, switchOff?: (off: string[]) => void): Context {
  const data = new Data(new Uint8Array(size(page)), size(page));
  return { meta: page, data, store: new Store({ ...initial(page), layer: 1, heads: [2] }), theme: () => "light", ...(switchOff ? { switchOff } : {}) };
}

afterEach(() => document.body.replaceChildren());

test("a head is named as Python names it", () => {
  const one = meta({ off: ["2-3"] });
  expect(fullName(one, one.stacks[0]!, 1, 2)).toBe("2-3");
  expect([isOff(one, one.stacks[0]!, 1, 2), isOff(one, one.stacks[0]!, 1, 1), isOff(meta(), stack(), 1, 2)]).toEqual([true, false, false]);
  expect(describeHead(one, one.stacks[0]!, 1, 2)).toBe("Head 2-3, switched off");
  const two = meta({ stacks: [stack(), stack({ name: "cross" })], off: ["cross/2-3"] });
  expect([isOff(two, two.stacks[0]!, 1, 2), isOff(two, two.stacks[1]!, 1, 2)]).toEqual([false, true]);
});

test("the switch adds what is shown to what is off, and takes it out again", () => {
  const asked = vi.fn();
  const on = context(meta({ off: ["1-1"] }), asked);
  const made = headSwitch(on, on.meta.stacks[0]!);
  made.show(on.store.state);
  expect(made.element.textContent).toBe("switch off");
  made.element.click();
  expect(asked).toHaveBeenLastCalledWith(["1-1", "2-3"]);
  const off = context(meta({ off: ["1-1", "2-3"] }), asked);
  const again = headSwitch(off, off.meta.stacks[0]!);
  again.show(off.store.state);
  expect(again.element.getAttribute("aria-label")).toBe("switch on head 2-3");
  again.element.click();
  expect(asked).toHaveBeenLastCalledWith(["1-1"]);
  const still = context(meta());
  const hidden = headSwitch(still, still.meta.stacks[0]!);
  hidden.show(still.store.state);
  expect(hidden.element.hidden).toBe(true);
});

test("the table has both models side by side, and words as text", () => {
  const panel = likelyPanel(context(meta({ off: ["2-3"], likely: LIKELY })));
  const rows = [...panel.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll(".hs-word, .hs-number")].map((one) => one.textContent));
  expect(rows[0]).toEqual(["used", "0.50", "0.25"]);
  expect(rows[1]!.slice(1)).toEqual(["<0.01", "0.40"]);
  expect(rows[1]![0]).toContain("<img");
  expect(panel.querySelector("img")).toBe(null);
  expect(panel.querySelector(".hs-title")?.textContent).toBe("In the place of straw");
  expect([...panel.querySelectorAll("thead th")].map((one) => one.textContent)).toEqual(["word", "whole model", "without 2-3"]);
  expect(panel.querySelectorAll(".hs-offs").length).toBe(0);
});

test("with nothing off there is one column, with nothing to predict a sentence, without a model nothing", () => {
  const whole = likelyPanel(context(meta({ likely: LIKELY }), vi.fn()));
  expect(whole.querySelectorAll("thead th").length).toBe(2);
  expect(whole.textContent).toContain("Switch a head off");
  const nothing = meta({ likely: { ...LIKELY, guesses: [], reason: "Write [MASK]." } });
  expect(likelyPanel(context(nothing, vi.fn())).textContent).toContain("Write [MASK].");
  expect(likelyPanel(context(nothing)).hidden).toBe(true);
  expect(likelyPanel(context(meta())).hidden).toBe(true);
  const many = likelyPanel(context(meta({ off: ["1-1", "1-2", "1-3", "2-1"], likely: LIKELY }), vi.fn()));
  expect(many.querySelector("thead")?.textContent).toContain("without 4 heads");
  expect(many.querySelectorAll(".hs-offs button").length).toBe(5);
});

test("what is off is part of the link", () => {
  const page = meta({ off: ["2-3", "1-1"] });
  expect(offOf(`#${toFragment(initial(page), page)}`)).toEqual(["2-3", "1-1"]);
  expect([offOf("#view=head"), offOf("#off=")]).toEqual([null, []]);
});

test("a notebook's view asks its model, and shows the answer with the same head", async () => {
  const pages = [meta({ off: [] }), meta({ off: ["2-3"], title: "toy without 2-3" })];
  const packed = new Uint8Array(deflateRawSync(new Uint8Array(size(pages[0]!))));
  const heard = new Map<string, () => void>();
  let page = pages[0]!;
  const asked: string[][] = [];
  const model = {
    get: (name: string) => ({ meta: page, data: new DataView(packed.buffer), live: true, problem: "There is no head 2-3." })[name],
    set: (_: string, off: string[]) => asked.push(off),
    save_changes: () => undefined,
    on: (name: string, listener: () => void) => heard.set(name, listener),
    off: (name: string) => heard.delete(name),
  };
  const stop = render({ model: model as unknown as Parameters<typeof render>[0]["model"], el: document.body });
  await vi.waitFor(() => expect(document.querySelector(".hs-switch")).not.toBe(null));
  document.querySelectorAll<HTMLElement>(".hs-cell")[5]!.click();
  expect(document.querySelector("h3")?.textContent).toBe("Head 2-3");
  document.querySelector<HTMLElement>(".hs-switch")!.click();
  expect(asked).toEqual([["2-3"]]);
  heard.get("change:problem")!();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("There is no head 2-3.");
  page = pages[1]!;
  heard.get("change:data")!();
  await vi.waitFor(() => expect(document.querySelector("h2")?.textContent).toBe("toy without 2-3"));
  expect(document.querySelector("h3.hs-off")?.textContent).toBe("Head 2-3");
  stop();
  expect([...heard.keys()]).toEqual([]);
});
