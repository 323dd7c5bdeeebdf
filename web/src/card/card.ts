// The card of the selected head: what it does in a sentence, the head at work, then its numbers. A sheet at the side, over the whole of a
// narrow screen; under it lie the heads that are pinned side by side. Part of the address, so that a link opens it and "back" closes it.
import { html } from "../dom";
import { type Head, headAddress, headAt, headName, headsOf, noHead, sameHead } from "../heads";
import type { Highlight } from "../highlight";
import { kindButtons } from "../kinds";
import type { Link } from "../link";
import type { Payload } from "../payload";
import { measured } from "./measures";
import { alive, type Asking } from "./picture";
import { listed, together } from "./pinned";
import { Pins } from "./pins";
import { neighbours } from "./relations";

const NARROW = "(max-width: 859px)";
const BESIDE = "(min-width: 1600px)"; // the style sheet makes room for the card from here on

/** The head before or after one, in reading order; the page's last is followed by none. */
export function beside(payload: Payload, head: Head, step: 1 | -1): Head | null {
  const all = payload.stacks.flatMap(headsOf);
  return all[all.findIndex((one) => sameHead(one, head)) + step] ?? null;
}

export interface Sheets {
  elements: HTMLElement[];
  /** Shows what the address asks for; once the page is put together, since a picture needs to know how wide it is. */
  follow(): void;
}

export function card(payload: Payload, highlight: Highlight, link: Link): Sheets {
  const pins = new Pins(payload, link);
  const pinned = together(payload, pins);
  const title = html("h2", { id: "card-title", tabindex: -1 });
  const close = html("button", { type: "button", class: "close" }, "Close", html("span", { class: "key" }, " (Esc)"));
  const steps = ([-1, 1] as const).map((step) => {
    const button = html("button", { type: "button" });
    button.addEventListener("click", () => go(step));
    return { step, button };
  });
  const pin = html("button", { type: "button" });
  const bar = html("div", { class: "bar" }, title, ...steps.map(({ button }) => button), pin, close);
  const body = html("div", { class: "body" });
  const element = html("aside", { class: "drawer card", "aria-labelledby": "card-title", hidden: "" }, bar, body);
  const elements = [element, ...pinned.elements];

  let origin: Element | null = null; // Where the reader was, to go back to on closing.
  let shown: Head | null = null;
  let compared = false; // heads are side by side, maybe under the card
  let stop = () => {};
  const asking: Asking = { arrow: null, open: (head) => highlight.select(head) };

  /** Everything below the title. */
  function fill(head: Head): void {
    const about = payload.cards.find((one) => sameHead(one, head));
    const picture = alive(payload, head, asking);
    const { right, others } = measured(payload, head, about);
    const near = neighbours(payload, head, about, (other) => pins.set([head, other]));
    const said = about ? html("p", { class: "said" }, about.summary) : null;
    const page = payload.home === undefined ? null : html("p", {}, html("a", { href: `${headAddress(head, payload).replace("/", "-")}/` }, "This head’s own page, to share"));
    const of = payload.kinds.length > 1 ? html("p", { class: "of-card" }, kindButtons(payload, link)) : null;
    body.replaceChildren(...[of, said, page, picture?.element ?? null, near, ...right, ...others].filter((part) => part !== null));
    stop = picture?.destroy ?? (() => {});
  }

  highlight.listen(({ selected }) => {
    if (selected === shown) return;
    shown = selected;
    stop();
    stop = () => {};
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
    offer();
    fill(selected);
    link.set({ head: headAddress(selected, payload) }, "new");
  });

  /** What the pin does: keeps the first head for later, puts a further one beside those that are kept. */
  function offer(): void {
    if (shown === null) return;
    const others = pins.heads;
    pin.hidden = !pins.has(shown) && !pins.takes(shown);
    pin.textContent = pins.has(shown) ? "Unpin" : others.length === 0 ? "Pin" : `Compare with ${listed(others)}`;
  }
  pin.addEventListener("click", () => {
    if (shown === null) return;
    const [here, others] = [shown, pins.heads];
    if (pins.has(here)) pins.set(others.filter((one) => !sameHead(one, here)), here);
    else if (others.length === 0) pins.set([here], here);
    else pins.set([...others, here]);
  });

  /** Where a sheet covers everything, nothing under it can be reached. */
  function cover(): void {
    const whole = shown !== null && window.matchMedia(NARROW).matches;
    const under = (other: Element) => (whole ? other !== element : compared && !elements.includes(other as HTMLElement));
    for (const other of element.parentElement?.children ?? []) (other as HTMLElement).inert = under(other);
    document.documentElement.classList.toggle("covered", whole || compared);
    if (whole && !element.contains(document.activeElement)) enter(title);
  }
  window.matchMedia(NARROW).addEventListener?.("change", cover, { signal: link.life });
  link.life.addEventListener("abort", () => stop());

  /** Takes the focus along, and remembers where it was. */
  function enter(to: HTMLElement): void {
    if (!elements.some((one) => one.contains(document.activeElement))) origin ??= document.activeElement;
    to.focus({ preventScroll: true });
  }

  function back(): void {
    if (compared) return pinned.focus();
    if ((origin instanceof SVGElement || origin instanceof HTMLElement) && origin.isConnected) origin.focus();
    origin = null;
  }

  function go(step: 1 | -1): void {
    const other = shown && beside(payload, shown, step);
    if (other) highlight.select(other);
  }

  const leave = () => {
    if (highlight.selected === null) return;
    highlight.select(null);
    link.set({ head: null }, "new");
    back();
  };
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return shown === null ? compared && pins.set([]) : leave();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const focused = document.activeElement;
    // Arrows that move within a picture or a text field are theirs.
    if (shown === null || step === undefined || !element.contains(focused) || focused?.closest("[role=option], input")) return;
    event.preventDefault();
    go(step as 1 | -1);
  }, { signal: link.life });
  pins.listen(() => {
    const before = compared;
    compared = pinned.update();
    offer();
    cover();
    if (compared && !before && shown === null) {
      if (!elements.some((one) => one.contains(document.activeElement))) origin ??= document.activeElement;
      pinned.focus();
    } else if (before && !compared && shown === null) back();
  });
  // Opened by a key: the reader cannot see that something appeared elsewhere, so the focus goes there.
  document.addEventListener("headscope:open", () => {
    if (!element.contains(document.activeElement)) origin = document.activeElement;
    title.focus({ preventScroll: true });
  }, { signal: link.life });
  // A link to a head, from a finding or a neighbour, is followed by the browser; the focus must follow too.
  document.addEventListener("click", (event) => {
    const clicked = (event.target as Element).closest?.('a[href^="#head="]');
    if (!clicked) return;
    if (!elements.some((one) => one.contains(clicked))) origin = clicked;
    setTimeout(() => title.focus({ preventScroll: true }));
  }, { signal: link.life });

  const follow = () => {
    link.listen("head", (name) => {
      const head = name === null ? null : headAt(name, payload);
      if (name !== null && head === null) link.refuse("head", noHead(name, payload));
      highlight.select(head);
    });
    pins.follow();
    // A link to a figure leaves the card as it is where both can be seen, else it would lead under the card.
    link.listen("at", (id, clicked) => {
      if (id !== null && clicked && (compared || !window.matchMedia(BESIDE).matches)) link.set({ head: null, pin: null });
    });
  };
  return { elements, follow };
}
