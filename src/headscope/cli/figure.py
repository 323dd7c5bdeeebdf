"""headscope figure: draw from a run."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.errors import HeadscopeError

ALL = "all"


def figure(
    folder: o.RunFolderArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A figure ('headscope list figures'), or 'all'; 'card' with --head; for probes, 'probes' or 'probe-weights'.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="FILE.svg, .html, .png or .pdf; for 'all', a folder for SVG files."
        ),
    ],
    head: Annotated[str | None, typer.Option("--head", metavar="HEAD", help="The head of a card, as in 7-7.")] = None,
    width: Annotated[
        str | None,
        typer.Option(
            "--width",
            metavar="LENGTH",
            help="How wide it is on paper: 3.3in, 84mm, 8.4cm, 800px. A narrow figure is laid out anew.",
        ),
    ] = None,
    dpi: Annotated[
        float | None, typer.Option("--dpi", metavar="N", help="Dots per inch of a PNG. [default: 300, with px 96]")
    ] = None,
    title: Annotated[bool, typer.Option("--title/--no-title", help="With or without the title above it.")] = True,
    caption: Annotated[bool, typer.Option("--caption/--no-caption", help="With or without the caption below it.")] = True,
    corpus: Annotated[
        str | None, typer.Option("-c", "--corpus", metavar="NAME", help="Which corpus of the run, if it has several.")
    ] = None,
    stack: Annotated[
        str | None, typer.Option("--stack", metavar="NAME", help="encoder, decoder or cross, if the model has several.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Draw a figure of a run, for a screen or for paper. Its title states what it shows."""
    from headscope.api.figure import check_output, save_figures
    from headscope.api.figure import figure as draw

    if name == ALL:
        if head is not None or dpi is not None:
            raise HeadscopeError("With 'all', SVG files are drawn of everything: --head and --dpi don't go with it.")
        written, left_out = save_figures(
            folder, output, corpus=corpus, stack=stack, width=width, title=title, caption=caption, force=force
        )
        for one, reason in left_out.items():
            console.remark(f"{one} was left out. {reason}")
        for path in written:
            console.result(path)
        return
    check_output(output, force=force)
    made = draw(folder, name, corpus=corpus, stack=stack, head=head, width=width, dpi=dpi, title=title, caption=caption)
    made.save(output)
    console.result(output)
