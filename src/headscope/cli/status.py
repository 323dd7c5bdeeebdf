"""headscope status: how far a run is, from another terminal."""

from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.errors import unknown_name


def status(
    folder: o.RunFolderArgument,
    format: Annotated[str, typer.Option("--format", metavar="FORM", help="text or json.")] = "text",
) -> None:
    """Say how far a run is: what is done, how fast, how long it still takes, its workers, and what failed."""
    if format not in ("text", "json"):
        raise unknown_name("format", format, ("text", "json"))

    from headscope.api.status import status as find
    from headscope.api.status import status_json, status_text

    found = find(folder)
    console.data(status_json(found) if format == "json" else status_text(found, folder))
