"""How long a run would take, from a moment's work on its first units: for `--dry-run`."""

import time
from dataclasses import dataclass

from headscope.runs.accumulate import Accumulator
from headscope.runs.plan import Plan
from headscope.tokens import batches, chunks, collate

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
    """Tokenises each corpus's first chunk, and measures some of the first one's batches, the first of them unclocked."""
    model, options = plan.model, plan.options
    tokens, rate = [], 1.0
    for number, one in enumerate(plan.passes):
        chunk = next(chunks(one.corpus.documents(), one.unit, options.limit))
        encoded, _ = model.encoder.encode(chunk.units, options.max_length)
        per_unit = sum(len(e) for e in encoded) / max(len(chunk.units), 1)
        tokens.append(round(per_unit * one.units))
        if number == 0 and encoded:
            accumulator = Accumulator(model, one.measures, one.corpus.name)
            ready = [
                collate(rows, model.encoder, model.device, model.start)
                for rows in batches(encoded, options.batch(model.device.type))
            ]
            accumulator.take(ready[0])
            began, done = time.monotonic(), 0
            for batch in ready:
                accumulator.take(batch)
                done += batch.tokens
                if time.monotonic() - began > TRIAL_SECONDS:
                    break
            rate = done / (time.monotonic() - began)
    return Estimate(tuple(tokens), rate)
