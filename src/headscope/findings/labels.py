"""Scores → one word a head: what it mostly does (`behaviours`), and which pattern it follows most (`patterns`).

A label is a summary, not a finding: `score` and `margin` say how much there is behind it, `low` and `high` how sure that is, and a
head that does a bit of everything is `mixed`. What the words mean, measures say: the rules of their keys, their patterns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Bool, Float64, Int64

from headscope.behaviours import Behaviour
from headscope.behaviours import vocabulary as _vocabulary
from headscope.description import Key
from headscope.errors import say_which, unknown_name
from headscope.findings.claims import claims
from headscope.results.scores import Scores
from headscope.statistics.intervals import FEWEST_GROUPS, difference
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

MIXED = "mixed"
EXPLAINED = {"pieces": ("next", "previous")}  # a pattern that counts only beyond what these come to together
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
    stacks: list[Stack] = list(scores.manifest.model["stacks"])
    found = {
        (key.label.order, measure, name, way): Rule(key.label.label, measure, name, key.label.above, way)
        for measure, about in ((name, scores.about(name)) for name in scores.manifest.measures)
        for (name, way), key in about.keys.items()
        if key.label is not None and any(told(key, stack) for stack in stacks)
    }
    return tuple(found[place] for place in sorted(found))


def outranked(scores: Scores, series: Series) -> set[Head]:
    """The heads that a later rule than the one of this score gives another label."""
    every = rules(scores)
    mine = [at for at, one in enumerate(every) if (one.measure, one.key, one.direction) == series[2:5]]
    found: set[Head] = set()
    for rule in every[mine[0] + 1 :] if mine else ():
        for one in _first(scores, rule.measure, None, series.stack):
            if one[2:5] == (rule.measure, rule.key, rule.direction) and told(scores.key(one), one.stack):
                found |= {Head(int(layer), int(head)) for layer, head in np.argwhere(scores.value(one) > rule.threshold)}
    return found


def told(key: Key, stack: Stack) -> bool:
    """Whether a score speaks for this stack; in a decoder no token sees a later one."""
    return key.told in ("", "causal" if stack == "decoder" else "other")


def vocabulary(scores: Scores) -> tuple[Behaviour, ...]:
    """What the labels of a run mean, and how they are drawn: in the order of the legend."""
    return _vocabulary(map(scores.about, scores.manifest.measures), scores.special)


def pattern_measures(scores: Scores) -> list[str]:
    """The measures of a run whose keys are patterns."""
    return [name for name in scores.manifest.measures if scores.about(name).patterns]


def label_names(scores: Scores) -> tuple[list[str], list[str]]:
    """All that a head of this run could be labelled with, as a behaviour and as a pattern."""
    right = (scores.about(name).behaviour for name in scores.manifest.measures)
    names = dict.fromkeys([*(rule.label for rule in rules(scores)), *filter(None, right), MIXED])
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
            if (series.key, series.direction) != (rule.key, rule.direction) or not told(scores.key(series), place):
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
    """The pattern with the largest excess, (value − chance) / (1 − chance), chance its baseline `uniform`, in models whose layers see
    differently that of the head's layer; layer by layer.

    `score` is that excess and `margin` its lead over the next largest. A head is `mixed` (and keeps both numbers) where the excess
    is under FEWEST, or where the 95% interval of the lead reaches 0; under 10 groups there is no interval, and the lead itself must
    be above 0. Without `corpus`, the first corpus of the run that has patterns counts. A run without them gives an empty list.

    The other pieces of a word are mostly its neighbours, so a head that attends to neighbours whatever the words are attends to pieces
    too: to no more of them than to neighbours. `pieces` therefore takes part only where its excess is above that of `next` and
    `previous` together (both their values, both their chances), and leads only as far as it leads that.
    """
    place = _stack(scores, stack)
    found = [series for name in pattern_measures(scores) for series in _first(scores, name, corpus, place)]
    chance = {
        series: level for series in found if (level := scores.baseline_values(series)) is not None and not (level >= 1).any()
    }
    found = list(chance)
    if not found:
        return []
    levels = np.stack(list(chance.values()))
    values = np.stack([scores.value(series) for series in found])
    rivals = _rivals(values, levels, [series.key for series in found])
    above = excess(values, levels)
    ranked = np.argsort(
        -np.where(above > rivals, rounded(above), -np.inf), axis=0, kind="stable"
    )  # ties go to the earlier pattern
    best, second = (np.take_along_axis(above, ranked[at : at + 1], 0)[0] for at in (0, min(1, len(found) - 1)))
    margin = np.full_like(best, np.nan)
    if len(found) > 1:
        lead = best - np.maximum(second, np.take_along_axis(rivals, ranked[:1], 0)[0])
        margin = np.where(np.abs(lead) < 1e-6, 0, lead)  # of equals within rounding the earlier may be the lower
    low, high = _lead(scores, found, levels, ranked, above > rivals)
    made = []
    for head in (Head(*at) for at in np.ndindex(*best.shape)):
        lead = next((float(number[head]) for number in (low, margin) if not np.isnan(number[head])), np.inf)
        name = found[ranked[0][head]].key if best[head] >= FEWEST and lead > 0 else MIXED
        made.append(Label(head, name, *map(_known, (best[head], margin[head], low[head], high[head]))))
    return made


def _explained(keys: Sequence[str]) -> list[tuple[int, list[int]]]:
    """Where each pattern that others may explain stands, and those, where all of them were measured."""
    every = [(key, others) for key, others in EXPLAINED.items() if {key, *others} <= set(keys)]
    return [(keys.index(key), [keys.index(other) for other in others]) for key, others in every]


def _rivals(
    values: Float64[np.ndarray, "key layer head"], chance: Float64[np.ndarray, "key layer head"], keys: Sequence[str]
) -> Float64[np.ndarray, "key layer head"]:
    """For each pattern the excess of those that explain it, together; −∞ where there are none, or not all were measured."""
    found = np.full_like(values, -np.inf)
    for at, others in _explained(keys):
        found[at] = excess(values[others].sum(0), chance[others].sum(0))
    return found


def _excess_sums(
    scores: Scores, series: Sequence[Series], chance: Float64[np.ndarray, "layer head"]
) -> tuple[Float64[np.ndarray, "group layer head"], Float64[np.ndarray, " group"]]:
    """Totals and weights whose ratio is the excess of one pattern, or of several together."""
    weights = scores.tally.weights(series[0])
    totals = np.zeros_like(scores.tally.totals(series[0]))
    for one in series:  # some texts have no repeated word: a pattern's weight may differ from group to group
        own = scores.tally.weights(one)
        scale = np.divide(weights, own, out=np.zeros_like(own), where=own > 0)
        totals = totals + scores.tally.totals(one) * scale[:, None, None]
    return (totals - chance * weights[:, None, None]) / (1 - chance), weights


def _lead(
    scores: Scores,
    found: list[Series],
    chance: Float64[np.ndarray, "key layer head"],
    ranked: Int64[np.ndarray, "key layer head"],
    counts: Bool[np.ndarray, "key layer head"],
) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]:
    """The 95% interval of the best pattern's excess minus the largest of all others that count. Each pair of patterns has an interval of
    its difference, paired by document group; the lead is the smallest over all rivals, and so are its ends. The low end lies above 0 where
    the best leads every single one. NaN where the best or the second has fewer than 10 groups (in this layer, where layers see
    differently), and such rivals take no part."""
    known = [(at, series) for at, series in enumerate(found) if scores.tally.groups(series) >= FEWEST_GROUPS]
    low, high = (np.full(ranked.shape[1:], np.inf) for _ in range(2))
    sums = {at: _excess_sums(scores, [series], chance[at]) for at, series in known}
    ends = []  # the best, where it is one and the rival counts, and the interval of its lead
    for one, other in combinations(sums, 2):
        lows, highs = difference(sums[other], sums[one])
        ends += [(one, counts[other], lows, highs), (other, counts[one], -highs, -lows)]
    for at, others in _explained([series.key for series in found]):
        if {at, *others} <= sums.keys():
            together = _excess_sums(scores, [found[other] for other in others], chance[others].sum(0))
            ends.append((at, np.ones_like(counts[at]), *difference(together, sums[at])))
    for best, where, lows, highs in ends:
        mine = (ranked[0] == best) & where
        low[mine], high[mine] = np.minimum(low, lows)[mine], np.minimum(high, highs)[mine]
    few = np.stack([np.isnan(scores.interval(series)[0]) & ~np.isnan(scores.value(series)) for series in found])
    unknown = np.take_along_axis(few, ranked[:2], 0).any(0) | ~np.isin(ranked[:2], list(sums)).all(0) | np.isinf(low)
    low[unknown], high[unknown] = np.nan, np.nan
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
        raise say_which("This model has more than one stack", "stack", stacks)
    for name in stacks:
        if stack in (None, name):
            return name
    raise unknown_name("stack in this run", stack or "", stacks)


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
