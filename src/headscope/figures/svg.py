"""A tiny SVG writer: elements, attributes, escaped text, and nothing that a text from outside could turn into markup.

It does not know what is drawn. Tag and attribute names are ours; every value and every text is taken for hostile.
"""

import re
from collections.abc import Iterator

# XML 1.0 has no way to write these at all, not even as an escape: controls, halves of broken pairs, two non-characters.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
Number = float | int  # types are checked while tests run, and then an int is no float
_NAME = re.compile("[a-zA-Z][a-zA-Z0-9:-]*")


def escape(text: str) -> str:
    r"""Text that can stand in an element or an attribute, in XML and in HTML; what XML forbids becomes U+FFFD.

    >>> escape("</svg>\x00")
    '&lt;/svg&gt;�'
    """
    clean = _FORBIDDEN.sub("\ufffd", text)
    return "".join(_ESCAPES.get(character, character) for character in clean)


def number(value: Number) -> str:
    """A coordinate: two decimals, no more signs than needed.

    >>> number(3.0), number(-0.001), number(0.126)
    ('3', '0', '0.13')
    """
    if not -1e6 < value < 1e6:
        raise ValueError(f"{value} is no coordinate")  # NaN too
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


class Element:
    """One element. A trailing underscore in an attribute's name is dropped, the others become hyphens; None leaves it out."""

    def __init__(self, tag: str, *children: "Element | str", **attributes: str | Number | None) -> None:
        self.tag = tag
        self.children = list(children)
        self.attributes = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}

    def __str__(self) -> str:
        """
        >>> str(Element("text", "a < b", x=1.5, class_="token"))
        '<text x="1.5" class="token">a &lt; b</text>'
        """
        return "".join(self._pieces())

    def add(self, *children: "Element | str") -> "Element":
        self.children.extend(children)
        return self

    def _pieces(self) -> Iterator[str]:
        yield f"<{_name(self.tag)}"
        for name, value in self.attributes.items():
            yield f' {_name(name)}="{escape(value) if isinstance(value, str) else number(value)}"'
        if not self.children:
            yield "/>"
            return
        yield ">"
        for child in self.children:
            if isinstance(child, Element):
                yield from child._pieces()
            else:
                yield escape(child)
        yield f"</{self.tag}>"


def _name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"'{name}' is no name of an element or attribute")
    return name


def group(*children: Element, x: Number = 0, y: Number = 0, class_: str | None = None) -> Element:
    """Elements moved together."""
    moved = f"translate({number(x)} {number(y)})" if x or y else None
    return Element("g", *children, transform=moved, class_=class_)


def text(x: Number, y: Number, content: str, class_: str, *, anchor: str | None = None, title: str | None = None) -> Element:
    """A line of text whose baseline starts (or by `anchor`, has its middle or end) at a point."""
    made = Element("text", content, x=x, y=y, class_=class_, text_anchor=anchor)
    return made.add(Element("title", title)) if title else made


def line(x1: Number, y1: Number, x2: Number, y2: Number, class_: str) -> Element:
    return Element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def polyline(points: list[tuple[float, float]], class_: str) -> Element:
    return Element("polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), class_=class_)
