"""headscope show: read a run."""

import re
from typing import Annotated

import typer

from headscope.cli import options as o


def show(
    folder: o.RunFolderArgument,
    what: Annotated[
        str | None,
        typer.Argument(help="A measure (entropy), a score (offset.+1) or a head (8-10). [default: all scores in brief]"),
    ] = None,
    top: Annotated[
        int | None, typer.Option("--top", min=1, help="The number of heads. [default: 3 in brief, 10 for one score]")
    ] = None,
    corpus: Annotated[str | None, typer.Option("-c", "--corpus", help="Only this corpus of the run.")] = None,
    format: o.Format = "table",
) -> None:
    """Show a run: all scores in brief, the heads with the highest scores, or the scores of one head."""
    from headscope.results.scores import open_run
    from headscope.tables import run as tables
    from headscope.types import Head

    scores = open_run(folder)
    if what is None:
        table = tables.overview(scores, top or 3)
    elif re.fullmatch(r"\d+-\d+", what):
        table = tables.one_head(scores, Head.parse(what))
    else:
        measure, _, key = what.partition(".")
        table = tables.ranking(scores, measure, key or None, top or 10, corpus=corpus)
    typer.echo(table.to(format), nl=False)
