"""Drives a corpus through a model."""

from headscope.runs.folder import CHECKPOINT, MANIFEST, RESULTS, TALLY, RunFolder
from headscope.runs.local import Counts, Run, run
from headscope.runs.options import Options, Shard
from headscope.runs.plan import Pass, Plan, make_measures, make_plan

__all__ = [
    "CHECKPOINT", "MANIFEST", "RESULTS", "TALLY", "Counts", "Options", "Pass", "Plan", "Run", "RunFolder", "Shard",
    "make_measures", "make_plan", "run",
]
