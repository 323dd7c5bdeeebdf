"""One card per head: a sentence or two that sum it up, what is claimed of it, its nearest neighbours, and sentences on which it is
typical. The numbers themselves are the page's scores; a card adds what is said of one head only."""

import numpy as np
from jaxtyping import Float64

from headscope.measures import MEASURES
from headscope.report.claims import Claim, Claims
from headscope.report.numbers import Data, known, score_id
from headscope.report.pictures import sentences_of
from headscope.report.wording import looks, nats, share
from headscope.results.examples import typical
from headscope.results.labels import MIXED, THRESHOLDS, Label, behaviours
from headscope.results.scores import PAIRS, Scores
from headscope.results.series import DEPENDENCY
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

NEAREST = 5  # neighbours that a card lists
SAID = 2  # claims that the summary tells; the list of relations has the rest
_RULES = {rule.label: rule for rule in THRESHOLDS}


def cards(scores: Scores, made: Claims, examples: int) -> list[Data]:
    """The cards of all heads, layer by layer; `examples` is the number of sentences on each."""
    leads = _leads(scores, made)
    shown = leads | {(claim.series.stack, claim.head): claim.series for claim in reversed(made.made)}
    sentences = sentences_of(scores, shown, examples)
    found: list[Data] = []
    for stack, (layers, heads) in scores.manifest.model["stacks"].items():
        labels = {label.head: label for label in behaviours(scores, stack=stack)}
        near = _distances(scores, stack)
        for head in (Head(*at) for at in np.ndindex(layers, heads)):
            mine = made.of(stack, head)
            said = [*map(_claimed, mine[:SAID]), *_behaviour(labels.get(head))]
            if not mine and (stack, head) in leads:
                said.append(_lead(scores, leads[stack, head], head))
            found.append(
                {
                    "stack": stack,
                    "layer": head.layer,
                    "head": head.head,
                    "summary": summary(head, said or [_mixed(labels.get(head), bool(made.looked))]),
                    "claims": [_claim(scores, claim) for claim in mine],
                    "neighbours": [] if near is None else neighbours(near, heads, head),
                    "sentences": sentences.get((stack, head), []),
                }
            )
    return found


def summary(head: Head, said: list[str]) -> str:
    """What is said of a head, as sentences.

    >>> summary(Head(2, 4), ["attends to the next token.", "leads nowhere."])
    'Head 3-5 attends to the next token. It leads nowhere.'
    """
    return " ".join(f"{'It' if at else f'Head {head}'} {sentence}" for at, sentence in enumerate(said))


def _claimed(claim: Claim) -> str:
    value, _, ends = share(claim.value, claim.low, claim.high).partition(" ")
    return f"{looks(claim.series)}: right {value} of the time {ends}, where {claim.rule} manages {100 * claim.baseline:.0f}%."


def _lead(scores: Scores, series: Series, head: Head) -> str:
    """Of a head of which nothing is claimed: where it leads the best fixed offset furthest, and which head does that better."""
    low, high = scores.interval(series)
    number = share(float(scores.value(series)[head]), float(low[head]), float(high[head]))
    rule = scores.best_baseline(series)
    best = scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack)[0].head
    better = "" if best == str(head) else f"; the highest at this relation is head {best}"
    return f"leads a fixed rule furthest where it {looks(series)}: {number}, the best offset {100 * (rule or ('', 0.0))[1]:.0f}%{better}."


def _leads(scores: Scores, made: Claims) -> dict[tuple[Stack, Head], Series]:
    found: dict[tuple[Stack, Head], Series] = {}
    for corpus, stack in dict.fromkeys((s.corpus, s.stack) for s in scores.series() if s.measure == DEPENDENCY):
        for one in typical(scores, corpus, stack):
            series = Series(corpus, stack, one.measure, one.key, one.direction)
            if made.found(series):
                found.setdefault((stack, one.head), series)
    return found


def _mixed(label: Label | None, looked: bool) -> str:
    if label is None:
        return "has no behaviour that this run could tell."
    relation = " and in no relation does it surely lead a fixed rule" if looked else ""
    return f"is mixed: nothing takes most of its attention{relation}."


def _behaviour(label: Label | None) -> list[str]:
    """What the label says, with the number behind it."""
    if label is None or label.label == MIXED:
        return []
    rule = _RULES[label.label]
    phrase = MEASURES[rule.measure].words[rule.key]
    low, high = (None if end is None else end + rule.threshold for end in (label.low, label.high))
    assert label.score is not None
    if MEASURES[rule.measure].quantity == "nats":
        number = nats(label.score, low, high)
    else:
        value, _, ends = share(label.score, low, high).partition(" ")
        number = f"{value} of its attention {ends}".rstrip()
    if label.sure or label.low is None:
        return [f"{phrase}: {number}."]
    return [
        f"perhaps {phrase}: {number}, an interval that reaches below the {rule.threshold} from which it would be called so."
    ]


def neighbours(distances: Float64[np.ndarray, "all all"], heads: int, head: Head) -> list[Data]:
    """The nearest other heads, the nearest first.

    >>> found = neighbours(np.array([[0.0, 2, 1], [2, 0, 3], [1, 3, 0]]), 1, Head(0, 0))
    >>> [(one["layer"], one["value"]) for one in found]
    [(2, 1.0), (1, 2.0)]
    """
    mine = head.layer * heads + head.head
    ranked = [int(at) for at in np.argsort(rounded(distances[mine]), kind="stable") if at != mine][:NEAREST]
    return [{"layer": at // heads, "head": at % heads, "value": known(distances[mine, at])} for at in ranked]


def _distances(scores: Scores, stack: Stack) -> Float64[np.ndarray, "all all"] | None:
    """From the first corpus that has them."""
    corpora = [series.corpus for series in scores.tally if series.measure == PAIRS and series.stack == stack]
    order = [record.name for record in scores.manifest.corpora]
    first = min(corpora, key=lambda name: order.index(name) if name in order else len(order), default=None)
    return None if first is None else scores.distances(corpus=first, stack=stack)


def _claim(scores: Scores, claim: Claim) -> Data:
    numbers = {name: known(getattr(claim, name)) for name in ("value", "low", "high", "baseline")}
    about = {"score": score_id(scores, claim.series), "measure": claim.series.measure, "key": claim.series.key}
    return {**about, "words": looks(claim.series), "rule": claim.rule, **numbers}
