// Heads: their names, and where one stands among the others. Stored counted from 0, shown counted from 1.
import { bisectRight } from "d3-array";
import { numbers, type Payload, type Score, type Stack } from "./payload";

export interface Head {
  stack: string;
  layer: number;
  head: number;
}

/** { layer: 7, head: 9 } is "8-10". */
export function headName(head: Head): string {
  return `${head.layer + 1}-${head.head + 1}`;
}

export function sameHead(one: Head | null, other: Head | null): boolean {
  if (one === null || other === null) return one === other;
  return one.stack === other.stack && one.layer === other.layer && one.head === other.head;
}

/** All heads of a stack, layer by layer. */
export function headsOf(stack: Stack): Head[] {
  const heads: Head[] = [];
  for (let layer = 0; layer < stack.layers; layer++) {
    for (let head = 0; head < stack.heads; head++) heads.push({ stack: stack.name, layer, head });
  }
  return heads;
}

export function stackOf(payload: Pick<Payload, "stacks">, name: string): Stack {
  const stack = payload.stacks.find((candidate) => candidate.name === name);
  if (!stack) throw new Error(`there is no stack named ${name}`);
  return stack;
}

export interface Reading {
  value: number;
  low: number | null;
  high: number | null;
}

/** The head's number and interval, or null where it has none. */
export function reading(score: Score, head: Head): Reading | null {
  if (score.stack !== head.stack) return null;
  const value = score.value[head.layer]?.[head.head] ?? null;
  if (value === null) return null;
  return { value, low: score.low[head.layer]?.[head.head] ?? null, high: score.high[head.layer]?.[head.head] ?? null };
}

/** A score's numbers in rising order, kept, since every mark of every figure states its rank. */
const ascending = new WeakMap<Score, Float64Array>();

/** The rank of a value among the measured heads: 1 for the highest; equal values share the better rank. */
export function rank(score: Score, value: number): { rank: number; of: number } {
  let all = ascending.get(score);
  if (!all) ascending.set(score, (all = Float64Array.from(numbers(score.value)).sort()));
  return { rank: all.length - bisectRight(all, value) + 1, of: all.length };
}

/** The head with the highest value; of equals, the first. */
export function topHead(score: Score): Head | null {
  let top: Head | null = null;
  let highest = -Infinity;
  score.value.forEach((row, layer) =>
    row.forEach((value, head) => {
      if (value !== null && value > highest) {
        highest = value;
        top = { stack: score.stack, layer, head };
      }
    }),
  );
  return top;
}

/** How a link names a head: "8-10", or "decoder/8-10" where a bare name would be ambiguous. */
export function headAddress(head: Head, payload: Pick<Payload, "stacks">): string {
  return payload.stacks.length > 1 ? `${head.stack}/${headName(head)}` : headName(head);
}

/** The head of such a name, if this page has it. */
export function headAt(address: string, payload: Pick<Payload, "stacks">): Head | null {
  const match = /^(?:(.+)\/)?(\d+)-(\d+)$/su.exec(address);
  if (!match) return null;
  const stack = match[1] === undefined ? payload.stacks[0] : payload.stacks.find(({ name }) => name === match[1]);
  const layer = Number(match[2]) - 1;
  const head = Number(match[3]) - 1;
  if (!stack || layer < 0 || head < 0 || layer >= stack.layers || head >= stack.heads) return null;
  return { stack: stack.name, layer, head };
}

/** What is said of a head that a link names and the page does not have. */
export function noHead(address: string, payload: Pick<Payload, "stacks">): string {
  const shape = ({ name, layers, heads }: Stack) => `${layers} layers of ${heads} heads${payload.stacks.length > 1 ? ` in the ${name}` : ""}`;
  return `There is no head ${address} here: the model has ${payload.stacks.map(shape).join(", ")}.`;
}

/** The fragment that opens a head: "head=8-10". */
export function headFragment(head: Head, payload: Pick<Payload, "stacks">): string {
  const name = headName(head);
  return payload.stacks.length > 1 ? `head=${encodeURIComponent(head.stack)}/${name}` : `head=${name}`;
}

/** The head that a fragment names, if this page has it. */
export function headFromFragment(fragment: string, payload: Pick<Payload, "stacks">): Head | null {
  const match = /^#?head=(.+)$/su.exec(fragment);
  return match && headAt(decoded(match[1]!), payload);
}

/** A link may be cut or mistyped, and decodeURIComponent throws at a lone %. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
