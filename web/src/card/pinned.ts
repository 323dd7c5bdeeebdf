// Two to four heads side by side on one text: where they read differently, what each does there, and the scores that set them apart.
import { numberText } from "../digits";
import { html } from "../dom";
import { type Head, headAt, headFragment, headName, noHead, reading, sameHead, stackOf } from "../heads";
import type { Payload } from "../payload";
import { type Embedded, mountHeads } from "../views/embed";
import { visible } from "../views/tokens";
import { scoresApart, tokensApart } from "./differ";
import { saveView } from "./picture";
import { MOST, type Pins } from "./pins";
import { sampleText } from "./sentence";

const LINES = 40; // before a text scrolls
const TOKENS = 5; // that are named as read most differently
const SCORES = 8;

/** "7-7, 3-2 and 4-1". */
export function listed(heads: readonly Head[]): string {
  const names = heads.map(headName);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The scores in which the heads are furthest apart, a row each, the highest of a row in bold. */
function scoreTable(payload: Payload, heads: readonly Head[]): HTMLElement | null {
  const scores = scoresApart(payload, heads, SCORES);
  if (scores.length === 0) return null;
  const rows = scores.map((score) => {
    const values = heads.map((head) => reading(score, head)!.value);
    const cells = heads.map((head, at) => html("td", values[at] === Math.max(...values) ? { class: "best" } : {}, numberText(score, head)));
    return html("tr", {}, html("th", { scope: "row" }, score.words), ...cells);
  });
  const names = heads.map((head) => html("th", { scope: "col" }, headName(head)));
  return html(
    "section",
    {},
    html("h3", {}, "Scores in which they are furthest apart"),
    html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Scores of these heads" },
      html("table", { class: "apart" }, html("thead", {}, html("tr", {}, html("td"), ...names)), html("tbody", {}, ...rows)),
    ),
    html("p", { class: "quiet" }, "The first rows are those in which they are most standard deviations (over all heads) apart. Intervals are 95%."),
  );
}

export interface Together {
  elements: HTMLElement[];
  /** Draws what is pinned, if that has changed; returns whether heads are shown side by side. */
  update(): boolean;
  focus(): void;
}

export function together(payload: Payload, pins: Pins): Together {
  const title = html("h2", { id: "pinned-title", tabindex: -1 });
  const close = html("button", { type: "button", class: "close" }, "Close", html("span", { class: "key" }, " (Esc)"));
  const input = html("input", { id: "pin-more", size: 6, autocomplete: "off", spellcheck: "false", placeholder: "3-5" });
  const wrong = html("span", { class: "wrong", role: "alert" });
  const more = html("form", { class: "more" }, html("label", { for: "pin-more" }, "Add head "), input, " ", html("button", { type: "submit" }, "Add"), wrong);
  const body = html("div", { class: "body" });
  const element = html("aside", { class: "drawer pinned", "aria-labelledby": "pinned-title", hidden: "" }, html("div", { class: "bar" }, title, more, close), body);
  const tray = html("div", { class: "tray", role: "status" });
  close.addEventListener("click", () => pins.set([]));
  more.addEventListener("submit", (event) => {
    event.preventDefault();
    const head = headAt(input.value.trim(), payload);
    const first = pins.heads[0]!;
    wrong.textContent = head === null ? ` ${noHead(input.value.trim(), payload)}` : pins.has(head) ? " It is here already." : head.stack !== first.stack ? ` Only heads of the ${first.stack} have read this text.` : "";
    if (wrong.textContent !== "" || head === null) return;
    input.value = "";
    pins.set([...pins.heads, head]);
  });

  let views: Embedded[] = [];
  let shown: readonly Head[] = [];

  /** The pictures; what is kept or pointed at in one is so in all. */
  function pictures(heads: readonly Head[]): { columns: HTMLElement[]; differ: HTMLElement | null } {
    const given = sampleText(payload, stackOf(payload, heads[0]!.stack));
    const apart = given ? tokensApart(given, heads, TOKENS) : [];
    const places = heads.map(() => html("div"));
    let telling = false; // one view tells the others, which must not tell back
    const all = (tell: (view: Embedded) => void) => {
      if (telling) return;
      telling = true;
      views.forEach(tell);
      telling = false;
    };
    const columns = heads.map((head, at) => {
      const unpin = html("button", { type: "button", "aria-label": `Unpin head ${headName(head)}` }, "Unpin");
      unpin.addEventListener("click", () => pins.set(pins.heads.filter((one) => !sameHead(one, head))));
      const summary = payload.cards.find((one) => sameHead(one, head))?.summary ?? "";
      const name = html("h3", {}, html("a", { href: `#${headFragment(head, payload)}` }, `Head ${headName(head)}`));
      const save = given ? [saveView(() => views[at]!, () => `Head ${headName(head)}: sample text`)] : [];
      return html("section", { class: "pin" }, html("div", { class: "name" }, name, unpin), html("p", { class: "said" }, summary), html("figure", { class: "alive" }, places[at]!, ...save));
    });
    if (given) {
      const options = { lines: LINES, marked: apart.map(({ token }) => token) };
      views = heads.map((head, at) =>
        mountHeads(places[at]!, given, {
          ...options,
          layer: head.layer,
          heads: [head.head],
          label: `Head ${headName(head)} on the sample text`,
          changed: ({ side, tokens }) => all((view) => view !== views[at] && view.set({ side, tokens })),
          pointed: (unit) => all((view) => view !== views[at] && view.point(unit)),
        }),
      );
    }
    const buttons = apart.map(({ token, most }) => {
      const reads = most.map(({ key, weight }, at) => `${headName(heads[at]!)} → ${visible(given!.keys.texts[key]!)} ${weight.toFixed(2)}`);
      const button = html("button", { type: "button" }, html("b", {}, visible(given!.queries.texts[token]!)), ` ${reads.join(", ")}`);
      button.addEventListener("click", () => all((view) => view.set({ side: "left", tokens: [token] })));
      return html("li", {}, button);
    });
    const differ = html("section", { class: "differ" }, html("h3", {}, "Where they differ most"), html("ul", {}, ...buttons), html("p", { class: "quiet" }, "By the Jensen–Shannon divergence of what they attend to from a token; these tokens are underlined below. Press one to see it in all of them."));
    return { columns, differ: buttons.length > 0 ? differ : null };
  }

  function draw(heads: readonly Head[]): void {
    for (const view of views) view.destroy();
    views = [];
    shown = heads;
    body.replaceChildren();
    if (heads.length < 2) return;
    title.textContent = `Heads ${listed(heads)}, side by side`;
    more.hidden = heads.length >= MOST;
    wrong.textContent = "";
    const { columns, differ } = pictures(heads);
    const side = html("div", { class: "columns" }, ...columns);
    side.style.setProperty("--heads", String(heads.length));
    const table = scoreTable(payload, heads);
    body.append(...(differ ? [differ] : []), side, ...(table ? [table] : []));
    element.scrollTop = 0;
  }

  function update(): boolean {
    const { heads } = pins;
    const same = heads.length === shown.length && heads.every((head, at) => sameHead(head, shown[at]!));
    const open = heads.length > 1;
    element.hidden = !open;
    if (!same) draw(heads);
    tray.hidden = heads.length !== 1;
    if (heads.length === 1) {
      const unpin = html("button", { type: "button" }, "Unpin");
      unpin.addEventListener("click", () => pins.set([]));
      tray.replaceChildren(`Head ${headName(heads[0]!)} is pinned. Open another and press “Compare”. `, unpin);
    }
    return open;
  }

  return { elements: [element, tray], update, focus: () => title.focus({ preventScroll: true }) };
}
