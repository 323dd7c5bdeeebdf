"""headscope slurm: a run in parts, as an array job."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console


def slurm(
    command: Annotated[
        list[str], typer.Argument(metavar="-- OPTIONS…", help="After --, what 'headscope measure' takes, with its -o.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The script to write; - prints it.")],
    parts: Annotated[int, typer.Option("--parts", metavar="N", min=1, max=10_000, help="Jobs to split the corpus over.")] = 8,
    cpus: Annotated[int, typer.Option("--cpus", metavar="N", min=1, help="Cores of each job.")] = 4,
    gpus: Annotated[int, typer.Option("--gpus", metavar="N", min=0, max=1, help="GPUs of each job, 0 or 1.")] = 0,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory of each job.")] = "16G",
    time: Annotated[str, typer.Option("--time", metavar="LIMIT", help="The most time of each job.")] = "24:00:00",
    partition: Annotated[str | None, typer.Option("--partition", metavar="NAME", help="The partition to use.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE.")] = False,
) -> None:
    """Write a script that measures a corpus in parts as a Slurm array job, and merges the parts when all are done.

    Run the script on a login node: bash FILE. Run it again to finish parts that failed or ran out of time."""
    from headscope.api.slurm import slurm_script, write_script

    text = slurm_script(command, parts, cpus=cpus, gpus=gpus, memory=memory, time=time, partition=partition)
    if str(output) == "-":
        console.data(text)
        return
    write_script(text, output, force=force)
    console.remark(f"Wrote {output}. Submit the jobs with: bash {output}")
