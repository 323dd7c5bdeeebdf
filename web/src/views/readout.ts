// Sentences about what is looked at: for everybody as a line above the columns, for screen readers the drawing itself.
import { html } from "../dom";
import type { Chosen, Scene } from "./lines";
import type { Meta, Stack } from "./meta";
import type { State } from "./state";
import { plain, visible } from "./tokens";
import { headName } from "./view";

const MOST = 5; // counterparts in a sentence

/** What a label is called, and its sign. One that the run does not describe is shown as it is, by its first letter. */
export function behaviour({ behaviours }: Meta, label: string): { words: string; mark: string } {
  const known = behaviours.find(({ name }) => name === label);
  return { words: known ? plain(known.words) : visible(label), mark: known ? plain(known.sign) : [...visible(label)][0]! };
}

export function labelOf(meta: Meta, stack: Stack, layer: number, head: number): string | null {
  return meta.labels.find((one) => one.stack === stack.name && one.layer === layer && one.head === head)?.label ?? null;
}

/** "Head 3-5, next token": the name of a small map. */
export function describeHead(meta: Meta, stack: Stack, layer: number, head: number): string {
  const label = labelOf(meta, stack, layer, head);
  return `Head ${headName(layer, head)}${label === null ? "" : `, ${behaviour(meta, label).words}`}`;
}

/** "Head 3-5: next token", "Layer 3, heads 1 to 8", "Layer 3, heads 2, 5 and 7". */
export function headWords(meta: Meta, stack: Stack, { layer, heads }: State): string {
  const where = meta.stacks.length > 1 ? ` of the ${visible(stack.name)}` : "";
  if (heads.length === 0) return `Layer ${layer + 1}${where}, no head shown`;
  if (heads.length === 1) {
    const label = labelOf(meta, stack, layer, heads[0]!);
    return `Head ${headName(layer, heads[0]!)}${where}${label === null ? "" : `: ${behaviour(meta, label).words}`}`;
  }
  const names = heads.map((head) => head + 1);
  const row = names.length > 2 && names.at(-1)! - names[0]! === names.length - 1;
  const list = row ? `${names[0]} to ${names.at(-1)}` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `Layer ${layer + 1}${where}, heads ${list}`;
}

const quoted = (text: string) => html("bdi", { class: "hs-quoted" }, visible(text).slice(0, 40));

/** “sat” attends to “cat” 0.43, “the” 0.20 (mean of 8 heads). */
export function sentence({ rows, keys, heads }: Scene, chosen: Chosen | null, mean: Float64Array | null): (Node | string)[] {
  if (heads.length === 0) return ["No head is shown: choose one above."];
  if (!chosen || !mean) return ["Point at a token to see its weights."];
  const [own, others] = chosen.side === "left" ? [rows, keys] : [keys, rows];
  const parts: (Node | string)[] = [];
  chosen.units.slice(0, MOST).forEach((unit, at) => parts.push(at > 0 ? " + " : "", quoted(own.texts[unit]!)));
  if (chosen.units.length > MOST) parts.push(` and ${chosen.units.length - MOST} more`);
  const one = chosen.units.length === 1;
  parts.push(
    chosen.side === "left" ? (one ? " attends to " : " attend to ") : one ? " is attended to by " : " are attended to by ",
  );
  const strongest = Array.from(mean.keys())
    .filter((at) => mean[at]! >= 0.01)
    .sort((first, second) => mean[second]! - mean[first]!)
    .slice(0, MOST);
  if (strongest.length === 0) parts.push("nothing above 1%");
  strongest.forEach((at, index) => parts.push(index > 0 ? ", " : "", quoted(others.texts[at]!), ` ${mean[at]!.toFixed(2)}`));
  const notes = [...(one ? [] : ["summed"]), ...(heads.length === 1 ? [] : [`mean of ${heads.length} heads`])];
  parts.push(notes.length > 0 ? ` (${notes.join(", ")}).` : ".");
  return parts;
}
