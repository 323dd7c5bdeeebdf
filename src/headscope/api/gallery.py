"""Runs as a static site: an index with a search, an atlas for each model, an address for each head."""

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from headscope import console
from headscope.api.open import RunLike, run_of
from headscope.errors import HeadscopeError
from headscope.report.payload import EXAMPLES
from headscope.report.site import Atlas, Places, atlas_files, check_folder, index_files, write_site
from headscope.urls import local_path

MOST = 600  # heads of one model that get a picture each; with more, the site would have thousands of files for it


class Site(NamedTuple):
    """What was written: the first page, the bytes of each model's folder, those of all, and what a person should know."""

    page: Path
    sizes: dict[str, int]
    total: int
    remarks: tuple[str, ...]


def gallery(
    runs: Sequence[RunLike] | RunLike,
    folder: str | Path = "site",
    *,
    url: str | None = None,
    examples: int = EXAMPLES,
    force: bool = False,
    progress: bool = True,
) -> Site:
    """Writes a static site of runs: `index.html`, which searches all heads; for each run its atlas (`gpt-8x8/`) and a page for each
    head (`gpt-8x8/7-4/`). Upload the folder anywhere that serves files.

    `url` is the address that the site will have: pictures in social previews need it whole. Heads have these pictures with the extra
    `figures`. `examples` is the number of sentences on each head's card. A gallery that is there already is replaced with `force=True`;
    files that it did not write stay.
    """
    place = local_path(folder)
    check_folder(place, force=force)
    _check_url(url)
    given = [runs] if not isinstance(runs, Sequence) or isinstance(runs, str) else list(runs)
    if not given:
        raise HeadscopeError("A gallery needs at least one run: name the folders that headscope report or measure wrote.")
    places = Places()
    atlases = []
    for scores in [run_of(run) for run in given]:
        atlases.append(Atlas(places.of(str(scores.manifest.model["name"])), scores, examples))
    pictures = find_spec("vl_convert") is not None
    many = [atlas.name for atlas in atlases if len(atlas.heads) > MOST]
    number, hidden = sum(len(atlas.heads) for atlas in atlases), not (progress and sys.stderr.isatty())
    with console.bar(total=number, desc="Drawing heads", unit=" heads", delay=1.0, leave=False, disable=hidden) as bar:
        sizes = write_site(place, _files(atlases, url, pictures, bar), force=force)
    by_model = {
        atlas.folder: sum(size for name, size in sizes.items() if name.startswith(f"{atlas.folder}/")) for atlas in atlases
    }
    return Site(place / "index.html", by_model, sum(sizes.values()), _remarks(pictures, url, many))


def _files(atlases: Sequence[Atlas], url: str | None, pictures: bool, bar: Any) -> Iterator[tuple[str, bytes]]:
    yield from index_files(atlases, url, pictures=pictures).items()
    for atlas in atlases:
        for name, data in atlas_files(atlas, url, pictures=pictures, cards=len(atlas.heads) <= MOST):
            yield name, data
            if name.count("/") == 2 and name.endswith("index.html"):
                bar.update(1)


def _remarks(pictures: bool, url: str | None, many: Sequence[str]) -> tuple[str, ...]:
    said = []
    if not pictures:
        said.append("Links to heads have no preview picture: these need PNG files, pip install 'headscope[figures]'.")
    elif url is None:
        said.append("For preview pictures in social networks, say where the site will be: --url https://name.example/heads/.")
    if many:
        said.append(f"Heads of {', '.join(many)} have no picture of their own: there are more than {MOST}.")
    return tuple(said)


def _check_url(url: str | None) -> None:
    if url is not None and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc):
        raise HeadscopeError(
            f"'{url}' is not an address: --url takes where the site will be, as in https://name.example/heads/."
        )
