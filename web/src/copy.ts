// A button that puts a text on the clipboard, or, where the browser forbids that, on the page to be copied by hand.
import { html } from "./dom";

/** `what` names the text to somebody who copies it by hand; `done` is what is said once it is copied. */
export function copier(name: string, what: string, text: () => string, done: (text: string) => string): HTMLElement {
  const button = html("button", { type: "button" }, name);
  const said = html("span", { class: "quiet", role: "status" });
  const box = html("span", { class: "copy" }, button, said);
  button.addEventListener("click", () => {
    const copied = text();
    const byHand = () => {
      const area = html("textarea", { readonly: "", rows: 4, "aria-label": what });
      area.value = copied;
      box.querySelector("textarea")?.remove();
      box.append(area);
      area.select();
      said.textContent = " This browser keeps its clipboard: press Ctrl or ⌘ and C.";
    };
    if (!navigator.clipboard) return byHand();
    navigator.clipboard.writeText(copied).then(() => (said.textContent = ` ${done(copied)}`), byHand);
  });
  return box;
}
