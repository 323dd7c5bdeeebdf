// What folds: a box that shows one line until it is opened. A link into it opens it, and so does printing.
import { html } from "./dom";

/** A folded box under a line of text. Its contents are made at once, so that the browser's own search finds them. */
export function fold(words: string, ...contents: (Node | string)[]): HTMLDetailsElement {
  return html("details", { class: "fold" }, html("summary", {}, words), ...contents);
}

/** Opens every fold around an element, so that it can be scrolled to; and a section's own, if it is one. */
export function unfold(element: Element): void {
  const own = element.querySelector<HTMLDetailsElement>(":scope > details.fold");
  if (own) own.open = true;
  for (let box = element.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
}

/** On paper nothing can be opened: all folds are, and afterwards they are as they were. */
export function unfoldForPrint(root: HTMLElement): void {
  let opened: HTMLDetailsElement[] = [];
  const open = () => {
    const closed = [...root.querySelectorAll<HTMLDetailsElement>("details.fold:not([open])")];
    for (const box of closed) box.open = true;
    opened.push(...closed);
  };
  const close = () => {
    for (const box of opened) box.open = false;
    opened = [];
  };
  window.addEventListener("beforeprint", open);
  window.addEventListener("afterprint", close);
  window.matchMedia("print").addEventListener?.("change", ({ matches }) => (matches ? open() : close()));
}
