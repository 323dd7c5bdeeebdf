"""headscope report: the main job. Measure everything, write one page."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.cli.measure import run
from headscope.errors import HeadscopeError

if TYPE_CHECKING:
    from headscope.runs.plan import Plan


@o.takes_run_request
def report(
    request: o.RunRequest,
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write the run and its report.html to.")] = Path(
        "atlas"
    ),
    examples: Annotated[
        int, typer.Option("--examples", min=0, max=5, help="The number of example sentences on each head's card.")
    ] = 2,
    probes: Annotated[
        Path | None,
        typer.Option(
            "--probes", help="A folder that headscope probe wrote for the same model; the page also shows its scores."
        ),
    ] = None,
) -> None:
    """Measure everything and write one self-contained page, DIR/report.html, that needs no network, and the figures,
    DIR/figures/NAME.svg. For a finished run, --resume writes only these again."""
    from headscope.tables.probe_source import FILE, read_probes

    # Now, since a run may replace the folder that they lie in.
    names = None if probes is None else {str(row["model"]) for row in read_probes(probes)}
    fitted = None if probes is None else (probes / FILE).read_bytes()

    def check(plan: "Plan") -> None:
        if names is not None and names != {plan.model.name}:
            raise HeadscopeError(
                f"The probes in '{probes}' are of {', '.join(sorted(names)) or 'no model'}, the report of {plan.model.name}: give those "
                f"that headscope probe -m {request.model} wrote, or leave --probes out."
            )

    from headscope.figures import figure_files
    from headscope.report import report_files

    done = run(
        output,
        request,
        also=lambda scores: report_files(scores, examples=examples, probes=fitted) | figure_files(scores),
        check=check,
    )
    if done is not None:
        if not request.quiet:
            sys.stderr.write("Open this page in a browser:\n")
        typer.echo(str(output / "report.html"))
