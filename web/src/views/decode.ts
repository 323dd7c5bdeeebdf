// From the bytes that travel to weights: base64, deflate, then weight = (byte / 255)².
// The square root spends the 256 steps where weights are small, and most are.
import type { Block, Stack } from "./meta";

/** The weight that each byte stands for. */
export const WEIGHTS: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => (byte / 255) ** 2);

/** The byte that stands for a weight; what Python writes, here for tests and for thresholds. */
export function quantised(weight: number): number {
  return Math.round(255 * Math.sqrt(Math.min(1, Math.max(0, weight))));
}

const SLICE = 1 << 20; // characters at a time: a multiple of four, and small enough not to hold everything twice

/** Base64 as pieces of bytes, made as they are asked for. */
export function* fromBase64(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const whole = text.trim();
  const direct = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (direct) {
    yield direct(whole); // younger browsers do it in one go, twice as fast
    return;
  }
  for (let at = 0; at < whole.length; at += SLICE) {
    const characters = atob(whole.slice(at, at + SLICE));
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
    yield bytes;
  }
}

/** Decompress pieces of a raw deflate stream that must give exactly `length` bytes. */
export async function inflate(pieces: Iterable<Uint8Array<ArrayBuffer>>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const written = (async () => {
    for (const piece of pieces) await writer.write(piece);
    await writer.close();
  })();
  // Reading fails too, and says so below; unhandled, this one would be reported twice.
  written.catch(() => undefined);
  const whole = new Uint8Array(length);
  const reader = stream.readable.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > length) throw new Error(`expected ${length} bytes of data, got more`);
    whole.set(part.value, at);
    at += part.value.length;
  }
  await written;
  if (at !== length) throw new Error(`expected ${length} bytes of data, got ${at}`);
  return whole;
}

/** The numbers of all heads. Nothing is copied: a map is a window onto the bytes. */
export class Data {
  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    least: number,
  ) {
    if (bytes.length < least) throw new Error(`expected ${least} bytes of data, got ${bytes.length}`);
  }

  /** One head's bytes, query by query. */
  map(stack: Stack, layer: number, head: number): Uint8Array {
    const length = stack.queries.texts.length * stack.keys.texts.length;
    const at = stack.maps.at + (layer * stack.heads + head) * length;
    return this.bytes.subarray(at, at + length);
  }

  /** Which rows of a head are empty without sinks. */
  rests({ at, shape }: Block, layer: number, head: number): Uint8Array {
    const [, heads, rows] = shape as [number, number, number];
    const start = at + (layer * heads + head) * rows;
    return this.bytes.subarray(start, start + rows);
  }

  /** How much a head moves from each token. */
  norms(block: Block, layer: number, head: number): Float32Array {
    return this.vectors({ at: block.at, shape: [...block.shape, 1] }, layer, head);
  }

  /** One head's vectors, token by token. */
  vectors({ at, shape }: Block, layer: number, head: number): Float32Array {
    const [, heads, tokens, dimensions] = shape as [number, number, number, number];
    const length = tokens * dimensions;
    const start = at + 4 * (layer * heads + head) * length;
    // A block need not begin at a multiple of four, where a window of floats would have to: so a copy of one head.
    return new Float32Array(this.bytes.slice(start, start + 4 * length).buffer);
  }
}
