// All heads in the plane, like ones close together: the same map twice, by what they do and by layer.
import { extent } from "d3-array";
import { Doings, uncertain } from "../behaviour";
import { paint } from "../colour";
import { drawing, html, svg } from "../dom";
import { headName, stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { nearest } from "../layers";
import { enliven, type Mark } from "../marks";
import type { Behaviour, Payload } from "../payload";
import type { MapData } from "./types";

const SIDE = 284;
const EDGE = 18;
const FOOT = 22;

/** A behaviour's colour as lettering on the page; that of a head that does a bit of everything is quiet. */
function ink(element: SVGElement | HTMLElement, { light, dark }: Behaviour): void {
  element.style.setProperty("--light", light ?? "var(--quiet)");
  element.style.setProperty("--dark", dark ?? "var(--quiet)");
}

interface Placed extends Mark {
  x: number;
  y: number;
}

/** The nearest mark that lies in the arrow's direction, more ahead than aside. */
export function moveOnMap(points: { x: number; y: number }[], from: number, key: string): number | null {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return null;
  const [right, down] = way as [number, number];
  const here = points[from]!;
  let best: number | null = null;
  let least = Infinity;
  points.forEach(({ x, y }, index) => {
    const ahead = (x - here.x) * right + (y - here.y) * down;
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    if (ahead <= 0 || aside > ahead || ahead + aside >= least) return;
    least = ahead + aside;
    best = index;
  });
  return best;
}

function one(data: MapData, payload: Payload, doings: Doings, highlight: Highlight, byLayer: boolean): HTMLElement {
  const layers = stackOf(payload, data.stack).layers;
  const [left = 0, right = 0] = extent(data.points, ({ x }) => x);
  const [bottom = 0, top = 0] = extent(data.points, ({ y }) => y);
  // One scale for both directions, so that distances stay distances.
  const wide = Math.max(right - left, top - bottom) || 1;
  const pixels = (SIDE - 2 * EDGE) / wide;
  const heading = byLayer ? "By layer (the number)" : "By what they do";
  const chart = drawing(SIDE, SIDE + FOOT, { class: "heads-map", role: "listbox", "aria-label": `${data.title}, ${heading.toLowerCase()}` });
  chart.append(svg("rect", { class: "edge", x: 0.5, y: 0.5, width: SIDE - 1, height: SIDE - 1 }));
  const marks: Placed[] = data.points.map(({ layer, head, x, y }) => {
    const place = { x: SIDE / 2 + (x - (left + right) / 2) * pixels, y: SIDE / 2 - (y - (bottom + top) / 2) * pixels };
    const who = { stack: data.stack, layer, head };
    const doing = doings.of(who);
    const { behaviour } = doing;
    const certain = !uncertain(doing);
    const glyph = svg("text", { x: place.x, y: place.y + 4, "text-anchor": "middle" }, byLayer ? String(layer + 1) : behaviour.sign);
    if (byLayer) paint(glyph, 0.4 + (0.6 * layer) / Math.max(1, layers - 1));
    else ink(glyph, behaviour);
    const element = svg(
      "g",
      {
        class: byLayer || certain ? "head" : "head unsure",
        role: "option",
        "aria-selected": "false",
        "aria-label": `Head ${headName(who)}: ${behaviour.words}${certain ? "" : ", uncertain"}`,
      },
      svg("circle", { cx: place.x, cy: place.y, r: 9 }),
      glyph,
    );
    return { head: who, element, ...place };
  });
  chart.append(...marks.map(({ element }) => element));
  if (!byLayer) {
    const length = data.bar * pixels;
    chart.append(
      svg("line", { class: "zero", x1: SIDE - 2, x2: SIDE - 2 - length, y1: SIDE + 12, y2: SIDE + 12 }),
      svg("text", { class: "quiet", x: SIDE - 8 - length, y: SIDE + 16, "text-anchor": "end" }, `${data.bar} nats`),
    );
  }
  enliven(chart, {
    marks,
    highlight,
    move: (from, key) => moveOnMap(marks, from, key),
    locate: (event) => {
      const box = chart.getBoundingClientRect();
      return nearest(marks, event.clientX - box.left, event.clientY - box.top);
    },
    show: (pointed, selected) => {
      for (const mark of marks) {
        mark.element.classList.toggle("pointed", mark === pointed);
        mark.element.classList.toggle("selected", mark === selected);
      }
    },
  });
  return html("div", {}, html("p", { class: "quiet" }, heading), html("div", { class: "scroll" }, chart));
}

export function headsMap(data: MapData, payload: Payload, highlight: Highlight): HTMLElement {
  const doings = new Doings(payload);
  const counted = doings.counts(data.points.map(({ layer, head }) => ({ stack: data.stack, layer, head })));
  const signs = counted.map(({ behaviour, count }) => {
    const sign = html("b", { "aria-hidden": "true" }, behaviour.sign);
    ink(sign, behaviour);
    return html("span", {}, sign, ` ${behaviour.words} ${count}`);
  });
  const maps = [one(data, payload, doings, highlight, false), one(data, payload, doings, highlight, true)];
  return html(
    "figure",
    { class: "chart maps" },
    html("h3", {}, data.title),
    html("div", {}, html("p", { class: "signs" }, ...signs), html("div", { class: "pair" }, ...maps)),
    html("figcaption", {}, data.caption),
  );
}
