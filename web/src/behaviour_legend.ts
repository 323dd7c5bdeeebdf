// The legend of what heads do: a button for each behaviour, with its sign, its colour and how many heads do it. Pressed buttons are a
// filter: the other heads fade, here and wherever a search would mark heads.
import { Doings, tint } from "./behaviour";
import { html } from "./dom";
import { type Head, headsOf } from "./heads";
import type { Highlight } from "./highlight";
import type { Link } from "./link";
import type { Behaviour, Payload } from "./payload";

function swatch(behaviour: Behaviour): HTMLElement {
  const made = html("span", { class: "swatch", "aria-hidden": "true" }, behaviour.sign);
  for (const theme of ["light", "dark"] as const) {
    const { fill, ink } = tint({ behaviour, sure: true, strength: 1, claims: [] }, theme);
    made.style.setProperty(`--${theme}`, fill);
    made.style.setProperty(`--${theme}-ink`, ink);
  }
  return made;
}

/** Buttons for what these heads do. */
export function behaviourLegend(doings: Doings, heads: Head[], link: Link): { element: HTMLElement; release(): void } {
  const list = html("ul", { class: "behaviours", "aria-label": "What heads do, and how many: press to show only these" });
  const pressed = () => new Set(split(link.get("filter")));
  const buttons = doings.counts(heads).map(({ behaviour, count, unsure }) => {
    const text = `${count} ${behaviour.words}${unsure > 0 ? ` (${unsure} uncertain)` : ""}`;
    const button = html("button", { type: "button", "aria-pressed": String(pressed().has(behaviour.name)) }, swatch(behaviour), ` ${text}`);
    button.addEventListener("click", () => {
      const now = pressed();
      if (!now.delete(behaviour.name)) now.add(behaviour.name);
      link.set({ filter: [...now].join(",") || null });
    });
    return { name: behaviour.name, button };
  });
  const all = html("button", { type: "button", class: "all" }, "Show all");
  all.addEventListener("click", () => {
    link.set({ filter: null });
    buttons[0]?.button.focus();
  });
  const last = html("li", {}, all);
  list.append(...buttons.map(({ button }) => html("li", {}, button)), last);
  const release = link.listen("filter", () => {
    const now = pressed();
    for (const { name, button } of buttons) button.setAttribute("aria-pressed", String(now.has(name)));
    last.hidden = now.size === 0;
  });
  return { element: list, release };
}

function split(filter: string | null): string[] {
  return (filter ?? "").split(",").filter((name) => name !== "");
}

/** Lets the link's filter mark heads. A behaviour that no head of this page has is said to be none. */
export function followFilter(payload: Payload, doings: Doings, highlight: Highlight, link: Link): void {
  const all = payload.stacks.flatMap(headsOf);
  const known = new Set(all.map((head) => doings.of(head).behaviour.name));
  link.listen("filter", (filter) => {
    const names = split(filter);
    const strange = names.filter((name) => !known.has(name));
    if (strange.length > 0) link.refuse("filter", `No head of this page is called ${strange.map((name) => `“${name}”`).join(" or ")}.`);
    const wanted = new Set(names.filter((name) => known.has(name)));
    highlight.keep(wanted.size === 0 ? null : all.filter((head) => wanted.has(doings.of(head).behaviour.name)));
  });
}
