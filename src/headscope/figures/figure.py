"""A figure: a drawing, a title that states the finding, a caption that says how to read it; and the files it can become."""

import base64
import hashlib
import html
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.lettering import wrapped
from headscope.figures.size import Size
from headscope.figures.svg import Element, group, text
from headscope.runs.disk import write_whole
from headscope.urls import local_path

PIXELS = 2.5  # of a PNG, to one of the view box
CAVEAT = "Attention shows where a head reads, not why the model answers."
_MARGIN = 12.0
_XMLNS = "http://www.w3.org/2000/svg"

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<figure>
{heading}
{drawing}
{caption}
</figure>
<p>{caveat}</p>
</body>
</html>
"""
_PAGE_STYLE = (
    f"body {{margin: 0 auto; max-width: 900px; padding: 12px 16px; background: #ffffff; color: #16181c; font: 15px/1.45 {style.SANS}}} "
    "figure {margin: 0} h1 {font-size: 20px; line-height: 1.3; margin: 0 0 12px} svg {display: block; width: 100%; height: auto} "
    "figcaption, p {max-width: 70ch; margin: 12px 0 0; color: #5f6670} "
    "@media screen and (prefers-color-scheme: dark) "
    "{body {background: #111316; color: #e9eaec} figcaption, p {color: #a0a6ae}}"
)


@dataclass(frozen=True)
class Drawing:
    """Elements in a box of so many pixels, from the top left."""

    height: float
    elements: tuple[Element, ...]
    width: float = field(default_factory=style.page)


@dataclass(frozen=True)
class Figure:
    """What a figure function returns. `svg` is the whole of it, with its title above and its caption below unless it is to be without;
    `size` is how large it is on paper."""

    name: str
    title: str
    caption: str
    drawing: Drawing
    size: Size | None = None
    titled: bool = True
    captioned: bool = True

    @property
    def svg(self) -> str:
        return self._document()

    def save(self, path: str | Path) -> None:
        """Writes .svg, .html, .png or .pdf, by the file's name, all of it or nothing."""
        path = local_path(path)
        check_output(path, force=True)
        make = _MAKERS[path.suffix.lower()]
        data = make(self)
        write_whole(path, data)

    def to_svg(self) -> bytes:
        return self.svg.encode()

    def to_html(self) -> bytes:
        """A page of its own: title and caption as text, the drawing inline, nothing that runs and nothing from elsewhere."""
        sheet = style.sheet()
        hashes = " ".join(f"'{_hash(one)}'" for one in (sheet, _PAGE_STYLE))
        page = _PAGE.format(
            policy=f"default-src 'none'; style-src {hashes}; base-uri 'none'; form-action 'none'",
            title=html.escape(_clean(self.title)),
            heading=f"<h1>{html.escape(_clean(self.title))}</h1>" if self.titled else "",
            style=_PAGE_STYLE,
            drawing=self._root(self.drawing.height, sheet, group(*self.drawing.elements), sized=False),
            caption=f"<figcaption>{html.escape(_clean(self.caption))}</figcaption>" if self.captioned else "",
            caveat=CAVEAT,
        )
        return page.encode()

    def to_png(self) -> bytes:
        pixels = PIXELS if self.size is None else self.size.inches * self.size.dpi / self.drawing.width
        made: bytes = _converter().svg_to_png(self._document(dark=False, sized=False), scale=pixels)
        try:
            png = import_module("headscope.figures.png")
        except ModuleNotFoundError:
            return made  # without Pillow the file is larger, and the same picture
        data: bytes = png.small_png(made, None if self.size is None else self.size.dpi, self.title)
        return data

    def to_pdf(self) -> bytes:
        data: bytes = _converter().svg_to_pdf(self._document(dark=False, sized=False), scale=self._points)
        return data

    @property
    def _points(self) -> float:
        """Points of a PDF, 72 to an inch, to a unit of the view box."""
        return 1.0 if self.size is None else self.size.inches * 72 / self.drawing.width

    def _document(self, *, dark: bool = True, sized: bool = True) -> str:
        room = self.drawing.width - 2 * _MARGIN
        made, y = [], _MARGIN
        # Bold is wider; in a narrow column it is no larger than a heading, and its words still fit.
        size = style.TITLE if self.drawing.width > 500 else style.HEADING + 1
        for row in wrapped(self.title, size * 1.17, room) if self.titled else []:
            y += size * 1.3
            made.append(text(_MARGIN, y - 5, row, "title"))
            made[-1].attributes |= {} if size == style.TITLE else {"font-size": size, "class": "small-title"}
        y += 12 if self.titled else 0
        made.append(group(*self.drawing.elements, y=y))
        y += self.drawing.height + 6
        for row in wrapped(self.caption, style.LABEL, room) if self.captioned else []:
            y += style.LABEL * style.LEADING
            made.append(text(_MARGIN, y - 4, row, "quiet"))
        return self._root(y + _MARGIN, style.sheet(dark=dark), *made, sized=sized)

    def _root(self, height: float, sheet: str, *elements: Element, sized: bool = True) -> str:
        width, height = self.drawing.width, round(height)
        wide = self.size.inches if self.size is not None and sized else None
        root = Element(
            "svg",
            xmlns=_XMLNS,
            class_="headscope",
            role="img",
            width=None if wide is None else f"{wide:.4g}in",
            height=None if wide is None else f"{wide * height / width:.4g}in",
            viewBox=f"0 0 {width:g} {height}",
            aria_label=self.title,
        )
        root.add(Element("desc", self.caption), Element("style", sheet))
        return str(root.add(Element("rect", width=width, height=height, class_="fill-page"), *elements)) + "\n"


def _clean(content: str) -> str:
    return content.encode("utf-8", "replace").decode("utf-8")


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode("ascii")


def _converter() -> Any:
    try:
        return import_module("vl_convert")
    except ModuleNotFoundError:
        raise HeadscopeError("PNG and PDF need the package vl-convert-python: pip install 'headscope[figures]'.") from None


_MAKERS: dict[str, Callable[[Figure], bytes]] = {
    ".svg": Figure.to_svg,
    ".html": Figure.to_html,
    ".png": Figure.to_png,
    ".pdf": Figure.to_pdf,
}


SUFFIXES = tuple(_MAKERS)


def check_output(path: Path, suffixes: Sequence[str] = SUFFIXES, what: str = "figure", *, force: bool = False) -> None:
    """Raises where a figure, or a view, can't be written, or must not be. Touches nothing."""
    local_path(path)
    known = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"
    if path.suffix.lower() not in suffixes:
        raise HeadscopeError(f"'{path}' can't hold a {what}: expected a file that ends in {known}.")
    if path.is_dir():
        raise HeadscopeError(f"'{path}' is a folder: a {what} is a file that ends in {known}.")
    if path.exists() and not force:
        raise HeadscopeError(f"'{path}' is there already. Choose another name, or replace it with --force.")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise HeadscopeError(f"'{path}' can't be written: '{path.parent}' is no folder that can be written to.")
