"""Scores → sentences. Each says what its interval supports and no more, with the interval; a reader finds the evidence under the
score's name, or in the card of the head that it names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from headscope.findings.claims import ANNOTATED, SURE, Claims, claims
from headscope.findings.labels import MIXED, behaviours, outranked, told
from headscope.findings.matter import survives
from headscope.findings.matter import verdict as verdict_of
from headscope.findings.wording import SEVERAL, finds, listed, of_the_time
from headscope.results.scores import Scores
from headscope.statistics.held_out import luck
from headscope.statistics.intervals import FEWEST_GROUPS, interval
from headscope.statistics.means import over_heads
from headscope.ties import rounded
from headscope.types import Head, Series

MOST = 5
OF_A_KIND = 2  # findings of one measure of annotated text, at first
NOTHING = "broad"  # the one behaviour that is no choice of what to attend to


@dataclass(frozen=True)
class Finding:
    """A sentence, the score it is made from and the heads it names; `strength` ranks findings."""

    text: str
    series: Series
    strength: float
    heads: tuple[Head, ...] = ()


def findings(scores: Scores, known: Claims | None = None) -> list[Finding]:
    """The strongest things that can be said, at most five, one per score; where there are several stacks or corpora, which."""
    sure = _relations(scores, claims(scores) if known is None else known)
    made = [finding for series in text_series(scores) if (finding := found(scores, series))]
    best: dict[str, Finding] = {}
    # What heads find in annotated text comes first: it is the least to be expected. More of it where there is room.
    first = [f for at, f in enumerate(sure) if _earlier(sure[:at], f) < OF_A_KIND]
    made.sort(key=lambda f: -rounded(f.strength))
    opening = [f for f in made if scores.key(f.series).opens]
    for finding in (*opening, *first, *made, *(f for f in sure if f not in first)):
        best.setdefault(f"{finding.series.measure}.{finding.series.key}", finding)
    return [replace(f, text=_place(scores, f.series) + f.text) for f in best.values()][:MOST]


def verdict(scores: Scores, known: Claims) -> str | None:
    """The sentence that no head does anything linguistic, where the data says so; None where some head does, or nobody looked."""
    if not known.looked or not known.nothing:
        return None
    text = (
        f"None of {known.number} relations and kinds of mention is found by any head significantly better than by a fixed rule, on other "
        "documents than those on which the head was picked"
    )
    labels = [label.label for stack in scores.manifest.model["stacks"] for label in behaviours(scores, stack=stack)]
    if labels and set(labels) <= {MIXED, NOTHING}:
        return f"No head of this model does anything linguistic. {text}, and every head attends broadly or to a mixture."
    return f"No head of this model does anything with syntax or coreference. {text}."


def text_series(scores: Scores) -> list[Series]:
    """The scores whose keys are few and known."""
    return [series for series in scores.series() if not scores.about(series.measure).open_keys]


def _relations(scores: Scores, known: Claims) -> list[Finding]:
    """What heads find in annotated text, the largest leads first; of each head only its largest."""
    seen: dict[tuple[str, Head], Finding] = {}
    needs = survives(scores, known)
    for claim in known.made:
        quantity = scores.quantity(claim.series)
        text = (
            f"Head {claim.head} {finds(scores, claim.series)} {of_the_time(quantity.text(claim.value, claim.low, claim.high))}; "
            f"{claim.rule} manages {quantity.number(claim.baseline, claim.low, claim.high)}"
        ) + (f"; {verdict_of(scores, needs[claim])}." if claim in needs else ".")
        seen.setdefault((claim.series.stack, claim.head), Finding(text, claim.series, claim.margin, (claim.head,)))
    return list(seen.values())


def _earlier(before: Sequence[Finding], finding: Finding) -> int:
    return sum(other.series.measure == finding.series.measure for other in before)


def _place(scores: Scores, series: Series) -> str:
    """Where it was found, where that must be said."""
    same = {other.corpus for other in scores.series() if other[1:4] == series[1:4]}
    several = [(scores.manifest.model["stacks"], series.stack.capitalize()), (same, f"on {series.corpus}")]
    named = ", ".join(name for things, name in several if len(things) > 1)
    return f"{named[0].upper()}{named[1:]}: " if named else ""


def title(scores: Scores, series: Series) -> str:
    """A chart's title: the finding where there is one, else which head scores highest."""
    finding = found(scores, series)
    if finding:
        return finding.text
    about, key = scores.about(series.measure), scores.key(series)
    way = series.direction or None
    highest = next(
        iter(scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack, direction=way)), None
    )
    if highest is None:
        return f"No head has a figure of this: {key.short}."
    quantity = scores.quantity(series)
    number = quantity.text(*highest[1:4])
    if about.counts:
        rule = scores.best_baseline(series)
        rival = "" if rule is None else f"; {about.counts} manages {quantity.number(rule[1], *highest[2:4])}"
        return f"Head {highest.head} {key.does} most often: {number}{rival}."
    bar = _bar(scores, series)
    if quantity.diverging and highest.low is not None and highest.low <= quantity.zero:
        return f"No head significantly {key.does}; the highest is {highest.head} with {number}."
    if bar is None or highest.value > bar:
        return f"Head {highest.head} {key.does} most: {number}."
    mostly = " mostly" if _is_most(scores, series) else ""
    return f"No head {key.does}{mostly}; the highest is {highest.head} with {number}."


