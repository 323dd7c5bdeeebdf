"""headscope list: what there is to choose from."""

from typing import Annotated

import typer

from headscope.cli import options as o


def list_(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="measures, probes, tables, figures, views, models or corpora.")],
    format: o.Format = "table",
) -> None:
    """List the measures, probes, tables, figures or views, the models on this machine, or the corpora and their formats."""
    from headscope.api.list import listing

    typer.echo(listing(kind).to(format), nl=False)
