"""headscope report: the main job. Measure everything, write one page."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from headscope.cli import options as o
from headscope.cli.measure import run


@o.takes_run_request
def report(
    request: o.RunRequest,
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write the run and its report.html to.")] = Path(
        "atlas"
    ),
    examples: Annotated[
        int, typer.Option("--examples", min=0, max=5, help="How many sentences each head's card shows it at work on.")
    ] = 2,
) -> None:
    """Measure everything and write one self-contained page, DIR/report.html, that opens without a network, and the figures, as
    DIR/figures/NAME.svg."""
    from headscope.figures import figure_files
    from headscope.report import report_files

    if run(output, request, also=lambda scores: report_files(scores, examples=examples) | figure_files(scores)) is not None:
        if not request.quiet:
            sys.stderr.write("Open this page in a browser:\n")
        typer.echo(str(output / "report.html"))
