"""headscope gallery: runs as a static site."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o


def gallery(
    runs: Annotated[list[str], typer.Argument(metavar="DIR…", help="The folders of runs, one for each model.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to write the site to.")] = Path(
        "site"
    ),
    url: Annotated[
        str | None,
        typer.Option("--url", help="The address that the site will have; preview pictures in social networks need it."),
    ] = None,
    examples: Annotated[
        int, typer.Option("--examples", metavar="N", min=0, max=5, help="The sentences on each head's card, 0 to 5.")
    ] = 2,
    force: Annotated[bool, typer.Option("--force", help="Replace a gallery. Files that it did not write stay.")] = False,
    quiet: o.Quiet = False,
) -> None:
    """Write a static site of runs: an index that searches all heads, an atlas for each model, a page and a preview picture for each head.

    Upload the folder to any host of static files. To look at it here: python -m http.server -d DIR."""
    from headscope.api.gallery import gallery as write_gallery

    made = write_gallery(runs, output, url=url, examples=examples, force=force, progress=not quiet)
    if not quiet:
        for folder, size in made.sizes.items():
            console.remark(f"{folder}: {size / 1e6:.1f} MB")
        for remark in made.remarks:
            console.remark(remark)
        console.remark(f"Look at it with: python -m http.server -d {output}")
    console.result(made.page)
