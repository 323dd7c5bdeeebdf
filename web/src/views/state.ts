// What is being looked at, and its link: everything that a reader can choose fits in the address of the page.
import type { Meta, Stack, ViewName } from "./meta";
import { type Filter, FILTERS } from "./units";
import { kindsOf, type Weights } from "./weights";

export type SideName = "left" | "right";

/** From the token that attends to the one that is attended to; each stands for its word. */
export interface Arrow {
  from: number;
  to: number;
}

/** Everything counted from 0, tokens too (also in the link); layers and heads are counted from 1 in the link. */
export interface State {
  view: ViewName;
  stack: number;
  layer: number;
  heads: number[];
  side: SideName;
  tokens: number[]; // the ones kept by a click; indices of tokens, also while words are shown
  arrow: Arrow | null; // which head does this?
  weights: Weights; // what maps are made of
  filter: Filter;
  hide: boolean;
  renormalise: boolean;
  words: boolean;
  across: boolean; // tokens in two rows instead of two columns
  threshold: number;
  sort: string | null; // a score's id; the model's order without
  dimensions: boolean; // neuron view: sorted by contribution
}

export const THRESHOLD = 0.01;
const VIEWS: readonly ViewName[] = ["head", "model", "neuron"];

export function everyHead(stack: Stack): number[] {
  return Array.from({ length: stack.heads }, (_, head) => head);
}

function whole(value: unknown, below: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < below;
}

/** The views that a stack has something for: no neurons without vectors, no grid of one head. */
export function viewsOf({ layers, heads, vectors }: Stack): ViewName[] {
  const here: Record<ViewName, boolean> = { head: true, model: layers * heads > 1, neuron: vectors !== null };
  return VIEWS.filter((name) => here[name]);
}

/** The kind of that name, where it can be shown; attention where not. */
function weightsOf(meta: Meta, asked: string | undefined): Weights {
  return kindsOf(meta).find((kind) => kind === asked) ?? kindsOf(meta)[0] ?? "raw";
}

function viewOf(stack: Stack, asked: string | undefined): ViewName {
  return viewsOf(stack).find((name) => name === asked) ?? "head";
}

/** What a stack opens with: its telling head; where nobody says which that is, all heads of the first layer. */
function opening(stack: Stack): Pick<State, "layer" | "heads"> {
  const { layer, head } = stack.telling ?? {};
  if (!whole(layer, stack.layers) || !whole(head, stack.heads)) return { layer: 0, heads: everyHead(stack) };
  return { layer, heads: [head] };
}

/** The state a page opens in, without a link. */
export function initial(meta: Meta): State {
  const stack = meta.stacks[0]!;
  const start = meta.start;
  const asked = start?.heads?.filter((head) => whole(head, stack.heads)) ?? [];
  const layer = whole(start?.layer, stack.layers) ? start.layer : asked.length > 0 ? 0 : null;
  const heads = asked.length > 0 ? asked : everyHead(stack);
  const token = start?.token;
  return {
    view: viewOf(stack, meta.kind),
    stack: 0,
    ...(layer === null ? opening(stack) : { layer, heads }),
    side: "left",
    tokens: whole(token, stack.queries.texts.length) ? [token] : [],
    arrow: null,
    weights: weightsOf(meta, meta.weights?.first),
    filter: "all",
    hide: false,
    renormalise: false,
    words: false,
    across: false,
    threshold: THRESHOLD,
    sort: null,
    dimensions: false,
  };
}

/** In a link "+" is a plus, as in the name of a score, and commas and colons may stay as they are. */
function escaped(value: string): string {
  return encodeURIComponent(value).replace(/%(2B|2C|3A)/gu, (code) => decodeURIComponent(code));
}

/** The part of the address after "#". Choices that are as they were at the start are left out. */
export function toFragment(state: State, meta: Meta): string {
  const stack = meta.stacks[state.stack]!;
  const parts: [string, string][] = [
    ["view", state.view],
    ["stack", stack.name],
    ["layer", String(state.layer + 1)],
    ["heads", state.heads.length === stack.heads ? "all" : state.heads.map((head) => head + 1).join(",")],
  ];
  if (state.tokens.length > 0) parts.push(["token", `${state.side}:${state.tokens.join(",")}`]);
  if (state.arrow) parts.push(["arrow", `${state.arrow.from}:${state.arrow.to}`]);
  if (state.weights !== weightsOf(meta, meta.weights?.first)) parts.push(["weights", state.weights]);
  if (meta.off && meta.off.length > 0) parts.push(["off", meta.off.join(",")]);
  if (state.filter !== "all") parts.push(["filter", state.filter]);
  if (state.hide) parts.push(["special", "hide"]);
  if (state.renormalise) parts.push(["renormalise", "1"]);
  if (state.words) parts.push(["words", "1"]);
  if (state.across) parts.push(["layout", "rows"]);
  if (state.threshold !== THRESHOLD) parts.push(["threshold", String(state.threshold)]);
  if (state.sort !== null) parts.push(["sort", state.sort]);
  if (state.dimensions) parts.push(["dimensions", "contribution"]);
  return parts.map(([name, value]) => `${name}=${escaped(value)}`).join("&");
}

