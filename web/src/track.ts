// Many runs on one page: what heads learn, when, and who takes over. Puts the parts together, in the order they are read.
import "./track/track.css";
import { html } from "./dom";
import { Highlight } from "./highlight";
import { Link } from "./link";
import { multiples } from "./track/multiples";
import { overview } from "./track/overview";
import { followHead, panel } from "./track/panel";
import { readStory, sideBySide, type Story } from "./track/payload";
import { State } from "./track/state";
import { riseTable } from "./track/table";

function about(story: Story): HTMLElement {
  return html("section", { id: "run" }, html("h2", {}, "What was followed"), html("ul", { class: "plain" }, ...story.followed.map((text) => html("li", {}, text))));
}

/** Draw the page into an element. */
export function mount(root: HTMLElement, story: Story): void {
  const highlight = new Highlight();
  const link = new Link();
  const state = new State(story, link);
  followHead(story, highlight, link);
  root.replaceChildren(
    ...overview(story, state, highlight, link),
    multiples(story, state, highlight),
    ...(sideBySide(story) ? [] : [riseTable(story, highlight)]),
    about(story),
    panel(story, state, highlight, link),
  );
}

const data = document.getElementById("payload");
const root = document.getElementById("report");
if (data && root) {
  try {
    mount(root, readStory(data.textContent ?? ""));
  } catch (error) {
    // Better a sentence than an empty page; the details are for the console.
    const reason = error instanceof Error ? error.message : String(error);
    root.replaceChildren(html("p", { role: "alert" }, `This page’s data could not be drawn: ${reason}.`));
    throw error;
  }
}
