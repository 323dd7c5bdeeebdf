"""How long a run would take, from a moment's work on its first units: for `--dry-run`."""

import time
from dataclasses import dataclass
from functools import partial

from headscope.runs.accumulate import observe
from headscope.runs.plan import Pass, Plan
from headscope.runs.workers import workers
from headscope.tokens import TokenBatch, batches, chunks, collate

TRIAL_SECONDS = 2.0


@dataclass(frozen=True)
class Estimate:
    """Tokens of each pass and the rate, both from a sample."""

    tokens: tuple[int, ...]
    tokens_per_second: float

    @property
    def seconds(self) -> float:
        return sum(self.tokens) / self.tokens_per_second


def estimate(plan: Plan) -> Estimate:
    """Tokenises each corpus's first chunk, and measures the first one's batches for a moment, side by side as a run does."""
    model, options = plan.model, plan.options
    tokens, rate = [], 1.0
    for number, one in enumerate(plan.passes):
        chunk = next(chunks(one.corpus.documents(), one.unit, options.limit))
        encoded, _ = model.encoder.encode(chunk.units, options.max_length)
        per_unit = sum(len(e) for e in encoded) / len(chunk.units)
        tokens.append(round(per_unit * one.units))
        if number == 0 and encoded:
            ready = [collate(rows, model.encoder, model.device, model.start) for rows in batches(encoded, plan.batch_size)]
            rate = _rate(plan, one, ready)
    return Estimate(tuple(tokens), rate)


def _rate(plan: Plan, one: Pass, ready: list[TokenBatch]) -> float:
    with workers(plan.model.device) as pool:
        pool.submit(partial(observe, plan.model, one.measures, ready[0])).result()  # the first is slow, and not clocked
        began, done = time.monotonic(), 0
        while time.monotonic() - began < TRIAL_SECONDS:
            turn = [pool.submit(partial(observe, plan.model, one.measures, batch)) for batch in ready[: 2 * pool.number]]
            done += sum(task.result().tokens for task in turn)
        return done / (time.monotonic() - began)
