// A table as CSV: all columns with all digits, in the order in which the rows are shown.
import { copyButton, quoted } from "../csv";
import { html } from "../dom";
import type { Cell, TableData } from "./types";

export function csvOf(data: TableData, rows: Cell[][]): string {
  const line = (cells: Cell[]) => cells.map((cell) => quoted(cell === null ? "" : String(cell))).join(",") + "\n";
  return line(data.columns.map(({ name }) => name)) + rows.map(line).join("");
}

/** "Copy as CSV", and the same as a file. */
export function exporter(data: TableData, rows: () => Cell[][]): HTMLElement {
  const save = html("button", { type: "button", "aria-label": `Download ${data.id}.csv` }, "Download");
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([csvOf(data, rows())], { type: "text/csv" }));
    html("a", { href: address, download: `${data.id}.csv` }).click();
    // The browser has taken the file by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
  return html("span", { class: "export" }, copyButton(() => csvOf(data, rows()), "rows"), save);
}
