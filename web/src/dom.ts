// Making elements. Text goes in as text nodes only: nothing here, or anywhere in web/, parses a string as HTML.

type Attributes = Record<string, string | number>;
type Child = Node | string;

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** A drawing of a fixed size: text in it stays at its size, and a narrow screen scrolls it in its own box. */
export function drawing(width: number, height: number, attributes: Attributes, ...children: Child[]): SVGSVGElement {
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, ...attributes }, ...children);
}
