"""Several runs as one."""

from collections.abc import Sequence

from headscope.api.open import RunLike, Scores, run_of
from headscope.results.merge import merge as add


def merge(runs: Sequence[RunLike]) -> Scores:
    """Adds runs of one model with the same measures and options, or their folders. Exact: the order does not matter."""
    return add([run_of(run) for run in runs])
