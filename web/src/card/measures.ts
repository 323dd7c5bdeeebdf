// A head's numbers under every measure of the run, by section and measure in the order of the page. A measure of right answers has bars,
// one whose keys are parts of a whole has them side by side; all others are drawn among the numbers of all heads.
import { inkOn } from "../behaviour";
import { alone, numberText, standing } from "../digits";
import { drawing, html, svg } from "../dom";
import { type Head, headName, rank, reading } from "../heads";
import { allScores, type Card, type Measure, type Payload, type Score, words } from "../payload";
import { saveable } from "../save/save";
import { scaleFor } from "../scale";
import { figureId, linkTo } from "../section";
import { drawnScores } from "../sections/measure";
import { strip } from "../strip";
import { rightAnswers } from "./relations";

const MOST = 12; // scores of one measure that are shown one by one; of more, the few in which the head ranks highest
const FEW = 6;
const EXPLANATION = "Each tick is a head, the circle with its interval is this one, and grey dashes are the baseline.";

interface Group {
  name: string;
  measures: Measure[];
}

/** The measures that have a number for this head, by section. */
export function groups(payload: Payload, head: Head): Group[] {
  const named = new Map((payload.sections ?? []).map(({ id, name }) => [id, name]));
  const measured = payload.measures.filter(({ name }) => allScores(payload).some((score) => score.measure === name && reading(score, head) !== null));
  const ids = [...new Set([...named.keys(), ...measured.map(({ section }) => section)])];
  return ids.flatMap((id) => {
    const measures = measured.filter(({ section }) => section === id);
    return measures.length === 0 ? [] : [{ name: named.get(id) ?? measures[0]!.title, measures }];
  });
}

function entry(score: Score, head: Head, among: Score[], drawn: boolean): HTMLElement {
  const one = reading(score, head)!;
  const rule = score.baseline === null ? "" : `; ${score.baseline.name} ${alone(score.baseline.value)}`;
  const twice = among.some((other) => other.words === score.words && other.direction !== score.direction);
  const name = words(score, among) + (twice ? `, ${score.direction}` : "");
  return html(
    "li",
    {},
    drawn ? html("a", { href: linkTo(figureId(score.id)) }, name) : name,
    strip(score, head, scaleFor([score])),
    html("span", { class: "numbers" }, html("b", {}, numberText(score, head)), html("span", { class: "quiet" }, ` ${standing(score, one)}${rule}`)),
  );
}

function strips(payload: Payload, measure: Measure, head: Head): HTMLElement[] {
  const every = allScores(payload).filter((score) => score.measure === measure.name && reading(score, head) !== null);
  const place = (score: Score) => rank(score, reading(score, head)!.value).rank;
  const chosen = every.length <= MOST ? every : [...every].sort((one, other) => place(one) - place(other)).slice(0, FEW);
  const drawn = new Set(drawnScores(measure.name, payload));
  const cut = `${chosen.length} of ${every.length} scores: those in which it ranks highest.`;
  return [
    ...(chosen.length < every.length ? [html("p", { class: "quiet" }, cut)] : []),
    html("ul", { class: "strips" }, ...chosen.map((score) => entry(score, head, every, drawn.has(score)))),
  ];
}

interface Part {
  name: string;
  share: number;
  colour: string | null;
}

/** Where the keys are parts of one whole: each one's share of it, on the first corpus that has them, and the rest. */
export function parts(payload: Payload, { name, rest, quantity }: Measure, head: Head): Part[] {
  const all = allScores(payload).filter((score) => score.measure === name && reading(score, head) !== null);
  if (rest === "" || quantity.high === null || all.length === 0) return [];
  const whole = quantity.high;
  const found = all.filter(({ corpus }) => corpus === all[0]!.corpus).map((score): Part => {
    const colour = payload.behaviours.find((one) => one.name === score.key)?.light ?? null;
    return { name: score.short ?? score.key, share: reading(score, head)!.value / whole, colour };
  });
  const left = Math.max(0, 1 - found.reduce((sum, { share }) => sum + share, 0));
  return [...found, { name: rest, share: left, colour: null }];
}

/** Parts side by side, as wide as their shares. */
function stacked(all: Part[], title: string): HTMLElement {
  const [width, height] = [360, 22];
  const percent = (share: number) => `${Math.round(100 * share)}%`;
  const said = all.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
  const figure = drawing(width, height, { class: "stacked", role: "img", "aria-label": `${title}: ${said}` });
  const list = html("ul", { class: "parts" });
  let x = 0;
  for (const { name, share, colour } of all) {
    const tinted = <E extends SVGElement | HTMLElement>(element: E): E => {
      if (colour === null) return element;
      element.style.setProperty("--part", colour);
      element.style.setProperty("--part-ink", inkOn(colour));
      return element;
    };
    figure.append(tinted(svg("rect", { x, y: 0, width: Math.max(0, share * width - 1), height })));
    if (share * width > 34) {
      const place = { x: x + (share * width) / 2, y: height / 2 + 4, "text-anchor": "middle" };
      figure.append(tinted(svg("text", place, percent(share))));
    }
    list.append(html("li", {}, tinted(html("span", { class: "swatch", "aria-hidden": "true" })), ` ${name} ${percent(share)}`));
    x += share * width;
  }
  return html("div", {}, html("div", { class: "scroll" }, figure), list);
}

function numbersOf(payload: Payload, measure: Measure, head: Head, card: Card | undefined): HTMLElement[] {
  if (measure.counts !== "") return rightAnswers(payload, measure, head, card);
  const pieces = parts(payload, measure, head);
  const note = card?.notes[measure.name];
  return [
    ...(note === undefined ? [] : [html("p", {}, note)]),
    ...(pieces.length > 0 ? [stacked(pieces, measure.title)] : []),
    ...strips(payload, measure, head),
  ];
}

/** A section for each of the page's; first those of measures of right answers, then the others. */
export function measured(payload: Payload, head: Head, card: Card | undefined): { right: HTMLElement[]; others: HTMLElement[] } {
  const made = groups(payload, head).map(({ name, measures }) => {
    const box = html("section", {}, html("h3", {}, name));
    for (const measure of measures) {
      if (measures.length > 1 && measure.title !== name) box.append(html("h4", {}, measure.title));
      box.append(...numbersOf(payload, measure, head, card));
    }
    saveable(box, () => `Head ${headName(head)}: ${name}`, { heading: () => `Head ${headName(head)}` });
    return { box, right: measures.some(({ counts }) => counts !== "") };
  });
  const others = made.filter(({ right }) => !right).map(({ box }) => box);
  others[0]?.firstElementChild!.after(html("p", { class: "quiet" }, EXPLANATION));
  return { right: made.filter(({ right }) => right).map(({ box }) => box), others };
}
