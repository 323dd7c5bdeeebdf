// A head at work, drawn as the head view draws it, but for reading: a sentence with what is annotated, or one text.
import { drawing, html, svg } from "../dom";
import type { Head } from "../heads";
import { allScores, type HeadText, type Payload, type Sentence, type Stack, type TextSide } from "../payload";
import { columnsOf, type Columns, PAD } from "../views/columns";
import { fromBase64 } from "../views/decode";
import { MONOSPACE, SvgPen } from "../views/draw";
import { drawChosen, type Scene, strokesOf } from "../views/lines";
import type { Palette } from "../views/palette";
import { shortened, TYPE, visible } from "../views/tokens";
import { headMap, type Side, summed } from "../views/units";

/** Colours by name, so that the style sheet decides, and a change of theme or printing needs no redrawing. */
function palette(hue: string): Palette {
  const names = ["background", "ink", "quiet", "line", "faint", "accent", "negative", "positive"] as const;
  const named = Object.fromEntries(names.map((name) => [name, `var(--${name})`])) as Record<(typeof names)[number], string>;
  return { ...named, hues: [hue] };
}
const STRONG = palette("var(--attention)");
const FAINT = palette("var(--other-attention)");
const LEAST = 0.02; // weights below are not drawn

export function bytesOf(text: string): Uint8Array {
  const pieces = [...fromBase64(text)];
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function sideOf({ texts, special, segments }: TextSide): Side {
  return { texts, special, segments, parts: texts.map((_, at) => [at]), unit: Int32Array.from(texts.keys()) };
}

function scene(queries: TextSide, keys: TextSide, bytes: Uint8Array, width: number): Scene {
  const [rows, columns] = [sideOf(queries), sideOf(keys)];
  if (bytes.length !== rows.texts.length * columns.texts.length) throw new Error("a map does not have the size of its text");
  const place = columnsOf(rows, columns, width);
  return { place, rows, keys: columns, heads: [0], maps: [headMap(bytes, rows, columns, false)], filter: "all", threshold: LEAST };
}

/** The tokens of both columns; those in `strong` in bold. */
function letter(pen: SvgPen, { place, rows, keys }: Scene, strong: { left: Set<number>; right: Set<number> }): void {
  for (const side of ["left", "right"] as const) {
    const onLeft = side === "left";
    const [tokens, middles] = onLeft ? [rows, place.queries] : [keys, place.keys];
    tokens.texts.forEach((text, at) => {
      pen.text(onLeft ? place.left - PAD : place.right + PAD, middles[at]!, shortened(text, place.characters), {
        colour: tokens.special[at] ? STRONG.quiet : STRONG.ink,
        size: TYPE,
        anchor: onLeft ? "end" : "start",
        font: MONOSPACE,
        strong: strong[side].has(at),
      });
    });
  }
}

const NOBODY = { left: new Set<number>(), right: new Set<number>() };

/** The run's example under one head. */
export function textPicture(text: HeadText, all: Uint8Array, stack: Stack, { layer, head }: Head, width: number): SVGSVGElement {
  const size = text.queries.texts.length * text.keys.texts.length;
  const at = (layer * stack.heads + head) * size;
  const made = scene(text.queries, text.keys, all.subarray(at, at + size), width);
  const label = `What each token attends to in: ${text.queries.texts.map(visible).join(" ")}`;
  const figure = drawing(made.place.width, made.place.height, { class: "head-view", role: "img", "aria-label": label });
  const pen = new SvgPen(figure);
  strokesOf(made, 0, made.place.height)
    .byToken()
    .draw(pen, STRONG, 0, [0, 0], () => true);
  letter(pen, made, NOBODY);
  return figure;
}

/** An arc between two lines on the outer side of a column: the further apart, the wider. */
function arc(x: number, from: number, to: number, outward: 1 | -1): SVGElement[] {
  const reach = x + outward * Math.min(30, 9 + 0.2 * Math.abs(to - from)) * 1.33;
  return [
    svg("path", { class: "gold", d: `M${x} ${from}C${reach} ${from} ${reach} ${to} ${x} ${to}` }),
    svg("circle", { class: "gold-end", cx: x, cy: to, r: 2.5 }),
  ];
}

function edge({ left, right, column }: Columns, onLeft: boolean): number {
  return onLeft ? left - column - 2 : right + column + 2;
}

/** One answer in words: "tomatoes → watered, right (0.92)". */
function told(sentence: Sentence, [word, , predicted, gold, weight]: Sentence["answers"][number]): string {
  const [from, to] = [visible(sentence.words[word]!), visible(sentence.words[predicted]!)];
  const right = gold.includes(predicted);
  const wanted = gold.map((at) => visible(sentence.words[at]!)).join(" or ");
  return `${from} → ${to}, ${right ? "right" : `wrong${wanted === "" ? "" : `, it is ${wanted}`}`} (${weight.toFixed(2)})`;
}

/** A sentence under a head that is asked about one relation. */
export function sentencePicture({ special }: Payload, sentence: Sentence, direction: string | null, width: number): SVGSVGElement {
  const length = sentence.words.length;
  const plain = sentence.words.map(() => false);
  const queries: TextSide = { texts: sentence.words, special: plain, segments: sentence.words.map(() => 0) };
  const keys: TextSide = {
    texts: [special["cls"] ?? "", ...sentence.words, special["sep"] ?? ""],
    special: [true, ...plain, true],
    segments: Array.from({ length: length + 2 }, () => 0),
  };
  const made = scene(queries, keys, bytesOf(sentence.map), width);
  const { place } = made;
  // Whose attention answers is asked on the left; where it is read by what a word receives, on the right.
  const onLeft = direction !== "head-to-dependent";
  const line = (word: number, left: boolean) => (left ? place.queries[word]! : place.keys[word + 1]!);
  const label = sentence.answers.map((answer) => told(sentence, answer)).join("; ");
  const figure = drawing(place.width, place.height, { class: "head-view", role: "img", "aria-label": label });
  const pen = new SvgPen(figure);
  strokesOf(made, 0, place.height)
    .byToken()
    .draw(pen, FAINT, 0, [0, 0], () => true);
  const asked = sentence.answers.map(([, at]) => (onLeft ? at : at + 1));
  const sums = summed(made.maps, onLeft, asked, { rows: made.rows, columns: made.keys, filter: "all" });
  // Boxes over the answers of several words at once would add up to nothing readable: strokes and frames alone.
  drawChosen(pen, STRONG, made, { side: onLeft ? "left" : "right", units: asked, sums: sums.map((one) => one.fill(0)) }, 0, [0, place.height]);
  const strong = new Set(asked);
  letter(pen, made, onLeft ? { left: strong, right: new Set() } : { left: new Set(), right: strong });
  const outside = edge(place, !onLeft);
  for (const answer of sentence.answers) {
    const [word, at, predicted, gold, weight] = answer;
    for (const governor of gold) figure.append(...arc(outside, line(word, !onLeft), line(governor, !onLeft), onLeft ? 1 : -1));
    const right = gold.includes(predicted);
    const sign = svg(
      "text",
      {
        class: right ? "verdict right" : "verdict wrong",
        x: edge(place, onLeft) + (onLeft ? -1 : 1),
        y: line(at, onLeft) + 4,
        "text-anchor": onLeft ? "end" : "start",
      },
      `${right ? "✓" : "✗"}${weight.toFixed(2).replace(/^0/, "")}`,
    );
    sign.append(svg("title", {}, told(sentence, answer)));
    figure.append(sign);
  }
  return figure;
}

/** All sentences of a card, and how to read them. */
export function sentences(payload: Payload, found: Sentence[], width: number): HTMLElement | null {
  const first = found[0];
  if (!first) return null;
  const score = allScores(payload).find(({ id }) => id === first.score);
  const direction = score?.direction ?? null;
  const list = found.map((sentence) => {
    const right = sentence.answers.filter(([, , predicted, gold]) => gold.includes(predicted)).length;
    const title = `${sentence.kind === "most right" ? "Among its best" : "Among its worst"}: ${right} of ${sentence.answers.length} right`;
    return html(
      "figure",
      { class: "sentence" },
      html("h4", {}, title),
      html("div", { class: "scroll" }, sentencePicture(payload, sentence, direction, width)),
      html("figcaption", {}, sentence.place),
    );
  });
  const asked = direction === "head-to-dependent" ? "right, with the attention they get" : "left, with the attention they give";
  return html(
    "section",
    {},
    html("h3", {}, `Sentences where it is most typical${score ? `: it ${score.words}` : ""}`),
    html(
      "p",
      { class: "quiet" },
      `The words on the left attend to those on the right. In bold, on the ${asked}, are the words that it is asked about: ` +
        "✓ right or ✗ wrong, and the weight behind the answer. Orange arcs: what is annotated, the dot at the governor.",
    ),
    ...list,
  );
}

const decoded = new WeakMap<HeadText, Uint8Array>();

export function text(payload: Payload, stack: Stack, head: Head, width: number, open: boolean): HTMLElement | null {
  const one = payload.texts[stack.name];
  if (!one) return null;
  let bytes = decoded.get(one);
  if (!bytes) decoded.set(one, (bytes = bytesOf(one.maps)));
  const box = html("details", { class: "text" }, html("summary", {}, "One text under this head"));
  box.open = open;
  const draw = () => {
    if (box.open && !box.querySelector("svg")) box.append(html("div", { class: "scroll" }, textPicture(one, bytes, stack, head, width)));
  };
  box.addEventListener("toggle", draw);
  draw();
  return box;
}