def found(scores: Scores, series: Series) -> Finding | None:
    """The finding that a score supports, by the rule that its measure gives."""
    rules = {"mostly": _mostly, "highest": _highest, "layer": _layer, "texts": _texts}
    key = scores.key(series)
    rule = rules.get(key.finding)
    return None if rule is None or not told(key, series.stack) else rule(scores, series)


def _bar(scores: Scores, series: Series) -> float | None:
    """From where on a head does this: the bar of the label that it gives, so that a finding counts the heads that the legend counts;
    without a label, what the quantity calls much."""
    label = scores.key(series).label
    return scores.quantity(series).much if label is None else label.above


def _is_most(scores: Scores, series: Series) -> bool:
    """Whether a head that does this does mostly this."""
    bar, much = _bar(scores, series), scores.quantity(series).much
    return bar is not None and much is not None and bar >= much


def _mostly(scores: Scores, series: Series) -> Finding | None:
    """Heads whose figure is above the bar, with their whole interval; and what these heads do beside."""
    about, key = scores.about(series.measure), scores.key(series)
    much = _bar(scores, series)
    if much is None:
        return None
    adverb = "mostly " if _is_most(scores, series) else ""
    way = series.direction or None
    every = scores.value(series).size
    ranked = scores.top(series.measure, series.key, every, corpus=series.corpus, stack=series.stack, direction=way)
    others = outranked(scores, series)  # these are counted under another label
    sure = [
        head
        for head in ranked
        if (head.low if head.low is not None else head.value) > much and Head.parse(head.head) not in others
    ]
    if not sure:
        return None
    names = sure if len(sure) <= SEVERAL else sure[:2]
    numbers = ", ".join(scores.quantity(series).text(*head[1:4]) for head in names)
    said = listed([head.head for head in names])
    if len(sure) == 1:
        text = f"Head {said} {adverb}{key.does}: {numbers}"
    elif len(sure) <= SEVERAL:
        text = f"Heads {said} {adverb}{key.plural}: {numbers}"
    else:
        text = f"{len(sure)} heads {adverb}{key.plural}, {said} most: {numbers}"
    text += "".join(_beside(scores, series, [Head.parse(head.head) for head in names])) + "."
    strength = about.emphasis * (sure[0].value - (scores.baseline(series) or 0.0))
    return Finding(text, series, strength, tuple(Head.parse(head.head) for head in names))


def _beside(scores: Scores, series: Series, heads: Sequence[Head]) -> Iterator[str]:
    """What a finding says of its heads beside: of every score that its key names, where each of them has much of it, or more than the
    best baseline where nothing says how much is much."""
    for name in scores.key(series).also:
        measure, _, key = name.rpartition(".")
        mine = [one for one in scores.series() if one[1:4] == (series.stack, measure, key) and scores.tally.groups(one)]
        rival = scores.best_baseline(mine[0]) if mine else None
        if rival is None:
            continue
        said = scores.key(mine[0])
        bars = scores.baseline_values(mine[0], rival[0])
        low, high = scores.interval(mine[0])
        quantity = scores.quantity(mine[0])
        values, much = scores.value(mine[0]), quantity.much
        if bars is not None and all(values[head] > (bars[head] if much is None else much) for head in heads):
            ends = [[None if np.isnan(end[head]) else float(end[head]) for end in (low, high)] for head in heads]
            numbers = ", ".join(quantity.text(float(values[head]), *end) for head, end in zip(heads, ends, strict=True))
            yield f"; {f'it {said.does}' if len(heads) == 1 else f'they {said.plural}'}: {numbers}"
            if much is None:
                yield f", where {baseline_name(rival[0])} {'has' if rival[0] == 'uniform' else 'have'} {quantity.number(rival[1])}"


