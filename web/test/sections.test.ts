import { beforeEach, describe, expect, test } from "vitest";
import { Highlight } from "../src/highlight";
import { mount } from "../src/report";
import { drawSections, sectionLinks } from "../src/sections";
import { dots } from "../src/sections/dots";
import { drawn } from "../src/sections/drawing";
import { csvOf } from "../src/sections/export";
import { headsMap, moveOnMap } from "../src/sections/map";
import { arranged, dataTable, FIRST } from "../src/sections/table";
import type { DotLine, DotsData, DrawingData, DrawingNode, Section, TableData } from "../src/sections/types";
import { payload } from "./sample";

const HOSTILE = `</script><img src=x onerror="window.hurt=1"><b>`;

function section(change: Partial<Section> = {}): Section {
  return {
    id: "parsers", name: "Heads as parsers", title: "Two relations have a head.", read: "How to read it.", formulas: [["f", "mean of α"]], caveat: "No explanation.",
    measures: [], charts: [], tables: [], after: [], references: {}, notes: [], ...change,
  };
}

/** A relation, a number and a head a row; the text of a number has its interval. */
function table(rows = 4): TableData {
  const columns = [
    { name: "relation", title: "relation", kind: "text" as const, shown: true, published: false },
    { name: "value", title: "held out, %", kind: "number" as const, shown: true, published: false },
    { name: "low", title: "low", kind: "number" as const, shown: false, published: false },
    { name: "head", title: "best head", kind: "head" as const, shown: true, published: false },
    { name: "paper", title: "BERT-base", kind: "number" as const, shown: true, published: true },
  ];
  const every = Array.from({ length: rows }, (_, at) => at);
  return {
    id: "dependency",
    title: "The best head of each relation",
    columns,
    rows: every.map((at) => [`r${at}`, at === 1 ? null : (at * 7) % 10 / 10, 0.1, `${(at % 3) + 1}-${(at % 4) + 1}`, at === 0 ? 0.5 : null]),
    texts: every.map((at) => [`r${at}`, at === 1 ? "–" : `${((at * 7) % 10) * 10} (1–2)`, null, `${(at % 3) + 1}-${(at % 4) + 1}`, at === 0 ? "50" : "–"]),
    strong: [0],
    faint: [2],
    foot: [],
    notes: ["A note."],
  };
}

function line(change: Partial<DotLine> = {}): DotLine {
  return { label: "det", value: 0.5, low: 0.4, high: 0.6, rival: 0.25, published: 1, head: "2-3", stack: "encoder", sure: true, text: "det, head 2-3: 50%", ...change };
}
function chart(lines: DotLine[]): DotsData {
  const legend = { value: "best head", rival: "best offset", published: "BERT-base" };
  return { kind: "dots", title: "How often", caption: "Dots are heads.", unit: "percent", legend, groups: [{ name: "", lines }] };
}
function picture(...nodes: DrawingNode[]): DrawingData {
  return { kind: "drawing", name: "heads", title: "One text", caption: "Lines are weights.", width: 720, height: 100, wide: false, measure: "", nodes };
}

const names = (box: HTMLElement) => [...box.querySelectorAll("tbody th")].map((cell) => cell.textContent);
const button = (box: HTMLElement, text: string) => [...box.querySelectorAll("button")].find((one) => one.textContent!.startsWith(text))!;

beforeEach(() => history.replaceState(null, "", location.pathname));

test("the caveat leads to the section that answers it, where there is one", () => {
  const answer = (...sections: Section[]) => {
    const root = document.createElement("main");
    mount(root, payload({ sections }));
    return root.querySelector(".findings .caveat a");
  };
  expect(answer(section())).toBeNull();
  expect(answer(section({ id: "matter", name: "Does it matter?" }))!.getAttribute("href")).toBe("#matter");
});

