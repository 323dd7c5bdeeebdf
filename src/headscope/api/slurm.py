"""A run in parts as a job of a batch system: every part is `measure --shard i/n`, and `merge` comes last."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.runs.disk import explained
from headscope.urls import is_url, local_path

_PLAIN = re.compile(r"[A-Za-z0-9:._,+-]+")  # what Slurm's own options are made of

SCRIPT = """#!/bin/bash
# Measures {parts} parts as an array job and merges them when all are done. Run it again to finish parts that failed or ran out of time:
# each goes on from its last checkpoint, and finished ones are left as they are.
set -euo pipefail
mkdir -p {folder}.parts

array=$(sbatch --parsable <<'JOB'
#!/bin/bash
#SBATCH --job-name=headscope
#SBATCH --array=1-{parts}
#SBATCH --output={log}.parts/%a.log
{needs}
set -euo pipefail
export OMP_NUM_THREADS=${{SLURM_CPUS_PER_TASK:-{cpus}}}
headscope measure {command} --shard "$SLURM_ARRAY_TASK_ID/{parts}" -o {folder}.parts/"$SLURM_ARRAY_TASK_ID" --resume --quiet
JOB
)

sbatch --dependency="afterok:$array" <<'JOB'
#!/bin/bash
#SBATCH --job-name=headscope-merge
#SBATCH --output={log}.parts/merge.log
#SBATCH --mem={memory}
#SBATCH --time={time}{partition}
set -euo pipefail
headscope merge {merged} -o {folder}
JOB
"""


def slurm_script(
    command: Sequence[str],
    parts: int,
    *,
    cpus: int = 4,
    gpus: int = 0,
    memory: str = "16G",
    time: str = "24:00:00",
    partition: str | None = None,
) -> str:
    """A script that submits the parts of `headscope measure COMMAND` and their merge to Slurm."""
    rest, folder = _without_output(list(command))
    for word in rest:
        name = word.partition("=")[0]
        if name in ("--shard", "--resume", "--force", "--dry-run", "--engine", "--workers"):
            raise HeadscopeError(f"{name} does not go into a job's command: the script says itself which part a job is.")
    for name, value in (("--memory", memory), ("--time", time), ("--partition", partition)):
        if value is not None and not _PLAIN.fullmatch(value):
            raise HeadscopeError(f"{name} '{value}' is not what Slurm takes, as in 16G, 24:00:00 or gpu.")
    if re.search(r"[\n\r%]", folder) or "'" in folder:
        raise HeadscopeError(f"'{folder}' has a character that Slurm would misread. Choose another folder for -o.")
    needs = [f"--cpus-per-task={cpus}", f"--mem={memory}", f"--time={time}", "--requeue"]
    needs += [f"--gpus-per-task={gpus}", "--ntasks=1"] if gpus else []
    needs += [f"--partition={partition}"] if partition else []
    place = shlex.quote(folder)
    return SCRIPT.format(
        parts=parts,
        cpus=cpus,
        memory=memory,
        time=time,
        partition=f"\n#SBATCH --partition={partition}" if partition else "",
        needs="\n".join(f"#SBATCH {need}" for need in needs),
        folder=place,
        log=f'"{folder}"' if " " in folder else folder,
        command=shlex.join(rest),
        merged=" ".join(f"{place}.parts/{number}" for number in range(1, parts + 1)),
    )


def _without_output(command: list[str]) -> tuple[list[str], str]:
    """A command without its -o, and what that was."""
    rest: list[str] = []
    found: list[str] = []
    words = iter(command)
    for word in words:
        if word in ("-o", "--output"):
            found.append(next(words, ""))
        elif word.startswith("--output="):
            found.append(word.partition("=")[2])
        else:
            rest.append(word)
    if len(found) != 1 or not found[0]:
        raise HeadscopeError(
            "Say where the merged run goes, once: headscope slurm -o script.sh -- -m bundled -c text.txt -o run."
        )
    if is_url(found[0]):
        raise HeadscopeError(
            f"'{found[0]}' is a URL: the jobs write to a folder that all machines of the cluster see. Give its path with -o."
        )
    return rest, found[0].rstrip("/")


def write_script(text: str, path: Path, *, force: bool = False) -> None:
    """Writes a script; one that is there stays unless `force` says otherwise."""
    local_path(path)
    if path.exists() and not force:
        raise HeadscopeError(f"'{path}' exists already. Choose another name, or replace it with --force.")
    with explained(path):
        path.write_text(text, encoding="utf-8")
