// The card of the selected head: all that the page knows of it. A sheet at the side, over the whole of a narrow screen; part of
// the address, so that a link opens it and "back" closes it.
import { html } from "../dom";
import { type Head, headAddress, headAt, headName, headsOf, noHead, sameHead, stackOf } from "../heads";
import type { Highlight } from "../highlight";
import type { Link } from "../link";
import type { Payload } from "../payload";
import { measured } from "./measures";
import { neighbours } from "./relations";
import { sentences, text } from "./sentence";

const NARROW = "(max-width: 859px)";
const BESIDE = "(min-width: 1600px)"; // the style sheet makes room for the card from here on

/** Everything below the title. */
function content(payload: Payload, head: Head, width: number): HTMLElement[] {
  const card = payload.cards.find((one) => sameHead(one, head));
  const typical = sentences(payload, card?.sentences ?? [], width);
  const { right, others } = measured(payload, head, card);
  const parts = [
    card ? html("p", { class: "said" }, card.summary) : null,
    ...right,
    typical,
    text(payload, stackOf(payload, head.stack), head, width, typical === null),
    neighbours(payload, head, card),
    ...others,
  ];
  return parts.filter((part) => part !== null);
}

/** The head before or after one, in reading order; the page's last is followed by none. */
export function beside(payload: Payload, head: Head, step: 1 | -1): Head | null {
  const all = payload.stacks.flatMap(headsOf);
  return all[all.findIndex((one) => sameHead(one, head)) + step] ?? null;
}

export interface Sheet {
  element: HTMLElement;
  /** Shows what the address asks for; once the page is put together, since the card needs to know how wide it is. */
  follow(): void;
}

export function card(payload: Payload, highlight: Highlight, link: Link): Sheet {
  const title = html("h2", { id: "card-title", tabindex: -1 });
  const close = html("button", { type: "button", class: "close" }, "Close (Esc)");
  const steps = ([-1, 1] as const).map((step) => {
    const button = html("button", { type: "button" });
    button.addEventListener("click", () => go(step));
    return { step, button };
  });
  const bar = html("div", { class: "bar" }, title, ...steps.map(({ button }) => button), close);
  const body = html("div", { class: "body" });
  const element = html("aside", { class: "card", "aria-labelledby": "card-title", hidden: "" }, bar, body);

  let origin: Element | null = null; // Where the reader was, to go back to on closing.
  let shown: Head | null = null;
  highlight.listen(({ selected }) => {
    if (selected === shown) return;
    shown = selected;
    element.hidden = selected === null;
    document.documentElement.classList.toggle("with-card", selected !== null);
    cover();
    if (selected === null) return;
    title.textContent = `Head ${headName(selected)}${payload.stacks.length > 1 ? ` of the ${selected.stack}` : ""}`;
    for (const { step, button } of steps) {
      const other = beside(payload, selected, step);
      button.disabled = other === null;
      const name = other === null ? (step < 0 ? "first" : "last") : headName(other);
      button.textContent = step < 0 ? `← ${name}` : `${name} →`;
      button.setAttribute("aria-label", other === null ? `No ${step < 0 ? "earlier" : "later"} head` : `Go to head ${headName(other)}`);
    }
    element.scrollTop = 0;
    body.replaceChildren(...content(payload, selected, Math.max(280, Math.min(560, body.clientWidth))));
    link.set({ head: headAddress(selected, payload) }, "new");
  });

  /** Where the card covers everything, nothing under it can be reached. */
  function cover(): void {
    const whole = shown !== null && window.matchMedia(NARROW).matches;
    for (const other of element.parentElement?.children ?? []) if (other !== element) (other as HTMLElement).inert = whole;
    if (whole && !element.contains(document.activeElement)) {
      origin ??= document.activeElement;
      title.focus({ preventScroll: true });
    }
  }
  window.matchMedia(NARROW).addEventListener?.("change", cover);

  function go(step: 1 | -1): void {
    const other = shown && beside(payload, shown, step);
    if (other) highlight.select(other);
  }

  const leave = () => {
    if (highlight.selected === null) return;
    highlight.select(null);
    link.set({ head: null }, "new");
    if ((origin instanceof SVGElement || origin instanceof HTMLElement) && origin.isConnected) origin.focus();
    origin = null;
  };
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (shown === null || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") leave();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || !element.contains(document.activeElement)) return;
    event.preventDefault();
    go(step as 1 | -1);
  });
  // Opened by a key: the reader cannot see that something appeared elsewhere, so the focus goes there.
  document.addEventListener("headscope:open", () => {
    if (!element.contains(document.activeElement)) origin = document.activeElement;
    title.focus({ preventScroll: true });
  });
  // A link to a head, from a finding or a neighbour, is followed by the browser; the focus must follow too.
  document.addEventListener("click", (event) => {
    const clicked = (event.target as Element).closest?.('a[href^="#head="]');
    if (!clicked) return;
    if (!element.contains(clicked)) origin = clicked;
    setTimeout(() => title.focus({ preventScroll: true }));
  });

  const follow = () => {
    link.listen("head", (name) => {
      const head = name === null ? null : headAt(name, payload);
      if (name !== null && head === null) link.refuse("head", noHead(name, payload));
      highlight.select(head);
    });
    // A link to a figure leaves the card as it is where both can be seen, else it would lead under the card.
    link.listen("at", (id, clicked) => {
      if (id !== null && clicked && !window.matchMedia(BESIDE).matches) link.set({ head: null });
    });
  };
  return { element, follow };
}
