"""How long a run would take, from a moment's work on its first units: for `--dry-run`."""

import time
from dataclasses import dataclass
from functools import partial

from headscope.runs.inputs import encode, read_chunks
from headscope.runs.local import observe_rows
from headscope.runs.plan import Pass, Plan
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
        encoded, _ = encode(chunk.units, one.unit, plan.model, plan.options)
        tokens.append(round(sum(map(len, encoded)) / len(chunk.units) * one.units))
        ready = list(batches(encoded, plan.size(one)))
        seconds.append(tokens[-1] / _rate(plan, one, ready) if ready else 0.0)
    return Estimate(tuple(tokens), tuple(seconds))


def _rate(plan: Plan, one: Pass, ready: list[list[Encoded]]) -> float:
    """Tokens per second."""
    with workers(plan.model.device) as pool:
        pool.submit(partial(observe_rows, plan, one, ready[0])).result()  # the first is slow, and not clocked
        began, done = time.monotonic(), 0
        while time.monotonic() - began < TRIAL_SECONDS:
            turn = [pool.submit(partial(observe_rows, plan, one, rows)) for rows in ready[: 2 * pool.number]]
            done += sum(task.result().tokens for task in turn)
        return done / (time.monotonic() - began)
