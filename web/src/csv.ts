// The table as CSV, with all digits and the intervals: a file is for computing, the page for reading.
import { html } from "./dom";
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

/** A button that puts a text on the clipboard, or, where the browser forbids that, on the page to be copied by hand. */
export function copyButton(text: () => string, rows = "heads"): HTMLElement {
  const button = html("button", { type: "button" }, "Copy as CSV");
  const said = html("span", { class: "quiet", role: "status" });
  const box = html("span", { class: "copy" }, button, said);
  button.addEventListener("click", () => {
    const csv = text();
    const byHand = () => {
      const area = html("textarea", { readonly: "", rows: 4, "aria-label": "The table as CSV" });
      area.value = csv;
      box.querySelector("textarea")?.remove();
      box.append(area);
      area.select();
      said.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
    };
    if (!navigator.clipboard) return byHand();
    navigator.clipboard.writeText(csv).then(() => (said.textContent = ` Copied, ${csv.split("\n").length - 2} ${rows}.`), byHand);
  });
  return box;
}
