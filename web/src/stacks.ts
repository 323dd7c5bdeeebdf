// Which stack of a model with several is shown: a button for each.
import { html } from "./dom";
import type { Payload, Stack } from "./payload";

export interface StackButtons {
  element: HTMLElement;
  /** Marks the stack that is shown; does not call back. */
  show(stack: Stack): void;
  press(stack: Stack): void;
}

export function stackButtons({ stacks }: Pick<Payload, "stacks">, press: (stack: Stack) => void): StackButtons {
  const element = html("span", { class: "stacks", role: "group", "aria-label": "Stack" });
  const buttons = stacks.map((stack) => {
    const button = html("button", { type: "button", "aria-pressed": "false" }, stack.name);
    button.addEventListener("click", () => press(stack));
    return button;
  });
  element.append(...buttons);
  element.hidden = stacks.length < 2;
  return {
    element,
    show: (shown) => stacks.forEach((stack, at) => buttons[at]!.setAttribute("aria-pressed", String(stack === shown))),
    press,
  };
}
