// The search box: a query, the heads it finds as links with the score it names, or what is wrong with it and where.
import { numberText } from "./digits";
import { html, svg } from "./dom";
import { type Head, headFragment, headName } from "./heads";
import type { Highlight } from "./highlight";
import type { Link } from "./link";
import type { Mark } from "./marks";
import { numbers, type Payload, type Score } from "./payload";
import { type Facts, factsOf, type Found, QueryError, search } from "./query";

const PAUSE = 200; // milliseconds without a key before a query is read: a half-typed one is no mistake yet
const MOST = 24; // heads named; the map marks all
const TRIED = 3;
/** In which direction a head was best, where the query leaves that open. */
const WAYS: Record<string, string> = { "dependent-to-head": " to head", "head-to-dependent": " to dependent", both: " both ways" };
function attempt(facts: Facts<Score>, query: string): Found<Score> | QueryError {
  try {
    return search(facts, query);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

/** Queries of several kinds that may find something in this page: of each kind the likelier first. */
function candidates({ scores, labels }: Facts<Score>): string[][] {
  // A key that begins with a letter can be read alone.
  const named = ({ measure, key }: Score) => [...(/^\p{L}/u.test(key) ? [key] : []), `${measure}.${key}`].flatMap((name) => [name, `"${name}"`]);
  const highest = (score: Score) => Math.max(...numbers(score.value));
  const shares = scores.filter(({ quantity }) => quantity.percent);
  const byHeight = (some: Score[]) => [...some].sort((one, other) => highest(other) - highest(one));
  const ways = shares.filter(({ direction }) => direction !== null);
  const frequent = Math.max(0, ...ways.map(({ segments }) => segments)) / 10;
  const relations = byHeight(ways.filter(({ segments }) => segments > frequent));
  const measures = [...scores].sort((one, other) => Number(one.quantity.percent) - Number(other.quantity.percent)).map(({ measure }) => measure);
  const label = labels.behaviour.find(({ layer, label }) => layer > 0 && label !== "mixed")?.label;
  return [
    relations.slice(0, TRIED).flatMap((score) => named(score).map((name) => `${name} > ${Math.floor(10 * highest(score) - 1) / 10}`)),
    [...new Set(measures)].map((measure) => `${measure} top 5`),
    byHeight(shares.filter((score) => score.direction === null && highest(score) > 0.5)).flatMap((score) => named(score).map((name) => `${name} > 50%`)),
    label === undefined ? [] : [`label ${label}`, `label "${label}"`],
    ["layer 1"],
  ];
}

/** Examples that find some heads, but not all of them. */
export function examples(facts: Facts<Score>): string[] {
  const every = facts.stacks.reduce((sum, { layers, heads }) => sum + layers * heads, 0);
  const useful = (query: string) => {
    const found = attempt(facts, query);
    return !(found instanceof QueryError) && found.heads.length > 0 && found.heads.length < every;
  };
  return candidates(facts)
    .flatMap((some) => some.find(useful) ?? [])
    .slice(0, TRIED);
}

/** Whether a query asks for one head by its name. */
function isOne({ heads, columns }: Pick<Found<Score>, "heads" | "columns">): boolean {
  return heads.length === 1 && columns.length === 0;
}

/** "3 of 64 heads, by dependency.obj"; of a name that stands alone, also what it is read as. */
function counted({ heads, columns, read }: Found<Score>, query: string, facts: Facts<Score>): string {
  const every = facts.stacks.reduce((sum, { layers, heads }) => sum + layers * heads, 0);
  const first = columns[0];
  const by = first && heads.length > 1 ? `, by ${first.name.measure}.${first.name.key}` : "";
  const alone = isOne({ heads, columns }) ? ". Press Enter for its card" : "";
  return `${heads.length} of ${every} heads${by}${read === query ? "" : `, read as: ${read}`}${alone}`;
}

/** The query again, with the place that is wrong underlined; at the end, a gap that is. */
function placed(query: string, { start, end }: QueryError): HTMLElement {
  const characters = [...query];
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  return html("code", {}, part(0, start), html("mark", {}, part(start, end) || "\u00a0"), part(Math.max(start, end)));
}

function listOf(found: Found<Score>, payload: Payload, highlight: Highlight): HTMLElement {
  const list = html("ul", { "aria-label": "Heads found" });
  const [column] = found.columns;
  const link = (head: Head, place: number) => {
    const name = payload.stacks.length > 1 ? `${head.stack} ${headName(head)}` : headName(head);
    const made = html("a", { href: `#${headFragment(head, payload)}` }, name);
    for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => highlight.point(head));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => highlight.point(null));
    const score = column?.scores[place];
    const item = html("li", {}, made);
    const way = column?.direction === "" ? (WAYS[score?.direction ?? ""] ?? "") : "";
    if (score) item.append(" ", html("span", { class: "quiet" }, numberText(score, head) + way));
    return item;
  };
  list.append(...found.heads.slice(0, MOST).map((head, index) => link(head, found.places[index]!)));
  if (found.heads.length > MOST) list.append(html("li", { class: "quiet" }, `and ${found.heads.length - MOST} more, marked in the map`));
  return list;
}

