"""Does it matter? Which heads the model needs, and whether a head that finds something is needed where it finds it.

A head is said to be needed where switching it off raises the loss by more than switching off the other heads of its layer does, in the
median: the lead has a 95% interval above 0, is no luck (p < 5%) and is not so small that the measure calls such numbers alike. p is
corrected for all heads of the stack, where all were looked at (`needed`). Where a head was found by something else, by the relation that
it finds (`claims`), its own lead is asked for at the words of that relation, and p is corrected for all such questions (Benjamini and
Hochberg).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from headscope.findings.claims import SURE, Claim, Claims, cut
from headscope.results.scores import Scores
from headscope.statistics.intervals import difference
from headscope.statistics.leads import Leads, leads
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

SMALL = 5  # times what is called alike: a lead below that, with its whole interval, is none
_KNOWN: "WeakKeyDictionary[Scores, dict[Series, list[Need]]]" = WeakKeyDictionary()  # as long as a run is held


@dataclass(frozen=True)
class Need:
    """What the model loses without a head, beside the other heads of its layer; intervals are 95%, None where there are too few groups.
    `first`: it loses more than without any other head of the layer, one by one, with the whole interval of the difference."""

    series: Series
    head: Head
    value: float
    low: float | None
    high: float | None
    median: float
    lead: float
    lead_low: float | None
    lead_high: float | None
    p: float | None
    sure: bool
    first: bool


def measures_of(scores: Scores, loss: str) -> list[Series]:
    """The scores that say what the model loses without a head: in all ("whole"), or at words of a kind ("words")."""
    return [one for one in scores.series() if scores.about(one.measure).loss == loss and scores.tally.groups(one)]


def needed(scores: Scores, stack: Stack | None = None, corpus: str | None = None) -> list[Need]:
    """Every head, layer by layer, by the first score of what is lost in all, on this corpus or the first that has one: p is corrected for
    all heads of a stack. Empty where the run has none."""
    found: list[Need] = []
    for place in scores.manifest.model["stacks"] if stack is None else [stack]:
        mine = [one for one in measures_of(scores, "whole") if one.stack == place and corpus in (None, one.corpus)]
        series = next(iter(mine), None)
        if series is not None:
            found += _heads(scores, series)
    return found


def _heads(scores: Scores, series: Series) -> list[Need]:
    known = _KNOWN.setdefault(scores, {})
    if series not in known:
        led = leads(scores.tally.totals(series), scores.tally.weights(series))
        known[series] = [_need(scores, series, Head(*at), led, at) for at in np.ndindex(*led.lead.shape)]
    return known[series]


def _alone(scores: Scores, series: Series, head: Head) -> Need:
    """One head, where nobody looked for a lead among the others: of its layer alone, and p is that of one question."""
    totals = scores.tally.totals(series)[:, head.layer : head.layer + 1]
    asked = np.arange(totals.shape[2])[None] == head.head
    return _need(scores, series, head, leads(totals, scores.tally.weights(series), asked), (0, head.head))


def _need(scores: Scores, series: Series, head: Head, led: Leads, at: tuple[int, ...]) -> Need:
    low, high = (_known(end[head]) for end in scores.interval(series))
    lead, lead_low, lead_high, p = float(led.lead[at]), *(_known(part[at]) for part in (led.low, led.high, led.p))
    apart = scores.quantity(series).apart
    sure = lead_low is not None and p is not None and lead_low > 0 and p < SURE and lead >= apart
    first = sure and _before_all(scores.tally.totals(series)[:, head.layer], scores.tally.weights(series), head.head)
    value, median = float(scores.value(series)[head]), float(led.median[at])
    return Need(series, head, value, low, high, median, lead, lead_low, lead_high, p, sure, first)


def _before_all(totals: np.ndarray, weights: np.ndarray, head: int) -> bool:
    """Whether the head's value is above that of every other of its layer, with the whole interval of each difference."""
    others = np.delete(np.arange(totals.shape[1]), head)
    low, _ = difference((totals[:, others], weights), (totals[:, [head]].repeat(len(others), 1), weights))
    return bool((low > 0).all())


def survives(scores: Scores, made: Claims) -> dict[Claim, Need]:
    """By claim, whether the model needs the head where it finds this: of claims whose words the run has a loss of. `sure` stands only where
    p holds against all of them."""
    places = {(one.stack, one.key, one.direction): one for one in measures_of(scores, "words")}
    found: dict[Claim, Need] = {}
    for claim in made.made:
        series = places.get((claim.series.stack, claim.series.key, claim.series.direction))
        if series is not None:
            found[claim] = _alone(scores, series, claim.head)
    bar = cut([one.p for one in found.values() if one.p is not None])
    held = {claim: one.sure and one.p is not None and one.p <= bar for claim, one in found.items()}
    return {claim: replace(one, sure=held[claim], first=one.first and held[claim]) for claim, one in found.items()}


def sentence(scores: Scores, one: Need) -> str:
    """What the model loses, without a subject: "without it the loss at a direct object (obj) rises by 0.12 nats (0.08–0.16), more than
    without any other head of its layer"."""
    quantity, key = scores.quantity(one.series), scores.key(one.series)
    ends_of = (one.low, one.high)
    way = "rises" if one.value >= 0 else "falls"
    low, high = ends_of if one.value >= 0 else (None if end is None else -end for end in reversed(ends_of))
    said = f"without it {key.noun or 'the loss'} {way} by {quantity.text(abs(one.value), low, high)}"
    rivals = f"median {quantity.number(one.median, *ends_of)}"
    if one.first:
        return f"{said}, more than without any other head of its layer"
    if one.sure:
        return f"{said}, more than without most heads of its layer ({rivals})"
    return f"{said}, not significantly more than without other heads of its layer ({rivals})"


def summed_up(scores: Scores, every: Sequence[Need]) -> str:
    """How many of the heads of a stack the model needs more than the others of their layers, and which most."""
    sure = sorted((one for one in every if one.sure), key=lambda one: -rounded(one.value))
    highest = max(every, key=lambda one: rounded(one.value))
    about = scores.quantity(every[0].series)
    if not sure:
        number = about.text(highest.value, highest.low, highest.high)
        said = "No head is needed significantly more than the others of its layer"
        return f"{said}; the loss rises most without head {highest.head}: {number}."
    head, number = sure[0].head, about.text(sure[0].value, sure[0].low, sure[0].high)
    if len(sure) == 1:
        return f"One of {len(every)} heads is needed more than the others of its layer: without head {head} the loss rises by {number}."
    return (
        f"{len(sure)} of {len(every)} heads are needed more than the others of their layers; without head {head} the loss rises most, by "
        f"{number}."
    )


def verdict(scores: Scores, one: Need) -> str:
    """The same of a head that finds something, with what follows: that the model does not need what it finds only where even the upper end
    of its lead is small."""
    said = sentence(scores, one)
    if one.sure:
        return said
    small = one.lead_high is not None and one.lead_high < SMALL * scores.quantity(one.series).apart
    return f"{said}: {'what it finds, the model does not need' if small else 'that the model needs what it finds is not shown'}"


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
