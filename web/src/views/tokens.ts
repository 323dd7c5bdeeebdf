// Tokens that can be seen whatever is in them, as headscope.figures.lettering writes them: the drawing made by Python and
// this one agree on every width.

export const LINE = 18; // pixels to a token
export const TYPE = 0.7 * LINE;
export const CHARACTER = 0.61 * TYPE; // the width of a monospaced one

const KNOWN: Record<string, string> = { " ": "␣", "\n": "↵", "\t": "⇥" };
// Controls, formats (directions, zero widths), lone halves of pairs, private and unassigned ones; separators of all kinds;
// and letters that are blank.
const HIDDEN = /[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/gu;
// The joiner inside 👩‍🔬 is no danger, and without it there would be two pictures and a number.
const JOINED = /(?<=\p{Extended_Pictographic}\p{M}*\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic})/gu;
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const MARK = /^[\p{M}\u200d]$/u;

/** A token with nothing in it that can't be seen, or that moves what stands beside it. */
export function visible(token: string): string {
  const kept = "\ue000"; // private, so it can't be one of the token's: those are replaced first
  const safe = token.replace(/\ue000/gu, "‹E000›").replace(JOINED, kept);
  const seen = safe.replace(HIDDEN, (one) =>
    one === kept ? "\u200d" : (KNOWN[one] ?? `‹${one.codePointAt(0)!.toString(16).toUpperCase().padStart(2, "0")}›`),
  );
  return seen || "‹empty›";
}

/** A name or a sentence from somebody, safe beside our own words: `visible`, but for its spaces. */
export function plain(text: string): string {
  return text
    .split(" ")
    .map((word) => (word === "" ? "" : visible(word)))
    .join(" ");
}

/** How many monospaced places a text takes. */
export function cells(content: string): number {
  let places = 0;
  for (const character of content) places += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return places;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A token made visible, and cut where it is longer than `most` places; never through a letter and its accents. */
export function shortened(token: string, most: number): string {
  const seen = visible(token);
  if (cells(seen) <= most && seen.length <= 2 * most + 8) return seen; // a letter may carry a hundred accents
  let kept = "";
  for (const { segment } of graphemes.segment(seen)) {
    if (cells(kept + segment) > most - 1 || kept.length + segment.length > 2 * most) break;
    kept += segment;
  }
  return `${kept}…`;
}
