// Sentences about what is looked at: for everybody as a line above the columns, for screen readers the drawing itself.
import { html } from "../dom";
import type { Chosen, Scene } from "./lines";
import type { Meta, Stack } from "./meta";
import { isOff } from "./off";
import type { State } from "./state";
import { plain, visible } from "./tokens";
import { headName } from "./view";
import { layered, WORDS } from "./weights";

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
  if (layered(meta)) return `Layer ${layer + 1}`;
  const label = labelOf(meta, stack, layer, head);
  const off = isOff(meta, stack, layer, head) ? ", switched off" : "";
  return `Head ${headName(layer, head)}${label === null ? "" : `, ${behaviour(meta, label).words}`}${off}`;
}

/** "Head 3-5: next token", "Layer 3, heads 1 to 8", "Layer 3, heads 2, 5 and 7". */
export function headWords(meta: Meta, stack: Stack, state: State): string {
  return namesOf(meta, stack, state) + WORDS[state.weights].title;
}

function namesOf(meta: Meta, stack: Stack, { layer, heads }: State): string {
  const where = meta.stacks.length > 1 ? ` of the ${visible(stack.name)}` : "";
  if (layered(meta)) return `Layer ${layer + 1}${where}`;
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

const VERBS = {
  carried: { left: [" has in it ", " have in them "], right: [" is in ", " are in "] },
  depends: { left: [" depends on ", " depend on "], right: [" matters to ", " matter to "] },
  attends: { left: [" attends to ", " attend to "], right: [" is attended to by ", " are attended to by "] },
  moves: { left: [" takes from ", " take from "], right: [" gives to ", " give to "] },
} as const;

const VERB = { raw: "attends", "no-sink": "attends", norm: "moves", rollout: "carried", "value-zeroing": "depends" } as const;

const quoted = (text: string) => html("bdi", { class: "hs-quoted" }, visible(text).slice(0, 40));

/** “sat” attends to “cat” 0.43, “the” 0.20 (mean of 8 heads). */
export function sentence({ rows, keys, heads, weights, rests }: Scene, chosen: Chosen | null, mean: Float64Array | null): (Node | string)[] {
  if (heads.length === 0) return ["No head is shown: choose one above."];
  if (!chosen || !mean) return ["Point at a token to see its weights."];
  const [own, others] = chosen.side === "left" ? [rows, keys] : [keys, rows];
  const parts: (Node | string)[] = [];
  chosen.units.slice(0, MOST).forEach((unit, at) => parts.push(at > 0 ? " + " : "", quoted(own.texts[unit]!)));
  if (chosen.units.length > MOST) parts.push(` and ${chosen.units.length - MOST} more`);
  const one = chosen.units.length === 1;
  const resting = chosen.side === "left" && one ? rests[chosen.units[0]!] : null;
  if (resting) return [...parts, " rests on ", quoted(resting), ": without sinks, less than 1% of its attention is left."];
  parts.push(VERBS[VERB[weights]][chosen.side][one ? 0 : 1]);
  const strongest = Array.from(mean.keys())
    .filter((at) => mean[at]! >= 0.01)
    .sort((first, second) => mean[second]! - mean[first]!)
    .slice(0, MOST);
  if (strongest.length === 0) parts.push("nothing above 1%");
  strongest.forEach((at, index) => parts.push(index > 0 ? ", " : "", quoted(others.texts[at]!), ` ${mean[at]!.toFixed(2)}`));
  const note = WORDS[weights].note;
  const notes = [...(note ? [note] : []), ...(one ? [] : ["summed"]), ...(heads.length === 1 ? [] : [`mean of ${heads.length} heads`])];
  parts.push(notes.length > 0 ? ` (${notes.join(", ")}).` : ".");
  return parts;
}
