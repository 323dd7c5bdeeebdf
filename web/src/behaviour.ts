// What a head does, in one word: its name, its colour and the sign that says the same without colour. Nothing is drawn here.
import type { Theme } from "./colour";
import { type Head, sameHead } from "./heads";
import type { Card, Claim, Label, Payload } from "./payload";

export interface Behaviour {
  name: string;
  words: string;
  sign: string;
  colour: string | null; // null: no fill
}

/** In the order of the legend. Told apart by colour-blind readers by the colours, by everybody by the signs. */
export const BEHAVIOURS: readonly Behaviour[] = [
  { name: "next", words: "next token", sign: "▶", colour: "#0072b2" },
  { name: "previous", words: "previous token", sign: "◀", colour: "#56b4e9" },
  { name: "cls", words: "[CLS]", sign: "C", colour: "#66c2a5" },
  { name: "sep", words: "[SEP]", sign: "S", colour: "#009e73" },
  { name: "punct", words: "punctuation", sign: ",", colour: "#cc79a7" },
  { name: "broad", words: "broad", sign: "▲", colour: "#999999" },
  { name: "syntax", words: "syntax", sign: "○", colour: "#d55e00" },
  { name: "coreference", words: "coreference", sign: "◆", colour: "#7b3294" },
  { name: "mixed", words: "mixed", sign: "·", colour: null },
];
const MIXED = BEHAVIOURS[BEHAVIOURS.length - 1]!;

/** A head's behaviour: how sure it is, how strong (0 to 1 among the heads of its kind), and the relations that it surely finds. */
export interface Doing {
  behaviour: Behaviour;
  sure: boolean;
  strength: number;
  claims: Claim[];
}

/** What each head of a page does. A label of attention comes first; a head that is mixed by that may still find a relation. */
export class Doings {
  readonly #labels = new Map<string, Label>();
  readonly #cards = new Map<string, Card>();
  readonly #most = new Map<string, number>();

  constructor(payload: Payload) {
    for (const label of payload.labels) {
      this.#labels.set(place(label), label);
      this.#most.set(label.label, Math.max(this.#most.get(label.label) ?? 0, label.margin ?? 0));
    }
    for (const card of payload.cards) this.#cards.set(place(card), card);
  }

  of(head: Head): Doing {
    const label = this.#labels.get(place(head));
    const claims = this.#cards.get(place(head))?.claims ?? [];
    const named = BEHAVIOURS.find(({ name }) => name === label?.label && name !== MIXED.name);
    if (label && named) {
      const most = this.#most.get(label.label) ?? 0;
      return { behaviour: named, sure: label.sure, strength: most > 0 ? (label.margin ?? 0) / most : 0, claims };
    }
    const found = claims[0] && BEHAVIOURS.find(({ name }) => name === (claims[0]!.measure === "coreference" ? "coreference" : "syntax"));
    return { behaviour: found ?? MIXED, sure: found !== undefined, strength: 1, claims };
  }

  card(head: Head): Card | undefined {
    return this.#cards.get(place(head));
  }

  /** How many of these heads do what, without what none does; and how many of those are not sure. */
  counts(heads: Head[]): { behaviour: Behaviour; count: number; unsure: number }[] {
    const doings = heads.map((head) => this.of(head));
    return BEHAVIOURS.map((behaviour) => {
      const mine = doings.filter((doing) => doing.behaviour === behaviour);
      return { behaviour, count: mine.length, unsure: behaviour === MIXED ? 0 : mine.filter(({ sure }) => !sure).length };
    }).filter(({ count }) => count > 0);
  }
}

function place({ stack, layer, head }: Head): string {
  return `${stack}/${layer}/${head}`;
}

/** The head's own label, as the run has it. */
export function labelOf(labels: Label[], head: Head): Label | undefined {
  return labels.find((label) => sameHead(label, head));
}

const GROUND: Record<Theme, string> = { light: "#ffffff", dark: "#111316" };
const INKS = ["#16181c", "#ffffff"] as const;

/** One colour laid over another. */
export function blend(colour: string, ground: string, share: number): string {
  const channel = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(share * channel(colour, at) + (1 - share) * channel(ground, at)));
  return `#${mixed.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** How much of a behaviour's colour a cell gets: the surer and stronger the more. */
export function depth({ sure, strength }: Doing): number {
  return sure ? 0.6 + 0.4 * Math.min(1, Math.max(0, strength)) : 0.3;
}

/** Fill and lettering of a cell in a theme; the lettering is what stands out from the fill. */
export function tint(doing: Doing, theme: Theme): { fill: string; ink: string } {
  const { colour } = doing.behaviour;
  const fill = colour === null ? GROUND[theme] : blend(colour, GROUND[theme], depth(doing));
  const ink = INKS.reduce((best, other) => (contrast(other, fill) > contrast(best, fill) ? other : best));
  return { fill, ink };
}

/** Contrast as the accessibility guidelines have it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const linear = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
}
