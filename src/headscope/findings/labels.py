"""Scores → one word a head: what it mostly does (`behaviours`), and which pattern it follows most (`patterns`).

A label is a summary, not a finding: `score` and `margin` say how much there is behind it, `low` and `high` how sure that is, and a
head that does a bit of everything is `mixed`. What the words mean, measures say: the rules of their keys, their patterns.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from headscope.errors import HeadscopeError, unknown_name
from headscope.findings.claims import claims
from headscope.results.scores import Scores
from headscope.statistics.intervals import FEWEST_GROUPS, resample
from headscope.types import Head, Series, Stack

MIXED = "mixed"
FEWEST = 0.1  # a pattern is named from a tenth of the way on from chance to all of a head's attention


@dataclass(frozen=True)
class Rule:
    """A head whose score is above the threshold gets the label."""

    label: str
    measure: str
    key: str
    threshold: float
    direction: str = ""


def rules(scores: Scores) -> tuple[Rule, ...]:
    """The rules that the measures of a run bring, in the order in which a later one overrides an earlier.

    Those of our own measures are the paper's, for segments of up to 128 tokens. 3.8 nats is uniform attention over 45 tokens, so in
    shorter texts no head is broad.
    """
    found = {
        (key.label.order, measure, name, way): Rule(key.label.label, measure, name, key.label.above, way)
        for measure, about in ((name, scores.about(name)) for name in scores.manifest.measures)
        for (name, way), key in about.keys.items()
        if key.label is not None
    }
    return tuple(found[place] for place in sorted(found))


def pattern_measures(scores: Scores) -> list[str]:
    """The measures of a run whose keys are patterns."""
    return [name for name in scores.manifest.measures if scores.about(name).patterns]


def label_names(scores: Scores) -> tuple[list[str], list[str]]:
    """All that a head of this run could be labelled with, as a behaviour and as a pattern."""
    told = (scores.about(name).behaviour for name in scores.manifest.measures)
    names = dict.fromkeys([*(rule.label for rule in rules(scores)), *filter(None, told), MIXED])
    keys = dict.fromkeys(series.key for series in scores.series() if scores.about(series.measure).patterns)
    return list(names), [*keys, MIXED]


@dataclass(frozen=True)
class Label:
    """One head's label, the score that gave it and its margin, with the 95% interval of the margin over document groups (None
    where there are too few groups for one)."""

    head: Head
    label: str
    score: float | None = None
    margin: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def sure(self) -> bool:
        """Whether there is a label and its whole interval supports it; without an interval nothing is sure.

        >>> Label(Head(2, 4), "next", 0.956, 0.456, 0.455, 0.458).sure, Label(Head(2, 4), "next", 0.956, 0.456).sure
        (True, False)
        """
        return self.label != MIXED and self.low is not None and self.low > 0


def behaviours(
    scores: Scores, *, corpus: str | None = None, stack: str | None = None, thresholds: Sequence[Rule] | None = None
) -> list[Label]:
    """The one classification of heads, layer by layer: the last rule whose threshold a head's score is above; else what it is
    significantly right about (`claims`): syntax, coreference; else `mixed`.

    `score` is the value that gave the label, `margin` how far it is above the threshold, both in the measure's own unit; of right answers,
    the held-out share and its lead over the best rule. A mixed head has neither: thresholds in nats and in shares have no common scale on
    which one would be the nearest. Without `corpus`, each score is taken from the first corpus of the run that has it. A rule whose score
    the run does not have gives no label; where there is nothing to tell a label from, the list is empty.
    """
    place = _stack(scores, stack)
    made: dict[Head, Label] = {}
    for rule in rules(scores) if thresholds is None else thresholds:
        for series in _first(scores, rule.measure, corpus, place):
            if (series.key, series.direction) != (rule.key, rule.direction):
                continue
            values, (low, high) = scores.value(series), scores.interval(series)
            for head in (Head(*at) for at in np.ndindex(*values.shape)):
                made.setdefault(head, Label(head, MIXED))
                if values[head] > rule.threshold:
                    numbers = (values[head], *(number - rule.threshold for number in (values[head], low[head], high[head])))
                    made[head] = Label(head, rule.label, *map(_known, numbers))
    return _with_claims(scores, corpus, place, made)


def _with_claims(scores: Scores, corpus: str | None, stack: Stack, made: dict[Head, Label]) -> list[Label]:
    """Heads without a label get that of the largest claim that is made of them."""
    found = [one for one in claims(scores).made if one.series.stack == stack and corpus in (None, one.series.corpus)]
    if found and not made:
        made = {head: Label(head, MIXED) for head in (Head(*at) for at in np.ndindex(*scores.value(found[0].series).shape))}
    for one in found:
        if made[one.head].label == MIXED:
            name = scores.about(one.series.measure).behaviour
            made[one.head] = Label(one.head, name, one.value, one.margin, one.margin_low, one.margin_high)
    return list(made.values())


def excess(value: Float64[np.ndarray, "..."], chance: Float64[np.ndarray, "..."]) -> Float64[np.ndarray, "..."]:
    """(value − chance) / (1 − chance): how far a head is on the way from uniform attention to nothing but this.

    >>> excess(np.array([0.9, 0.5, 0.1, 1.0]), np.array([0.5, 0.5, 0.2, 0.2])).round(3).tolist()
    [0.8, 0.0, -0.125, 1.0]
    """
    return np.asarray((value - chance) / (1 - chance))


def patterns(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> list[Label]:
    """The pattern with the largest excess, (value − chance) / (1 − chance), chance its baseline `uniform`; layer by layer.

    `score` is that excess and `margin` its lead over the next largest. A head is `mixed` (and keeps both numbers) where the excess
    is under FEWEST, or where the 95% interval of the lead reaches 0; under 10 groups there is no interval, and the lead itself must
    be above 0. Without `corpus`, the first corpus of the run that has patterns counts. A run without them gives an empty list.
    """
    place = _stack(scores, stack)
    found = [series for name in pattern_measures(scores) for series in _first(scores, name, corpus, place)]
    chance = {series: scores.baseline(series) for series in found}
    found = [series for series in found if (level := chance[series]) is not None and level < 1]
    if not found:
        return []
    levels = np.array([chance[series] for series in found], dtype=np.float64)[:, None, None]
    above = excess(np.stack([scores.value(series) for series in found]), levels)
    ranked = np.argsort(-above, axis=0, kind="stable")  # [key, layer, head]: ties go to the earlier pattern
    best = np.take_along_axis(above, ranked[:1], 0)[0]
    margin = best - np.take_along_axis(above, ranked[1:2], 0)[0] if len(found) > 1 else np.full_like(best, np.nan)
    low, high = _lead(scores, found, levels, ranked)
    made = []
    for head in (Head(*at) for at in np.ndindex(*best.shape)):
        lead = next((float(number[head]) for number in (low, margin) if not np.isnan(number[head])), np.inf)
        name = found[ranked[0][head]].key if best[head] >= FEWEST and lead > 0 else MIXED
        made.append(Label(head, name, *map(_known, (best[head], margin[head], low[head], high[head]))))
    return made


def _lead(
    scores: Scores,
    found: list[Series],
    chance: Float64[np.ndarray, "key 1 1"],
    ranked: Int64[np.ndarray, "key layer head"],
) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]:
    """The 95% interval of the best pattern's excess minus the largest of all others, those of the sample: it lies above 0 where
    the best stays the best. NaN where the best or the second has fewer than 10 groups."""
    groups = np.array([scores.tally.groups(series) for series in found])
    nothing = np.full(ranked.shape[1:], np.nan)
    known = (groups[ranked[:2]] >= FEWEST_GROUPS).all(0)
    if len(found) < 2 or not known.any():
        return nothing, nothing
    # Some texts have no repeated word: a pattern's weight differs from group to group. The same groups are drawn for all patterns.
    weights = np.stack([scores.tally.weights(series) for series in found], 1)  # [group, key]
    held = weights.any(1)
    each = np.ones(int(held.sum()))
    weight = resample(weights[held][:, :, None], each)  # [sample, key, 1]
    low, high = nothing.copy(), nothing.copy()
    for layer in np.flatnonzero(known.any(1)):
        totals = np.stack([scores.tally.totals(series)[held, layer] for series in found], 1)  # [group, key, head]
        sums = resample(totals, each)
        values = np.divide(sums, weight, out=np.full_like(sums, np.nan), where=weight > 0)
        above = excess(values, chance[:, 0])
        first = np.arange(len(found))[:, None] == ranked[0, layer]  # [key, head]
        best = np.where(first, above, 0).sum(1)
        lead = best - np.where(first | np.isnan(above), -np.inf, above).max(1)
        lead[~np.isfinite(lead)] = np.nan  # a sample without any text that has the pattern, or any of the others
        sure = known[layer]
        low[layer, sure], high[layer, sure] = np.nanquantile(lead[:, sure], (0.025, 0.975), axis=0)
    return low, high


def _first(scores: Scores, measure: str, corpus: str | None, stack: Stack) -> list[Series]:
    """A measure's series in this stack, in the corpus asked for, otherwise in the first of the run that has any."""
    names = [record.name for record in scores.manifest.corpora]
    if corpus is not None and corpus not in names:
        raise unknown_name("corpus in this run", corpus, names)
    held = [s for s in scores.series() if (s.measure, s.stack) == (measure, stack) and scores.tally.groups(s)]
    chosen = [corpus] if corpus is not None else names
    return next((found for name in chosen if (found := [series for series in held if series.corpus == name])), [])


def _stack(scores: Scores, stack: str | None) -> Stack:
    stacks: list[Stack] = list(scores.manifest.model["stacks"])
    if stack is None and len(stacks) > 1:
        raise HeadscopeError(f"This model has more than one stack: say which of {', '.join(stacks)}.")
    for name in stacks:
        if stack in (None, name):
            return name
    raise unknown_name("stack in this run", stack or "", stacks)


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
