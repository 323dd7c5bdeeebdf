// "Colour by": a box that is typed into to filter what the grid can be coloured by, with a list in groups under it.
import { type Choice, filtered, type Group } from "./choices";
import { html } from "./dom";

export interface ColourBy {
  element: HTMLElement;
  /** Shows other groups and the choice that is made; does not call back. */
  show(groups: Group[], chosen: string): void;
}

const LIST = "colour-options";

export function colourBy(choose: (id: string) => void): ColourBy {
  const input = html("input", {
    id: "colour-by",
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": LIST,
  });
  const list = html("div", { id: LIST, class: "options", role: "listbox", "aria-label": "What to colour by", hidden: "" });
  const said = html("span", { class: "unseen", role: "status" });
  const element = html("div", { class: "colour-by" }, html("label", { for: "colour-by" }, "Colour by"), html("div", { class: "combo" }, input, list), said);
  let groups: Group[] = [];
  let chosen = "";
  let options: { choice: Choice; element: HTMLElement }[] = [];
  let active = -1;

  const nameOf = (id: string) => groups.flatMap(({ choices }) => choices).find((choice) => choice.id === id)?.text ?? "";

  function point(at: number): void {
    options[active]?.element.classList.remove("active");
    active = at;
    const now = options[at]?.element;
    now?.classList.add("active");
    if (now) input.setAttribute("aria-activedescendant", now.id);
    else input.removeAttribute("aria-activedescendant");
    // Only the list scrolls, never the page.
    if (!now) return;
    const [top, bottom] = [now.offsetTop - 28, now.offsetTop + now.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  function fill(typed: string): void {
    options = [];
    const kept = filtered(groups, typed);
    const boxes = kept.map(({ title, choices }, group) => {
      const rows = choices.map((choice) => {
        const row = html(
          "div",
          { id: `${LIST}-${options.length}`, role: "option", "aria-selected": String(choice.id === chosen) },
          html("span", {}, choice.text),
          " ",
          html("span", { class: "quiet" }, choice.detail),
        );
        options.push({ choice, element: row });
        return row;
      });
      if (title === "") return html("div", { role: "presentation" }, ...rows);
      const heading = html("div", { id: `${LIST}-group-${group}`, class: "group", role: "presentation" }, title);
      return html("div", { role: "group", "aria-labelledby": heading.id }, heading, ...rows);
    });
    list.replaceChildren(...(boxes.length > 0 ? boxes : [html("div", { class: "quiet none", role: "presentation" }, `Nothing here is called “${typed}”.`)]));
    point(typed === "" ? options.findIndex(({ choice }) => choice.id === chosen) : options.length > 0 ? 0 : -1);
    said.textContent = typed === "" ? "" : `${options.length} found`;
  }

  function open(typed = ""): void {
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    fill(typed);
  }

  function close(): void {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    input.value = nameOf(chosen);
    said.textContent = "";
  }

  function take(at: number): void {
    const choice = options[at]?.choice;
    if (!choice) return;
    chosen = choice.id;
    close();
    input.select();
    choose(choice.id);
  }

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => list.hidden && open());
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("blur", close);
  // The box keeps the focus while the list is clicked or scrolled.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => take(options.findIndex((option) => option.element.contains(event.target as Node))));
  input.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (list.hidden) open();
      else point(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      take(active);
    } else if (event.key === "Escape" && !list.hidden) {
      // The card closes by the same key: one at a time.
      event.stopPropagation();
      close();
      input.select();
    }
  });
  return {
    element,
    show: (given, id) => {
      groups = given;
      chosen = id;
      if (list.hidden) input.value = nameOf(id);
      else fill(input.value);
    },
  };
}
