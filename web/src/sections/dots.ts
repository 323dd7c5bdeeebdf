// One line a number: a dot with its interval, a bar for what it is compared with, a diamond for the published one.
import { max, min, nice, ticks } from "d3-array";
import { drawing, html, svg } from "../dom";
import { type Head, headFromFragment, sameHead } from "../heads";
import type { Highlight } from "../highlight";
import { enliven, type Mark } from "../marks";
import type { Payload } from "../payload";
import { tickTexts } from "../scale";
import type { DotLine, DotsData } from "./types";

const ROW = 20;
const TOP = 22;
const RIGHT = 14;
const DIAMOND = 5;
/** Of the page's sans serif at 12 pixels, a little more than most letters take. */
const LETTER = 6.6;

/** The head that a line is about, if any and if this page has it. */
export function lineHead(line: DotLine, payload: Payload): Head | null {
  return line.head === "" ? null : headFromFragment(payload.stacks.length > 1 ? `head=${line.stack}/${line.head}` : `head=${line.head}`, payload);
}

function diamond(x: number, y: number): SVGElement {
  const points = [`${x},${y - DIAMOND}`, `${x + DIAMOND},${y}`, `${x},${y + DIAMOND}`, `${x - DIAMOND},${y}`].join(" ");
  return svg("polygon", { class: "published", points });
}

function bar(x: number, y: number): SVGElement {
  return svg("line", { class: "rival", x1: x, x2: x, y1: y - 7, y2: y + 7 });
}

function legend(data: DotsData): HTMLElement {
  const one = (name: string, words: string) => {
    const sign = drawing(20, 16, { "aria-hidden": "true" });
    if (name === "value") sign.append(svg("line", { class: "interval", x1: 1, x2: 19, y1: 8, y2: 8 }), svg("circle", { class: "dot", cx: 10, cy: 8, r: 4 }));
    else sign.append(name === "rival" ? bar(10, 8) : diamond(10, 8));
    return html("span", {}, sign, words);
  };
  const known = Object.entries(data.legend).filter(([, words]) => words !== "");
  return html("p", { class: "signs" }, ...known.map(([name, words]) => one(name, words)));
}

export function dots(data: DotsData, payload: Payload, highlight: Highlight): HTMLElement {
  const lines = data.groups.flatMap((group) => group.lines);
  const every = lines.flatMap(({ value, low, high, rival, published }) => [value, low, high, rival, published].filter((one) => one !== null));
  const percent = data.unit === "percent" ? 100 : 1;
  const [from, to] = nice(Math.min(0, (min(every) ?? 0) * percent), Math.max(0, (max(every) ?? 0) * percent) || 1, 5);
  const width = Math.min(580, Math.max(330, document.documentElement.clientWidth - 34));
  const longest = Math.max(...lines.map(({ label, head }) => label.length + (head === "" ? 0 : head.length + 2)));
  const left = Math.min(width * 0.5, 12 + longest * LETTER);
  const across = (value: number) => left + ((value * percent - from) / (to - from)) * (width - left - RIGHT);

  const named = data.groups.filter(({ name }) => name !== "").length;
  const height = TOP + (lines.length + named) * ROW + 6;
  const chart = drawing(width, height, { class: "dots", role: "listbox", "aria-label": data.title });
  const axis = svg("g", { class: "axes", "aria-hidden": "true" });
  const places = ticks(from, to, width - left < 240 ? 2 : 5);
  tickTexts(places).forEach((text, at) => {
    const x = across(places[at]! / percent);
    axis.append(svg("line", { class: places[at] === 0 ? "zero" : "rule", x1: x, x2: x, y1: TOP - 6, y2: height - 4 }));
    const last = at === places.length - 1;
    axis.append(svg("text", { x: last ? x + 8 : x, y: 11, "text-anchor": last ? "end" : "middle" }, last && percent === 100 ? `${text}%` : text));
  });
  chart.append(axis);

  const marks: Mark[] = [];
  let row = 0;
  for (const group of data.groups) {
    if (group.name !== "") {
      chart.append(svg("text", { class: "group", x: 0, y: TOP + (row + 0.5) * ROW + 4 }, group.name));
      row += 1;
    }
    for (const line of group.lines) {
      const y = TOP + (row + 0.5) * ROW;
      row += 1;
      const head = lineHead(line, payload);
      const element = svg("g", { class: line.sure ? "line" : "line unsure", role: "option", "aria-selected": "false", "aria-label": line.text });
      element.append(svg("rect", { class: "hit", x: 0, y: y - ROW / 2, width, height: ROW }));
      if (line.published !== null) element.append(diamond(across(line.published), y));
      if (line.rival !== null) element.append(bar(across(line.rival), y));
      if (line.low !== null && line.high !== null) {
        element.append(svg("line", { class: "interval", x1: across(line.low), x2: across(line.high), y1: y, y2: y }));
      }
      element.append(svg("circle", { class: "dot", cx: across(line.value), cy: y, r: 4 }));
      // Beside the line, not in it: what is said of it names both, in other words and in another order.
      const names = svg("g", { class: "names", "aria-hidden": "true" }, svg("text", { x: group.name === "" ? 0 : 10, y: y + 4 }, line.label));
      if (line.head !== "" && !line.label.includes(line.head)) {
        names.append(svg("text", { class: "quiet", x: left - 8, y: y + 4, "text-anchor": "end" }, line.head));
      }
      chart.append(element, names);
      if (head === null) element.setAttribute("aria-disabled", "true");
      else marks.push({ head, element });
    }
  }
  if (marks.length > 0) {
    enliven(chart, {
      marks,
      highlight,
      move: (at, key) => {
        const to = at + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? Infinity);
        const ends = { Home: 0, End: marks.length - 1 }[key];
        return ends ?? (marks[to] ? to : null);
      },
      locate: (event) => {
        const at = marks.findIndex(({ element }) => element.contains(event.target as Node));
        return at < 0 ? null : at;
      },
      // A head may be the best at several things: all its lines stand out.
      show: (pointed, selected) => {
        for (const { head, element } of marks) {
          element.classList.toggle("pointed", pointed !== null && sameHead(head, pointed.head));
          element.classList.toggle("selected", selected !== null && sameHead(head, selected.head));
        }
      },
    });
  }
  return html(
    "figure",
    { class: "chart" },
    html("h3", {}, data.title),
    html("div", {}, legend(data), html("div", { class: "scroll" }, chart)),
    html("figcaption", {}, data.caption),
  );
}
