"""One run of the site: its atlas with the shared bundle of code, and a small page with a picture for each of its heads."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from headscope.errors import HeadscopeError
from headscope.figures.card import card
from headscope.figures.figure import Figure
from headscope.figures.grid import grid
from headscope.pages import embed
from headscope.report.payload import EXAMPLES, payload
from headscope.report.site.page import page, preview, said
from headscope.results.scores import Scores
from headscope.types import Head
from headscope.views.page import PICTURES

CARD = "card"
ATLAS = """<main id="report"><noscript><p>This page is drawn by a script of this site. Please allow JavaScript for it. \
<a href="../">All models</a></p></noscript></main>
<script type="application/json" id="payload">{data}</script>"""


class OneHead(NamedTuple):
    """A head of an atlas: the folder of its page, how the atlas calls it in a link, and what is said of it."""

    folder: str
    address: str
    stack: str
    head: Head
    label: str
    summary: str


@dataclass(frozen=True)
class Atlas:
    """A run and the folder that it gets on the site."""

    folder: str
    scores: Scores
    examples: int = EXAMPLES  # sentences on each head's card

    @cached_property
    def payload(self) -> dict[str, Any]:
        return payload(self.scores, examples=self.examples)

    @property
    def name(self) -> str:
        return str(self.scores.manifest.model["name"])

    @cached_property
    def heads(self) -> list[OneHead]:
        several = len(self.payload["stacks"]) > 1
        words = {one["name"]: one.get("words") or one["name"] for one in self.payload["behaviours"]}
        labels = {(one["stack"], one["layer"], one["head"]): one["label"] for one in self.payload["labels"]}
        found = []
        for one in self.payload["cards"]:
            head, stack = Head(one["layer"], one["head"]), one["stack"]
            label = labels.get((stack, *head), "")
            folder, address = (f"{stack}-{head}", f"{stack}/{head}") if several else (str(head), str(head))
            found.append(OneHead(folder, address, stack, head, str(words.get(label, label)), str(one["summary"])))
        return found

    @cached_property
    def grid(self) -> Figure | None:
        """All heads at work; None of a run that keeps no text, as of maps made elsewhere."""
        try:
            return grid(self.scores, stack=str(self.payload["stacks"][0]["name"]))
        except HeadscopeError:
            return None


def atlas_files(atlas: Atlas, url: str | None, *, pictures: bool, cards: bool) -> Iterator[tuple[str, bytes]]:
    """The files of one model, by their place on the site. `pictures`: PNG for those who show links as pictures; `cards`: a picture of each
    head at all."""
    yield f"{atlas.folder}/index.html", _atlas_page(atlas, url, pictures)
    drawn = atlas.grid
    if drawn is not None:
        yield f"{atlas.folder}/grid.svg", replace(drawn, titled=False, captioned=False).to_svg()
        if pictures:
            yield f"{atlas.folder}/grid.png", drawn.to_png()
    for at, one in enumerate(atlas.heads):
        figure = _card(atlas, one) if cards else None
        place = f"{atlas.folder}/{one.folder}"
        yield f"{place}/index.html", _head_page(atlas, at, url, figure is not None, pictures)
        if figure is not None:
            yield f"{place}/{CARD}.svg", figure.to_svg()
            if pictures:
                yield f"{place}/{CARD}.png", figure.to_png()


def _card(atlas: Atlas, one: OneHead) -> Figure | None:
    try:
        return card(atlas.scores, one.head, one.summary, stack=one.stack)
    except HeadscopeError:
        return None


def _whole(url: str | None, *parts: str) -> str | None:
    return None if url is None else "/".join([url.rstrip("/"), *parts])


def _atlas_page(atlas: Atlas, url: str | None, pictures: bool) -> bytes:
    title, summary = str(atlas.payload["title"]), " · ".join(atlas.payload["summary"])
    image = "grid.png" if pictures and atlas.grid is not None else None
    tags = preview(title, summary, _whole(url, atlas.folder, ""), image and (_whole(url, atlas.folder, image) or image))
    body = ATLAS.format(data=embed({**atlas.payload, "home": "../"}))
    return page(title, summary, body, style="atlas", script="atlas", depth=1, images=f"{PICTURES} 'self'", preview=tags)


def _head_page(atlas: Atlas, at: int, url: str | None, drawn: bool, pictures: bool) -> bytes:
    """What is said of a head and its picture, the way to its neighbours and into the atlas. It runs no script."""
    one = atlas.heads[at]
    title = f"{atlas.name}, head {one.address}"
    near = [
        f'<a rel="{way}" href="../{atlas.heads[other].folder}/">{sign.format(atlas.heads[other].head)}</a>'
        for way, other, sign in (("prev", at - 1, "← {}"), ("next", at + 1, "{} →"))
        if 0 <= other < len(atlas.heads)
    ]
    of_stack = {other.head: other.folder for other in atlas.heads if other.stack == one.stack}
    alike = [Head(other["layer"], other["head"]) for other in atlas.payload["cards"][at]["neighbours"]]
    links = ", ".join(f'<a href="../{of_stack[head]}/">{head}</a>' for head in alike if head in of_stack)
    body = f"""<header><nav aria-label="Up"><a href="../../">All models</a> › <a href="../">{said(atlas.name)}</a></nav>
<nav aria-label="Neighbours">{" ".join(near)}</nav></header>
<main class="head">
<h1>{said(atlas.name)}: head {said(one.address)}</h1>
<p class="said">{said(one.summary)}</p>
<p><a class="button" href="../#head={said(one.address)}">Open it in the atlas</a></p>
{f'<a href="{CARD}.svg"><img src="{CARD}.svg" width="1200" height="675" alt="{said(one.summary)}"></a>' if drawn else ""}
{f"<p>Heads that attend most alike: {links}.</p>" if links else ""}
<p class="quiet">{said(" · ".join(atlas.payload["summary"]))}<br>{said(atlas.payload["caveat"])}</p>
</main>"""
    image = f"{CARD}.png" if drawn and pictures else None
    found = image and (_whole(url, atlas.folder, one.folder, image) or image)
    tags = preview(title, one.summary, _whole(url, atlas.folder, one.folder, ""), found, (1200, 675))
    return page(title, one.summary, body, style="gallery", depth=2, preview=tags)
