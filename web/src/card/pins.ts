// The heads that are pinned, two to four of which are shown side by side. They live in the link: "pin=7-7,3-2".
import { type Head, headAddress, headAt, headName, noHead, sameHead } from "../heads";
import type { Link } from "../link";
import type { Payload } from "../payload";

export const MOST = 4;

/** Heads as a link has them. */
export function pinAddress(heads: Head[], payload: Pick<Payload, "stacks">): string | null {
  return heads.length === 0 ? null : heads.map((head) => headAddress(head, payload)).join(",");
}

/** What a link pins, and what is wrong with it: heads that are not here, that are of another stack than the first, or too many. */
export function pinnedBy(address: string | null, payload: Pick<Payload, "stacks">): { heads: Head[]; wrong: string } {
  const wrong: string[] = [];
  const heads: Head[] = [];
  for (const name of (address ?? "").split(",").filter((one) => one !== "")) {
    const head = headAt(name, payload);
    if (head === null) wrong.push(noHead(name, payload));
    else if (heads.some((one) => sameHead(one, head))) continue;
    else if (heads[0] && heads[0].stack !== head.stack) wrong.push(`Head ${headName(head)} of the ${head.stack} reads another text than one of the ${heads[0].stack}.`);
    else if (heads.length === MOST) wrong.push(`${MOST} heads are compared at most, not ${name} too.`);
    else heads.push(head);
  }
  return { heads, wrong: wrong.join(" ") };
}

export class Pins {
  #heads: Head[] = [];
  #listeners = new Set<() => void>();

  constructor(
    private readonly payload: Payload,
    private readonly link: Link,
  ) {}

  get heads(): readonly Head[] {
    return this.#heads;
  }

  has(head: Head): boolean {
    return this.#heads.some((one) => sameHead(one, head));
  }

  /** Whether a head could stand beside those that are pinned. */
  takes(head: Head): boolean {
    return !this.has(head) && this.#heads.length < MOST && this.#heads.every(({ stack }) => stack === head.stack);
  }

  /** Pins these and no others; `shown` is the card that stays open over them, none by default. */
  set(heads: readonly Head[], shown: Head | null = null): void {
    const head = shown === null ? null : headAddress(shown, this.payload);
    this.link.set({ pin: pinAddress([...heads], this.payload), head }, "new");
  }

  /** Calls back whenever the pinned heads change. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Pins what the link says; once the page is put together. */
  follow(): void {
    this.link.listen("pin", (address) => {
      const { heads, wrong } = pinnedBy(address, this.payload);
      if (wrong !== "") this.link.refuse("pin", wrong);
      this.#heads = heads;
      for (const listener of this.#listeners) listener();
    });
  }
}