test("a figure says what its number is a mean over, and its weights only where these matter", () => {
  const kind = { name: "norm", label: "What heads move", sentence: "", under: "norm weights" };
  const [first, ...others] = payload().measures;
  const captions = (change: object) => {
    const measures = [{ ...first!, section: "surface", ...change }, ...others];
    const drawn = drawSections(payload({ kind, measures, sections: [section({ id: "surface", measures: [first!.name] })] }), new Highlight());
    return drawn.map(({ textContent }) => textContent).join(" ");
  };
  expect(captions({})).toContain("1,310 segments, norm weights.");
  expect(captions({ cases: "predicted tokens", every_kind: true })).toContain("1,310 predicted tokens.");
});

describe("tables", () => {
  test("what is missing comes last either way, equals stay, names sort by their numbers", () => {
    const rows = [["r10", 0.2], ["r9", null], ["r2", 0.9], ["r1", 0.2]];
    const every = [0, 1, 2, 3];
    expect(arranged(rows, every, { column: 1, descending: true })).toEqual([2, 0, 3, 1]);
    expect(arranged(rows, every, { column: 1, descending: false })).toEqual([0, 3, 2, 1]);
    expect(arranged(rows, every, { column: 0, descending: false })).toEqual([3, 2, 1, 0]);
    expect(arranged(rows, every, { column: null, descending: true })).toEqual(every);
  });

  test("a column's button sorts, says so, and turns the order round", () => {
    const box = dataTable(table(), payload(), new Highlight());
    const cell = button(box, "held out").closest("th")!;
    expect(cell.getAttribute("aria-sort")).toBe("none");
    button(box, "held out").click();
    expect(names(box)).toEqual(["r2", "r3", "r0", "r1"]);
    expect(cell.getAttribute("aria-sort")).toBe("descending");
    expect(box.querySelector(".bar > [role=status]")!.textContent).toContain("Sorted by held out, %, highest first");
    button(box, "held out").click();
    expect(names(box)).toEqual(["r0", "r3", "r2", "r1"]);
    expect(cell.getAttribute("aria-sort")).toBe("ascending");
    button(box, "relation").click();
    expect(cell.getAttribute("aria-sort")).toBe("none");
  });

  test("long ones show the first rows, and all at a button", () => {
    const box = dataTable(table(40), payload(), new Highlight());
    const more = button(box, "Show all 40 rows");
    expect(more.getAttribute("aria-expanded")).toBe("false");
    expect(box.querySelectorAll(".short tr.beyond")).toHaveLength(40 - FIRST);
    more.click();
    expect(box.querySelectorAll(".short tr.beyond")).toHaveLength(0);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    expect(more.textContent).toBe(`Show the first ${FIRST} rows`);
    expect(button(dataTable(table(FIRST + 1), payload(), new Highlight()), "Show")).toBeUndefined();
  });

  test("rows at the foot stay there", () => {
    const box = dataTable({ ...table(), foot: [3] }, payload(), new Highlight());
    button(box, "relation").click();
    button(box, "relation").click();
    expect(names(box)).toEqual(["r2", "r1", "r0"]);
    expect(box.querySelector("tfoot th")!.textContent).toBe("r3");
  });

  test("heads are links to their cards, in the stack of the row", () => {
    const highlight = new Highlight();
    const box = dataTable(table(), payload(), highlight);
    const link = box.querySelector("tbody a")!;
    expect(link.getAttribute("href")).toBe("#head=1-1");
    link.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(highlight.selected).toEqual({ stack: "encoder", layer: 0, head: 0 });
    const stacks = [{ name: "encoder", layers: 3, heads: 4 }, { name: "decoder", layers: 3, heads: 4 }];
    const data = table();
    data.columns.push({ name: "stack", title: "stack", kind: "text", shown: false, published: false });
    data.rows.forEach((row) => row.push("decoder"));
    const other = dataTable(data, payload({ stacks }), new Highlight());
    expect(other.querySelector("tbody a")!.getAttribute("href")).toBe("#head=decoder/1-1");
  });

  test("a head that this model does not have is no link", () => {
    const data = table(1);
    data.rows[0]![3] = data.texts[0]![3] = "12-12";
    expect(dataTable(data, payload(), new Highlight()).querySelector("tbody a")).toBeNull();
  });

  test("pointing at a row points at its head, and the head's row stands out when it is pointed at elsewhere", () => {
    const highlight = new Highlight();
    const box = dataTable(table(), payload(), highlight);
    const row = box.querySelectorAll("tbody tr")[2]!;
    row.dispatchEvent(new PointerEvent("pointerenter"));
    expect(highlight.pointed).toEqual({ stack: "encoder", layer: 2, head: 2 });
    expect(row.classList.contains("pointed")).toBe(true);
    row.dispatchEvent(new PointerEvent("pointerleave"));
    expect(highlight.pointed).toBeNull();
    highlight.select({ stack: "encoder", layer: 1, head: 1 });
    expect([...box.querySelectorAll("tbody tr")].map((one) => one.classList.contains("selected"))).toEqual([false, true, false, false]);
  });

  test("the CSV has all columns with all digits, in the order shown", () => {
    const data = table(2);
    data.rows[0] = [`say "a, b"`, 0.123456789012345, null, "1-1", null];
    expect(csvOf(data, data.rows)).toBe(
      `relation,value,low,head,paper\n"say ""a, b""",0.123456789012345,,1-1,\nr1,,0.1,2-2,\n`,
    );
  });

  test("a hyphen before a number is a minus sign, in a head's name it is a hyphen", () => {
    const data = table(1);
    data.texts[0]![1] = "-4.6 (-5 to -4) 5-2";
    expect(dataTable(data, payload(), new Highlight()).querySelector("tbody td")!.textContent).toBe("−4.6 (−5 to −4) 5-2");
  });
});

