// Tokens that can be seen whatever is in them, as headscope.figures.lettering writes them: the drawing made by Python and
// this one agree on every width.

export const LINE = 18; // pixels to a token
export const TYPE = 0.7 * LINE;
export const CHARACTER = 0.61 * TYPE; // the width of a monospaced one

const KNOWN: Record<string, string> = { " ": "␣", "\n": "↵", "\t": "⇥" };
const JOINER = "\u200d";
// Controls, formats (directions, zero widths), lone halves of pairs, private and unassigned ones; separators of all kinds;
// and letters that are blank. Pictures that are younger than this browser are unassigned to it, and seen all the same.
const HIDDEN = /^[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]$/u;
const YOUNG = /^(?=\p{Cn})[\u{1f000}-\u{1faff}]$/u;
// A joiner between two pictures, the first with its colour of skin or its variant, is no danger: it makes 👩 and 🔬 a scientist.
const BEFORE = /(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])[\u{1f3fb}-\u{1f3ff}]?\ufe0f*$/u;
const AFTER = /^(?:[\p{So}↔]|(?=\p{Cn})[\u{1f000}-\u{1faff}])/u;
const MARK = /^\p{M}/u;
const FLAG = /^\p{Regional_Indicator}$/u;
const MODIFIER = /^[\u{1f3fb}-\u{1f3ff}]$/u;
const NO_PLACE = /^[\p{Mn}\p{Me}\u200d\u{1f3fb}-\u{1f3ff}]$/u;
// As the standard has it (East Asian width W and F): scripts of wide characters, and what browsers show as a picture.
const WIDE = new RegExp(
  "^(?!\\p{Regional_Indicator})(?:\\p{Emoji_Presentation}|[" +
    "\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3" +
    "\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6" +
    "\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2fb}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}])$",
  "u",
);

/** A token with nothing in it that can't be seen, or that moves what stands beside it. */
export function visible(token: string): string {
  const characters = [...token];
  const seen = characters.map((one, at) => {
    if (one === JOINER && joins(characters, at)) return one;
    if (!HIDDEN.test(one) || YOUNG.test(one)) return one;
    return KNOWN[one] ?? `‹${one.codePointAt(0)!.toString(16).toUpperCase().padStart(2, "0")}›`;
  });
  const whole = seen.join("");
  // An accent that has no letter to stand on gets a circle.
  return MARK.test(whole) ? `◌${whole}` : whole || "‹empty›";
}

function joins(characters: string[], at: number): boolean {
  return BEFORE.test(characters.slice(0, at).join("")) && AFTER.test(characters[at + 1] ?? "");
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
  let before = "";
  for (const one of content) {
    if (before !== JOINER && !NO_PLACE.test(one)) places += WIDE.test(one) || YOUNG.test(one) ? 2 : 1;
    before = one;
  }
  return places;
}

/** What is read as one character: a letter with its accents, a picture with all that is joined to it, a flag. */
export function clusters(content: string): string[] {
  const found: string[] = [];
  for (const one of content) {
    const last = found.at(-1) ?? "";
    const flag = FLAG.test(last) && FLAG.test(one);
    const belongs = MARK.test(one) || one === JOINER || MODIFIER.test(one) || last.endsWith(JOINER) || flag;
    if (last !== "" && belongs) found[found.length - 1] = last + one;
    else found.push(one);
  }
  return found;
}

const length = (text: string) => [...text].length;

/** A token made visible, and cut where it is longer than `most` places; never through a letter and its accents. */
export function shortened(token: string, most: number): string {
  const seen = visible(token);
  if (cells(seen) <= most && length(seen) <= 2 * most) return seen;
  let kept = "";
  for (const whole of clusters(seen)) {
    const cluster = [...whole].slice(0, most).join(""); // a letter may carry a hundred accents
    if (cells(kept + cluster) > most - 1 || length(kept + cluster) > 2 * most) break;
    kept += cluster;
  }
  return `${kept}…`;
}
