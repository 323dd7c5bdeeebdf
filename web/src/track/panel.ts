// The panel of the selected head: all its lines, those that rise first. Along the bottom edge, and part of the address, as in the report.
import { html } from "../dom";
import { type Head, headAddress, headAt, headName, noHead, sameHead, stackOf } from "../heads";
import type { Highlight } from "../highlight";
import type { Link } from "../link";
import { oneLine } from "./multiples";
import { type Followed, type History, linesOf, numberOf, sideBySide, type Story, when } from "./payload";
import type { Shown, State } from "./state";
import { reading } from "./words";

const MOST = 60;

/** Lines that give a label, then those that rise, by how far; then those above the baseline from the start; then the rest. */
function order(story: Story, history: History, score: Followed, head: number): [number, number] {
  const onset = history.onsets[score.place]![head]!;
  const becomes = history.becomes[score.place]?.[head] ?? -1;
  const last = linesOf(story, history, score).at(history.runs.length - 1, head)?.value ?? 0;
  const span = score.range[1] - score.range[0] || 1;
  const far = Math.abs(last - (history.baselines[score.place]!.at(-1) ?? last)) / span;
  return [becomes > 0 ? 0 : onset > 0 ? 1 : onset === 0 ? 2 : 3, -far];
}

function entry(story: Story, shown: Shown, score: Followed, head: Head, state: State): HTMLElement {
  const stack = stackOf(story, score.stack);
  const number = numberOf(head, stack);
  const { history } = shown;
  const [becomes, onset] = [history.becomes[score.place]?.[number] ?? -1, history.onsets[score.place]![number]!];
  const label = story.behaviours.find(({ name }) => name === score.label)?.words ?? score.label;
  const events = [
    ...(becomes > 0 ? [`${label} head ${when(story, history.runs[becomes]!)}`] : []),
    ...(onset > 0 ? [`rises ${when(story, history.runs[onset]!)}`] : onset === 0 && history.runs.length > 1 ? ["above the baseline from the start"] : []),
  ];
  const choose = html("button", { type: "button", class: "as-link", title: "Show this score for all heads" }, score.words);
  choose.addEventListener("click", () => state.choose({ score: score.id }));
  return html(
    "li",
    {},
    oneLine(story, shown, score, number),
    html("p", {}, choose, html("span", { class: "quiet" }, ` ${score.id}`)),
    html("p", {}, reading(story, history, score, stack, head, shown.run), ...(events.length > 0 ? [html("b", {}, `; ${events.join("; ")}`)] : [])),
  );
}

export function panel(story: Story, state: State, highlight: Highlight, link: Link): HTMLElement {
  const title = html("h2", { id: "panel-title", tabindex: -1 });
  const close = html("button", { type: "button" }, "Close (Esc)");
  const note = html("p", { class: "quiet" });
  const list = html("ul", { class: "one-lines" });
  const element = html("aside", { class: "panel", "aria-labelledby": "panel-title", hidden: "" }, html("div", { class: "bar" }, title, note, close), list);
  let origin: Element | null = null;
  let drawn = "";
  const draw = () => {
    const head = highlight.selected;
    element.hidden = head === null;
    document.documentElement.classList.toggle("with-panel", head !== null);
    if (head === null) return void (drawn = "");
    const shown = state.shown;
    const now = `${headAddress(head, story)} ${shown.history.name} ${shown.run}`;
    if (now === drawn) return;
    drawn = now;
    const stack = stackOf(story, head.stack);
    const which = story.across === null ? "" : `, ${story.across} ${shown.history.name}`;
    title.textContent = `Head ${headName(head)}${story.stacks.length > 1 ? ` of the ${head.stack}` : ""}${which}`;
    const mine = story.scores.filter((score) => score.stack === head.stack);
    const placed = mine.map((score) => ({ score, at: order(story, shown.history, score, numberOf(head, stack)) }));
    placed.sort((one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1]);
    note.textContent = `${sideBySide(story) ? "Scores above their baseline" : "Lines that rise"} first${mine.length > MOST ? `; ${MOST} of ${mine.length}` : ""}. Each on its own scale, the same for all heads.`;
    list.replaceChildren(...placed.slice(0, MOST).map(({ score }) => entry(story, shown, score, head, state)));
  };
  highlight.listen(({ selected }) => {
    draw();
    if (selected !== null || link.get("head") !== null) link.set({ head: selected === null ? null : headAddress(selected, story) }, selected === null ? "same" : "new");
  });
  state.listen(draw);
  const leave = () => {
    if (highlight.selected === null) return;
    highlight.select(null);
    if ((origin instanceof SVGElement || origin instanceof HTMLElement) && origin.isConnected) origin.focus();
    origin = null;
  };
  close.addEventListener("click", leave);
  document.addEventListener("keydown", (event) => event.key === "Escape" && leave());
  document.addEventListener("headscope:open", () => {
    origin = document.activeElement;
    title.focus({ preventScroll: true });
  });
  return element;
}

/** Lets the link say which head is selected; before the panel, which writes it there. */
export function followHead(story: Story, highlight: Highlight, link: Link): void {
  link.listen("head", (address) => {
    const head = address === null ? null : headAt(address, story);
    if (address !== null && head === null) return link.refuse("head", noHead(address, story));
    if (!sameHead(head, highlight.selected)) highlight.select(head);
  });
}
