"""Scores → sentences. Each says what its interval supports and no more, with the interval; a reader finds the evidence under the
score's name, or in the card of the head that it names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from headscope.measures import MEASURES, Measure
from headscope.report.claims import RULES, Claim, Claims, claims
from headscope.report.wording import finds, nats, share
from headscope.results.intervals import interval
from headscope.results.labels import MIXED, behaviours
from headscope.results.scores import HeadScore, Scores
from headscope.results.series import COREFERENCE, DEPENDENCY
from headscope.tables.table import shown
from headscope.ties import rounded
from headscope.types import Head, Series

MOSTLY = 0.5  # a head that gives more than half of its attention to one thing does mostly that
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
    sure = _relations(claims(scores) if known is None else known)
    made = [finding for series in text_series(scores) if (finding := _mostly(scores, series) or _broad(scores, series))]
    best: dict[str, Finding] = {}
    # What heads find in annotated text comes first: it is the least to be expected. More of it where there is room.
    first = [f for at, f in enumerate(sure) if _earlier(sure[:at], f) < OF_A_KIND]
    for finding in (*first, *sorted(made, key=lambda f: -rounded(f.strength)), *(f for f in sure if f not in first)):
        best.setdefault(f"{finding.series.measure}.{finding.series.key}", finding)
    return [replace(f, text=_place(scores, f.series) + f.text) for f in best.values()][:MOST]


def verdict(scores: Scores, known: Claims) -> str | None:
    """The sentence that no head does anything linguistic, where the data says so; None where some head does, or nobody looked."""
    if not known.looked or not known.nothing:
        return None
    relations, mentions = known.asked(DEPENDENCY), known.asked(COREFERENCE)
    counted = [f"{relations} relations" if relations else "", f"{mentions} kinds of mention" if mentions else ""]
    looked = " and ".join(part for part in counted if part)
    text = (
        f"None of {looked} is surely found by any head better than by a fixed rule, on other documents than those on which the "
        "head was picked"
    )
    labels = [label.label for stack in scores.manifest.model["stacks"] for label in behaviours(scores, stack=stack)]
    if labels and set(labels) <= {MIXED, NOTHING}:
        return f"No head of this model does anything linguistic. {text}, and every head attends broadly or to a mixture."
    return f"No head of this model does anything with syntax or coreference. {text}."


def text_series(scores: Scores) -> list[Series]:
    """The scores of running text, whose keys are few and known."""
    return [series for series in scores.series() if not MEASURES[series.measure].open_keys]


def _relations(known: Claims) -> list[Finding]:
    """What heads find in annotated text, the largest leads first; of each head only its largest."""
    seen: dict[tuple[str, Head], Finding] = {}
    for claim in known.made:
        text = (
            f"Head {claim.head} {finds(claim.series)} {_of_the_time(claim)}; {claim.rule} manages {100 * claim.baseline:.0f}%."
        )
        seen.setdefault((claim.series.stack, claim.head), Finding(text, claim.series, claim.margin, (claim.head,)))
    return list(seen.values())


def _of_the_time(claim: Claim) -> str:
    value, _, ends = share(claim.value, claim.low, claim.high).partition(" ")
    return f"{value} of the time {ends}"


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
    finding = _mostly(scores, series) or _broad(scores, series)
    if finding:
        return finding.text
    measure = _measure(series)
    way = series.direction or None
    highest = scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack, direction=way)[0]
    if measure.quantity == "nats":
        return f"Head {highest.head} {measure.phrase(series.key)} most: {nats(*highest[1:4])}."
    if measure.quantity == "loss":
        return f"Head {highest.head} {measure.phrase(series.key)} most: {shown(*highest[1:4])}."
    number = share(*highest[1:4])
    if series.measure in RULES:
        rule = scores.best_baseline(series)
        rival = "" if rule is None else f"; {RULES[series.measure]} manages {100 * rule[1]:.0f}%"
        return f"Head {highest.head} {finds(series)} most often: {number}{rival}."
    if highest.value > MOSTLY:
        return f"Head {highest.head} {measure.phrase(series.key)} most: {number}."
    return f"No head {measure.phrase(series.key)} mostly; the highest is {highest.head} with {number}."


def _mostly(scores: Scores, series: Series) -> Finding | None:
    """Heads whose share is above one half with their whole interval."""
    measure = _measure(series)
    if measure.quantity != "share" or measure.unit != "pair" or series.measure in ("token-from-rest", "peak", "pattern"):
        return None  # the first repeats `token`; a peak says how, not at what; patterns are shares of some tokens' attention
    if series.measure == "sink" and (series.key != "all" or _first_is_cls(scores, series)):
        return None  # how many tokens, not how much attention; and where the first token is [CLS], `token` has said it
    sure = [h for h in scores.top(series.measure, series.key, 64, corpus=series.corpus, stack=series.stack) if _sure(h)]
    if not sure:
        return None
    verb = measure.phrase(series.key)
    named = sure if len(sure) <= 4 else sure[:2]
    names = " and ".join(filter(None, (", ".join(h.head for h in named[:-1]), named[-1].head)))
    numbers = ", ".join(share(*h[1:4]) for h in named)
    if len(sure) == 1:
        text = f"Head {names} mostly {verb}: {numbers}."
    elif len(sure) <= 4:
        text = f"Heads {names} mostly {_plural(verb)}: {numbers}."
    else:
        text = f"{len(sure)} heads mostly {_plural(verb)}, {names} most: {numbers}."
    # What a head does from one kind of token says less about it than what it does from all.
    weight = 0.5 if series.measure == "token-from-sep" else 1.0
    heads = tuple(Head.parse(h.head) for h in named)
    return Finding(text, series, weight * (sure[0].value - (scores.baseline(series) or 0.0)), heads)


def _first_is_cls(scores: Scores, series: Series) -> bool:
    """Whether the model's texts begin with a token that `token` has a score for."""
    same = series._replace(measure="token", key="cls")
    return same in scores.series() and bool((scores.value(same) > 0).any())


def _sure(head: HeadScore) -> bool:
    return (head.low if head.low is not None else head.value) > MOSTLY


def _broad(scores: Scores, series: Series) -> Finding | None:
    """The broadest layer, where its mean stands out from the next one's: by a tenth of a nat, and with its whole interval."""
    even = scores.baseline(series)
    if series.measure != "entropy" or series.key != "all" or even is None or len(scores.value(series)) < 2:
        return None
    means = scores.value(series).mean(1)
    first, second = np.argsort(-rounded(means), kind="stable")[:2]
    totals, weights = scores.tally.totals(series).mean(2), scores.tally.weights(series)
    lead, _ = interval((totals[:, first] - totals[:, second])[:, None, None], weights)
    if means[first] - means[second] < 0.1 or lead[0, 0] <= 0:
        return None
    ends = [None if np.isnan(end[0, 0]) else float(end[0, 0]) for end in interval(totals[:, first, None, None], weights)]
    text = (
        f"Layer {first + 1} attends most broadly: {nats(float(means[first]), *ends)} on average, "
        f"where even attention has {even:.2f} and the other layers {means[np.arange(len(means)) != first].mean():.2f}."
    )
    return Finding(text, series, float(means[first] / even))


def _plural(phrase: str) -> str:
    verb, _, rest = phrase.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


def _measure(series: Series) -> Measure:
    return MEASURES[series.measure]([series.key])
