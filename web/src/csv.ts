// The table as CSV, with all digits and the intervals: a file is for computing, the page for reading.
import { copier } from "./copy";
import { type Head, reading } from "./heads";
import type { Score } from "./payload";

export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line per head (layer and head counted from 1, as on the page), three columns per score. */
export function toCsv(heads: Head[], scores: Score[]): string {
  const names = ["stack", "layer", "head", ...scores.flatMap(({ id }) => [id, `${id} low`, `${id} high`])];
  const rows = heads.map((head) => {
    const cells = scores.flatMap((score) => {
      const one = reading(score, head);
      return [one?.value, one?.low, one?.high].map((number) => (number === null || number === undefined ? "" : String(number)));
    });
    return [head.stack, String(head.layer + 1), String(head.head + 1), ...cells];
  });
  return [names, ...rows].map((row) => row.map(quoted).join(",") + "\n").join("");
}

/** A button that copies a table. */
export function copyButton(text: () => string, rows = "heads"): HTMLElement {
  return copier("Copy as CSV", "The table as CSV", text, (csv) => `Copied, ${csv.split("\n").length - 2} ${rows}.`);
}
