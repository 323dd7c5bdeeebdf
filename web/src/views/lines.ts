// The strokes of the head view: which there are, and drawing them with a pen. The page and the export both draw here.
import { boxOf, type Columns, ends, PAD } from "./columns";
import type { Pen } from "./draw";
import { looks as looksOf, type Palette } from "./palette";
import type { SideName } from "./state";
import { cells, CHARACTER, LINE, shortened } from "./tokens";
import { allowed, type Filter, type HeadMap, type Side } from "./units";
import type { Weights } from "./weights";

export interface Scene {
  place: Columns;
  rows: Side;
  keys: Side;
  heads: number[];
  maps: HeadMap[]; // of those heads
  filter: Filter;
  threshold: number;
  weights: Weights;
  rests: (string | null)[]; // of each row the token on which these heads rest, where nothing is left without sinks
}

/** Tokens that are looked at, and each head's weights to their counterparts. */
export interface Chosen {
  side: SideName;
  units: number[];
  sums: Float64Array[];
}

// Below this, a stroke would not change a pixel.
const INVISIBLE = 0.004;
const STEPS = 64;

/** The first and the one after the last of the middles that lie between two heights. */
export function between(middles: number[], top: number, bottom: number): [number, number] {
  const first = middles.findIndex((y) => y + LINE / 2 > top);
  if (first < 0) return [middles.length, middles.length];
  let last = first;
  while (last < middles.length && middles[last]! - LINE / 2 < bottom) last++;
  return [first, last];
}

/** Strokes as numbers, head by head, query by query, key by key; strongest first. */
export class Strokes {
  constructor(
    private readonly scene: Scene,
    private readonly steps: number[][],
  ) {}

  get count(): number {
    return this.steps.reduce((sum, step) => sum + step.length, 0);
  }

  /** The same in the order of heads and queries, where those of one token lie together. */
  byToken(): Strokes {
    return new Strokes(this.scene, [this.steps.flat().sort((one, other) => one - other)]);
  }

  /** Draws for as long as `more` allows and gives back where to go on from, or null at the end. */
  draw(pen: Pen, palette: Palette, offset: number, [step, at]: [number, number], more: () => boolean): [number, number] | null {
    const { scene } = this;
    const looks = looksOf(palette, scene.heads);
    for (; step < this.steps.length; step++, at = 0) {
      const strokes = this.steps[step]!;
      for (; at < strokes.length; at++) {
        if ((at & 63) === 63 && !more()) return [step, at];
        const index = strokes[at]!;
        const { columns, rows } = scene.maps[0]!;
        const key = index % columns;
        const query = Math.floor(index / columns) % rows;
        const head = Math.floor(index / (columns * rows));
        const map = scene.maps[head]!;
        const weight = map.read(map.values[query * columns + key]!);
        const { colour, dash } = looks[head]!;
        pen.line(...ends(scene.place, query, key, offset), {
          colour,
          dash,
          alpha: weight,
          width: 0.5 + 2.5 * weight,
        });
      }
    }
    return null;
  }
}

/** All strokes with an end between two heights. Those that only pass through are left out: they say nothing about what is seen. */
export function strokesOf(scene: Scene, top: number, bottom: number): Strokes {
  const steps: number[][] = Array.from({ length: STEPS + 1 }, () => []);
  const [firstRow, lastRow] = between(scene.place.queries, top, bottom);
  const [firstKey, lastKey] = between(scene.place.keys, top, bottom);
  const least = Math.max(scene.threshold, INVISIBLE);
  scene.maps.forEach((map, head) => {
    const cut = map.least(least);
    for (let row = 0; row < map.rows; row++) {
      const seen = row >= firstRow && row < lastRow;
      const [from, to] = seen ? [0, map.columns] : [firstKey, lastKey];
      for (let key = from; key < to; key++) {
        const value = map.values[row * map.columns + key]!;
        if (value < cut || !allowed(scene.filter, scene.rows.segments[row]!, scene.keys.segments[key]!)) continue;
        const step = STEPS - Math.round(STEPS * Math.min(1, map.read(value)));
        steps[step]!.push((head * map.rows + row) * map.columns + key);
      }
    }
  });
  return new Strokes(scene, steps);
}

/** The chosen tokens' strokes in full colour, and over each counterpart a box for every head, as strong as its weight. */
export function drawChosen(
  pen: Pen,
  palette: Palette,
  scene: Scene,
  chosen: Chosen,
  offset: number,
  [top, bottom]: [number, number],
): void {
  const { queries, keys } = scene.place;
  const onLeft = chosen.side === "left";
  const others = onLeft ? keys : queries;
  const [first, last] = between(others, top, bottom);
  const looks = looksOf(palette, scene.heads);
  scene.maps.forEach((map, at) => {
    const { colour, dash } = looks[at]!;
    for (let other = first; other < last; other++) {
      const sum = chosen.sums[at]![other]!;
      if (sum <= INVISIBLE) continue;
      const box = boxOf(scene.place, onLeft ? "right" : "left", other, offset);
      const width = box.width / scene.heads.length;
      pen.box(box.x + at * width, box.y, width, box.height, colour, 0.8 * sum);
    }
    const cut = map.least(Math.max(scene.threshold, INVISIBLE));
    for (const unit of chosen.units) {
      for (let other = 0; other < others.length; other++) {
        const [row, key] = onLeft ? [unit, other] : [other, unit];
        const value = map.values[row * map.columns + key]!;
        if (value < cut || !allowed(scene.filter, scene.rows.segments[row]!, scene.keys.segments[key]!)) continue;
        const weight = map.read(value);
        pen.line(...ends(scene.place, row, key, offset), {
          colour,
          dash,
          alpha: weight,
          width: 0.5 + 2.5 * weight,
        });
      }
    }
  });
  const tokens = onLeft ? scene.rows : scene.keys;
  for (const unit of chosen.units) {
    const wide = cells(shortened(tokens.texts[unit]!, scene.place.characters)) * CHARACTER + 2 * PAD;
    const around = boxOf(scene.place, chosen.side, unit, offset, wide);
    pen.frame(around.x, around.y, around.width, around.height, palette.ink);
  }
}

/** The mean over heads of their weights to each counterpart. */
export function means(sums: Float64Array[]): Float64Array {
  const mean = new Float64Array(sums[0]?.length ?? 0);
  for (const one of sums) for (let at = 0; at < mean.length; at++) mean[at]! += one[at]! / sums.length;
  return mean;
}
