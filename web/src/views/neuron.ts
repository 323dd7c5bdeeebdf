// α(i, j) = softmax over j of scaling · qᵢ · kⱼ, taken apart: the numbers of the neuron view. Draws nothing.
import { WEIGHTS, type Data } from "./decode";
import type { Stack } from "./meta";

export interface Working {
  dimensions: number;
  query: Float32Array; // of the chosen token
  keys: Float32Array; // key by key
  products: Float32Array; // element by element, key by key
  dots: Float64Array; // their sums
  scaled: Float64Array; // times the scaling
  softmax: Float64Array;
  weights: Float64Array; // what the model had
  masked: Uint8Array; // 1 where a model that reads from left to right may not look
  apart: number; // the largest difference between the last two
}

/** Whether nothing after a position gets any weight, in any head of a layer. */
export function causal(data: Data, stack: Stack, layer: number): boolean {
  const length = stack.queries.texts.length;
  if (length < 2 || length !== stack.keys.texts.length) return false;
  for (let head = 0; head < stack.heads; head++) {
    const map = data.map(stack, layer, head);
    for (let row = 0; row < length; row++) {
      for (let key = row + 1; key < length; key++) if (map[row * length + key] !== 0) return false;
    }
  }
  return true;
}

export function softmaxOf(logits: Float64Array, masked: Uint8Array): Float64Array {
  const largest = logits.reduce((most, one, at) => (masked[at] ? most : Math.max(most, one)), -Infinity);
  const powers = logits.map((one, at) => (masked[at] ? 0 : Math.exp(one - largest)));
  const sum = powers.reduce((total, one) => total + one, 0);
  return powers.map((one) => (sum > 0 ? one / sum : 0));
}

export function workingOf(data: Data, stack: Stack, layer: number, head: number, token: number, leftToRight: boolean): Working {
  const { query, key, scaling } = stack.vectors!;
  const dimensions = query.shape[3]!;
  const length = stack.keys.texts.length;
  const one = data.vectors(query, layer, head).subarray(token * dimensions, (token + 1) * dimensions);
  const keys = data.vectors(key, layer, head);
  const products = keys.map((value, at) => value * one[at % dimensions]!);
  const dots = new Float64Array(length);
  products.forEach((value, at) => (dots[Math.floor(at / dimensions)]! += value));
  const scaled = dots.map((dot) => dot * scaling);
  const masked = Uint8Array.from({ length }, (_, at) => (leftToRight && at > token ? 1 : 0));
  const softmax = softmaxOf(scaled, masked);
  const map = data.map(stack, layer, head);
  const weights = Float64Array.from({ length }, (_, at) => WEIGHTS[map[token * length + at]!]!);
  const apart = weights.reduce((most, weight, at) => Math.max(most, Math.abs(weight - softmax[at]!)), 0);
  return { dimensions, query: one, keys, products, dots, scaled, softmax, weights, masked, apart };
}

/** How much each dimension adds to the dot product with one key; without a key, the mean size of what it adds over all. */
export function contributions({ dimensions, products, dots }: Working, key: number | null): Float64Array {
  if (key !== null) return Float64Array.from(products.subarray(key * dimensions, (key + 1) * dimensions));
  const sizes = new Float64Array(dimensions);
  products.forEach((value, at) => (sizes[at % dimensions]! += Math.abs(value) / dots.length));
  return sizes;
}

/** The dimensions in the order they are shown in: the model's, or the largest contribution first. */
export function orderOf(working: Working, sorted: boolean, key: number | null): number[] {
  const order = Array.from({ length: working.dimensions }, (_, dimension) => dimension);
  const size = contributions(working, key);
  return sorted ? order.sort((one, other) => size[other]! - size[one]! || one - other) : order;
}
