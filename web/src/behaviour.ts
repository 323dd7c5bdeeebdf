// What a head does, in one word: its name, its colour and the sign that says the same without colour. Nothing is drawn here, and nothing
// is decided: Python says which head has which label, and what the labels mean.
import type { Theme } from "./colour";
import type { Head } from "./heads";
import type { Behaviour, Card, Claim, Label, Payload } from "./payload";

/** A head's behaviour: whether its whole interval supports it, how strong it is (0 to 1 among the heads of its kind), and the relations
 *  that the head significantly finds. */
export interface Doing {
  behaviour: Behaviour;
  sure: boolean;
  strength: number;
  claims: Claim[];
}

/** Of a page that has no labels. */
const UNKNOWN: Behaviour = { name: "", words: "no label", sign: "", light: null, dark: null };

/** What each head of a page does. */
export class Doings {
  readonly #behaviours: Map<string, Behaviour>;
  readonly #mixed: Behaviour;
  readonly #labels = new Map<string, Label>();
  readonly #cards = new Map<string, Card>();
  readonly #most = new Map<string, number>();

  constructor(payload: Payload) {
    this.#behaviours = new Map(payload.behaviours.map((behaviour) => [behaviour.name, behaviour]));
    this.#mixed = payload.behaviours.find(({ light }) => light === null) ?? UNKNOWN;
    for (const label of payload.labels) {
      this.#labels.set(place(label), label);
      this.#most.set(label.label, Math.max(this.#most.get(label.label) ?? 0, label.margin ?? 0));
    }
    for (const card of payload.cards) this.#cards.set(place(card), card);
  }

  of(head: Head): Doing {
    const label = this.#labels.get(place(head));
    const claims = this.#cards.get(place(head))?.claims ?? [];
    const behaviour = (label && this.#behaviours.get(label.label)) ?? this.#mixed;
    const most = this.#most.get(behaviour.name) ?? 0;
    return { behaviour, sure: label?.sure ?? false, strength: most > 0 ? (label?.margin ?? 0) / most : 0, claims };
  }

  card(head: Head): Card | undefined {
    return this.#cards.get(place(head));
  }

  /** How many of these heads do what, without what none does; and of how many that is uncertain. */
  counts(heads: Head[]): { behaviour: Behaviour; count: number; unsure: number }[] {
    const doings = heads.map((head) => this.of(head));
    return [...new Set([...this.#behaviours.values(), this.#mixed])]
      .map((behaviour) => {
        const mine = doings.filter((doing) => doing.behaviour === behaviour);
        return { behaviour, count: mine.length, unsure: mine.filter(uncertain).length };
      })
      .filter(({ count }) => count > 0);
  }
}

/** Whether a label has an interval that does not support it; that a head does a bit of everything is no label. */
export function uncertain({ behaviour, sure }: Doing): boolean {
  return !sure && behaviour.light !== null;
}

function place({ stack, layer, head }: Head): string {
  return `${stack}/${layer}/${head}`;
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

/** Fill and lettering of a cell in a theme; the lettering is what stands out from the fill. An area takes the deeper of a behaviour's two
 *  colours in both themes: the other is for letters on a dark page. */
export function tint(doing: Doing, theme: Theme): { fill: string; ink: string } {
  const colour = doing.behaviour.light;
  const fill = colour === null ? GROUND[theme] : blend(colour, GROUND[theme], depth(doing));
  return { fill, ink: inkOn(fill) };
}

const MIXED: Record<Theme, { ground: string; deep: string }> = {
  light: { ground: "#ffffff", deep: "#23272d" },
  dark: { ground: "#191b1f", deep: "#f1f2f4" },
};

/** The two ends of a picture in a behaviour's colour: where no attention goes, and where all of it does. */
export function shades(doing: Doing, theme: Theme): { ground: string; deep: string } {
  const colour = theme === "light" ? doing.behaviour.light : (doing.behaviour.dark ?? doing.behaviour.light);
  if (colour === null) return MIXED[theme];
  const { ground, deep } = MIXED[theme];
  return { ground: blend(colour, ground, doing.sure ? 0.26 : 0.1), deep: blend(colour, deep, 0.5) };
}

/** The lettering that stands out most. */
export function inkOn(fill: string): string {
  return INKS.reduce((best, other) => (contrast(other, fill) > contrast(best, fill) ? other : best));
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
