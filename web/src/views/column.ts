// One column of tokens as elements: focusable, labelled, safe whatever the token. Knows nothing of weights.
import { html } from "../dom";
import { boxOf, type Columns } from "./columns";
import { Rover } from "./controls";
import type { SideName } from "./state";
import { shortened, visible } from "./tokens";
import type { Side } from "./units";

/** What stands beside a row with nothing left to show; where tokens lie in a row, there is no room for the word. */
export const restsMark = (across: boolean) => (across ? "–" : "rests");

export class TokenColumn {
  readonly element: HTMLElement;
  private options: HTMLElement[] = [];
  private numbers: HTMLElement[] = [];
  private numbered: number[] = [];
  private rover = new Rover([]);

  constructor(readonly side: SideName) {
    const label = side === "left" ? "Tokens being updated" : "Tokens attended to";
    this.element = html("div", {
      class: `hs-column hs-${side}`,
      role: "listbox",
      "aria-multiselectable": "true",
      "aria-label": label,
    });
  }

  /** `marked` tokens are underlined. */
  fill(side: Side, place: Columns, marked: readonly number[] = []): void {
    this.numbers = [];
    this.numbered = [];
    const besides: HTMLElement[] = [];
    this.options = side.texts.map((text, at) => {
      const [whole, seen] = [visible(text), shortened(text, place.characters)];
      const number = html("span", { class: "hs-weight" });
      this.numbers.push(number);
      const option = html(
        "div",
        { class: "hs-token", role: "option", "aria-selected": "false", "data-at": at, "aria-label": `${whole}, ${at + 1}` },
        // Each token is written in its own direction and moves nothing beside it.
        html("bdi", { dir: "auto" }, seen),
      );
      if (seen !== whole || whole !== text) option.title = whole;
      option.classList.toggle("hs-special", side.special[at]!);
      option.classList.toggle("hs-marked", side.parts[at]!.some((token) => marked.includes(token)));
      // Beside the token, not in it: a weight is no part of its name.
      const outside = html("div", { class: "hs-beside", "aria-hidden": "true" }, number);
      besides.push(outside);
      const box = boxOf(place, this.side, at, 0);
      for (const { style } of [option, outside]) {
        style.top = `${box.y - 1}px`;
        style.left = `${box.x - 1}px`;
        style.width = `${box.width + 2}px`;
      }
      return option;
    });
    this.element.replaceChildren(...this.options, ...besides);
    this.rover = new Rover(this.options);
  }

  /** Which token an event is about. */
  find(event: Event): number | null {
    const option = (event.target as Element).closest?.("[data-at]");
    return option && this.element.contains(option) ? Number((option as HTMLElement).dataset["at"]) : null;
  }

  get length(): number {
    return this.options.length;
  }

  focus(at: number): void {
    this.rover.to(Math.max(0, Math.min(this.options.length - 1, at)));
  }

  reach(at: number): void {
    this.rover.to(at, false);
  }

  /** Mark the tokens that are looked at. */
  mark(chosen: number[], kept: boolean): void {
    for (const option of this.element.querySelectorAll(".hs-chosen")) {
      option.classList.remove("hs-chosen");
      option.setAttribute("aria-selected", "false");
    }
    for (const at of chosen) {
      this.options[at]?.classList.add("hs-chosen");
      this.options[at]?.setAttribute("aria-selected", String(kept));
    }
  }

  /** Write weights of at least one in a hundred beside the tokens from `first` to before `last`; of rows that are empty, that they rest. */
  write(weights: Float64Array | null, first: number, last: number, rests: readonly (string | null)[] = [], across = false): void {
    for (const at of this.numbered) this.numbers[at]!.textContent = "";
    this.numbered = [];
    for (let at = first; at < last; at++) {
      const weight = weights?.[at] ?? 0;
      if (weight < 0.01 && !rests[at]) continue;
      this.numbers[at]!.textContent = rests[at] ? restsMark(across) : weight.toFixed(2);
      this.numbered.push(at);
    }
  }
}

export interface Handlers {
  /** The pointer or the focus is on a token, or left the column (null). */
  point(side: SideName, at: number | null): void;
  /** A click, Enter or Space. */
  act(side: SideName, at: number, add: boolean): void;
  /** Whether the columns lie as rows: then keys turn with them. */
  across?: () => boolean;
}

const TURNED: Record<string, string> = {
  ArrowLeft: "ArrowUp",
  ArrowRight: "ArrowDown",
  ArrowUp: "ArrowLeft",
  ArrowDown: "ArrowRight",
};

const PAGE = 20; // tokens

/** Pointer and keys for two columns: up and down within one, left and right from one to the other. */
export function enliven(left: TokenColumn, right: TokenColumn, { point, act, across }: Handlers): void {
  for (const column of [left, right]) {
    const { side, element } = column;
    element.addEventListener("pointerover", (event) => point(side, column.find(event)));
    element.addEventListener("pointerleave", () => point(side, null));
    element.addEventListener("focusin", (event) => {
      const at = column.find(event);
      if (at === null) return;
      column.reach(at);
      point(side, at);
    });
    element.addEventListener("focusout", () => point(side, null));
    element.addEventListener("click", (event) => {
      const at = column.find(event);
      if (at !== null) act(side, at, event.shiftKey);
    });
    element.addEventListener("keydown", (event) => {
      const at = column.find(event);
      if (at === null || event.ctrlKey || event.altKey || event.metaKey) return;
      const steps: Record<string, number> = {
        ArrowUp: at - 1,
        ArrowDown: at + 1,
        PageUp: at - PAGE,
        PageDown: at + PAGE,
        Home: 0,
        End: column.length - 1,
      };
      const key = across?.() ? (TURNED[event.key] ?? event.key) : event.key;
      const step = steps[key];
      if (step !== undefined) column.focus(step);
      else if (key === "ArrowLeft") left.focus(at);
      else if (key === "ArrowRight") right.focus(at);
      else if (event.key === "Enter" || event.key === " ") act(side, at, event.shiftKey);
      else return;
      event.preventDefault();
    });
  }
}