describe("dots", () => {
  const x = (figure: HTMLElement, selector: string) => {
    const mark = figure.querySelector(`.dots ${selector}`)!;
    return Number(mark.getAttribute("cx") ?? mark.getAttribute("x1") ?? mark.getAttribute("points")!.split(",")[0]);
  };

  test("a mark lies where its number is", () => {
    const figure = dots(chart([line()]), payload(), new Highlight());
    const [rival, dot, published] = [x(figure, ".rival"), x(figure, ".dot"), x(figure, ".published")];
    expect(published - dot).toBeCloseTo(2 * (dot - rival)); // 0.25, 0.5, 1
    const interval = figure.querySelector(".dots .interval")!;
    expect((Number(interval.getAttribute("x1")) + Number(interval.getAttribute("x2"))) / 2).toBeCloseTo(dot);
  });

  test("what is not sure is hollow, and a line without a head is not pointed at", () => {
    const figure = dots(chart([line(), line({ sure: false, head: "" })]), payload(), new Highlight());
    expect([...figure.querySelectorAll(".dots .line")].map((one) => one.classList.contains("unsure"))).toEqual([false, true]);
    expect(figure.querySelectorAll("[tabindex='0']")).toHaveLength(1);
    expect(figure.querySelectorAll("[aria-disabled]")).toHaveLength(1);
  });

  test("what a line is called stands beside it, for those who see; what is said of it has it all", () => {
    const figure = dots(chart([line(), line({ label: "head 2-3" })]), payload(), new Highlight());
    expect([...figure.querySelectorAll(".dots .names")].map((one) => [one.getAttribute("aria-hidden"), one.textContent])).toEqual([["true", "det2-3"], ["true", "head 2-3"]]);
    expect([...figure.querySelectorAll("[role=option]")].map((one) => [one.textContent, one.getAttribute("aria-label")])).toEqual(Array(2).fill(["", "det, head 2-3: 50%"]));
  });

  test("all lines of a head stand out, and the keyboard walks them", () => {
    const highlight = new Highlight();
    const figure = dots(chart([line(), line({ head: "1-1" }), line()]), payload(), highlight);
    document.body.replaceChildren(figure);
    highlight.point({ stack: "encoder", layer: 1, head: 2 });
    const lines = [...figure.querySelectorAll<SVGElement>(".dots .line")];
    expect(lines.map((one) => one.classList.contains("pointed"))).toEqual([true, false, true]);
    lines[0]!.focus();
    lines[0]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    expect(document.activeElement).toBe(lines[1]);
    lines[1]!.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    expect(document.activeElement).toBe(lines[2]);
    lines[2]!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    expect(highlight.selected).toEqual({ stack: "encoder", layer: 1, head: 2 });
  });
});

