// Drawing an arrow between the two columns of a head view, by mouse, finger or key, and the arrow itself.
import { svg } from "../dom";
import type { HeadFigure } from "./head_figure";
import type { Arrow, State } from "./state";
import { LINE } from "./tokens";

const FAR = 8; // pixels: what moves less is a click
const KEY = "a";

interface End {
  side: "left" | "right";
  token: HTMLElement;
  at: number; // the unit
}

/** The token that an element is in. */
function endAt(target: EventTarget | null): End | null {
  const token = (target as Element | null)?.closest?.<HTMLElement>("[data-at]");
  const column = token?.closest(".hs-left, .hs-right");
  if (!token || !column) return null;
  return { side: column.classList.contains("hs-left") ? "left" : "right", token, at: Number(token.dataset["at"]) };
}

/** Lets the reader draw; calls back with the tokens that the arrow leads from and to. */
export function drawArrows(figure: HeadFigure, drawn: (arrow: Arrow) => void): { show(state: State): void; destroy(): void } {
  const { element } = figure;
  const plot = element.querySelector<HTMLElement>(".hs-plot")!;
  const line = svg("line");
  const tip = svg("path", { d: "M-10 -6L2 0L-10 6Z" }); // turned by hand: a marker would need an id, and several views share a document
  const layer = svg("svg", { class: "hs-arrow", "aria-hidden": "true" }, line, tip);
  plot.append(layer);
  let start: (End & { x: number; y: number }) | null = null;
  let dragging = false;
  let waiting: End | null = null; // begun by key
  let shown: Arrow | null = null;

  const place = (x1: number, y1: number, x2: number, y2: number) => {
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, String(value));
    tip.setAttribute("transform", `translate(${x2} ${y2}) rotate(${(Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI})`);
    layer.classList.add("hs-drawn");
  };
  const middle = ({ side, at }: End) => {
    const { queries, keys } = figure.scene().place;
    return side === "left" ? queries[at]! : keys[at]!;
  };
  const edge = (side: End["side"]) => figure.scene().place[side];
  function rest(): void {
    const { rows, keys, place: columns } = figure.scene();
    const [from, to] = shown ? [rows.unit[shown.from] ?? -1, keys.unit[shown.to] ?? -1] : [-1, -1];
    if (from < 0 || to < 0) return layer.classList.remove("hs-drawn");
    place(columns.left, columns.queries[from]!, columns.right, columns.keys[to]!);
  }
  const aim = (end: End | null) => {
    for (const old of element.querySelectorAll(".hs-aimed")) old.classList.remove("hs-aimed");
    end?.token.classList.add("hs-aimed");
  };
  function finish(one: End, other: End | null): boolean {
    if (!other || other.side === one.side) return false;
    const [from, to] = one.side === "left" ? [one, other] : [other, one];
    const { rows, keys } = figure.scene();
    drawn({ from: rows.parts[from.at]![0]!, to: keys.parts[to.at]![0]! });
    return true;
  }

  element.addEventListener("pointerdown", (event) => {
    const end = event.button === 0 ? endAt(event.target) : null;
    start = end && { ...end, x: event.clientX, y: event.clientY };
    dragging = false;
  });
  const move = (event: PointerEvent) => {
    if (!start) return;
    if (!dragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
    dragging = true;
    event.preventDefault();
    const box = plot.getBoundingClientRect();
    place(edge(start.side), middle(start), event.clientX - box.left, event.clientY - box.top);
    const under = endAt((element.getRootNode() as Document | ShadowRoot).elementFromPoint(event.clientX, event.clientY));
    aim(under && under.side !== start.side ? under : null);
  };
  const stop = (event: PointerEvent) => {
    if (start && dragging && event.type === "pointerup") {
      finish(start, endAt((element.getRootNode() as Document | ShadowRoot).elementFromPoint(event.clientX, event.clientY)));
      // The click that ends a drag is none.
      const swallow = (click: Event) => click.stopPropagation();
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
    }
    start = null;
    dragging = false;
    aim(null);
    rest();
  };
  element.addEventListener("dragstart", (event) => event.preventDefault());
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
  window.addEventListener("pointercancel", stop);

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && waiting) {
      waiting = null;
      aim(null);
      event.stopPropagation();
    }
    const end = endAt(event.target);
    if (event.key.toLowerCase() !== KEY || !end || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (waiting && finish(waiting, end)) {
      waiting = null;
      return aim(null);
    }
    waiting = end;
    aim(end);
  });

  return {
    show: (state) => {
      shown = state.arrow;
      const { width, height } = figure.scene().place;
      layer.setAttribute("width", String(width));
      layer.setAttribute("height", String(Math.max(height, LINE)));
      rest();
    },
    destroy: () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    },
  };
}
