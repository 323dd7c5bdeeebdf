"""headscope figure: draw from a run."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError

if TYPE_CHECKING:
    from headscope.figures import Made

ALL = "all"
PROBES = ("probes", "probe-weights")  # of what headscope probe writes, which is no run over a corpus


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
    from headscope.figures import FIGURES, draw, draw_all
    from headscope.figures.figure import check_output
    from headscope.results.scores import open_run

    if name in PROBES:
        check_output(output, force=force)
        return _draw_probes(folder, name, output, corpus)
    if name == ALL:
        return _write_all(list(draw_all(open_run(folder), corpus=corpus, stack=stack)), output, force)
    FIGURES[name]  # an unknown one, or a file that can't be written, before anything is drawn
    check_output(output, force=force)
    draw(open_run(folder), name, corpus=corpus, stack=stack).save(output)
    typer.echo(str(output))
    return None


def _draw_probes(folder: Path, name: str, output: Path, corpus: str | None) -> None:
    from headscope.figures.probe_weights import probe_weights
    from headscope.figures.probes import probes
    from headscope.tables.probe_source import read_probes

    draw = probes if name == PROBES[0] else probe_weights
    draw(read_probes(folder), corpus=corpus).save(output)
    typer.echo(str(output))


def _write_all(made: "list[Made]", output: Path, force: bool) -> None:
    """What can be drawn into a folder; what can't, and why, to standard error."""
    from headscope.figures.figure import check_output
    from headscope.runs.folder import explained

    if output.exists() and not output.is_dir():
        raise HeadscopeError(f"'{output}' is a file: with '{ALL}', -o takes the folder to write the figures to.")
    drawn = {output / f"{one.name}.svg": one.figure for one in made if one.figure is not None}
    for one in made:
        if one.figure is None:
            sys.stderr.write(f"{one.name} was left out. {one.reason}\n")
    if not drawn:
        raise HeadscopeError("No figure could be drawn from this run.")
    with explained(output):
        output.mkdir(parents=True, exist_ok=True)
    for path in drawn:
        check_output(path, force=force)
    for path, drawing in drawn.items():
        drawing.save(path)
        typer.echo(str(path))