describe("drawings", () => {
  test("are built from data", () => {
    const figure = drawn(picture(["g", { transform: "translate(1 2)" }, ["text", { x: "3", class: "token" }, "a < b", ["title", {}, "it"]]]));
    expect(figure.querySelector("svg.headscope g > text")!.textContent).toBe("a < bit");
    expect(figure.querySelector("svg")!.getAttribute("viewBox")).toBe("0 0 720 100");
    expect(figure.querySelector("svg")!.getAttribute("aria-label")).toBe("One text");
    expect(drawn(picture(), null).querySelector("h3, h4")).toBeNull();
  });

  test.each([
    ["script", {}],
    ["a", { href: "javascript:1" }],
    ["image", { href: "http://example.org" }],
    ["style", {}],
    ["g", { onload: "window.hurt=1" }],
    ["g", { style: "fill: red" }],
  ] as [string, Record<string, string>][])("never with a %s %o", (name, attributes) => {
    expect(() => drawn(picture([name, attributes]))).toThrow("none of ours");
  });
});

describe("the map", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 1 }, { x: 30, y: 0 }, { x: 1, y: 20 }];

  test("arrows lead to the nearest mark ahead", () => {
    expect(moveOnMap(points, 0, "ArrowRight")).toBe(1);
    expect(moveOnMap(points, 1, "ArrowRight")).toBe(2);
    expect(moveOnMap(points, 0, "ArrowDown")).toBe(3);
    expect(moveOnMap(points, 0, "ArrowLeft")).toBeNull();
    expect(moveOnMap(points, 0, "Tab")).toBeNull();
  });

  test("has every head twice, and both stand out", () => {
    const highlight = new Highlight();
    const heads = [0, 1, 2].flatMap((layer) => [0, 1, 2, 3].map((head) => ({ layer, head, x: layer, y: head })));
    const figure = headsMap({ kind: "map", title: "All heads", caption: "", stack: "encoder", bar: 0.2, points: heads }, payload(), highlight);
    expect(figure.querySelectorAll(".head")).toHaveLength(24);
    highlight.point({ stack: "encoder", layer: 1, head: 1 });
    expect([...figure.querySelectorAll(".pointed")].map((one) => one.getAttribute("aria-label"))).toEqual(["Head 2-2: mixed", "Head 2-2: mixed"]);
  });
});