/** The box; what it finds is marked through the highlight. */
export function findBox(payload: Payload, highlight: Highlight, link: Link): HTMLElement {
  const facts = factsOf(payload);
  const tried = examples(facts);
  const input = html("input", {
    id: "find",
    type: "search",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: tried[0] ?? "",
    "aria-describedby": "find-said",
  });
  // Only the count or the mistake is read out, not every head.
  const said = html("p", { id: "find-said", class: "said", role: "status", "aria-live": "polite" });
  const shown = html("div", { class: "shown" });
  let waiting = 0;
  let own: string | null = null; // the colours that this box has chosen, and those before it did
  let before: string | null = null;

  /** Colours the map by the score that is asked for, and as it was when nothing is. */
  function colour(found: Found<Score> | null): void {
    const asked = found?.columns[0]?.scores[found.places[0] ?? -1]?.id ?? null;
    const now = link.get("colour");
    if (own === null || now !== own) before = now; // the reader's own choice since
    const next = asked ?? (now === own ? before : now);
    own = asked;
    link.set({ colour: next });
  }

  function answer(recolour = true): void {
    clearTimeout(waiting);
    const query = input.value.trim();
    const found = query === "" ? null : attempt(facts, query);
    const wrong = found instanceof QueryError;
    link.set({ find: query === "" ? null : query });
    if (recolour) colour(wrong ? null : found);
    // A mistake at the very end is a query that is not finished: no alarm.
    const unfinished = wrong && found.start >= [...query].length;
    input.setAttribute("aria-invalid", String(wrong && !unfinished));
    said.classList.toggle("wrong", wrong && !unfinished);
    highlight.find(found === null || wrong ? null : found.heads);
    said.textContent = found === null ? "" : wrong ? found.message : counted(found, query, facts);
    const parts = wrong ? [placed(query, found), tries(found.suggestions)] : found === null ? [] : [listOf(found, payload, highlight)];
    shown.replaceChildren(...parts);
  }

  /** Queries to click; each has been asked before. */
  function tries(queries: string[]): HTMLElement {
    const buttons = queries.map((query) => {
      const button = html("button", { type: "button" }, query);
      button.addEventListener("click", () => {
        input.value = query;
        answer();
        input.focus();
      });
      return button;
    });
    return html("p", { class: "tries" }, "Try ", ...buttons);
  }

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(answer, PAUSE);
  });
  const form = html("form", { class: "find", role: "search" }, html("label", { for: "find" }, "Find heads "), input);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
    const found = attempt(facts, input.value);
    if (found instanceof QueryError || !isOne(found)) return;
    highlight.select(found.heads[0]!);
    input.dispatchEvent(new CustomEvent("headscope:open", { bubbles: true }));
  });
  if (tried.length > 0) form.append(tries(tried));
  form.append(said, shown);
  link.listen("find", (query) => {
    if ((query ?? "") === input.value.trim()) return;
    input.value = query ?? "";
    answer(link.get("colour") === null);
  });
  return form;
}

/** Marks what a search finds in a grid of heads: those are framed, the rest fades. The returned function stops it. */
export function markFound(drawing: SVGSVGElement, marks: Mark[], highlight: Highlight): () => void {
  // Drawn over the cells, and a little smaller: a cell's own outline would lie under its neighbours.
  const frames = svg("g", { class: "found-frames", "aria-hidden": "true" });
  drawing.append(frames);
  let last: Highlight["found"] = null;
  return highlight.listen(({ found }) => {
    if (found === last) return;
    last = found;
    drawing.classList.toggle("searched", found !== null);
    const hits = marks.filter(({ head }) => highlight.finds(head));
    for (const { element } of marks) {
      element.classList.remove("found");
      element.removeAttribute("aria-description");
    }
    for (const { element } of hits) {
      element.classList.add("found");
      element.setAttribute("aria-description", "found");
    }
    const inside = ({ element }: Mark) => {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name))) as [number, number, number, number];
      return svg("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4 });
    };
    frames.replaceChildren(...hits.map(inside));
  });
}
