"""headscope compare: two runs, head by head."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o

IN_A_TABLE = 20


def compare(
    first: o.RunFolderArgument,
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="[DIR]",
            help="Another run of a model of the same shape; without it, two kinds of weights of the first run are compared.",
        ),
    ] = None,
    match: Annotated[
        str,
        typer.Option(
            "--match",
            help="How heads are paired. position: by place; divergence: by the most similar attention on the example text, which both "
            "runs must share (--example of measure); scores: by the most similar scores.",
        ),
    ] = "position",
    within: Annotated[
        str, typer.Option("--within", help="Where divergence and scores look for a partner: layer or stack.")
    ] = "layer",
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            help="Compare only this measure; p is corrected for it alone, so decide before you look. Repeatable. [default: all]",
        ),
    ] = None,
    weights: Annotated[
        list[str] | None,
        typer.Option(
            "--weights",
            help="The kind of weights to compare: raw, norm or no-sink; given twice, those of either side. "
            "[default: each run's first; of one run, its two]",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option("--top", min=1, help=f"The number of rows. [default: {IN_A_TABLE} in a table, all in csv and json]"),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write a page: FILE.html, or a folder, which gets compare.html.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing page.")] = False,
    format: o.Format = "table",
) -> None:
    """Compare two runs, or two kinds of weights of one run, head by head. For each score: the difference, second minus first, with a 95%
    interval over documents. Significant and large differences come first."""
    o.check_format(format)

    from headscope.api.compare import compare as compare_runs
    from headscope.api.compare import comparison_table, opening
    from headscope.api.screen import print_table

    page = None
    if output is not None:
        from headscope.api.compare_page import check_page, write_page  # a page takes longer to import than numbers to print

        page = check_page(output, force=force)
    made = compare_runs(first, second, match, within=within, measures=measure, weights=weights)
    table = comparison_table(made, top or (IN_A_TABLE if format == "table" else None))
    if page is not None:
        write_page(made, page)
        console.remark("Open this page in a browser:", page)
    print_table(table, format, before=opening(made))
