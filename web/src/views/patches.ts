// One button a head, with a sample of its strokes. Click: on or off. Double click, or Shift and Enter: this one alone.
import { html, svg } from "../dom";
import { button, type Control, Rover } from "./controls";
import { everyHead } from "./state";
import type { Stack } from "./meta";
import { look, PALETTES } from "./palette";

/** A short stroke in a head's colour and dash, for both themes: a change of the system's setting needs no redrawing. */
function sample(head: number): SVGSVGElement {
  const line = svg("line", { x1: 0, y1: 2, x2: 24, y2: 2, "stroke-dasharray": look(PALETTES.light, head).dash.join(" ") });
  return svg("svg", { class: "hs-sample", width: 24, height: 4, "aria-hidden": "true" }, line);
}

export function patches(stack: Stack, heads: () => number[], choose: (heads: number[]) => void, off: (head: number) => boolean = () => false): Control<number[]> {
  const squares = everyHead(stack).map((head) => {
    const square = button(String(head + 1), () => toggle(head), { class: "hs-patch", title: "Double-click: this head alone" });
    square.append(sample(head));
    square.style.setProperty("--light", look(PALETTES.light, head).colour);
    square.style.setProperty("--dark", look(PALETTES.dark, head).colour);
    square.addEventListener("dblclick", () => choose([head]));
    return square;
  });
  function toggle(head: number): void {
    const on = heads();
    choose(on.includes(head) ? on.filter((one) => one !== head) : [...on, head].sort((one, other) => one - other));
  }
  const rover = new Rover(squares);
  const row = html("div", { class: "hs-patches", role: "group", "aria-label": "Heads shown" }, ...squares);
  row.addEventListener("keydown", (event) => {
    const at = squares.indexOf(event.target as HTMLButtonElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: squares.length - 1 }[
      event.key
    ];
    if (step !== undefined) rover.to(step);
    else if (event.key === "Enter" && event.shiftKey) choose([at]);
    else return;
    event.preventDefault();
  });
  row.addEventListener("focusin", (event) => rover.to(squares.indexOf(event.target as HTMLButtonElement), false));
  const all = button("all", () => choose(everyHead(stack)), { "aria-label": "Show all heads" });
  const none = button("none", () => choose([]), { "aria-label": "Show none of the heads" });
  const element = html("div", { class: "hs-field" }, html("span", {}, "heads "), row, all, none);
  element.hidden = stack.heads < 2;
  return {
    element,
    show: (on) => {
      const shown = new Set(on);
      row.classList.toggle("hs-alone", on.length < 2); // colours tell heads apart, and are for several
      squares.forEach((square, head) => {
        square.setAttribute("aria-pressed", String(shown.has(head)));
        square.setAttribute("aria-label", `Head ${head + 1}${off(head) ? ", switched off" : ""}`);
        square.classList.toggle("hs-off", off(head));
      });
    },
  };
}
