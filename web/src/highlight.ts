// Which head is pointed at, which is opened and which a search found. Every figure listens, so the same head stands out in all of them.
import { type Head, headName, sameHead } from "./heads";

export type Listener = (highlight: Highlight) => void;

export class Highlight {
  /** Under the pointer or the keyboard's focus; passes by. */
  pointed: Head | null = null;
  /** Clicked or entered; stays until closed. */
  selected: Head | null = null;
  /** What a search found, as "encoder/8-10"; null while nothing is searched for. */
  found: ReadonlySet<string> | null = null;
  #listeners = new Set<Listener>();

  /** The head that a line of text should be about. */
  get current(): Head | null {
    return this.pointed ?? this.selected;
  }

  point(head: Head | null): void {
    if (sameHead(head, this.pointed)) return;
    this.pointed = head;
    this.#tell();
  }

  select(head: Head | null): void {
    if (sameHead(head, this.selected)) return;
    this.selected = head;
    this.#tell();
  }

  /** Marks the heads that a search found, in every figure that shows them; null takes the marks away. */
  find(heads: Head[] | null): void {
    const found = heads && new Set(heads.map((head) => `${head.stack}/${headName(head)}`));
    const same = found === null || this.found === null ? found === this.found : String([...found].sort()) === String([...this.found].sort());
    if (same) return;
    this.found = found;
    this.#tell();
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

  #tell(): void {
    for (const listener of this.#listeners) listener(this);
  }
}
