import { afterEach, expect, test, vi } from "vitest";
import { toCsv } from "../src/csv";
import { headName, headsOf } from "../src/heads";
import { Highlight } from "../src/highlight";
import { Link } from "../src/link";
import { filling, headTable, sorted } from "../src/table";
import { payload, score } from "./sample";

const stack = { name: "encoder", layers: 2, heads: 2 };
const one = score({ value: [[0.3, null], [0.9, 0.3]], low: [[0.28, null], [0.88, null]], high: [[0.32, null], [0.92, null]] });
const names = (heads: ReturnType<typeof sorted>) => heads.map(headName);

afterEach(() => vi.unstubAllGlobals());

test("sorting puts what was not measured last either way and keeps equals in order", () => {
  expect(names(sorted(headsOf(stack), { score: one, descending: true }))).toEqual(["2-1", "1-1", "2-2", "1-2"]);
  expect(names(sorted(headsOf(stack), { score: one, descending: false }))).toEqual(["1-1", "2-2", "2-1", "1-2"]);
  expect(names(sorted(headsOf(stack), { score: null, descending: true }))).toEqual(["2-2", "2-1", "1-2", "1-1"]);
});

test("filled-up numbers meet at the decimal point", () => {
  const texts = ["0.95", "4.6", "12", "–"];
  const filled = filling(texts).map((fill, index) => texts[index] + fill);
  expect(filled).toEqual(["0.95", "4.6\u2007", "12\u2008\u2007\u2007", "–\u2008\u2007\u2007"]);
});

test("CSV has all digits, intervals, and names counted from 1", () => {
  const quoted = { ...one, id: 'a "b", c' };
  expect(toCsv(sorted(headsOf(stack), { score: one, descending: true }), [quoted])).toBe(
    'stack,layer,head,"a ""b"", c","a ""b"", c low","a ""b"", c high"\n' +
      "encoder,2,1,0.9,0.88,0.92\nencoder,1,1,0.3,0.28,0.32\nencoder,2,2,0.3,,\nencoder,1,2,,,\n",
  );
});

function drawn(): HTMLElement {
  const page = payload({ stacks: [stack], scores: [one] });
  const table = headTable(stack, page, new Highlight(), new Link());
  document.body.replaceChildren(table);
  return table;
}
const column = (table: HTMLElement) => [...table.querySelectorAll("tbody th")].map((cell) => cell.textContent);

test("a heading sorts: highest first, then lowest", () => {
  const table = drawn();
  const button = [...table.querySelectorAll("thead button")].find(({ textContent }) => textContent === "+1") as HTMLButtonElement;
  expect(column(table)).toEqual(["1-1", "1-2", "2-1", "2-2"]);
  button.click();
  expect(column(table)).toEqual(["2-1", "1-1", "2-2", "1-2"]);
  expect(button.parentElement!.getAttribute("aria-sort")).toBe("descending");
  button.click();
  expect(column(table)).toEqual(["1-1", "2-2", "2-1", "1-2"]);
  expect(table.querySelector("tbody b")!.textContent).toBe("0.90");
  expect(table.querySelector("tfoot")!.textContent).toContain("0.0091");
});

test("copying follows the order shown", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const table = drawn();
  (table.querySelectorAll("thead button")[1] as HTMLButtonElement).click();
  (table.querySelector(".copy button") as HTMLButtonElement).click();
  expect(writeText).toHaveBeenCalledWith(toCsv(sorted(headsOf(stack), { score: one, descending: true }), [one]));
  await vi.waitFor(() => expect(table.querySelector(".copy")!.textContent).toContain("Copied, 4 heads"));
});

test("where the clipboard is closed the text is laid out to be copied", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  const table = drawn();
  (table.querySelector(".copy button") as HTMLButtonElement).click();
  await vi.waitFor(() => expect(table.querySelector("textarea")!.value).toContain("encoder,1,1,0.3"));
});
