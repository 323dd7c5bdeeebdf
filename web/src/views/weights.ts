// What the weights of a map are made of: attention, what attention moves, or attention without sinks. The page has attention, one norm for
// each head and token, and which rows are empty without sinks; the rest is computed here, as headscope.views.weighting does.
import { type Data, WEIGHTS as OF_BYTE } from "./decode";
import type { Meta, Stack } from "./meta";
import type { Side } from "./units";

export type Weights = "raw" | "norm" | "no-sink" | "rollout" | "value-zeroing";
export const KINDS: readonly Weights[] = ["raw", "norm", "no-sink", "rollout", "value-zeroing"];
const COMPUTED: readonly Weights[] = ["norm", "no-sink"]; // here; all others come as bytes

/** What a kind is called in the control, at the end of a title, and in the sentence about a token. */
export const WORDS: Record<Weights, { choice: string; title: string; note: string | null }> = {
  raw: { choice: "attention", title: "", note: null },
  norm: { choice: "what it moves", title: " · what it moves", note: "shares of what the head moves" },
  "no-sink": { choice: "without sinks", title: " · without sinks", note: "shares of what is left without sinks" },
  rollout: { choice: "rollout", title: " · rollout", note: "rollout: what attention carried, over all layers so far" },
  "value-zeroing": { choice: "value zeroing", title: " · value zeroing", note: "value zeroing: what the layer’s output depends on" },
};

/** Whether a page has one map for a layer, and none for its heads. */
export function layered({ weights }: Meta): boolean {
  return weights?.first === "rollout" || weights?.first === "value-zeroing";
}

/** The kinds that a page can show: maps that came alone have no norms. */
export function kindsOf({ weights }: Meta): Weights[] {
  return KINDS.filter((kind) => (weights ? kind in weights.errors : kind === "raw"));
}

export interface Place {
  data: Data;
  stack: Stack;
  layer: number;
  head: number;
}

/** One row after another under a kind of weights, written to `out`. */
function weigher({ data, stack, layer, head }: Place, kind: Weights): (query: number, out: Float32Array, at: number) => void {
  const bytes = data.map(stack, layer, head);
  const keys = stack.keys.texts.length;
  const sinks = stack.sinks ?? stack.keys.special;
  const factors = kind === "norm" && stack.norms ? data.norms(stack.norms, layer, head) : sinks.map((sink) => (sink ? 0 : 1));
  const rests = kind === "no-sink" && stack.rests ? data.rests(stack.rests, layer, head) : null;
  return (query, out, at) => {
    if (rests?.[query]) return;
    let whole = 0;
    for (let key = 0; key < keys; key++) whole += OF_BYTE[bytes[query * keys + key]!]! * factors[key]!;
    if (!(whole > 0)) return;
    for (let key = 0; key < keys; key++) out[at + key] = (OF_BYTE[bytes[query * keys + key]!]! * factors[key]!) / whole;
  };
}

/** A head's map: bytes where it is attention itself, otherwise weights. */
export function weighed(place: Place, kind: Weights): Uint8Array | Float32Array {
  const { data, stack, layer, head } = place;
  if (!COMPUTED.includes(kind)) return data.map(stack, layer, head);
  const [queries, keys] = [stack.queries.texts.length, stack.keys.texts.length];
  const out = new Float32Array(queries * keys);
  const write = weigher(place, kind);
  for (let query = 0; query < queries; query++) write(query, out, query * keys);
  return out;
}

/** One row of it, as weights. */
export function weighedRow(place: Place, kind: Weights, query: number): Float32Array {
  const keys = place.stack.keys.texts.length;
  if (!COMPUTED.includes(kind)) {
    const bytes = place.data.map(place.stack, place.layer, place.head).subarray(query * keys, (query + 1) * keys);
    return Float32Array.from(bytes, (byte) => OF_BYTE[byte]!);
  }
  const out = new Float32Array(keys);
  weigher(place, kind)(query, out, 0);
  return out;
}

/** For each row the token on which all these heads rest there, where they do: what is left empty without sinks. */
export function restsOf(data: Data, stack: Stack, layer: number, heads: readonly number[], rows: Side): (string | null)[] {
  const { rests } = stack;
  if (!rests || heads.length === 0) return rows.texts.map(() => null);
  const empty = heads.map((head) => data.rests(rests, layer, head));
  const sinks = stack.keys.texts.flatMap((_, key) => ((stack.sinks ?? stack.keys.special)[key] ? [key] : []));
  return rows.parts.map((parts) => {
    if (!parts.every((query) => empty.every((one) => one[query] === 1))) return null;
    const sums = sinks.map((key) =>
      heads.reduce((sum, head) => sum + parts.reduce((all, query) => all + weighedRow({ data, stack, layer, head }, "raw", query)[key]!, 0), 0),
    );
    return stack.keys.texts[sinks[sums.indexOf(Math.max(...sums))] ?? 0] ?? null;
  });
}
