// Looking at a part of a grid: cells grow by steps, inside a box that stays as large as the whole grid was and is scrolled.
import { html } from "./dom";

/** How many times larger the cells become at each step. */
export const STEPS = [1, 2, 4] as const;
/** Cells at least this large need no zoom. */
const LARGE = 40;

export interface Zoom {
  element: HTMLElement;
  /** Times the size of the whole grid. */
  readonly factor: number;
  /** One step in or out; nothing where there is none. */
  step(by: 1 | -1): void;
  /** Shows the buttons only where a grid's cells are small. */
  fit(cell: number): void;
}

/** Two buttons; `changed` draws the grid again. */
export function zoom(changed: () => void): Zoom {
  let at = 0;
  const inward = html("button", { type: "button" }, "Zoom in");
  const outward = html("button", { type: "button" }, "Zoom out");
  const element = html("span", { class: "zoom", role: "group", "aria-label": "Size of the cells" }, inward, outward);
  const tell = () => {
    // Not "disabled": the button that was just pressed would lose the focus.
    inward.setAttribute("aria-disabled", String(at === STEPS.length - 1));
    outward.setAttribute("aria-disabled", String(at === 0));
  };
  const step = (by: 1 | -1) => {
    if (element.hidden || STEPS[at + by] === undefined) return;
    at += by;
    tell();
    changed();
  };
  inward.addEventListener("click", () => step(1));
  outward.addEventListener("click", () => step(-1));
  tell();
  return {
    element,
    get factor() {
      return STEPS[at]!;
    },
    step,
    fit: (cell) => {
      element.hidden = cell >= LARGE;
      if (element.hidden) at = 0;
      tell();
    },
  };
}
