// Which weights the page is about, where the run has several kinds: a button for each, and what the chosen one means.
import { changed } from "./change";
import { html } from "./dom";
import type { Link } from "./link";
import { type Payload, prepared, sourceOf } from "./payload";

/** The page under one kind of weights; null, or what it is drawn from already, is the page itself. */
export function under(payload: Payload, name: string | null): Payload | null {
  if (name === null || name === payload.kind?.name) return payload;
  const kind = payload.kinds.find((one) => one.name === name);
  return kind ? prepared(changed(sourceOf(payload), kind.change)) : null;
}

/** The buttons. `first` is the kind that a link need not name. */
export function kindButtons({ kind, kinds }: Payload, link: Link): HTMLElement {
  const buttons = kinds.map(({ name, label }, at) => {
    const button = html("button", { type: "button", "aria-pressed": String(name === kind?.name), "data-kind": name }, label);
    button.addEventListener("click", () => link.set({ weights: at === 0 ? null : name }));
    return button;
  });
  return html("span", { class: "kind-buttons", role: "group", "aria-label": "What numbers and figures are about" }, ...buttons);
}

/** The bar at the top of the page: the switch, and a sentence. Nothing where the page is about attention and nothing else. */
export function kindBar(payload: Payload, link: Link): HTMLElement[] {
  const { kind, kinds } = payload;
  if (!kind) return [];
  const chosen = kinds.length > 1 ? kindButtons(payload, link) : html("b", {}, kind.label);
  return [html("div", { class: "kinds" }, chosen, html("p", { role: "status" }, kind.sentence))];
}

/** Beside a heading, so that nobody takes one kind for another: its name. */
export function kindMark({ kind }: Pick<Payload, "kind">): HTMLElement[] {
  return kind ? [html("span", { class: "of-kind" }, kind.label)] : [];
}
