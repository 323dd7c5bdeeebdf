"""headscope report: the main job. Measure everything, write one page."""

from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.cli.measure import RESUME, dry_run, remark_on, sources


@o.takes_run_request
def report(
    request: o.RunRequest,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="DIR", help="Folder or URL for the run and its report.html.")
    ] = "atlas",
    measure: o.MeasureOption = None,
    maps: o.MapsOption = None,
    examples: Annotated[
        int, typer.Option("--examples", metavar="N", min=0, max=5, help="The sentences on each head's card, 0 to 5.")
    ] = 2,
    probes: Annotated[
        str | None,
        typer.Option(
            "--probes", metavar="DIR", help="Also show what 'probe' wrote to this folder. It must be of the same model."
        ),
    ] = None,
) -> None:
    """Measure everything and write one self-contained page, DIR/report.html.

    The page needs no network. The figures are in DIR/figures. For a finished run, --resume writes only page and figures again."""
    o.check_names(request, measure, only_maps=maps is not None)
    o.starting(request.quiet)
    model, corpus = sources(request, output, maps)
    if request.dry_run:
        return dry_run(model, corpus, request, measure)

    from headscope.api.report import report as write_report

    with o.stoppable(RESUME):
        page = write_report(
            model,
            corpus,
            measure,
            folder=output,
            examples=examples,
            probes=probes,
            example=request.example,
            resume=request.resume,
            force=request.force,
            progress=not request.quiet,
            **request.way(),
            **request.options(),
        )
    if not request.quiet:
        remark_on(model)
        console.remark("Open this page in a browser:")
    console.result(page)
    return None
