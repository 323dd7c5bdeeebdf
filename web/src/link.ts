// The state of the page, in its address: what is searched for, coloured by, sorted by, opened, pinned, filtered. Each part of the page
// listens to its own part of the link and sets it; the link keeps the rest as it is.
import { copier } from "./copy";
import { html } from "./dom";
import { decoded } from "./heads";

/** `at` is the id of an element, and stands in the address without its name: "#score=offset.+1&find=layer 4". */
export const PARTS = ["at", "weights", "head", "pin", "find", "filter", "colour", "stack", "sort", "run", "history"] as const;
export type Part = (typeof PARTS)[number];
/** `clicked`: the reader followed a link of the page. */
type Listener = (value: string | null, clicked: boolean) => void;
type Change = Partial<Record<Part, string | null>>;

/** Characters that a link may hold as they are, so that it can be read: "+" is a plus. */
function escaped(value: string): string {
  return encodeURIComponent(value).replace(/%(2B|2C|2F|3A|3D)/gu, (code) => decodeURIComponent(code));
}

/** What an address says, the part after "#". What is none of our parts is the id of an element. */
export function read(fragment: string): Map<Part, string> {
  const found = new Map<Part, string>();
  for (const piece of fragment.replace(/^#/u, "").split("&")) {
    if (piece === "") continue;
    const at = piece.indexOf("=");
    const part = PARTS.find((name) => name !== "at" && name === piece.slice(0, Math.max(at, 0)));
    found.set(part ?? "at", decoded(part ? piece.slice(at + 1) : piece));
  }
  return found;
}

/** The fragment of a state, without "#"; the parts stand in one order, so that the same state is the same link. */
export function fragment(state: ReadonlyMap<Part, string>): string {
  return PARTS.flatMap((part) => {
    const value = state.get(part);
    return value === undefined ? [] : [part === "at" ? escaped(value) : `${part}=${escaped(value)}`];
  }).join("&");
}

export class Link {
  #state = read(location.hash);
  #listeners = new Map<Part, Set<Listener>>();
  #refused = new Map<Part, string>();
  #watchers = new Set<() => void>();
  #followed = ""; // the link of the page that was just clicked
  #life = new AbortController();

  constructor() {
    // A link of the page changes what it names, and leaves the rest; an address that was typed, or gone back to, is all there is.
    document.addEventListener(
      "click",
      (event) => {
        const link = (event.target as Element | null)?.closest?.('a[href^="#"]');
        this.#followed = link?.getAttribute("href") ?? "";
      },
      true,
    );
    const follow = () => {
      const now = read(location.hash);
      const clicked = this.#followed !== "" && decoded(this.#followed) === decoded(location.hash);
      this.#followed = "";
      if (clicked) {
        for (const [part, value] of this.#state) if (part !== "at" && !now.has(part)) now.set(part, value);
        this.#write(now, "replaceState");
      }
      this.#move(now, clicked);
    };
    window.addEventListener("hashchange", follow);
    window.addEventListener("popstate", follow);
  }

  get(part: Part): string | null {
    return this.#state.get(part) ?? null;
  }

  /** Changes some parts; null takes one away. A step that "back" should undo is a new entry of the history. */
  set(change: Change, step: "new" | "same" = "same"): void {
    const next = new Map(this.#state);
    for (const [part, value] of Object.entries(change) as [Part, string | null][]) {
      if (value === null || value === "") next.delete(part);
      else next.set(part, value);
    }
    if (change.head) next.delete("at");
    if (fragment(next) === fragment(this.#state)) return;
    this.#write(next, step === "new" ? "pushState" : "replaceState");
    this.#move(next);
  }

  /** Calls back at once and whenever this part changes, also by `set`; the returned function stops it. */
  listen(part: Part, listener: Listener): () => void {
    const mine = this.#listeners.get(part) ?? new Set();
    this.#listeners.set(part, mine.add(listener));
    listener(this.get(part), false);
    return () => mine.delete(listener);
  }

  /** Ends when the page is drawn anew: for those who listen to the window. */
  get life(): AbortSignal {
    return this.#life.signal;
  }

  /** Lets go of everybody who listens, and keeps the state: the page will be drawn anew. */
  renew(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#listeners.clear();
    this.#watchers.clear();
    this.#refused.clear();
  }

  /** Says, in a sentence, what is wrong with a part of the link; until that part changes. */
  refuse(part: Part, sentence: string): void {
    this.#refused.set(part, sentence);
    for (const watcher of this.#watchers) watcher();
  }

  get refused(): string[] {
    return PARTS.flatMap((part) => this.#refused.get(part) ?? []);
  }

  watch(watcher: () => void): void {
    this.#watchers.add(watcher);
    watcher();
  }

  /** The whole address, to be sent to somebody. */
  get address(): string {
    const state = fragment(this.#state);
    return location.href.replace(/#.*$/su, "") + (state === "" ? "" : `#${state}`);
  }

  #write(state: ReadonlyMap<Part, string>, how: "pushState" | "replaceState"): void {
    const target = fragment(state);
    try {
      history[how](history.state, "", target === "" ? location.pathname + location.search : `#${target}`);
    } catch {
      return; // Inside a notebook's frame there is no address to change.
    }
  }

  #move(next: Map<Part, string>, clicked = false): void {
    const before = this.#state;
    this.#state = next;
    // An element may be asked for twice: the reader has scrolled away since.
    const changed = PARTS.filter((part) => before.get(part) !== next.get(part) || (part === "at" && next.has("at")));
    for (const part of changed) this.#refused.delete(part);
    for (const part of changed) for (const listener of [...(this.#listeners.get(part) ?? [])]) listener(this.get(part), clicked);
    for (const watcher of this.#watchers) watcher();
  }
}

/** "Copy link", and what the link asks for that is not here. */
export function linkBar(link: Link): HTMLElement {
  const wrong = html("p", { class: "wrong", role: "alert" });
  link.watch(() => {
    wrong.textContent = link.refused.join(" ");
    wrong.hidden = link.refused.length === 0;
  });
  return html("div", { class: "link" }, copier("Copy link", "The link to this page as it is now", () => link.address, () => "Copied."), wrong);
}
