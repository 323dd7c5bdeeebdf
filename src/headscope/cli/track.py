"""headscope track: many runs as one story."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o

IN_A_TABLE = 20


def track(
    runs: Annotated[
        list[str], typer.Argument(metavar="DIR DIR …", help="The folders of two or more runs of models of one shape.")
    ],
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="ORDER",
            help="What the runs differ in: step, size, seed, language, or given for the order in which you name them. "
            "[default: told from models, revisions and folder names]",
        ),
    ] = None,
    within: Annotated[
        str, typer.Option("--within", help="Where a head's partner in another seed is looked for: layer or stack.")
    ] = "layer",
    measure: Annotated[
        list[str] | None, typer.Option("--measure", help="Follow only this measure. Repeatable. [default: all]")
    ] = None,
    weights: Annotated[
        str | None, typer.Option("--weights", help="The kind of weights: raw, norm or no-sink. [default: each run's first]")
    ] = None,
    top: Annotated[
        int | None,
        typer.Option("--top", min=1, help=f"The number of rows. [default: {IN_A_TABLE} in a table, all in csv and json]"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Write a page (FILE.html), all lines (FILE.parquet), or a folder with track.html, lines.parquet and onsets.parquet.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    quiet: o.Quiet = False,
    format: o.Format = "table",
) -> None:
    """Follow every head through many runs: training steps, seeds, sizes or languages. Says when each score rises above its baseline and
    stays there, which heads take over from which, and how far seeds agree. Lines that give a head a label come first."""
    o.check_format(format)

    from headscope.api.screen import print_table
    from headscope.api.track import onset_table, opening
    from headscope.api.track import track as follow

    places = None
    if output is not None:
        from headscope.api.track_page import check_output, write_output  # a page takes longer to import than numbers to print

        places = check_output(output, force=force)
    made = follow(runs, by, within=within, measures=measure, weights=weights, progress=not quiet)
    if places is not None:
        write_output(made, places)
        written = ", ".join(str(path) for path in places)
        if not quiet:
            wrote = [f"Wrote {written}."] if places[0].suffix == ".parquet" else ["Open this page in a browser:", places[0]]
            console.remark(*wrote)
    print_table(onset_table(made, top or (IN_A_TABLE if format == "table" else None)), format, before=opening(made))
