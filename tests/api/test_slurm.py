"""The array job for Slurm: what its script submits is run, part by part, and merges to the run of one machine."""

import os
import shlex
import subprocess

import pytest

from headscope.api.slurm import slurm_script
from headscope.errors import HeadscopeError

# In the place of Slurm: runs a job's script for every number of its array. In the place of headscope: writes down what it was asked.
SBATCH = """#!/bin/bash
cat > "$HERE/job.sh"; echo "$@" >> "$HERE/sbatch.txt"
last=$(sed -n 's/^#SBATCH --array=1-//p' "$HERE/job.sh")
for number in $(seq 1 "${last:-1}"); do SLURM_ARRAY_TASK_ID=$number SLURM_CPUS_PER_TASK=3 bash "$HERE/job.sh"; done
echo 4711
"""
HEADSCOPE = """#!/bin/bash
printf '%q ' "$@" >> "$HERE/commands.txt"; echo >> "$HERE/commands.txt"
"""


def submitted(tmp_path, text):
    """The commands of a script's jobs, in the order in which they may run, and what sbatch was told."""
    for name, script in (("sbatch", SBATCH), ("headscope", HEADSCOPE)):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HERE": str(tmp_path)}
    subprocess.run(["bash", "-c", text], check=True, env=env, cwd=tmp_path, capture_output=True)
    lines = (tmp_path / "commands.txt").read_text().splitlines()
    return [shlex.split(line) for line in lines], (tmp_path / "sbatch.txt").read_text().splitlines()


@pytest.mark.slow
def test_the_jobs_merge_to_the_whole_run(headscope, small_folder, text_file, tmp_path):
    asked = ["-m", str(small_folder), "-c", str(text_file(documents=100)), "--measure", "offset=-1,+1", "--max-length", "24"]
    folder = tmp_path / "my runs"
    commands, told = submitted(tmp_path, slurm_script([*asked, "-o", str(folder)], 2, gpus=1, partition="gpu"))
    assert [command[0] for command in commands] == ["measure", "measure", "merge"]
    assert told == ["--parsable", "--dependency=afterok:4711"]
    for command in commands:
        done = headscope(*command)
        assert done.returncode == 0, done.stderr
    assert headscope(*commands[0]).returncode == 0, "run again, a finished part is left as it is"
    assert headscope("measure", *asked, "-o", tmp_path / "whole", "--quiet").returncode == 0
    assert (folder / "tally.safetensors").read_bytes() == (tmp_path / "whole" / "tally.safetensors").read_bytes()


@pytest.mark.parametrize(
    ("command", "options", "text"),
    [
        (["-c", "a.txt"], {}, "Say where the merged run goes"), (["-o", "a", "-o", "b"], {}, "once"), (["-o"], {}, "once"),
        (["-o", "a", "--shard=1/2"], {}, "--shard does not go"), (["-o", "a", "--engine", "ray"], {}, "--engine does not go"),
        (["-o", "a"], {"memory": "1; rm -rf x"}, "--memory '1; rm -rf x' is not"), (["-o", "a\nb"], {}, "misread"),
    ],
)  # fmt: skip
def test_what_is_refused(command, options, text):
    with pytest.raises(HeadscopeError, match=text):
        slurm_script(command, 2, **options)


def test_the_verb(main, tmp_path):
    status, _, errors = main("slurm", "-o", tmp_path / "job.sh", "--parts", 3, "--", "-c", "it's.txt", "-o", "run")
    assert status == 0 and "Submit the jobs with: bash" in errors
    text = (tmp_path / "job.sh").read_text()
    assert "--array=1-3" in text and """-c 'it'"'"'s.txt' --shard""" in text
    assert main("slurm", "-o", tmp_path / "job.sh", "--", "-o", "run")[0] == 2
    assert "--array=1-8" in main("slurm", "-o", "-", "--", "-o", "run")[1]