function fields(fragment: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of fragment.replace(/^#/u, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    try {
      found.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1)));
    } catch {
      // A broken escape: that choice is as if it were not there.
    }
  }
  return found;
}

/** The heads that a link has switched off; whether there are such, the model knows. */
export function offOf(fragment: string): string[] | null {
  const found = fields(fragment).get("off");
  return found === undefined ? null : found.split(",").filter((name) => name !== "");
}

function numbers(text: string, offset: number, below: number): number[] {
  const found = text
    .split(",")
    .filter((one) => /^\d+$/u.test(one))
    .map((one) => Number(one) - offset);
  return [...new Set(found.filter((one) => whole(one, below)))].sort((one, other) => one - other);
}

/** The state a link stands for. What it doesn't say, or says wrongly, is as at the start: a link never fails. */
export function fromFragment(fragment: string, meta: Meta): State {
  const state = initial(meta);
  const found = fields(fragment);
  const at = meta.stacks.findIndex(({ name }) => name === found.get("stack"));
  if (at > 0) Object.assign(state, moved(state, meta, at));
  const stack = meta.stacks[state.stack]!;
  state.view = viewOf(stack, found.get("view") ?? state.view);
  const layer = numbers(found.get("layer") ?? "", 1, stack.layers)[0];
  if (layer !== undefined) state.layer = layer;
  const heads = found.get("heads");
  if (heads === "all") state.heads = everyHead(stack);
  else if (heads !== undefined) state.heads = numbers(heads, 1, stack.heads);
  const token = /^(left|right):([\d,]+)$/u.exec(found.get("token") ?? "");
  if (token) {
    state.side = token[1] as SideName;
    state.tokens = numbers(token[2]!, 0, (state.side === "left" ? stack.queries : stack.keys).texts.length);
  } else if (found.size > 0) state.tokens = [];
  const [, from, to] = /^(\d+):(\d+)$/u.exec(found.get("arrow") ?? "") ?? [];
  const arrow = { from: Number(from), to: Number(to) };
  if (whole(arrow.from, stack.queries.texts.length) && whole(arrow.to, stack.keys.texts.length)) state.arrow = arrow;
  state.weights = weightsOf(meta, found.get("weights") ?? state.weights);
  const filter = FILTERS.find((name) => name === found.get("filter"));
  if (filter) state.filter = filter;
  state.hide = found.get("special") === "hide";
  state.renormalise = found.get("renormalise") === "1";
  state.words = found.get("words") === "1";
  state.across = found.get("layout") === "rows";
  const threshold = Number(found.get("threshold") ?? THRESHOLD);
  if (threshold >= 0 && threshold <= 1) state.threshold = threshold;
  const sort = found.get("sort");
  if (meta.scores.some((score) => score.id === sort && score.stack === stack.name)) state.sort = sort!;
  state.dimensions = found.get("dimensions") === "contribution";
  return state;
}

/** What changes with the stack: another has its own layers, heads, tokens and scores, and its own telling head. */
export function moved({ view }: State, meta: Meta, to: number): Partial<State> {
  const stack = meta.stacks[to]!;
  return { view: viewOf(stack, view), stack: to, ...opening(stack), tokens: [], arrow: null, sort: null };
}

/** Whether two states differ in nothing but the tokens that are kept. */
export function sameButTokens(one: State, other: State): boolean {
  return (Object.keys(one) as (keyof State)[]).every((name) => name === "tokens" || name === "side" || one[name] === other[name]);
}

type Listener = (state: State, before: State) => void;

/** The one place where the state lives. Those who draw listen; those who are clicked set. */
export class Store {
  private readonly listeners = new Set<Listener>();

  constructor(private current: State) {}

  get state(): State {
    return this.current;
  }

  set(change: Partial<State>): void {
    const before = this.current;
    this.current = { ...before, ...change };
    for (const listener of [...this.listeners]) listener(this.current, before);
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
