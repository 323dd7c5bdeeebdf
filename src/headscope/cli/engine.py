"""Options of who does the work: one machine or many, and how much of it may fail."""

from typing import Annotated

import typer

from headscope.cli.loading import MODEL

EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="local|ray|auto|ray://…",
        rich_help_panel=MODEL,
        help="Who measures: local, this process; ray, workers here; auto or ray://HOST:PORT, workers of a cluster (docs/scale.md).",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        rich_help_panel=MODEL,
        help="Processes of --engine ray. Each has its own model. [default: as fit the machine]",
    ),
]
AllowFailed = Annotated[
    float,
    typer.Option(
        "--allow-failed",
        metavar="SHARE",
        rich_help_panel=MODEL,
        min=0.0,
        max=1.0,
        help="Share of units on which the model may fail. They are listed in the manifest.",
    ),
]
