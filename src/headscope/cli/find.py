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
            help="For example 7-7, mixed, obj, 'obj > 0.6 and sep < 0.3', 'top 5 entropy', 'layer 4-6 and not label mixed'; and, or, not, "
            "brackets.",
        ),
    ],
    format: o.Format = "table",
) -> None:
    """Find heads with a query on their scores, layers and labels."""
    from headscope.api.find import find_table
    from headscope.api.screen import print_table

    print_table(find_table(folder, query), format)
