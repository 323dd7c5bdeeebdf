"""headscope list: what there is to choose from."""

from typing import Annotated

import typer

from headscope.cli import options as o


def list_(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="measures, probes, tables, figures, views, models, corpora or switches.")
    ],
    format: o.Format = "table",
) -> None:
    """List what there is to choose from. Models are those on this machine; corpora come with their formats; switches are where the paper
    leaves a choice."""
    from headscope.api.list import listing
    from headscope.api.screen import print_table

    print_table(listing(kind), format)