describe("sections", () => {
  test("in their order, then the measures that none is about", () => {
    const page = payload({ sections: [section({ id: "entropy", measures: ["entropy"] }), section()] });
    const drawnThem = drawSections(page, new Highlight());
    expect(drawnThem.map((one) => one.id || one.firstElementChild!.id)).toEqual(["entropy", "parsers", "part=offset"]);
    expect(sectionLinks(page)).toEqual([
      ["#entropy", "Heads as parsers"],
      ["#parsers", "Heads as parsers"],
      ["#part=offset", "Attention by relative position"],
    ]);
    expect(drawSections(payload(), new Highlight())).toHaveLength(2);
  });

  test("no level of headings is left out, whether a section is of one measure or of several", () => {
    const parts = { charts: [chart([line()]), picture()], tables: [table()] };
    const under = { ...picture(), title: "Under a measure", measure: "offset" };
    const several = section({ ...parts, charts: [...parts.charts, under], measures: ["offset", "entropy"] });
    const made = (one: Section) => [...drawSections(payload({ sections: [one] }), new Highlight())[0]!.querySelectorAll("h1, h2, h3, h4, h5, h6")];
    for (const one of [section(parts), section({ ...parts, measures: ["offset"] }), several]) {
      const levels = made(one).map(({ tagName }) => Number(tagName[1]));
      expect(levels[0]).toBe(2);
      expect(levels.slice(1).every((level, at) => level <= levels[at]! + 1)).toBe(true);
      expect(levels.length).toBeGreaterThan(3);
    }
    expect(made(several).find(({ textContent }) => textContent === "Under a measure")!.tagName).toBe("H4");
  });

  test("a table takes the room of two by its columns or by its letters", () => {
    const long = table();
    long.texts[0]![1] = "9".repeat(60);
    const wide = (data: TableData) => dataTable(data, payload(), new Highlight()).classList.contains("wide");
    expect([wide(table()), wide(long)]).toEqual([false, true]);
  });

  test("a section is its claim and its picture; the rest is folded, and says what it holds", () => {
    const parts = { charts: [chart([line()]), picture()], tables: [table()], measures: ["offset"] };
    const [one] = drawSections(payload({ sections: [section(parts)] }), new Highlight());
    const box = one!.querySelector<HTMLDetailsElement>("details.fold")!;
    expect(box.open).toBe(false);
    expect(one!.querySelector(".finding")!.textContent).toBe("Two relations have a head.");
    expect([...one!.querySelectorAll("figure, table")].filter((part) => !box.contains(part))).toHaveLength(1);
    expect(one!.querySelector(".picture .dots")).not.toBeNull();
    // A drawing and two figures of the measure; its points and cells are there, so that the browser's search finds them.
    expect(box.querySelector("summary")!.textContent).toBe("How to read it, 3 more charts, 1 table");
    expect(box.querySelectorAll("figure")).toHaveLength(3);
    expect(box.textContent).toContain("How to read it.");
    expect(box.textContent).toContain("No explanation.");
  });

  test("without charts the picture is the figure that the claim is about, drawn once", () => {
    const page = payload();
    page.scores[1]!.finding = "Head 2-3 attends to the next token";
    page.sections = [section({ measures: ["offset"], title: "Head 2-3 attends to the next token." })];
    const [one] = drawSections(page, new Highlight());
    expect(one!.querySelector(".picture figure")!.id).toBe("score=offset.+1");
    expect(one!.querySelector(".picture h3")).toBeNull(); // the claim has just said it
    expect([...one!.querySelectorAll("figure")].map(({ id }) => id)).toEqual(["score=offset.+1", "score=offset.-1"]);
  });

  test("a measure whose section leaves it out repeats another, and is drawn nowhere", () => {
    const page = payload({ sections: [section({ id: "entropy", measures: [] }), section({ measures: ["offset"] })] });
    const drawnThem = drawSections(page, new Highlight());
    expect(drawnThem).toHaveLength(2);
    expect(drawnThem.some((one) => one.querySelector("[id='score=entropy.all']"))).toBe(false);
  });

  test("published means are drawn over the same width", () => {
    const reference = [0.2, null, 0.4, 1.2];
    const page = payload({ sections: [section({ measures: ["offset"], references: { "offset.+1": reference } })] });
    const [one] = drawSections(page, new Highlight());
    const line = one!.querySelectorAll(".reference");
    expect(line).toHaveLength(1);
    const places = line[0]!.getAttribute("points")!.split(" ").map((point) => point.split(",").map(Number));
    expect(places).toHaveLength(3);
    expect(places[1]![0]! - places[0]![0]!).toBeCloseTo(2 * (places[2]![0]! - places[1]![0]!), 0);
    expect(places.every(([, y]) => y! >= 18)).toBe(true); // inside the plot: the scale holds it
    expect(one!.querySelector(".key")!.textContent).toContain("its 4 layers over the same width");
  });

  test("text is text, wherever it comes from", () => {
    const data = table(1);
    data.title = data.notes[0] = data.texts[0]![0] = data.columns[0]!.title = HOSTILE;
    const page = payload({
      sections: [
        section({
          id: HOSTILE, name: HOSTILE, title: HOSTILE, read: HOSTILE, formulas: [[HOSTILE, HOSTILE]], caveat: HOSTILE, notes: [HOSTILE], tables: [data],
          charts: [chart([line({ label: HOSTILE, text: HOSTILE })]), picture(["text", {}, HOSTILE])],
        }),
      ],
    });
    document.body.replaceChildren(...drawSections(page, new Highlight()));
    expect(document.body.querySelectorAll("img, script")).toHaveLength(0);
    expect(document.body.querySelector("h2")!.textContent).toBe(`1 ${HOSTILE}`);
  });
});
