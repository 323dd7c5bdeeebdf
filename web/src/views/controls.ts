// The controls: each is made once, tells the store what was chosen, and is set from the state whenever that changes.
import { html } from "../dom";

/** A control and what brings it up to date. */
export interface Control<Value> {
  element: HTMLElement;
  show(value: Value): void;
}

export function menu(
  name: string,
  options: readonly (readonly [value: string, words: string])[],
  choose: (value: string) => void,
): Control<string> {
  // Named outright: as a label around it, the name would run on into the options.
  const select = html("select", { "aria-label": name }, ...options.map(([value, words]) => html("option", { value }, words)));
  select.addEventListener("change", () => choose(select.value));
  return {
    element: html("label", { class: "hs-field" }, `${name} `, select),
    show: (value) => {
      select.value = value;
    },
  };
}

export function tick(name: string, choose: (on: boolean) => void): Control<boolean> {
  const box = html("input", { type: "checkbox" });
  box.addEventListener("change", () => choose(box.checked));
  return {
    element: html("label", { class: "hs-field" }, box, ` ${name}`),
    show: (on) => {
      box.checked = on;
    },
  };
}

export function slider(name: string, most: number, step: number, choose: (value: number) => void): Control<number> {
  const range = html("input", { type: "range", min: 0, max: most, step, "aria-label": name });
  const shown = html("output", { class: "hs-number" });
  range.addEventListener("input", () => choose(Number(range.value)));
  return {
    element: html("label", { class: "hs-field" }, `${name} `, range, shown),
    show: (value) => {
      range.value = String(value);
      shown.textContent = `${Math.round(value * 1000) / 10}%`;
      range.setAttribute("aria-valuetext", shown.textContent);
    },
  };
}

export function button(name: string, press: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = html("button", { type: "button", ...attributes }, name);
  made.addEventListener("click", press);
  return made;
}

/** A few choices side by side, of which one holds. Each is a button that is pressed or not. */
export function choices<Value extends string>(
  name: string,
  options: readonly (readonly [value: Value, words: string])[],
  choose: (value: Value) => void,
): Control<Value> & { disable(value: Value, reason: string): void } {
  const made = options.map(([value, words]) => button(words, () => choose(value), { "data-value": value }));
  return {
    element: html("div", { class: "hs-choices", role: "group", "aria-label": name }, ...made),
    show: (value) => {
      for (const one of made) one.setAttribute("aria-pressed", String(one.dataset["value"] === value));
    },
    disable: (value, reason) => {
      const one = made.find(({ dataset }) => dataset["value"] === value)!;
      one.disabled = true;
      one.title = reason;
    },
  };
}

/** One stop for the Tab key among many elements; arrow keys reach the rest. */
export class Rover {
  private at = 0;

  constructor(private readonly elements: HTMLElement[]) {
    elements.forEach((element, index) => (element.tabIndex = index === 0 ? 0 : -1));
  }

  to(index: number, focus = true): void {
    const next = this.elements[index];
    if (!next) return;
    this.elements[this.at]!.tabIndex = -1;
    this.at = index;
    next.tabIndex = 0;
    if (focus) next.focus();
  }
}
