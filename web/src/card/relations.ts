// What a head is right about: the keys of a measure of right answers in which it leads the best rule furthest. And the heads that are
// most alike.
import { fixed, numberWithInterval } from "../digits";
import { html } from "../dom";
import { type Head, headFragment, headName, reading } from "../heads";
import { allScores, type Card, type Measure, type Payload, type Score } from "../payload";
import { type Bar, bars } from "./bars";
import { pinAddress } from "./pins";

const SHOWN = 6;
const FEW = 3; // so many are shown even if they lead nothing
const FEWEST = 100; // cases; with fewer, the highest of some fifty numbers says nothing

export interface Lead {
  score: Score;
  lead: number;
}

/** A head's keys of a measure of right answers, the largest lead over the best rule first; one direction of each, small ones and those that
 *  hold others left out, unless there are no others. */
export function leads(payload: Payload, measure: Measure, head: Head): Lead[] {
  const mine = allScores(payload).filter((score) => score.measure === measure.name && reading(score, head) !== null);
  const telling = mine.filter(({ key, segments }) => segments >= FEWEST && !measure.keywords.includes(key) && !holdsOthers(key));
  const found = (telling.length > 0 ? telling : mine).map((score) => ({ score, lead: reading(score, head)!.value - (score.baseline?.value ?? 0) }));
  found.sort((one, other) => other.lead - one.lead);
  return found.filter(({ score }, at) => !found.slice(0, at).some((other) => sameKey(other.score, score)));
}

/** A relation with its subtypes, or the same one asked in another way: what it says is said already. */
function holdsOthers(key: string): boolean {
  return /(:\*| \(own word\))$/.test(key);
}

/** Whether two scores are of the same key, be it in another direction. */
function sameKey(one: Score, other: Score): boolean {
  return one.corpus === other.corpus && one.measure === other.measure && one.key === other.key;
}

/** Bars for what the head is best at, with a star at what is claimed of it. */
export function rightAnswers(payload: Payload, measure: Measure, head: Head, card: Card | undefined): HTMLElement[] {
  const found = leads(payload, measure, head);
  if (found.length === 0) return [];
  const claims = new Map((card?.claims ?? []).map((claim) => [claim.score, claim]));
  // What is claimed is always among them, in the direction in which it is claimed; beside it only what leads.
  const sure = allScores(payload).filter(({ id, measure: name }) => name === measure.name && claims.has(id));
  const rest = found.filter(({ score }) => !sure.some((one) => sameKey(one, score)));
  const ahead = found.length <= SHOWN ? rest : rest.filter(({ lead }, at) => lead > 0 || at + sure.length < FEW);
  const chosen = [...sure, ...ahead.map(({ score }) => score)].slice(0, SHOWN);
  const rows = chosen.map((score): Bar => {
    const claim = claims.get(score.id);
    const held = claim && numberWithInterval(claim, measure.quantity.unit);
    return {
      label: score.words,
      reading: reading(score, head),
      baseline: score.baseline,
      ...(held ? { note: `★ best of all heads; held out ${held}` } : {}),
    };
  });
  const most = found.length > chosen.length ? `Of ${found.length} scores, the ${chosen.length} in which it leads ${measure.counts} (dashes) furthest. ` : "";
  return [
    html("p", { class: "quiet" }, `How often it is right. ${most}The highest of many numbers is partly luck; a star marks what stood up on other documents.`),
    bars(rows, measure.quantity),
  ];
}

/** The heads most like it; "compare" puts one beside it. */
export function neighbours(payload: Payload, head: Head, card: Card | undefined, compare: (other: Head) => void): HTMLElement | null {
  if (!card || card.neighbours.length === 0) return null;
  const list = html("ol", { class: "neighbours" });
  for (const { value, ...other } of card.neighbours) {
    const near: Head = { stack: head.stack, ...other };
    const both = html("a", { href: `#pin=${pinAddress([head, near], payload)}`, "aria-label": `compare with head ${headName(near)}` }, "compare");
    both.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a page of its own
      event.preventDefault();
      compare(near);
    });
    list.append(html("li", {}, html("a", { href: `#${headFragment(near, payload)}` }, `head ${headName(near)}`), ` ${fixed(value, 3)} nats, `, both));
  }
  return html(
    "section",
    {},
    html("h3", {}, "Heads most like it"),
    html("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."),
    list,
  );
}
