"""headscope table: one of the tables that can be made of a run."""

from typing import Annotated

import typer

from headscope.cli import options as o

PROBES = "probes"  # of what headscope probe writes, which is no run over a corpus


def table(
    folder: o.RunFolderArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="labels, by-layer, dependency, coreference, neighbours or layers; for probes, probes."
        ),
    ],
    corpus: Annotated[str | None, typer.Option("-c", "--corpus", help="Only this corpus of the run.")] = None,
    stack: Annotated[str | None, typer.Option("--stack", help="Only this stack: encoder, decoder or cross.")] = None,
    format: o.Format = "table",
) -> None:
    """Print a table of a run: what each head does, the means of each layer, which heads and layers are similar."""
    from headscope.results.scores import open_run
    from headscope.tables import TABLES

    if name == PROBES:
        from headscope.tables.probe_source import read_probes
        from headscope.tables.probes import probes_table

        typer.echo(probes_table(read_probes(folder), corpus=corpus).to(format), nl=False)
        return
    kind = TABLES[name]
    typer.echo(kind.make(open_run(folder), corpus=corpus, stack=stack).to(format), nl=False)
