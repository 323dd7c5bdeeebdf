"""headscope merge: several runs as one."""

from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o


def merge(
    folders: Annotated[list[str], typer.Argument(metavar="DIR…", help="Runs of one model: shards, or different corpora.")],
    output: Annotated[str, typer.Option("-o", "--output", metavar="DIR", help="The folder or URL to write the merged run to.")],
    force: o.Force = False,
    quiet: o.Quiet = False,
) -> None:
    """Merge runs. The shards of a corpus give the same bytes as one run over all of it."""
    from headscope.api.merge import merge as merge_runs
    from headscope.api.table import about

    merged = merge_runs(folders)
    merged.save(output, force=force)
    if not quiet:
        console.remark(f"Wrote {output}: {about(merged)}")
