// The panel of the selected head: all its scores, each against all other heads. It lies along the bottom edge, so that
// opening it moves nothing on the page, and it is part of the address: a link opens it.
import { numberText, standing } from "./digits";
import { html } from "./dom";
import { type Head, headFragment, headFromFragment, headName, reading } from "./heads";
import type { Highlight } from "./highlight";
import { type Payload, type Score, scoresOf, words } from "./payload";
import { scaleFor } from "./scale";
import { figureId, linkTo } from "./section";
import { strip } from "./strip";

function entry(score: Score, head: Head, among: Score[]): HTMLElement {
  const one = reading(score, head);
  return html(
    "li",
    {},
    html("a", { href: linkTo(figureId(score.id)) }, words(score, among)),
    strip(score, head, scaleFor([score])),
    html(
      "span",
      { class: "numbers" },
      html("b", {}, numberText(score, head)),
      one === null ? "" : ` ${standing(score, one)}`,
    ),
  );
}

export function panel(payload: Payload, highlight: Highlight): HTMLElement {
  const title = html("h2", { id: "panel-title", tabindex: -1 });
  const close = html("button", { type: "button" }, "Close (Esc)");
  const list = html("ul", { class: "strips" });
  const explanation = "Each tick is a head, the circle with its interval is this one, grey dashes are the baseline.";
  const bar = html("div", { class: "bar" }, title, html("p", { class: "quiet" }, explanation), close);
  const element = html("aside", { class: "panel", "aria-labelledby": "panel-title", hidden: "" }, bar, list);

  let origin: Element | null = null; // Where the reader was, to go back to on closing.
  let shown: Head | null = null;
  highlight.listen(({ selected }) => {
    if (selected === shown) return;
    shown = selected;
    element.hidden = selected === null;
    // Room to scroll the page's end clear of the panel.
    document.documentElement.classList.toggle("with-panel", selected !== null);
    if (selected === null) return;
    title.textContent = `Head ${headName(selected)}${payload.stacks.length > 1 ? ` of the ${selected.stack}` : ""}`;
    const scores = scoresOf(payload, selected.stack);
    list.replaceChildren(...scores.map((score) => entry(score, selected, scores)));
    list.scrollTop = 0;
    address(`#${headFragment(selected, payload)}`);
  });

  const leave = () => {
    if (highlight.selected === null) return;
    highlight.select(null);
    address(location.pathname + location.search);
    if (origin instanceof SVGElement && origin.isConnected) origin.focus();
    origin = null;
  };
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  // Opened by a key: the reader cannot see that something appeared elsewhere, so the focus goes there.
  document.addEventListener("headscope:open", () => {
    origin = document.activeElement;
    title.focus({ preventScroll: true });
  });

  const follow = () => {
    const head = headFromFragment(location.hash, payload);
    // A link to a figure leaves the panel as it is; no fragment at all is the way back.
    if (head !== null || location.hash === "") highlight.select(head);
  };
  window.addEventListener("hashchange", follow);
  window.addEventListener("popstate", follow);
  follow();
  return element;
}

/** A step in the history, so that "back" closes the panel. Inside a notebook's frame there is no address to change. */
function address(target: string): void {
  if (target.startsWith("#") ? location.hash === target : location.hash === "") return;
  try {
    history.pushState(null, "", target);
  } catch {
    return;
  }
}