def _texts(scores: Scores, series: Series) -> Finding | None:
    """In how many texts heads do this, on average over the heads."""
    about, key = scores.about(series.measure), scores.key(series)
    totals, weights = over_heads(scores.tally.totals(series), (1, 2))[:, None, None], scores.tally.weights(series)
    mean = float(over_heads(scores.value(series), (0, 1)))
    ends = [None if np.isnan(end[0, 0]) else float(end[0, 0]) for end in interval(totals, weights)]
    number, space, between = scores.quantity(series).text(mean, *ends).partition(" ")
    if mean <= (scores.baseline(series) or 0.0):
        return None
    return Finding(
        f"On average over all heads, a head {key.does} in {number} of texts{space}{between}.", series, about.emphasis * mean / 2
    )


def _highest(scores: Scores, series: Series) -> Finding | None:
    """The head with the highest figure, where its whole interval is above what the simplest thing has."""
    about, key = scores.about(series.measure), scores.key(series)
    way = series.direction or None
    best = next(iter(scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack, direction=way)), None)
    simple = scores.best_baseline(series)
    own = None if simple is None else scores.baseline_values(series, simple[0])
    if best is None or simple is None or own is None:
        return None
    head = Head.parse(best.head)
    even = float(own[head])
    if (best.low if best.low is not None else best.value) <= even or not _ahead(scores, series, simple[0]):
        return None
    quantity = scores.quantity(series)
    rival = quantity.number(even, best.low, best.high)
    text = f"Head {best.head} {key.does} most: {quantity.text(*best[1:4])}; {baseline_name(simple[0])} has {rival}."
    strength = about.emphasis * (best.value - even) / (abs(best.value) + abs(even))
    return Finding(text, series, strength, (head,))


def _ahead(scores: Scores, series: Series, rule: str) -> bool:
    """Whether the highest of all heads is above what the simplest thing has by more than the luck of the best of many; of annotated text,
    as relations are asked (`claims`)."""
    if scores.about(series.measure).unit in ANNOTATED:
        return any(claim.series == series for claim in claims(scores).trees)
    totals, weights = scores.tally.totals(series), scores.tally.weights(series)
    held = weights > 0
    if weights.ndim > 1 or held.sum() < FEWEST_GROUPS:
        return True  # nobody can say
    simple = scores.tally.totals(series._replace(direction="", baseline=rule))
    leads = np.nan_to_num(totals - simple)[held]
    leads = leads.reshape(len(leads), -1)
    return luck(leads, np.zeros((len(leads), 1)), weights[held]) <= SURE


def baseline_name(name: str) -> str:
    """A baseline as a sentence calls it."""
    return "uniform attention" if name == "uniform" else name


def _layer(scores: Scores, series: Series) -> Finding | None:
    """The layer with the highest mean, where that stands out from the next one's: by what the quantity calls apart, and with its whole
    interval."""
    even, about = scores.baseline(series), scores.about(series.measure)
    if even is None or len(scores.value(series)) < 2:
        return None
    means = over_heads(scores.value(series))
    first, second = np.argsort(-rounded(means), kind="stable")[:2]
    totals, weights = over_heads(scores.tally.totals(series)), scores.tally.weights(series)
    lead, _ = interval((totals[:, first] - totals[:, second])[:, None, None], weights)
    if not (
        means[first] - means[second] >= scores.quantity(series).apart and lead[0, 0] > 0
    ):  # nor where a layer has no figure
        return None
    ends = [None if np.isnan(end[0, 0]) else float(end[0, 0]) for end in interval(totals[:, first, None, None], weights)]
    quantity = scores.quantity(series)
    others = float(over_heads(means[np.arange(len(means)) != first]))
    text = (
        f"Layer {first + 1} {_most(scores.key(series).does)}: {quantity.text(float(means[first]), *ends)} on average, "
        f"where uniform attention has {quantity.digits(even, *ends)} and the other layers {quantity.digits(others, *ends)}."
    )
    return Finding(text, series, about.emphasis * float(means[first] / even))


def _most(does: str) -> str:
    """
    >>> _most("attends broadly"), _most("looks far away")
    ('attends most broadly', 'looks far away most')
    """
    verb, _, rest = does.partition(" ")
    return f"{verb} most {rest}" if rest.endswith("ly") and " " not in rest else f"{does} most"
