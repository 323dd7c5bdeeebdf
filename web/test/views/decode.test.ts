import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { Data, fromBase64, inflate, quantised, WEIGHTS } from "../../src/views/decode";
import { checked, size } from "../../src/views/meta";
import { BERRIES, meta, stack, tokens } from "./sample";

test("a byte is never further from the weight than is stated", () => {
  const { error } = meta();
  let most = 0;
  for (let step = 0; step <= 200_000; step++) most = Math.max(most, Math.abs(WEIGHTS[quantised(step / 200_000)]! - step / 200_000));
  expect(most).toBeLessThanOrEqual(error);
  // And it is stated sharply: a coarser scale would show.
  expect(most).toBeGreaterThan(0.0039);
});

test("small weights keep their size", () => {
  expect(WEIGHTS[quantised(0.001)]).toBeCloseTo(0.001, 4);
  expect(WEIGHTS[0]).toBe(0);
  expect(WEIGHTS[255]).toBe(1);
});

test("base64 and deflate come back as they went in, in one piece and in many", async () => {
  const whole = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at * 31) >> 7);
  const packed = deflateRawSync(whole);
  const pieces = [...fromBase64(`\n${packed.toString("base64")}\n`)];
  expect(Buffer.concat(pieces).equals(packed)).toBe(true);
  const back = await inflate(pieces, whole.length);
  expect(Buffer.from(back).equals(Buffer.from(whole))).toBe(true);
});

test("too little, too much and broken data are said to be so", async () => {
  const packed = new Uint8Array(deflateRawSync(new Uint8Array(100)));
  await expect(inflate([packed], 101)).rejects.toThrow("expected 101 bytes of data, got 100");
  await expect(inflate([packed], 99)).rejects.toThrow("expected 99 bytes of data, got more");
  await expect(inflate([Uint8Array.of(255, 255, 255)], 100)).rejects.toThrow();
  expect(() => new Data(new Uint8Array(5), 6)).toThrow("expected 6 bytes of data, got 5");
});

test("a head's map is its own, and vectors may start at any byte", () => {
  const one = stack({ layers: 2, heads: 3 });
  const all = Uint8Array.from({ length: 2 * 3 * 16 }, (_, at) => Math.floor(at / 16));
  const data = new Data(all, all.length);
  expect([...data.map(one, 1, 2)]).toEqual(Array(16).fill(5));
  const floats = new Uint8Array(3 + 4 * 8);
  floats.set(new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer), 3);
  expect([...new Data(floats, 35).vectors({ at: 3, shape: [2, 1, 2, 2] }, 1, 0)]).toEqual([5, 6, 7, 8]);
});

test("a description that does not fit itself is refused in a sentence", () => {
  expect(size(meta())).toBe(96);
  expect(checked(meta())).toBeTruthy();
  expect(() => checked(meta({ version: 2 }))).toThrow("this page reads version 1 of the data, got version 2");
  expect(() => checked(meta({ stacks: [] }))).toThrow("at least one stack");
  const short = { ...BERRIES, special: [true] };
  expect(() => checked(meta({ stacks: [stack({ keys: short })] }))).toThrow(
    'encoder, keys: expected 4 in "special", as many as there are tokens, got 1',
  );
  const maps = { at: 0, shape: [2, 3, 4, 5] };
  expect(() => checked(meta({ stacks: [stack({ maps })] }))).toThrow("expected the shape 2 × 3 × 4 × 4, got 2 × 3 × 4 × 5");
  const vectors = { query: { at: 0, shape: [2, 3, 4, 8] }, key: { at: 0, shape: [2, 3, 2, 7] }, scaling: 1 };
  expect(() => checked(meta({ stacks: [stack({ keys: tokens(["a", "b"]), vectors })] }))).toThrow("key vectors");
});
