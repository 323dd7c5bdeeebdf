// One head's line over the runs: its interval as a band, the baseline dashed, the run in which it rises as a mark. Drawn into a box, so
// that a grid of heads and a list of scores use the same.
import { max, min, nice } from "d3-array";
import { svg } from "../dom";
import type { Stack } from "../payload";
import { type Followed, type History, type Lines, linesOf, partnerIn, sideBySide, type Story } from "./payload";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Axis {
  low: number;
  high: number;
}

/** One axis for all heads and histories of a score: from 0, or from the lowest number below it, to the highest that a line or a baseline has. */
export function axisOf(story: Story, score: Followed): Axis {
  const levels = story.histories.flatMap(({ baselines }) => baselines[score.place]!.filter((level) => level !== null));
  const low = Math.min(0, score.range[0], min(levels) ?? 0);
  const high = Math.max(score.range[1], max(levels) ?? 0);
  const [from, to] = nice(low, high > low ? high : low + 1, 4);
  const ceiling = score.quantity.high;
  return { low: from, high: ceiling !== null && high <= ceiling ? Math.min(to, ceiling) : to };
}

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Where runs and values lie in a box. */
function places({ x, y, width, height }: Box, runs: number, { low, high }: Axis) {
  const step = runs > 1 ? width / (runs - 1) : 0;
  return {
    across: (run: number) => (runs > 1 ? x + run * step : x + width / 2),
    up: (value: number) => y + height - ((value - low) / (high - low)) * height,
  };
}

/** A path through the runs that have a number; a gap where one has none. */
function path(runs: number, across: (run: number) => number, up: (run: number) => number | null): string {
  let pen = "M";
  return Array.from({ length: runs }, (_, run) => {
    const y = up(run);
    const part = y === null ? "" : `${pen}${point(across(run), y)}`;
    pen = y === null ? "M" : "L";
    return part;
  }).join("");
}

function band(lines: Lines, head: number, { across, up }: ReturnType<typeof places>): string {
  const known = Array.from({ length: lines.runs }, (_, run) => run).filter((run) => (lines.at(run, head)?.low ?? null) !== null);
  const ends = (end: "low" | "high") => known.map((run) => point(across(run), up(lines.at(run, head)![end]!)));
  return known.length < 2 ? "" : `M${[...ends("high"), ...ends("low").reverse()].join("L")}Z`;
}

/** Histories of one run each, side by side in a box: a dot with its interval for each, the baseline there as a dash; the chosen one is full. */
function drawSides(story: Story, history: History, score: Followed, stack: Stack, head: number, box: Box, axis: Axis): SVGElement[] {
  const slot = box.width / story.histories.length;
  const { up } = places(box, 1, axis);
  return story.histories.flatMap((other, at) => {
    const partner = other === history ? head : partnerIn(other, history, stack.name, head);
    const one = partner === null ? null : linesOf(story, other, score).at(0, partner);
    const x = box.x + slot * (at + 0.5);
    const level = other.baselines[score.place]![0] ?? null;
    const half = Math.min(8, slot / 2 - 1);
    const made: SVGElement[] = level === null ? [] : [svg("path", { class: "line level", d: `M${point(x - half, up(level))}L${point(x + half, up(level))}` })];
    if (one === null) return made;
    const kind = other === history ? "own" : "other";
    if (one.low !== null && one.high !== null) made.push(svg("path", { class: `line ${kind}`, d: `M${point(x, up(one.low))}L${point(x, up(one.high))}` }));
    made.push(svg("circle", { class: `line now ${kind === "own" ? "" : "beside"}`.trim(), cx: x, cy: up(one.value), r: 2.5 }));
    return made;
  });
}

/** The line of a head in a box; thin lines are its partners in other histories. */
export function drawLine(story: Story, history: History, score: Followed, stack: Stack, head: number, box: Box, axis: Axis, run: number | null): SVGElement[] {
  if (sideBySide(story)) return drawSides(story, history, score, stack, head, box, axis);
  const lines = linesOf(story, history, score);
  const place = places(box, lines.runs, axis);
  const made: SVGElement[] = [];
  const baseline = history.baselines[score.place]!;
  if (baseline.some((level) => level !== null)) {
    made.push(svg("path", { class: "line baseline", d: path(lines.runs, place.across, (at) => (baseline[at] == null ? null : place.up(baseline[at]))) }));
  }
  for (const other of story.histories) {
    const partner = other === history ? null : partnerIn(other, history, stack.name, head);
    if (partner === null || other.runs.length < 2) continue;
    const theirs = linesOf(story, other, score);
    const { across, up } = places(box, theirs.runs, axis);
    const value = (at: number) => theirs.at(at, partner)?.value ?? null;
    made.push(svg("path", { class: "line other", d: path(theirs.runs, across, (at) => (value(at) === null ? null : up(value(at)!))) }));
  }
  const value = (at: number) => lines.at(at, head)?.value ?? null;
  made.push(svg("path", { class: "line band", d: band(lines, head, place) }));
  made.push(svg("path", { class: "line own", d: path(lines.runs, place.across, (at) => (value(at) === null ? null : place.up(value(at)!))) }));
  if (lines.runs === 1 && value(0) !== null) made.push(svg("circle", { class: "line now", cx: place.across(0), cy: place.up(value(0)!), r: 2.5 }));
  const onset = history.onsets[score.place]![head]!;
  if (onset > 0) {
    const [x, y] = [place.across(onset), box.y + box.height];
    made.push(svg("path", { class: "line onset", d: `M${point(x - 4, y + 1)}L${point(x + 4, y + 1)}L${point(x, y - 6)}Z` }));
  }
  if (run !== null && value(run) !== null && lines.runs > 1) {
    made.push(svg("circle", { class: "line now", cx: place.across(run), cy: place.up(value(run)!), r: 2.5 }));
  }
  return made;
}
