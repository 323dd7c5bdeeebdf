"""The site's first page: what there is of each model, and a search over all heads; and the code that all pages share."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from headscope.figures.style import sheet
from headscope.pages import embed, static
from headscope.report.site.atlas import Atlas
from headscope.report.site.page import ASSETS, page, preview, said
from headscope.types import Head

FINDINGS = 3
CAVEAT = "Attention shows where a head reads, not why the model answers."
TITLE = "Attention heads: a gallery"
# A map of four tokens that attend to the one before: browsers ask for an icon, and would be told that there is none.
ICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#eceef1" d="M0 0h16v16H0z"/>'
    b'<path fill="#1f4e79" d="M0 4h4v4H0zM4 8h4v4H4zM8 12h4v4H8zM0 0h4v4H0z"/></svg>\n'
)


def index_files(atlases: Sequence[Atlas], url: str | None, *, pictures: bool) -> dict[str, bytes]:
    """index.html and assets/."""
    heads = sum(len(atlas.heads) for atlas in atlases)
    about = f"What {heads:,} attention heads of {len(atlases)} {'model' if len(atlases) == 1 else 'models'} do."
    body = f"""<header><h1>{TITLE}</h1><p class="quiet">{about} {CAVEAT}</p></header>
<main>
<section id="search" hidden><label for="query">Search all heads</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="a word, a relation, a model, a head">
<p id="count" class="quiet" role="status"></p><ol id="found"></ol></section>
<section id="models">{"".join(_model(atlas) for atlas in atlases)}</section>
</main>
<script type="application/json" id="heads">{embed([_searched(atlas) for atlas in atlases])}</script>"""
    first = next((atlas for atlas in atlases if atlas.grid is not None), None)
    image = None if first is None or not pictures else f"{first.folder}/grid.png"
    whole = image if image is None or url is None else f"{url.rstrip('/')}/{image}"
    tags = preview(TITLE, about, None if url is None else f"{url.rstrip('/')}/", whole)
    return {
        "index.html": page(TITLE, about, body, style="gallery", script="gallery", preview=tags),
        f"{ASSETS}/atlas.js": static("report.js").encode(),
        f"{ASSETS}/atlas.css": f"{static('report.css')}{sheet()}".encode(),
        f"{ASSETS}/gallery.js": static("gallery.js").encode(),
        f"{ASSETS}/gallery.css": static("gallery.css").encode(),
        f"{ASSETS}/icon.svg": ICON,
    }


def _model(atlas: Atlas) -> str:
    """A model: its picture, what was measured, the first findings, the way to its atlas and to each of its heads."""
    findings = "".join(f"<li>{_finding(atlas, one)}</li>" for one in atlas.payload["findings"][:FINDINGS])
    picture = (
        f'<figure><a class="picture" href="{atlas.folder}/" tabindex="-1" aria-hidden="true"><img src="{atlas.folder}/grid.svg" alt="" '
        f'loading="lazy"></a><figcaption class="quiet">{said(atlas.grid.title)}</figcaption></figure>'
        if atlas.grid is not None
        else ""
    )
    return f"""
<article>{picture}<div><h2><a href="{atlas.folder}/">{said(atlas.payload["title"])}</a></h2>
<p class="quiet">{said(" · ".join(atlas.payload["summary"]))}</p>
<ul>{findings}</ul>
<p><a class="button" href="{atlas.folder}/">Open the atlas</a></p>
<details><summary>All {len(atlas.heads):,} heads</summary><ul class="heads">{_heads(atlas)}</ul></details></div></article>"""


def _finding(atlas: Atlas, finding: Mapping[str, Any]) -> str:
    """Its sentence, in which the heads that it names lead to their pages."""
    places = {(one.stack, *one.head): one.folder for one in atlas.heads}
    names = {
        str(Head(one["layer"], one["head"])): places[one["stack"], one["layer"], one["head"]]
        for one in finding.get("heads") or ()
        if (one["stack"], one["layer"], one["head"]) in places
    }
    if not names:
        return said(finding["text"])
    # A name stands alone: "1-1" is no part of "11-1" or of "0.1-1".
    named = "|".join(rf"(?<![\d.–-]){name}(?![\d–-])" for name in names)
    parts = re.split(f"({named})", finding["text"])
    return "".join(f'<a href="{atlas.folder}/{names[part]}/">{part}</a>' if part in names else said(part) for part in parts)


def _heads(atlas: Atlas) -> str:
    """Every head by its name, layer by layer: so each page has a link to it that needs no script."""
    several = len(atlas.payload["stacks"]) > 1
    layers: dict[tuple[str, int], list[str]] = {}
    for one in atlas.heads:
        link = f'<a href="{atlas.folder}/{one.folder}/" title="{said(one.label)}">{one.head}</a>'
        layers.setdefault((one.stack, one.head.layer), []).append(link)
    return "".join(
        f'<li>{f"""<span class="quiet">{said(stack)}</span> """ if several else ""}{" ".join(links)}</li>'
        for (stack, _), links in layers.items()
    )


def _searched(atlas: Atlas) -> dict[str, object]:
    """What the search reads of a model: its heads with their folder, name, label and sentence."""
    rows = [[one.folder, one.address, one.label, one.summary] for one in atlas.heads]
    return {"folder": atlas.folder, "model": str(atlas.payload["title"]), "heads": rows}
