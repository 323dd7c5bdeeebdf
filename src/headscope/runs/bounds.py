"""How much of a corpus is read where nobody asked for it by name: heads are cut on so much of it that this is no more work than all the
rest of the run, and words are masked one by one (`effects`) in every fourth unit.

Work is counted (tokens times passes of the model), never clocked, so that the same command always reads the same units.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from headscope.models import Model
from headscope.runs.options import Options
from headscope.runs.passes import Pass, going
from headscope.tokens import CHUNK

LEAST = 20  # units: of fewer no interval would tell much
TRIED = 4  # a unit that is tried is read five times more


def bounded(passes: Sequence[Pass], model: Model, options: Options) -> tuple[list[Pass], dict[str, str]]:
    """The passes, those that cut heads over every so manieth unit; and what is left out, with the reason. Where there is too little
    time for all, what a head's mean does is left out first, then the later of such passes."""
    left: dict[str, str] = {}
    passes = [replace(one, tried=TRIED) if _tries(one) and one.total // TRIED >= LEAST else one for one in passes]
    rest = room = sum(one.whole * one.cost for one in passes if not one.cuts)
    kept: list[Pass] = []
    for one in passes:
        if not one.cuts:
            kept.append(one)
            continue
        if one.whole * one.cost > room:
            mean = {f"{m.name} {key}": m for m in one.measures for key, need in m.key_needs.items() if need == "mean-cuts"}
            left |= dict.fromkeys(mean, _reason(one, rest))
            one = _without_means(one, model, options)
        every = math.ceil(one.whole * one.cost / room) if room > 0 else one.total
        if every > 1 and one.total // every < LEAST:
            left = {name: reason for name, reason in left.items() if name.split()[0] not in {m.name for m in one.measures}}
            left |= dict.fromkeys((measure.name for measure in one.measures), _reason(one, rest))
            continue
        kept.append(one if every <= 1 else replace(one, every=every, units=_units(one, every, options), size=one.size / every))
        room -= kept[-1].whole / every * one.cost
    return kept, left


def _tries(one: Pass) -> bool:
    return any(measure.wanted("effects") for measure in one.measures)


def _reason(one: Pass, rest: float) -> str:
    times = max(1, round(one.whole * one.cost / rest)) if rest > 0 else 0
    much = f"{times:,} times as long as" if times > 1 else "longer than"
    return f"on all of the corpus it would take {much} the rest of the run; name the measure to have it"


def _without_means(one: Pass, model: Model, options: Options) -> Pass:
    measures = tuple(
        measure.without([key for key in measure.keys if measure.key_needs.get(key) == "mean-cuts"]) for measure in one.measures
    )
    return going(one, measures, (one.gradient, True), model, options)


def _units(one: Pass, every: int, options: Options) -> int:
    """How many units of this shard are read."""
    own = [chunk for chunk in range(one.chunks) if options.shard.takes(chunk)]
    ends = [(CHUNK * chunk, min(one.total, CHUNK * (chunk + 1))) for chunk in own]
    return sum(-(-end // every) - -(-start // every) for start, end in ends)
