// The texts that a head can be shown on: the run's sample text, which all heads have read, and sentences of the corpus in which it is right
// or wrong about what is typical of it.
import { type Head, stackOf } from "../heads";
import { allScores, type HeadText, type Payload, type Sentence, type Stack, type TextSide } from "../payload";
import { fromBase64 } from "../views/decode";
import type { Given } from "../views/embed";
import type { SideName } from "../views/state";
import { visible } from "../views/tokens";

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const pieces = [...fromBase64(text)];
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A word that a head is asked about: where to point to see its answer, and the answer in words. */
export interface Answer {
  side: SideName;
  token: number;
  words: string;
  right: boolean;
}

/** A text under a head: `layer` and `head` are its place in `given`. */
export interface HeadOnText {
  name: string;
  about: string;
  given: Given;
  layer: number;
  head: number;
  answers: Answer[];
}

const decoded = new WeakMap<HeadText, Given>();

/** The sample text under all heads of a stack, decoded once; null where the run keeps none. */
export function sampleText(payload: Payload, { name, layers, heads }: Stack): Given | null {
  const text = payload.texts[name];
  if (!text) return null;
  let given = decoded.get(text);
  if (!given) decoded.set(text, (given = { layers, heads, queries: text.queries, keys: text.keys, maps: bytesOf(text.maps) }));
  return given;
}

/** One answer in words: "tomatoes → watered ✓ 0.92". */
function told({ words }: Sentence, [word, , predicted, gold, weight]: Sentence["answers"][number]): string {
  const [from, to] = [visible(words[word]!), visible(words[predicted]!)];
  const wanted = gold.map((at) => visible(words[at]!)).join(" or ");
  const verdict = gold.includes(predicted) ? "✓" : `✗${wanted === "" ? "" : ` (it is ${wanted})`}`;
  return `${from} → ${to} ${verdict} ${weight.toFixed(2)}`;
}

/** A sentence of the corpus: its words attend to each other and to the tokens around them. */
function onSentence(payload: Payload, sentence: Sentence, name: string): HeadOnText {
  const { words, answers } = sentence;
  const plain: TextSide = { texts: words, special: words.map(() => false), segments: words.map(() => 0) };
  const keys: TextSide = {
    texts: [payload.special["cls"] ?? "", ...words, payload.special["sep"] ?? ""],
    special: [true, ...plain.special, true],
    segments: [0, ...plain.segments, 0],
  };
  const score = allScores(payload).find(({ id }) => id === sentence.score);
  // Whose attention answers is asked on the left; where it is read by what a word receives, on the right, after the token that opens it.
  const given = score?.direction !== "head-to-dependent";
  const right = answers.filter(([, , predicted, gold]) => gold.includes(predicted)).length;
  return {
    name: `${name} (${right} of ${answers.length} right)`,
    about: `${score ? `Where it ${score.words}: ` : ""}${sentence.place}. Press an answer to see it.`,
    given: { layers: 1, heads: 1, queries: plain, keys, maps: bytesOf(sentence.map) },
    layer: 0,
    head: 0,
    answers: answers.map((answer) => ({
      side: given ? "left" : "right",
      token: given ? answer[1] : answer[1] + 1,
      words: told(sentence, answer),
      right: answer[3].includes(answer[2]),
    })),
  };
}

/** All texts of a head, the most telling first: what is claimed of it is seen in a sentence, all else in the sample text. */
export function textsOf(payload: Payload, head: Head): HeadOnText[] {
  const card = payload.cards.find((one) => one.stack === head.stack && one.layer === head.layer && one.head === head.head);
  const given = sampleText(payload, stackOf(payload, head.stack));
  const sample = given && { name: "Sample text", about: "", given, layer: head.layer, head: head.head, answers: [] };
  const sentences = (["most right", "least right"] as const).flatMap((kind) => {
    const found = (card?.sentences ?? []).filter((one) => one.kind === kind);
    const name = kind === "most right" ? "Best case" : "Worst case";
    return found.map((one, at) => onSentence(payload, one, found.length > 1 ? `${name} ${at + 1}` : name));
  });
  const claimed = (card?.claims.length ?? 0) > 0;
  return claimed ? [...sentences, ...(sample ? [sample] : [])] : [...(sample ? [sample] : []), ...sentences];
}
