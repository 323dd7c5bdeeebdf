"""headscope show: read a run."""

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
    from headscope.api.screen import print_table
    from headscope.api.table import show as show_table

    print_table(show_table(folder, what, top=top, corpus=corpus), format)
