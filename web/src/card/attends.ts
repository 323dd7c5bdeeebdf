// What a head attends to: by offset, by kind of token; what that does to the loss; and which pattern it follows most.
import { BEHAVIOURS, blend, contrast, labelOf } from "../behaviour";
import { fixed, numberWithInterval } from "../digits";
import { drawing, html, svg } from "../dom";
import { type Head, type Reading, reading } from "../heads";
import type { Payload, Score } from "../payload";
import { figureId, linkTo } from "../section";
import { type Bar, bars } from "./bars";

const OTHER = "other tokens";

/** A measure's scores of the head's stack, on the first corpus that has them. */
export function scoresFor(payload: Payload, measure: string, { stack }: Head): Score[] {
  const all = payload.scores.filter((score) => score.measure === measure && score.stack === stack);
  return all.filter(({ corpus }) => corpus === all[0]?.corpus);
}

function barOf(score: Score, head: Head, label: string): Bar {
  return { label, href: linkTo(figureId(score.id)), reading: reading(score, head), baseline: score.baseline };
}

/** "attends to the next token" without its verb. */
function object(score: Score): string {
  return score.words.replace(/^(attends|moves the loss by attending) to /, "");
}

export function offsets(payload: Payload, head: Head): HTMLElement | null {
  const scores = scoresFor(payload, "offset", head);
  if (scores.length === 0) return null;
  const ordered = [...scores].sort((one, other) => Number(one.key) - Number(other.key));
  return html(
    "section",
    {},
    html("h3", {}, "By offset"),
    html("p", { class: "quiet" }, "The share of its attention that goes so many tokens on. Dashes: even attention."),
    bars(ordered.map((score) => barOf(score, head, `${score.key.replace("-", "−")} ${object(score)}`)), "", 1),
  );
}

interface Part {
  name: string;
  value: number;
  reading: Reading | null;
  colour: string;
}

/** Shares of kinds of token, and what is left over. */
export function parts(payload: Payload, head: Head): Part[] {
  const found = scoresFor(payload, "token", head).flatMap((score): Part[] => {
    const one = reading(score, head);
    const colour = BEHAVIOURS.find(({ name }) => name === score.key)?.colour ?? "#999999";
    return one === null ? [] : [{ name: object(score), value: one.value, reading: one, colour }];
  });
  if (found.length === 0) return [];
  const rest = Math.max(0, 1 - found.reduce((sum, { value }) => sum + value, 0));
  return [...found, { name: OTHER, value: rest, reading: null, colour: "#b9c0c9" }];
}

export function kinds(payload: Payload, head: Head): HTMLElement | null {
  const all = parts(payload, head);
  if (all.length === 0) return null;
  const [width, height] = [360, 22];
  const said = all.map(({ name, value }) => `${name} ${Math.round(100 * value)}%`).join(", ");
  const figure = drawing(width, height, { class: "stacked", role: "img", "aria-label": `Of its attention: ${said}` });
  const list = html("ul", { class: "parts" });
  let x = 0;
  for (const { name, value, reading: one, colour } of all) {
    const wide = value * width;
    const box = svg("rect", { x, y: 0, width: Math.max(0, wide - 1), height });
    box.style.setProperty("--part", colour);
    figure.append(box);
    const text = `${Math.round(100 * value)}%`;
    if (wide > 34) {
      const letters = svg("text", { x: x + wide / 2, y: height / 2 + 4, "text-anchor": "middle" }, text);
      const dark = blend(colour, "#000000", 1);
      letters.style.setProperty("--letters", contrast("#16181c", dark) > contrast("#ffffff", dark) ? "#16181c" : "#ffffff");
      figure.append(letters);
    }
    const swatch = html("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.setProperty("--part", colour);
    list.append(html("li", {}, swatch, ` ${name} `, html("b", {}, one === null ? fixed(value, 2) : numberWithInterval(one))));
    x += wide;
  }
  return html("section", {}, html("h3", {}, "By kind of token"), html("div", { class: "scroll" }, figure), list);
}

export function gradient(payload: Payload, head: Head): HTMLElement | null {
  const scores = scoresFor(payload, "gradient", head);
  if (scores.length === 0) return null;
  const read = payload.measures.find(({ name }) => name === "gradient")?.read ?? "";
  return html(
    "section",
    {},
    html("h3", {}, "What its attention does to the loss"),
    html("p", { class: "quiet" }, read),
    bars(scores.map((score) => barOf(score, head, object(score)))),
  );
}

export function pattern(payload: Payload, head: Head): HTMLElement | null {
  const label = labelOf(payload.patterns, head);
  if (!label || label.score === null) return null;
  const own = scoresFor(payload, "pattern", head);
  const score = own.find(({ key }) => key === label.label);
  const { margin, low, high } = label;
  const lead = margin === null || low === null || high === null ? null : numberWithInterval({ value: margin, low, high });
  const text = score
    ? `Of ${own.length} patterns it follows “${label.label}” most: it ${score.words}, ` +
      `${fixed(label.score, 2)} of the way from even attention to nothing else` +
      (lead === null ? "." : `; the next pattern is ${lead} behind.`)
    : `None of ${own.length} patterns stands out.`;
  return html("section", {}, html("h3", {}, "Pattern"), html("p", {}, text));
}
