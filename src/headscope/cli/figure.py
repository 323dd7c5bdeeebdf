"""headscope figure: draw from a run."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from headscope.cli import options as o

ALL = "all"


def figure(
    folder: o.RunFolderArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A figure ('headscope list figures'), or 'all'; for probes, 'probes' or 'probe-weights'."
        ),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="FILE.svg, .html, .png or .pdf; for 'all', a folder for SVG files.")
    ],
    corpus: Annotated[str | None, typer.Option("-c", "--corpus", help="Which corpus of the run, if it has several.")] = None,
    stack: Annotated[str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Draw a figure of a run. Its title states what it shows."""
    from headscope.api.figure import check_output, save_figures
    from headscope.api.figure import figure as draw

    if name == ALL:
        written, left_out = save_figures(folder, output, corpus=corpus, stack=stack, force=force)
        for one, reason in left_out.items():
            sys.stderr.write(f"{one} was left out. {reason}\n")
        for path in written:
            typer.echo(str(path))
        return
    check_output(output, force=force)
    draw(folder, name, corpus=corpus, stack=stack).save(output)
    typer.echo(str(output))
