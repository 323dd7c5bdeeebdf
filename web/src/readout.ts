// The line of text under a figure: the pointed-at head's number, else the selected one's, else the highest.
import { line, numberText } from "./digits";
import { html } from "./dom";
import { headName, topHead } from "./heads";
import type { Highlight } from "./highlight";
import type { Score } from "./payload";

export interface Readout {
  element: HTMLParagraphElement;
  release(): void;
}

export function readout(score: Score, highlight: Highlight): Readout {
  const name = html("b");
  const rest = html("span");
  const element = html("p", { class: "readout" }, name, rest);
  const top = topHead(score);
  const release = highlight.listen(({ current }) => {
    const here = current !== null && current.stack === score.stack ? current : null;
    const head = here ?? top;
    name.textContent = head === null ? "" : `${here ? "Head" : "Highest: head"} ${headName(head)}`;
    rest.textContent = head === null ? "No head was measured." : ` ${here ? line(score, head) : numberText(score, head)}`;
    element.classList.toggle("live", here !== null);
  });
  return { element, release };
}
