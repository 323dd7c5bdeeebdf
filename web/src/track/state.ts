// What is looked at: which history, which score (null: what heads do), which run of the film. All of it is in the link.
import type { Link } from "../link";
import type { Followed, History, Story } from "./payload";

export interface Shown {
  history: History;
  score: Followed | null;
  run: number;
}

type Listener = (shown: Shown) => void;

/** How the link says that what heads do is to be shown, on a page that shows a score at first. */
const DOING = "behaviour";

/** What the film shows at first: what heads do, or, where no head ever gets a label, the score that the first finding is of. */
function firstScore(story: Story): Followed | null {
  const mixed = story.behaviours.findIndex(({ light }) => light === null);
  const labelled = story.histories.some(({ labels }) => labels.some((run) => Object.values(run).some((heads) => heads.some((code) => code !== mixed))));
  return labelled ? null : (story.findings.map(({ score }) => story.scores.find(({ id }) => id === score)).find((one) => one !== undefined) ?? null);
}

export class State {
  readonly #first: Followed | null;
  readonly #story: Story;
  readonly #link: Link;
  readonly #listeners = new Set<Listener>();
  #told = "";

  constructor(story: Story, link: Link) {
    this.#story = story;
    this.#link = link;
    this.#first = firstScore(story);
    for (const part of ["history", "colour", "run"] as const) link.listen(part, () => this.#tell());
  }

  get shown(): Shown {
    const history = this.#story.histories.find(({ name }) => name === this.#link.get("history")) ?? this.#story.histories[0]!;
    const asked = this.#link.get("colour");
    const score = asked === DOING ? null : (this.#story.scores.find(({ id }) => id === asked) ?? this.#first);
    const named = history.runs.indexOf(this.#link.get("run") ?? "");
    return { history, score, run: named < 0 ? history.runs.length - 1 : named };
  }

  choose(change: { history?: string; score?: string | null; run?: number }): void {
    const { history } = this.shown;
    this.#link.set({
      ...(change.history === undefined ? {} : { history: change.history }),
      ...(change.score === undefined ? {} : { colour: change.score ?? (this.#first === null ? null : DOING) }),
      ...(change.run === undefined ? {} : { run: change.run === history.runs.length - 1 ? null : history.runs[change.run]! }),
    });
  }

  /** Calls back at once and at every change. */
  listen(listener: Listener): void {
    this.#listeners.add(listener);
    listener(this.shown);
  }

  #tell(): void {
    const { history, score, run } = this.shown;
    const now = `${history.name}\n${score?.id}\n${run}`;
    if (now === this.#told) return;
    this.#told = now;
    for (const listener of this.#listeners) listener(this.shown);
  }
}
