"""Scores → sentences. Each says what its interval supports and no more; a reader finds the evidence under the score's name."""

from dataclasses import dataclass, replace

import numpy as np

from headscope.measures import MEASURES, Measure
from headscope.results.best import best_head
from headscope.results.scores import HeadScore, Scores
from headscope.results.series import SUBTYPES, TO_DEPENDENT
from headscope.tables.table import shown
from headscope.types import Series

MOSTLY = 0.5  # a head that gives more than half of its attention to one thing does mostly that
MOST = 5
SURE = 0.05
RULES = {"dependency": "the best fixed offset", "coreference": "the best rule"}


@dataclass(frozen=True)
class Finding:
    """A sentence, and the score it is made from; `strength` ranks findings."""

    text: str
    series: Series
    strength: float


def findings(scores: Scores) -> list[Finding]:
    """The strongest things that can be said, at most five, one per score; where there are several stacks or corpora, which."""
    made = [finding for series in text_series(scores) if (finding := _mostly(scores, series) or _broad(scores, series))]
    best: dict[str, Finding] = {}
    # What heads find in annotated text comes first: it is the least to be expected.
    for finding in (*_relations(scores), *sorted(made, key=lambda f: -f.strength)):
        best.setdefault(f"{finding.series.measure}.{finding.series.key}", finding)
    return [replace(f, text=_place(scores, f.series) + f.text) for f in best.values()][:MOST]


def text_series(scores: Scores) -> list[Series]:
    """The scores of running text, whose keys are few and known."""
    return [series for series in scores.series() if not MEASURES[series.measure].open_keys]


def _relations(scores: Scores) -> list[Finding]:
    """What heads find in annotated text, held out, where their lead over a fixed rule is no luck; the largest leads, two of each
    measure. Heads that are picked differently on the two halves are not claimed."""
    found: list[tuple[float, Finding]] = []
    for series in scores.series():
        measure = _measure(series)
        if series.measure not in RULES or series.direction == TO_DEPENDENT or series.key.endswith(SUBTYPES):
            continue
        best = best_head(scores, series.measure, series.key, corpus=series.corpus, stack=series.stack)
        held = best.held_out
        if held is None or held.low is None or held.high is None or held.margin_low is None or held.baseline is None:
            continue
        if best.p is None or best.p >= SURE or held.margin_low <= 0 or len(set(held.picks)) > 1:
            continue
        text = (
            f"Head {best.head} {measure.phrase(series.key)} {held.value:.0%} of the time ({100 * held.low:.0f}–{100 * held.high:.0f}); "
            f"{RULES[series.measure]} manages {held.baseline:.0%}."
        )
        found.append((held.margin or 0.0, Finding(text, series._replace(direction=best.direction), held.margin or 0.0)))
    ranked = sorted(found, key=lambda one: -one[0])
    return [
        finding
        for at, (_, finding) in enumerate(ranked)
        if sum(f.series.measure == finding.series.measure for _, f in ranked[:at]) < 2
    ]


def _place(scores: Scores, series: Series) -> str:
    """Where it was found, where that must be said."""
    same = {other.corpus for other in scores.series() if other[1:4] == series[1:4]}
    several = [(scores.manifest.model["stacks"], series.stack.capitalize()), (same, f"on {series.corpus}")]
    named = ", ".join(name for things, name in several if len(things) > 1)
    return f"{named[0].upper()}{named[1:]}: " if named else ""


def title(scores: Scores, series: Series) -> str:
    """A chart's title: the finding where there is one, else which head scores highest."""
    finding = _mostly(scores, series) or _broad(scores, series)
    if finding:
        return finding.text
    measure = _measure(series)
    highest = scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack)[0]
    number = shown(highest.value, highest.low, highest.high)
    if measure.quantity == "nats":
        return f"Head {highest.head} {measure.phrase(series.key)} most: {number} nats."
    if measure.quantity == "loss" or highest.value > MOSTLY:
        return f"Head {highest.head} {measure.phrase(series.key)} most: {number}."
    return f"No head {measure.phrase(series.key)} mostly; the highest is {highest.head} with {number}."


def _mostly(scores: Scores, series: Series) -> Finding | None:
    """Heads whose share is above one half with their whole interval."""
    measure = _measure(series)
    if measure.quantity != "share" or measure.unit != "pair" or series.measure in ("token-from-rest", "peak", "pattern"):
        return None  # the first repeats `token`; a peak says how, not at what; patterns are shares of some tokens' attention
    sure = [h for h in scores.top(series.measure, series.key, 64, corpus=series.corpus, stack=series.stack) if _sure(h)]
    if not sure:
        return None
    verb = measure.phrase(series.key)
    if len(sure) == 1:
        text = f"Head {sure[0].head} mostly {verb} ({_number(sure[0])})."
    elif len(sure) <= 4:
        names = ", ".join(h.head for h in sure[:-1]) + f" and {sure[-1].head}"
        text = f"Heads {names} mostly {_plural(verb)} ({', '.join(map(_number, sure))})."
    else:
        text = f"{len(sure)} heads mostly {_plural(verb)}, {sure[0].head} and {sure[1].head} most ({_number(sure[0])}, {_number(sure[1])})."
    # What a head does from one kind of token says less about it than what it does from all.
    share = 0.5 if series.measure == "token-from-sep" else 1.0
    return Finding(text, series, share * (sure[0].value - (scores.baseline(series) or 0.0)))


def _sure(head: HeadScore) -> bool:
    return (head.low if head.low is not None else head.value) > MOSTLY


def _broad(scores: Scores, series: Series) -> Finding | None:
    """The broadest layer, where its mean stands out from the next one's."""
    even = scores.baseline(series)
    values = scores.value(series)
    if series.measure != "entropy" or series.key != "all" or even is None or len(values) < 2:
        return None
    means = values.mean(1)
    first, second = np.argsort(-means, kind="stable")[:2]
    if means[first] - means[second] < 0.1:
        return None
    text = (
        f"Layer {first + 1} attends most broadly: {means[first]:.2f} nats on average, "
        f"where even attention has {even:.2f} and the other layers {means[np.arange(len(means)) != first].mean():.2f}."
    )
    return Finding(text, series, float(means[first] / even))


def _number(head: HeadScore) -> str:
    return shown(head.value, head.low, head.high)


def _plural(phrase: str) -> str:
    verb, _, rest = phrase.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


def _measure(series: Series) -> Measure:
    return MEASURES[series.measure]([series.key])
