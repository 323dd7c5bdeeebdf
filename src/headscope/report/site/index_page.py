"""The site's first page: what there is of each model, and a search over all heads; and the code that all pages share."""

from collections.abc import Sequence

from headscope.figures.style import sheet
from headscope.pages import embed, static
from headscope.report.site.atlas import Atlas, has_grid
from headscope.report.site.page import ASSETS, page, preview, said

FINDINGS = 3
CAVEAT = "Attention shows where a head reads, not why the model answers."
TITLE = "Attention heads: a gallery"


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
    first = next((atlas for atlas in atlases if has_grid(atlas)), None)
    image = None if first is None or not pictures else f"{first.folder}/grid.png"
    whole = image if image is None or url is None else f"{url.rstrip('/')}/{image}"
    tags = preview(TITLE, about, None if url is None else f"{url.rstrip('/')}/", whole)
    return {
        "index.html": page(TITLE, about, body, style="gallery", script="gallery", preview=tags),
        f"{ASSETS}/atlas.js": static("report.js").encode(),
        f"{ASSETS}/atlas.css": f"{static('report.css')}{sheet()}".encode(),
        f"{ASSETS}/gallery.js": static("gallery.js").encode(),
        f"{ASSETS}/gallery.css": static("gallery.css").encode(),
    }


def _model(atlas: Atlas) -> str:
    """A model: its picture, what was measured, the first findings. Everything leads to its atlas."""
    findings = "".join(f"<li>{said(one['text'])}</li>" for one in atlas.payload["findings"][:FINDINGS])
    picture = (
        f'<a class="picture" href="{atlas.folder}/" tabindex="-1" aria-hidden="true"><img src="{atlas.folder}/grid.svg" alt="" '
        'loading="lazy"></a>'
        if has_grid(atlas)
        else ""
    )
    return f"""
<article>{picture}<div><h2><a href="{atlas.folder}/">{said(atlas.payload["title"])}</a></h2>
<p class="quiet">{said(" · ".join(atlas.payload["summary"]))}</p>
<ul>{findings}</ul>
<p><a class="button" href="{atlas.folder}/">Open the atlas</a></p></div></article>"""


def _searched(atlas: Atlas) -> dict[str, object]:
    """What the search reads of a model: its heads with their folder, name, label and sentence."""
    rows = [[one.folder, one.address, one.label, one.summary] for one in atlas.heads]
    return {"folder": atlas.folder, "model": str(atlas.payload["title"]), "heads": rows}
