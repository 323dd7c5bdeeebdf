// Small multiples: every head's line under one score, in the places of the grid.
import { html, svg } from "../dom";
import { cellGrid, type GridSize } from "../grid";
import { stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { tickTexts } from "../scale";
import { saveable } from "../save/save";
import { axisOf, drawLine } from "./chart";
import { type Followed, numberOf, sideBySide, type Story } from "./payload";
import type { Shown, State } from "./state";
import { line } from "./words";

const GAP = 4;

/** The score that the lines are of: the chosen one, else that of the first finding which has one, else the first. */
export function lineScore(story: Story, shown: Shown): Followed {
  const told = story.findings.map(({ score }) => story.scores.find(({ id }) => id === score)).find((one) => one !== undefined);
  return shown.score ?? told ?? story.scores[0]!;
}

function sizeFor(layers: number, heads: number, width: number): GridSize {
  const room = Math.min(width - 48, 1400) - 46;
  const cell = Math.max(54, Math.min(150, Math.floor(room / heads)));
  return { cellWidth: cell, cellHeight: Math.max(38, Math.min(84, Math.round(cell * 0.62), Math.floor(720 / layers) + 14)), font: 12, left: 40, top: 20, right: 12 };
}

export function multiples(story: Story, state: State, highlight: Highlight): HTMLElement {
  const heading = html("h2");
  const note = html("p", { class: "hint" });
  const place = html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "A line for every head" });
  const part = highlight.inside(place);
  let release = () => {};
  let drawn = "";
  const draw = (shown: Shown) => {
    const score = lineScore(story, shown);
    const stack = stackOf(story, score.stack);
    const width = document.documentElement.clientWidth;
    const now = `${shown.history.name}\n${score.id}\n${width}\n${shown.run}`;
    if (now === drawn) return;
    drawn = now;
    release();
    const axis = axisOf(story, score);
    const size = sizeFor(stack.layers, stack.heads, width);
    const cells = cellGrid(`${score.words}: a line for every head, layers down, heads across`, stack, part, size, (head) => ({
      spoken: line(story, shown.history, score, stack, head, shown.run),
      paint: (cell) => cell.classList.add("pane"),
      write: (x, y, { cellWidth, cellHeight }) => {
        const box = { x: x - cellWidth / 2 + GAP, y: y - cellHeight / 2 + GAP + 2, width: cellWidth - 2 * GAP, height: cellHeight - 2 * GAP - 4 };
        return drawLine(story, shown.history, score, stack, numberOf(head, stack), box, axis, shown.run);
      },
    }));
    release = cells.release;
    place.replaceChildren(cells.element);
    const which = story.across === null ? "" : `, ${story.across} ${shown.history.name}`;
    heading.textContent = `Every head: ${score.words}${which}`;
    const [low, high] = tickTexts([axis.low, axis.high]);
    const runs = shown.history.runs;
    const span = `Every pane goes from ${low} to ${high}${score.quantity.unit ? ` ${score.quantity.unit}` : ""}.`;
    const beside =
      `From left to right: ${story.across} ${story.histories.map(({ name }) => name).join(", ")}. ${span} ` +
      `${score.against === "" ? "" : "The dash is the baseline there. "}` +
      (story.across === "seed" ? "Of other seeds, the matched head." : "");
    const over =
      `From left to right: ${story.along} ${runs[0]} to ${runs.at(-1)}. ${span} ` +
      `${score.against === "" ? "" : `Dashed: ${score.against}. `}A triangle marks where a line rises above it to stay.` +
      (story.across === "seed" && story.histories.length > 1 ? " Thin: the matched heads of the other seeds." : "");
    note.textContent = sideBySide(story) ? beside.trim() : over;
  };
  state.listen(draw);
  window.addEventListener("resize", () => draw(state.shown));
  const title = () => heading.textContent ?? "";
  return html("section", { id: "lines", class: "lines" }, heading, note, saveable(html("div", {}, place), title, { of: () => place }));
}

/** A small drawing of one line, for lists. */
export function oneLine(story: Story, shown: Shown, score: Followed, head: number, width = 180, height = 46): SVGSVGElement {
  const stack = stackOf(story, score.stack);
  const box = { x: 4, y: 4, width: width - 8, height: height - 10 };
  const made = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "one-line", "aria-hidden": "true" });
  made.append(...drawLine(story, shown.history, score, stack, head, box, axisOf(story, score), shown.run));
  return made;
}
