import { beforeEach, describe, expect, test } from "vitest";
import { mount } from "../src/track";
import { Lines, partnerIn, readStory, type History, type Story } from "../src/track/payload";
import { rises, toCsv } from "../src/track/table";
import { SHARE } from "./sample";

const HOSTILE = `</script><img src=x onerror="window.hurt=1"><b>`;
const RUNS = ["0", "64", "128"];

/** Two heads: the first rises to 0.9 in the second run and stays, the second stays at 0. */
function packed(rise = [0, 0.9, 0.9]): string {
  const numbers = [0, -0.05, 0.05].flatMap((by) => rise.flatMap((value) => [value + by, 0]));
  const steps = Uint16Array.from(numbers.map((value) => Math.round(((value + 1) / 2) * 65534)));
  return btoa(String.fromCharCode(...new Uint8Array(steps.buffer)));
}

function history(change: Partial<History> = {}): History {
  return {
    name: "",
    runs: RUNS,
    lines: [packed()],
    baselines: [[0.1, 0.1, 0.1]],
    onsets: [[1, -1]],
    becomes: [[1, -1]],
    labels: [{ decoder: [1, 1] }, { decoder: [0, -1] }, { decoder: [0, 1] }],
    takeovers: [],
    partners: null,
    ...change,
  };
}

function story(change: Partial<Story> = {}): Story {
  const made: Story = {
    title: "2 heads over 3 training steps",
    summary: ["3 runs"],
    along: "training step",
    across: null,
    findings: [{ text: `Head 1-1 becomes an induction head ${HOSTILE}`, score: "induction.prefix", heads: [{ stack: "decoder", layer: 0, head: 0 }] }],
    followed: ["3 runs"],
    reading: ["A line is a score."],
    caveat: "No more.",
    stacks: [{ name: "decoder", layers: 1, heads: 2 }],
    measures: [{ name: "induction", title: "Repeats", quantity: SHARE }],
    behaviours: [
      { name: "induction", words: "induction", sign: "»", light: "#332288", dark: "#665599" },
      { name: "mixed", words: "mixed", sign: "·", light: null, dark: null },
    ],
    scores: [
      { id: "induction.prefix", measure: "induction", key: "prefix", direction: null, stack: "decoder", corpus: "c", words: "continues what was repeated", against: "uniform attention", label: "induction", bar: 0.3, range: [-1, 1] },
    ] as unknown as Story["scores"],
    histories: [history()],
    agreements: [],
    ...change,
  };
  return readStory(JSON.stringify(made));
}

let root: HTMLElement;
beforeEach(() => {
  history_clear();
  document.body.innerHTML = "";
  root = document.createElement("main");
  document.body.append(root);
});
const history_clear = () => window.history.replaceState(null, "", window.location.pathname);
const slider = () => root.querySelector<HTMLInputElement>("#film-run")!;
const signs = () => [...root.querySelectorAll(".map .written text")].map(({ textContent }) => textContent);

describe("the data", () => {
  test("numbers come back as they were", () => {
    const one = story();
    const lines = new Lines(one.histories[0]!, one.scores[0]!, one.stacks[0]!);
    expect(lines.at(1, 0)!.value).toBeCloseTo(0.9, 4);
    expect(lines.at(1, 0)!.low).toBeCloseTo(0.85, 4);
    expect(lines.at(2, 1)!.value).toBeCloseTo(0, 4);
  });
  test("what does not fit is refused", () => {
    expect(() => story({ histories: [history({ lines: [] })] })).toThrow("has 0 lines for 1 scores");
    const other = story({ stacks: [{ name: "decoder", layers: 2, heads: 2 }] });
    expect(() => new Lines(other.histories[0]!, other.scores[0]!, other.stacks[0]!)).toThrow("another shape");
  });
  test("partners are found by way of the first history", () => {
    const [first, second, third] = [history(), history({ partners: { decoder: [1, 0] } }), history({ partners: { decoder: [1, 0] } })];
    expect(partnerIn(second, first, "decoder", 0)).toBe(1);
    expect(partnerIn(first, second, "decoder", 0)).toBe(1);
    expect(partnerIn(third, second, "decoder", 0)).toBe(0);
  });
});

