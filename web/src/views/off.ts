// Heads that are switched off: which they are, the switch at a head's name, and what the model then predicts beside what it predicts whole.
import { html } from "../dom";
import { button, type Control } from "./controls";
import type { Meta, Stack } from "./meta";
import type { State } from "./state";
import { plain, visible } from "./tokens";
import { type Context, headName } from "./view";

const MOST = 3; // heads that are named in the head of the table

/** What Python calls a head: "7-7", or where there are several stacks, "cross/2-1". */
export function fullName(meta: Meta, stack: Stack, layer: number, head: number): string {
  return (meta.stacks.length > 1 ? `${stack.name}/` : "") + headName(layer, head);
}

export function isOff(meta: Meta, stack: Stack, layer: number, head: number): boolean {
  return (meta.off ?? []).includes(fullName(meta, stack, layer, head));
}

/** The switch at the name of what is looked at: all heads that are shown go off, or, where all are, on again. */
export function headSwitch({ meta, store, switchOff }: Context, stack: Stack): Control<State> {
  const names = () => store.state.heads.map((head) => fullName(meta, stack, store.state.layer, head));
  const off = () => meta.off ?? [];
  const made = button("", () => {
    const mine = names();
    const others = off().filter((name) => !mine.includes(name));
    switchOff?.(mine.every((name) => off().includes(name)) ? others : [...others, ...mine]);
  });
  made.classList.add("hs-switch");
  return {
    element: made,
    show: ({ heads }) => {
      made.hidden = !switchOff || heads.length === 0;
      const on = !names().every((name) => off().includes(name));
      const which = heads.length === 1 ? "" : ` these ${heads.length} heads`;
      made.textContent = `switch${which} ${on ? "off" : "on"}`;
      made.setAttribute("aria-label", heads.length === 1 ? `switch ${on ? "off" : "on"} head ${names()[0]}` : made.textContent);
    },
  };
}

const shown = (share: number) => (share < 0.005 ? "<0.01" : share.toFixed(2));

function bar(share: number, most: number): HTMLElement {
  const made = html("span", { class: "hs-share", "aria-hidden": "true" });
  made.style.width = `${Math.max(1, (100 * share) / most)}%`;
  return html("td", {}, html("span", { class: "hs-share-track" }, made), html("span", { class: "hs-number" }, shown(share)));
}

/** A word in place of [MASK], or the next one: its probability under the whole model, and without the heads that are off. */
export function likelyPanel({ meta, switchOff }: Context): HTMLElement {
  const { likely } = meta;
  const off = (meta.off ?? []).map(visible);
  const panel = html("section", { class: "hs-likely", "aria-label": "What the model predicts" });
  // On a page that nobody can type into, what to type is of no use.
  if (!likely || (likely.reason && !switchOff)) {
    panel.hidden = true;
    return panel;
  }
  const side = meta.stacks[0]!.queries.texts;
  const place = html("bdi", { class: "hs-quoted" }, visible(side[likely.place] ?? "").slice(0, 40));
  if (likely.reason) panel.append(html("p", { class: "hs-hint" }, plain(likely.reason)));
  else {
    const title = html("p", { class: "hs-title" });
    title.append(...(likely.what === "mask" ? ["In the place of ", place] : ["After ", place]));
    const without = off.length > MOST ? `${off.length} heads` : off.join(", ");
    const most = Math.max(...likely.guesses.flatMap((one) => [one.whole, one.without]));
    const head = html("tr", {}, html("th", { scope: "col" }, "word"), html("th", { scope: "col" }, "whole model"));
    if (off.length > 0) head.append(html("th", { scope: "col" }, `without ${without}`));
    const rows = likely.guesses.map((one) => {
      const word = html("th", { scope: "row" }, html("bdi", { class: "hs-word", dir: "auto" }, visible(one.text).slice(0, 40)));
      return html("tr", {}, word, bar(one.whole, most), ...(off.length > 0 ? [bar(one.without, most)] : []));
    });
    panel.append(title, html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows)));
  }
  if (off.length > 0 && switchOff) {
    const names = meta.off ?? [];
    const buttons = names.slice(0, 24).map((name) => {
      const one = button(`${visible(name)} ×`, () => switchOff(names.filter((other) => other !== name)));
      one.setAttribute("aria-label", `${visible(name)} ×: switch on head ${visible(name)}`);
      return one;
    });
    const all = button("all on", () => switchOff([]));
    panel.append(html("p", { class: "hs-offs" }, html("span", {}, "off "), ...buttons, ...(names.length > 1 ? [all] : [])));
  } else if (off.length === 0 && switchOff && !likely.reason)
    panel.append(html("p", { class: "hs-hint" }, "Switch a head off, at its name, to see what changes."));
  return panel;
}
