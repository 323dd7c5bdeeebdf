// The first screen: what was measured, the search, the map of all heads, the findings.
import { html } from "./dom";
import { findBox } from "./find";
import { type Head, headFragment, headName } from "./heads";
import type { Highlight } from "./highlight";
import { kindBar, kindMark } from "./kinds";
import { type Link, linkBar } from "./link";
import { map } from "./map";
import { allScores, type Finding, type Payload } from "./payload";
import { figureId, linkTo } from "./section";
import { sectionLinks } from "./sections";

/** A finding's text, in which the heads it names lead to their cards, and no interval is broken at the end of a line. */
function linked(text: string, heads: Head[], payload: Payload): (string | HTMLElement)[] {
  const names = heads.map(headName);
  // A name stands alone: "1-1" is not part of "11-1" or of "0.1-1".
  const named = names.map((name) => `(?<![\\d.–-])${name}(?![\\d–-])`);
  const pattern = new RegExp(`(${[...named, "\\([\\d.]+–[\\d.]+\\)"].join("|")})`, "g");
  return text.split(pattern).map((part) => {
    const head = heads[names.indexOf(part)];
    if (head) return html("a", { href: `#${headFragment(head, payload)}` }, part);
    return part.startsWith("(") && part.includes("–") ? html("span", { class: "whole" }, part) : part;
  });
}

/** Where a finding is seen: the head's card where it is about one head, else the chart. */
function evidence({ score, heads = [] }: Finding, payload: Payload): HTMLElement | null {
  if (heads.length === 1) {
    const href = `#${headFragment(heads[0]!, payload)}`;
    return html("a", { href, "aria-label": `see the card of head ${headName(heads[0]!)}` }, "see →");
  }
  const known = payload.scores.find(({ id }) => id === score);
  return known ? html("a", { href: linkTo(figureId(known.id)), "aria-label": `see ↓ the chart: ${known.finding}` }, "see ↓") : null;
}

function findings(payload: Payload): HTMLElement {
  const box = html("section", { "aria-labelledby": "findings-title" }, html("h2", { id: "findings-title" }, "Findings", ...kindMark(payload)));
  if (payload.verdict !== null) box.append(html("p", { class: "verdict" }, payload.verdict));
  else if (payload.findings.length === 0) box.append(html("p", {}, "No head stands out beyond what its interval supports."));
  const list = html("ol");
  for (const finding of payload.findings) {
    const item = html("li", {}, ...linked(finding.text, finding.heads ?? [], payload));
    const seen = evidence(finding, payload);
    if (seen) item.append(" ", seen);
    list.append(item);
  }
  if (payload.findings.length > 0) box.append(list);
  if (allScores(payload).some((score) => score.low.flat().some((low) => low !== null))) {
    const halves = " What is said of relations was picked on one half of the documents and scored on the other.";
    const held = payload.relations.length > 0 ? halves : "";
    box.append(html("p", { class: "sure" }, html("b", {}, "How sure?"), ` Intervals, in brackets, are 95%, over documents.${held}`));
  }
  const answer = payload.sections?.some(({ id }) => id === "matter") ? [" ", html("a", { href: "#matter" }, "Does it matter?")] : [];
  box.append(html("p", { class: "caveat" }, payload.caveat, ...answer));
  return box;
}

function contents(payload: Payload): HTMLElement {
  const more: [string, string][] = [
    ["#heads", "All heads as a table"],
    ["#run", "About this run"],
  ];
  const links = [...sectionLinks(payload), ...more].map(([href, text]) => html("li", {}, html("a", { href }, text)));
  return html("nav", { "aria-label": "On this page" }, html("h2", {}, "On this page"), html("ul", {}, ...links));
}

/** On a site: the way to all its models. */
function up({ home }: Payload): HTMLElement[] {
  return home === undefined ? [] : [html("nav", { class: "up", "aria-label": "Up" }, html("a", { href: home }, "All models"))];
}

export function overview(payload: Payload, highlight: Highlight, link: Link): HTMLElement[] {
  const summary = payload.summary.map((part) => html("span", {}, part));
  return [
    html("header", {}, ...up(payload), html("h1", {}, payload.title), html("p", { class: "summary" }, ...summary), linkBar(link)),
    ...kindBar(payload, link),
    ...(allScores(payload).length > 0 ? [findBox(payload, highlight, link)] : []),
    html("div", { class: "overview" }, map(payload, highlight, link), html("div", { class: "findings" }, findings(payload), contents(payload))),
  ];
}
