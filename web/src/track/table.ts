// Every line that rises as a table: those that give a head a label first. Filtered by measure, copied as CSV; a hundred rows at a time.
import { copyButton, quoted } from "../csv";
import { alone, number as written } from "../digits";
import { html } from "../dom";
import { type Head, headName, headsOf, stackOf } from "../heads";
import type { Highlight } from "../highlight";
import { type Followed, type History, linesOf, numberOf, type Story } from "./payload";

const AT_ONCE = 100;

interface Rise {
  history: History;
  score: Followed;
  head: Head;
  run: number;
  /** The label that the head gets; null: the line rises above its baseline. */
  label: string | null;
  level: number;
  before: string;
  value: string;
  last: string;
}

export function rises(story: Story): Rise[] {
  const found: Rise[] = [];
  for (const history of story.histories) {
    for (const score of story.scores) {
      const stack = stackOf(story, score.stack);
      const kinds: [string | null, number[] | null][] = [
        [story.behaviours.find(({ name }) => name === score.label)?.words ?? score.label, history.becomes[score.place] ?? null],
        [null, history.onsets[score.place]!],
      ];
      for (const [label, runs] of kinds) {
        if (!runs?.some((run) => run > 0)) continue;
        const lines = linesOf(story, history, score);
        for (const head of headsOf(stack)) {
          const at = numberOf(head, stack);
          const run = runs[at]!;
          if (run <= 0) continue;
          const text = (place: number) => {
            const one = lines.at(place, at);
            return one === null ? "" : written(one);
          };
          const level = label === null ? (history.baselines[score.place]![run] ?? NaN) : score.bar!;
          found.push({ history, score, head, run, label, level, before: text(run - 1), value: text(run), last: text(history.runs.length - 1) });
        }
      }
    }
  }
  const far = (one: Rise) => Number(one.last.replace("−", "-")) - one.level;
  return found.sort((one, other) => Number(one.label === null) - Number(other.label === null) || one.run - other.run || far(other) - far(one));
}

export function toCsv(rows: Rise[]): string {
  const names = ["history", "stack", "head", "measure", "key", "direction", "corpus", "becomes", "before", "at", "level", "value_before", "value", "last"];
  const lines = rows.map(({ history, score, head, run, label, level, before, value, last }) => [
    history.name, head.stack, headName(head), score.measure, score.key, score.direction ?? "", score.corpus, label ?? "", history.runs[run - 1]!, history.runs[run]!,
    String(level), ...[before, value, last].map((text) => text.replace("−", "-")),
  ]);
  return [names, ...lines].map((cells) => cells.map(quoted).join(",") + "\n").join("");
}

export function riseTable(story: Story, highlight: Highlight): HTMLElement {
  const every = rises(story);
  const measure = html("select", { "aria-label": "Measure" }, html("option", { value: "" }, "all measures"));
  for (const { name } of story.measures) measure.append(html("option", { value: name }, name));
  const only = html("input", { type: "checkbox", id: "table-labels" });
  const body = html("tbody");
  const said = html("p", { class: "quiet", role: "status" });
  const more = html("button", { type: "button" }, `Show ${AT_ONCE} more`);
  const apart = story.across !== null;
  const labelled = every.some(({ label }) => label !== null);
  only.checked = labelled;
  let rows: Rise[] = [];
  let shown = 0;
  const extend = () => {
    for (const row of rows.slice(shown, shown + AT_ONCE)) {
      const open = html("button", { type: "button", class: "as-link" }, headName(row.head));
      open.addEventListener("click", () => highlight.select(row.head));
      const cells = [row.history.runs[row.run - 1]!, row.history.runs[row.run]!, alone(row.level), row.before, row.value, row.last];
      body.append(
        html(
          "tr",
          {},
          html("th", { scope: "row" }, open),
          ...(apart ? [html("td", { class: "words" }, row.history.name)] : []),
          ...(labelled ? [html("td", { class: "words" }, row.label ?? "")] : []),
          html("td", { class: "words" }, row.score.id),
          ...cells.map((text) => html("td", {}, text)),
        ),
      );
    }
    shown = Math.min(rows.length, shown + AT_ONCE);
    more.hidden = shown >= rows.length;
    said.textContent = `${shown.toLocaleString("en-GB")} of ${rows.length.toLocaleString("en-GB")} shown, the earliest first.`;
  };
  const arrange = () => {
    rows = every.filter((row) => (measure.value === "" || row.score.measure === measure.value) && (!only.checked || row.label !== null));
    shown = 0;
    body.replaceChildren();
    extend();
  };
  measure.addEventListener("change", arrange);
  only.addEventListener("change", arrange);
  more.addEventListener("click", extend);
  arrange();
  const words = ["head", ...(apart ? [story.across!] : []), ...(labelled ? ["becomes"] : []), "score"];
  const heads = [...words.map((name) => html("th", { scope: "col", class: "words" }, name)), ...["before", "at", "level", "value before", "value", "last"].map((name) => html("th", { scope: "col" }, name))];
  return html(
    "section",
    { id: "heads" },
    html("h2", {}, "When lines rise"),
    html("p", { class: "hint" }, `“at” is the first ${story.along} from which on the whole interval is above the level, “before” the one before it. The level is the threshold of the label, or the baseline.`),
    html("div", { class: "bar" }, html("span", { class: "filters" }, measure, " ", ...(labelled ? [html("label", {}, only, " labels only")] : [])), copyButton(() => toCsv(rows), "rows"), said),
    html("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Lines that rise" }, html("table", { class: "changes" }, html("thead", {}, html("tr", {}, ...heads)), body)),
    more,
  );
}
