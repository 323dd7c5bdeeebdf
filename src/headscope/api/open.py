"""Runs that are there: a folder, or scores that are in memory already."""

from pathlib import Path
from typing import TypeAlias

from headscope.results.open import open_run
from headscope.results.scores import Scores

RunLike: TypeAlias = Scores | str | Path


def run_of(run: RunLike) -> Scores:
    """The scores themselves, or those of a run folder."""
    return open_run(run) if isinstance(run, str | Path) else run


__all__ = ["RunLike", "Scores", "open_run", "run_of"]
