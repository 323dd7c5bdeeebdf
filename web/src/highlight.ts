// Which head is pointed at and which is opened. Every figure listens, so the same head stands out in all of them.
import { type Head, sameHead } from "./heads";

export type Listener = (highlight: Highlight) => void;

export class Highlight {
  /** Under the pointer or the keyboard's focus; passes by. */
  pointed: Head | null = null;
  /** Clicked or entered; stays until closed. */
  selected: Head | null = null;
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