describe("the page", () => {
  test("the film shows the last run, and is scrubbed", () => {
    mount(root, story());
    expect(signs()).toEqual(["»", "·"]);
    slider().value = "0";
    slider().dispatchEvent(new Event("input"));
    expect(signs()).toEqual(["·", "·"]);
    expect(root.querySelector(".frame-name")!.textContent).toBe("step 0");
    expect(location.hash).toBe("#run=0");
    slider().value = "1";
    slider().dispatchEvent(new Event("input"));
    expect(signs()).toEqual(["»", "»?"]);
  });
  test("where no head ever has a label, the film shows the score of the first finding", () => {
    mount(root, story({ histories: [history({ labels: RUNS.map(() => ({ decoder: [1, 1] })) })] }));
    expect(signs()).toEqual([]);
    const choice = root.querySelector<HTMLSelectElement>("#colour-by")!;
    expect(choice.value).toBe("induction.prefix");
    choice.value = "";
    choice.dispatchEvent(new Event("change"));
    expect(signs()).toEqual(["·", "·"]);
  });
  test("every head has a line, and one that rises has a mark", () => {
    mount(root, story());
    expect(root.querySelectorAll(".lines .line.own").length).toBe(2);
    expect(root.querySelectorAll(".lines .line.onset").length).toBe(1);
    expect(root.querySelector(".lines h2")!.textContent).toBe("Every head: continues what was repeated");
  });
  test("a head opens with all its lines, and the link says so", () => {
    mount(root, story());
    (root.querySelector(".map .cell") as SVGElement).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const panel = root.querySelector<HTMLElement>(".panel")!;
    expect(panel.hidden).toBe(false);
    expect(panel.textContent).toContain("induction head at step 64; rises at step 64");
    expect(location.hash).toBe("#head=1-1");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(panel.hidden).toBe(true);
    expect(location.hash).toBe("");
  });
  test("histories of one run each stand side by side, and nothing rises", () => {
    const one = (name: string, partners: Record<string, number[]> | null) =>
      history({ name, runs: [name], lines: [packed([0.9])], baselines: [[0.1]], onsets: [[0, -1]], becomes: [null], labels: [{ decoder: [0, 1] }], partners });
    mount(root, story({ along: "run", across: "seed", histories: [one("0", null), one("1", { decoder: [1, 0] })] }));
    const pane = root.querySelectorAll(".lines .line");
    expect(root.querySelectorAll(".lines .line.now:not(.beside)").length).toBe(2);
    expect([...root.querySelectorAll(".lines .line.beside")].length).toBe(2);
    expect(root.querySelectorAll(".lines .line.level").length).toBe(4);
    expect(pane.length).toBe(2 * 2 * 3);
    expect(root.querySelector(".lines .hint")?.textContent).toContain("From left to right: seed 0, 1.");
    expect(root.querySelector("#heads")).toBeNull();
  });
  test("text stays text", () => {
    mount(root, story());
    expect(root.querySelector("img")).toBeNull();
    expect(root.textContent).toContain(HOSTILE);
  });
  test("of several seeds one is chosen, and the others are thin lines", () => {
    const other = history({ name: "1", partners: { decoder: [1, 0] }, labels: history().labels.map(() => ({ decoder: [1, 1] })) });
    mount(root, story({ across: "seed", histories: [history({ name: "0" }), other], agreements: [{ first: "0", second: "1", share: 0.9, chance: 0.5 }] }));
    expect(root.querySelectorAll(".lines .line.other").length).toBe(2);
    expect(root.querySelector("#agree")!.textContent).toContain("90%50%");
    const choice = root.querySelector<HTMLSelectElement>("#history")!;
    choice.value = "1";
    choice.dispatchEvent(new Event("change"));
    expect(signs()).toEqual(["·", "·"]);
  });
});

describe("the table", () => {
  test("has labels first, then rises, as CSV too", () => {
    const rows = rises(story());
    expect(rows.map(({ label, run }) => [label, run])).toEqual([
      ["induction", 1],
      [null, 1],
    ]);
    const [names, first] = toCsv(rows).split("\n");
    expect(names!.split(",").length).toBe(first!.split(",").length);
    expect(first).toContain("1-1,induction,prefix,,c,induction,0,64,0.3");
  });
});
