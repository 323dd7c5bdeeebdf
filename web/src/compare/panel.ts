// The panel of the selected head: all its scores in both runs, the surest and largest differences first. Along the bottom edge, and part
// of the address, as in the report.
import { html } from "../dom";
import { type Head, headFragment, headFromFragment } from "../heads";
import type { Highlight } from "../highlight";
import { differenceScale } from "../scale";
import { figureId, linkTo } from "../section";
import { strip } from "../strip";
import { arrow, bySurety, type Comparison, named, type Row, rowOf, signed } from "./payload";

const MOST = 60;

function entry(row: Row): HTMLElement {
  const { score, head } = row;
  const name = `${score.words} · ${score.id}`;
  return html(
    "li",
    {},
    score.drawn ? html("a", { href: linkTo(figureId(score.id)) }, name) : name,
    strip(score, head, differenceScale([score], true)),
    html("span", { class: "numbers" }, `${arrow(row)} `, html("b", {}, signed(row)), row.sure ? " significant" : ""),
  );
}

export function panel(payload: Comparison, highlight: Highlight): HTMLElement {
  const title = html("h2", { id: "panel-title", tabindex: -1 });
  const close = html("button", { type: "button" }, "Close (Esc)");
  const list = html("ul", { class: "strips" });
  const explanation = html("p", { class: "quiet" });
  const bar = html("div", { class: "bar" }, title, explanation, close);
  const element = html("aside", { class: "panel", "aria-labelledby": "panel-title", hidden: "" }, bar, list);
  let origin: Element | null = null; // Where the reader was, to go back to on closing.
  let shown: Head | null = null;

  highlight.listen(({ selected }) => {
    if (selected === shown) return;
    shown = selected;
    element.hidden = selected === null;
    document.documentElement.classList.toggle("with-panel", selected !== null);
    if (selected === null) return;
    title.textContent = `Head ${named(selected, payload)}${payload.stacks.length > 1 ? ` of the ${selected.stack}` : ""}`;
    const rows = payload.scores.flatMap((score) => rowOf(score, selected) ?? []).sort(bySurety);
    const cut = rows.length > MOST ? `, ${MOST} of ${rows.length} scores` : "";
    explanation.textContent = `Significant and large differences first${cut}. Each tick is a head’s difference, the circle with its interval this one’s.`;
    list.replaceChildren(...rows.slice(0, MOST).map(entry));
    list.scrollTop = 0;
    address(`#${headFragment(selected, payload)}`);
  });

  const leave = () => {
    if (highlight.selected === null) return;
    highlight.select(null);
    address(location.pathname + location.search);
    if ((origin instanceof SVGElement || origin instanceof HTMLElement) && origin.isConnected) origin.focus();
    origin = null;
  };
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  document.addEventListener("headscope:open", () => {
    origin = document.activeElement;
    title.focus({ preventScroll: true });
  });
  const follow = () => {
    const head = headFromFragment(location.hash, payload);
    if (head !== null || location.hash === "") highlight.select(head);
  };
  window.addEventListener("hashchange", follow);
  window.addEventListener("popstate", follow);
  follow();
  return element;
}

/** A step in the history, so that "back" closes the panel. Inside a frame there may be no address to change. */
function address(target: string): void {
  if (target.startsWith("#") ? location.hash === target : location.hash === "") return;
  try {
    history.pushState(null, "", target);
  } catch {
    return;
  }
}
