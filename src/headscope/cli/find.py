"""headscope find: the heads of a run for which a query holds."""

from typing import Annotated

import typer

from headscope.cli import options as o


def find(
    folder: o.RunFolderArgument,
    query: Annotated[
        str,
        typer.Argument(
            metavar="QUERY",
            help="For example 'obj > 0.6 and sep < 0.3', 'entropy top 5', 'layer 4 to 6 and not label mixed'; and, or, not, brackets.",
        ),
    ],
    format: o.Format = "table",
) -> None:
    """Find heads with a query on their scores, layers and labels."""
    from headscope.api.find import find_table

    typer.echo(find_table(folder, query).to(format), nl=False)
