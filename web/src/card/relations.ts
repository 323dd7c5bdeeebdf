// The relations in which a head leads a fixed rule furthest, and the heads that are most alike.
import { fixed, numberWithInterval } from "../digits";
import { html } from "../dom";
import { type Head, headFragment, headName, reading } from "../heads";
import type { Card, Payload, Score } from "../payload";
import { type Bar, bars } from "./bars";

const SHOWN = 6;
const FEW = 3; // so many are shown even if they lead nothing
const FEWEST = 100; // cases; with fewer, the highest of some fifty numbers says nothing

export interface Lead {
  score: Score;
  lead: number;
}

/** A head's relations, the largest lead over the best rule first; one direction of each, small ones and those that hold others left out. */
export function leads(payload: Payload, head: Head): Lead[] {
  const found: Lead[] = [];
  for (const score of payload.relations) {
    const one = reading(score, head);
    if (one === null || score.baseline === null || score.segments < FEWEST || !isRelation(score)) continue;
    found.push({ score, lead: one.value - score.baseline.value });
  }
  found.sort((one, other) => other.lead - one.lead);
  return found.filter(({ score }, at) => !found.slice(0, at).some((other) => sameRelation(other.score, score)));
}

/** What a head can be right about: a relation, or a kind of mention; not all words at once, nor what is no language. */
function isRelation({ measure, key }: Score): boolean {
  if (measure === "coreference") return true;
  return measure === "dependency" && !["all", "root", "punct"].includes(key) && !/(:\*| \(own word\))$/.test(key);
}

/** Whether two scores are the same relation, be it in another direction. */
function sameRelation(one: Score, other: Score): boolean {
  return one.corpus === other.corpus && one.measure === other.measure && one.key === other.key;
}

export function relations(payload: Payload, head: Head, card: Card | undefined): HTMLElement | null {
  const found = leads(payload, head);
  if (found.length === 0) return null;
  const claims = new Map((card?.claims ?? []).map((claim) => [claim.score, claim]));
  // What is claimed is always among them, in the direction in which it is claimed; beside it only what leads.
  const sure = payload.relations.filter(({ id }) => claims.has(id));
  const rest = found.filter(({ score }) => !sure.some((one) => sameRelation(one, score)));
  const ahead = rest.filter(({ lead }, at) => lead > 0 || at + sure.length < FEW);
  const chosen = [...sure, ...ahead.map(({ score }) => score)].slice(0, SHOWN);
  const rows = chosen.map((score): Bar => {
    const claim = claims.get(score.id);
    return {
      label: score.words,
      reading: reading(score, head),
      baseline: score.baseline,
      ...(claim ? { note: `★ best of all heads; held out ${numberWithInterval(claim)}` } : {}),
    };
  });
  return html(
    "section",
    {},
    html("h3", {}, "Its best relations"),
    html(
      "p",
      { class: "quiet" },
      `How often it is right, of ${found.length} relations with ${FEWEST} cases or more those in which it leads the best fixed rule (dashes) ` +
        "furthest. The highest of many numbers is partly luck; a star marks what stood up on other documents.",
    ),
    bars(rows, "", 1),
  );
}

export function neighbours(payload: Payload, head: Head, card: Card | undefined): HTMLElement | null {
  if (!card || card.neighbours.length === 0) return null;
  const list = html("ol", { class: "neighbours" });
  for (const { value, ...other } of card.neighbours) {
    const near: Head = { stack: head.stack, ...other };
    list.append(html("li", {}, html("a", { href: `#${headFragment(near, payload)}` }, `head ${headName(near)}`), ` ${fixed(value, 3)} nats`));
  }
  return html(
    "section",
    {},
    html("h3", {}, "Heads most like it"),
    html("p", { class: "quiet" }, "By the mean Jensen–Shannon divergence between their rows; 0 is the same, 0.693 nothing in common."),
    list,
  );
}
