"""How long a run would take, from a moment's work on its first units: for `--dry-run`."""

import time
from dataclasses import dataclass
from functools import partial

from headscope.runs.batch import observe_rows
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan
from headscope.tokens import Encoded, batches
from headscope.workers import workers

TRIAL_SECONDS = 2.0


@dataclass(frozen=True)
class Estimate:
    """Per pass, its tokens and its seconds, both from a sample."""

    tokens: tuple[int, ...]
    seconds: tuple[float, ...]


def estimate(plan: Plan) -> Estimate:
    """Tokenises each corpus's first chunk, and works on its batches for a moment, side by side as a run does."""
    tokens, seconds = [], []
    for one in plan.passes:
        chunk = next(read_chunks(one.corpus, one.unit, plan.model, plan.options))
        mine = one.taken(chunk)
        encoded, _ = encode(mine, one.unit, plan.model, plan.options)
        tokens.append(round(sum(map(len, encoded)) / len(mine) * one.units))
        ready = list(batches(encoded, plan.size(one)))
        seconds.append(_seconds(plan, one, ready, tokens[-1]) if ready else 0.0)
    return Estimate(tuple(tokens), tuple(seconds))


def _seconds(plan: Plan, one: Pass, ready: list[list[Encoded]], tokens: int) -> float:
    """How long so many tokens take; what reads none, but the weights, is done here and clocked."""
    with workers(plan.model.device, len(ready)) as pool:
        pool.submit(partial(observe_rows, plan, one, ready[0])).result()  # the first is slow, and not clocked
        began, done = time.monotonic(), 0
        if not tokens:
            pool.submit(partial(observe_rows, plan, one, ready[0])).result()
            return time.monotonic() - began
        while time.monotonic() - began < TRIAL_SECONDS:
            turn = [pool.submit(partial(observe_rows, plan, one, rows)) for rows in ready[: 2 * pool.number]]
            done += sum(task.result().tokens for task in turn)
        return tokens * (time.monotonic() - began) / done
