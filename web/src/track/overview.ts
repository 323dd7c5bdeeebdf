// The first screen: the film of all heads beside what came out in sentences; above it, what is shown.
import { withMinus } from "../digits";
import { html } from "../dom";
import { fold, unfoldForPrint } from "../fold";
import { type Head, headName } from "../heads";
import type { Highlight } from "../highlight";
import { type Link, linkBar } from "../link";
import { film } from "./film";
import { sideBySide, type Story } from "./payload";
import type { State } from "./state";

/** Which score the film and the lines show, and of which history. */
function choices(story: Story, state: State): HTMLElement {
  const score = html("select", { id: "colour-by" }, html("option", { value: "" }, "what each head does"));
  for (const measure of story.measures) {
    const group = html("optgroup", { label: measure.title });
    for (const one of story.scores.filter((other) => other.measure === measure.name)) group.append(html("option", { value: one.id }, `${one.words} · ${withMinus(one.id)}`));
    score.append(group);
  }
  const history = html("select", { id: "history", "aria-label": story.across ?? "history" }, ...story.histories.map(({ name }) => html("option", { value: name }, `${story.across ?? ""} ${name}`.trim())));
  score.addEventListener("change", () => state.choose({ score: score.value || null }));
  history.addEventListener("change", () => state.choose({ history: history.value }));
  state.listen((shown) => {
    score.value = shown.score?.id ?? "";
    history.value = shown.history.name;
  });
  const which = story.histories.length > 1 ? [" of ", history] : [];
  return html("p", { class: "choose" }, html("label", { for: "colour-by" }, "Show "), score, ...which);
}

function finding(story: Story, state: State, highlight: Highlight, { text, score, heads }: Story["findings"][number]): HTMLElement {
  const item = html("li", {}, text);
  const known = story.scores.find(({ id }) => id === score);
  if (known) {
    const see = html("button", { type: "button", class: "as-link", "aria-label": `see the lines of ${known.id}` }, "see ↓");
    see.addEventListener("click", () => {
      state.choose({ score: known.id });
      document.getElementById("lines")?.scrollIntoView({ block: "nearest" });
    });
    item.append(" ", see);
  }
  const first: Head | undefined = heads?.[0];
  if (first) {
    item.addEventListener("pointerenter", () => highlight.point(first));
    item.addEventListener("pointerleave", () => highlight.point(null));
    item.dataset["head"] = headName(first);
  }
  return item;
}

/** Pairs of histories, and how far they agree. */
function agreement(story: Story): HTMLElement[] {
  if (story.agreements.length === 0) return [];
  const percent = (share: number | null) => (share === null ? "–" : `${Math.round(100 * share)}%`);
  const rows = story.agreements.map(({ first, second, share, chance }) =>
    html("tr", {}, html("th", { scope: "row" }, `${first} and ${second}`), html("td", {}, percent(share)), html("td", { class: "quiet" }, percent(chance))),
  );
  const head = html("tr", {}, html("th", { scope: "col" }, `${story.across}s`), html("th", { scope: "col" }, "scores that agree"), html("th", { scope: "col" }, "paired blindly"));
  return [html("section", { id: "agree" }, html("h2", {}, `How ${story.across}s agree`), html("div", { class: "scroll" }, html("table", { class: "changes" }, html("thead", {}, head), html("tbody", {}, ...rows))))];
}

export function overview(story: Story, state: State, highlight: Highlight, link: Link): HTMLElement[] {
  const side = [
    html("section", { "aria-label": "Findings" }, html("h2", {}, sideBySide(story) ? "What was found" : "What happens"), html("ol", {}, ...story.findings.map((one) => finding(story, state, highlight, one)))),
    ...agreement(story),
    html("section", { class: "reading" }, fold("How to read this", ...story.reading.map((text) => html("p", {}, text))), html("p", { class: "caveat" }, story.caveat)),
  ];
  for (const part of side) unfoldForPrint(part);
  return [
    html("header", {}, html("h1", {}, story.title), html("p", { class: "summary" }, ...story.summary.map((part) => html("span", {}, part))), linkBar(link)),
    html(
      "div",
      { class: "overview" },
      html("section", { class: "map", "aria-label": "All heads" }, html("h2", {}, sideBySide(story) ? "All heads" : "All heads, run by run"), choices(story, state), film(story, state, highlight)),
      html("div", { class: "findings" }, ...side),
    ),
  ];
}
