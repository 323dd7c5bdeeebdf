// What the grid can be coloured by, in groups: what heads do, the ten scores that say most, then all scores by measure.
import { allScores, numbers, type Payload, type Score, shortName, type Stack } from "./payload";

/** The choice that stands for what heads do. */
export const BEHAVIOUR = "behaviour";
const BEST = 10;

export interface Choice {
  /** BEHAVIOUR, or a score's id. */
  id: string;
  text: string;
  /** How a query names it; quieter than the text. */
  detail: string;
}

export interface Group {
  title: string;
  choices: Choice[];
}

/** How far the highest head is above what something simpler has, in units of the score's own range. */
export function lead({ value, baseline, quantity }: Score): number {
  const all = numbers(value);
  if (all.length === 0) return -Infinity;
  const [most, least] = [Math.max(...all), Math.min(...all)];
  const extent = quantity.low !== null && quantity.high !== null ? quantity.high - quantity.low : Math.max(most, 0) - Math.min(least, 0);
  return extent === 0 ? 0 : (most - (baseline?.value ?? least)) / extent;
}

/** The scores that say most of a stack: those of the findings, in their order, then those with a head that leads furthest; of a relation's
 *  directions the better one. */
export function best(payload: Payload, stack: Stack): Score[] {
  const mine = allScores(payload).filter((score) => score.stack === stack.name);
  const found = payload.findings.flatMap(({ score }) => mine.filter(({ id }) => id === score));
  const ranked = [...mine].sort((one, other) => lead(other) - lead(one));
  const chosen = new Map<string, Score>();
  for (const score of [...found, ...ranked]) {
    const name = `${score.measure}.${score.key}`;
    if (!chosen.has(name)) chosen.set(name, score);
  }
  return [...chosen.values()].slice(0, BEST);
}

/** The groups for a stack. */
export function groupsOf(payload: Payload, stack: Stack): Group[] {
  const mine = allScores(payload).filter((score) => score.stack === stack.name);
  const several = new Set(mine.map(({ corpus, measure, key, direction }) => [measure, key, direction, corpus].join()));
  const names = new Set(mine.map(({ measure, key, direction }) => [measure, key, direction].join()));
  const choice = (score: Score): Choice => {
    const detail = shortName(score) + (several.size > names.size ? `, ${score.corpus}` : "");
    return { id: score.id, text: score.words, detail };
  };
  const labelled = payload.labels.some((label) => label.stack === stack.name);
  return [
    { title: "", choices: labelled ? [{ id: BEHAVIOUR, text: "what they do", detail: "behaviour, with each head’s picture" }] : [] },
    { title: "Most telling", choices: best(payload, stack).map(choice) },
    ...payload.measures.map(({ name, title }) => ({ title, choices: mine.filter(({ measure }) => measure === name).map(choice) })),
  ].filter(({ choices }) => choices.length > 0);
}

/** Those that hold every word of what was typed, in their own words, in how a query names them or in their measure's title. */
export function filtered(groups: Group[], typed: string): Group[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (wanted.length === 0) return groups;
  const seen = new Set<string>();
  return groups.flatMap(({ title, choices }) => {
    const kept = choices.filter(({ id, text, detail }) => {
      const all = `${text} ${detail} ${title}`.toLowerCase();
      return !seen.has(id) && wanted.every((word) => all.includes(word));
    });
    for (const { id } of kept) seen.add(id);
    return kept.length > 0 ? [{ title, choices: kept }] : [];
  });
}

/** The same score of another stack, if it has one. */
export function counterpart(payload: Payload, id: string, stack: Stack): string | null {
  const score = allScores(payload).find((one) => one.id === id);
  if (!score) return null;
  const alike = (one: Score) => one.measure === score.measure && one.key === score.key && one.direction === score.direction;
  const mine = allScores(payload).filter((one) => one.stack === stack.name && alike(one));
  return (mine.find(({ corpus }) => corpus === score.corpus) ?? mine[0])?.id ?? null;
}
