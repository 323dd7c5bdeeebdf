"""headscope table: one of the tables that can be made of a run."""

from typing import Annotated

import typer

from headscope.cli import options as o


def table(
    folder: o.RunFolderArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="labels, by-layer, dependency, languages, coreference, neighbours or layers; for probes, probes.",
        ),
    ],
    corpus: Annotated[str | None, typer.Option("-c", "--corpus", help="Only this corpus of the run.")] = None,
    stack: Annotated[str | None, typer.Option("--stack", help="Only this stack: encoder, decoder or cross.")] = None,
    format: o.Format = "table",
) -> None:
    """Print a table of a run: what each head does, the means of each layer, which heads and layers are similar."""
    from headscope.api.screen import print_table
    from headscope.api.table import table as make_table

    print_table(make_table(folder, name, corpus=corpus, stack=stack), format)
