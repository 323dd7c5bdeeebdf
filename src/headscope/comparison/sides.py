"""Which two things are compared: two runs, each under one kind of weights, or two kinds of one run."""

from headscope.errors import HeadscopeError
from headscope.results.scores import Scores


def sides(first: Scores, second: Scores | None, weights: list[str]) -> tuple[Scores, Scores]:
    """Both sides, each about one kind of weights. Raises where it can't be told which, or there is nothing to compare."""
    if len(weights) > 2:
        raise HeadscopeError(f"Two things are compared: --weights takes at most two kinds, got {', '.join(weights)}.")
    if second is None:
        return _of_one(first, weights)
    kinds = [weights[0], weights[-1]] if weights else [first.weights[0], second.weights[0]]
    return first.under(kinds[0]), second.under(kinds[1])


def _of_one(run: Scores, weights: list[str]) -> tuple[Scores, Scores]:
    known = run.weights
    if len(known) == 1:
        raise HeadscopeError(
            f"This run has one kind of weights, {known[0]}, so there is nothing to compare it with: give another run, or measure several "
            "kinds: headscope measure --weights raw --weights norm -o DIR."
        )
    kinds = weights or list(known)
    for kind in kinds:
        run.under(kind)  # raises where it is not there
    if len(kinds) != 2 or kinds[0] == kinds[1]:
        asked = " ".join(f"--weights {kind}" for kind in known[:2])
        raise HeadscopeError(
            f"Of one run two kinds of weights are compared. It has {', '.join(known)}: say which two, as in {asked} "
            f"(in Python: weights={list(known[:2])})."
        )
    return run.under(kinds[0]), run.under(kinds[1])
