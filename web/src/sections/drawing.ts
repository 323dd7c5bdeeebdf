// A figure that Python drew, built element by element from data. Only what a drawing needs is made: a name or an attribute that
// is not in these lists could run something or fetch something, and is an error.
import { html, svg } from "../dom";
import type { DrawingData, DrawingNode, Strokes } from "./types";

const ELEMENTS = new Set(["g", "text", "tspan", "title", "line", "polyline", "polygon", "path", "circle", "rect"] as const);
type Name = typeof ELEMENTS extends Set<infer One> ? One : never;
const ATTRIBUTES = new Set(
  "class color x y x1 y1 x2 y2 cx cy r rx ry width height d points transform opacity fill-opacity stroke-opacity stroke-width stroke-dasharray text-anchor font-size".split(
    " ",
  ),
);

/** Many strokes of one class, which Python writes as one: [class, path, opacity, width, path, …]. */
function strokes([kind, ...parts]: string[]): SVGElement[] {
  const made: SVGElement[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    made.push(svg("path", { d: parts[at]!, class: kind!, "stroke-opacity": parts[at + 1]!, "stroke-width": parts[at + 2]! }));
  }
  return made;
}

function all(nodes: (string | DrawingNode | Strokes)[]): (string | SVGElement)[] {
  return nodes.flatMap((node): (string | SVGElement)[] => (typeof node === "string" ? [node] : isStrokes(node) ? strokes(node.slice(1)) : [build(node)]));
}

function isStrokes(node: DrawingNode | Strokes): node is Strokes {
  return node[0] === "strokes";
}

function build([name, attributes, ...children]: DrawingNode): SVGElement {
  if (!ELEMENTS.has(name as Name)) throw new Error(`a drawing has an element that is none of ours: ${name}`);
  for (const attribute of Object.keys(attributes)) {
    if (!ATTRIBUTES.has(attribute)) throw new Error(`a drawing has an attribute that is none of ours: ${attribute}`);
  }
  return svg(name as Name, attributes, ...all(children));
}

/** The figure with its title (where nothing else says it) and its caption; the style of its parts is Python's too and scoped to .headscope. */
export function drawn(data: DrawingData, heading: "h3" | "h4" | null = "h3"): HTMLElement {
  const picture = svg(
    "svg",
    { class: "headscope", viewBox: `0 0 ${data.width} ${data.height}`, role: "img", "aria-label": data.title },
    ...all(data.nodes),
  );
  return html(
    "figure",
    { class: data.wide ? "drawn wide" : "drawn", id: `drawing=${data.name}` },
    ...(heading === null ? [] : [html(heading, {}, data.title)]),
    html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Drawing: ${data.title}` }, picture),
    html("figcaption", {}, data.caption),
  );
}
