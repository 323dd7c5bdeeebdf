// Which head is pointed at, which is opened and which a search or a filter found. Every figure listens, so the same head stands out in
// all of them.
import { type Head, headName, sameHead } from "./heads";

export type Listener = (highlight: Highlight) => void;
type Names = ReadonlySet<string> | null;

interface State {
  pointed: Head | null;
  selected: Head | null;
  found: Names;
  searched: Names;
  kept: Names;
}

function namesOf(heads: Head[] | null): Names {
  return heads && new Set(heads.map((head) => `${head.stack}/${headName(head)}`));
}

/** Those in both sets, where there are two. */
function met(one: Names, other: Names): Names {
  if (one === null || other === null) return one ?? other;
  return new Set([...one].filter((name) => other.has(name)));
}

function same(one: Names, other: Names): boolean {
  return one === null || other === null ? one === other : one.size === other.size && [...one].every((name) => other.has(name));
}

export class Highlight {
  readonly #state: State;
  readonly #whole: Highlight;
  readonly #listeners = new Set<Listener>();

  constructor(whole?: Highlight) {
    this.#whole = whole ?? this;
    this.#state = whole ? whole.#state : { pointed: null, selected: null, found: null, searched: null, kept: null };
  }

  /** Under the pointer or the keyboard's focus; passes by. */
  get pointed(): Head | null {
    return this.#state.pointed;
  }

  /** Clicked or entered; stays until closed. */
  get selected(): Head | null {
    return this.#state.selected;
  }

  /** What a search found and a filter let pass, as "encoder/8-10"; null while there is neither. */
  get found(): Names {
    return this.#state.found;
  }

  /** The head that a line of text should be about. */
  get current(): Head | null {
    return this.pointed ?? this.selected;
  }

  point(head: Head | null): void {
    if (sameHead(head, this.pointed)) return;
    this.#state.pointed = head;
    this.#whole.tell();
  }

  select(head: Head | null): void {
    if (sameHead(head, this.selected)) return;
    this.#state.selected = head;
    this.#whole.tell();
  }

  /** Marks the heads that a search found, in every figure that shows them; null takes the marks away. */
  find(heads: Head[] | null): void {
    this.#state.searched = namesOf(heads);
    this.#mark();
  }

  /** Marks the heads that a filter lets pass, of those that a search found if there is one; null lets all pass. */
  keep(heads: Head[] | null): void {
    this.#state.kept = namesOf(heads);
    this.#mark();
  }

  #mark(): void {
    const found = met(this.#state.searched, this.#state.kept);
    if (same(found, this.found)) return;
    this.#state.found = found;
    this.#whole.tell();
  }

  finds(head: Head): boolean {
    return this.found?.has(`${head.stack}/${headName(head)}`) ?? false;
  }

  /** Calls back at once and at every change; the returned function stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener(this);
  }

  /** The same for the figures in an element: they follow only while it is on the screen, and catch up when it comes back. What is folded
   *  away or far down the page costs nothing. */
  inside(element: Element): Highlight {
    const part = new Highlight(this.#whole);
    let seen = true; // until the browser says otherwise
    let late = false;
    new IntersectionObserver(
      (entries) => {
        seen = entries.at(-1)!.isIntersecting;
        if (seen && late) part.tell();
        late &&= !seen;
      },
      { rootMargin: "50%" },
    ).observe(element);
    this.#whole.listen(() => {
      if (seen) part.tell();
      else late = true;
    });
    return part;
  }
}
