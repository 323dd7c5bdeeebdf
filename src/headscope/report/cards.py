"""One card per head: a sentence or two that sum it up, what is claimed of it, its nearest neighbours, and sentences on which it is
typical. The numbers themselves are the page's scores; a card adds what is said of one head only."""

from functools import partial

import numpy as np
from jaxtyping import Float64

from headscope.answers.examples import typical
from headscope.description import Description
from headscope.findings.claims import Claim, Claims
from headscope.findings.labels import MIXED, Label, behaviours, pattern_measures, patterns, rules
from headscope.findings.matter import needed, sentence, survives, verdict
from headscope.findings.strongest import Strongest
from headscope.findings.wording import capitalised, looks, of_the_time
from headscope.quantities import shown, shown_interval
from headscope.report.pictures import sentences_of
from headscope.report.score import Data, known, score_id
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

NEAREST = 5  # neighbours that a card lists
SAID = 2  # claims that the summary tells; the list of relations has the rest


def cards(scores: Scores, made: Claims, examples: int) -> list[Data]:
    """The cards of all heads, layer by layer; `examples` is the number of sentences on each."""
    leads = _leads(scores, made)
    shown = leads | {(claim.series.stack, claim.head): claim.series for claim in reversed(made.made)}
    sentences = sentences_of(scores, shown, examples)
    survived = survives(scores, made)
    needs = {(one.series.stack, one.head): one for one in needed(scores)}
    found: list[Data] = []
    for stack, (layers, heads) in scores.manifest.model["stacks"].items():
        labels = {label.head: label for label in behaviours(scores, stack=stack)}
        notes = _notes(scores, stack)
        near = _distances(scores, stack)
        strongest = Strongest(scores, stack)
        for head in (Head(*at) for at in np.ndindex(layers, heads)):
            mine = made.of(stack, head)
            said = [*map(partial(_claimed, scores), mine[:SAID]), *_behaviour(scores, labels.get(head))]
            if not said:
                said.append(_unlabelled(labels.get(head), strongest.told(head)))
            lost = [verdict(scores, survived[claim]) for claim in mine[:SAID] if claim in survived]
            if not lost and (stack, head) in needs:
                lost = [sentence(scores, needs[stack, head])]
            if not mine and (stack, head) in leads:
                said.append(_lead(scores, leads[stack, head], head))
            found.append(
                {
                    "stack": stack,
                    "layer": head.layer,
                    "head": head.head,
                    "summary": " ".join([summary(head, said), *(f"{capitalised(one)}." for one in lost)]),
                    "notes": notes.get(head, {}),
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


def _claimed(scores: Scores, claim: Claim) -> str:
    quantity, ends = scores.quantity(claim.series), (claim.low, claim.high)
    right, rival = of_the_time(quantity.text(claim.value, *ends)), quantity.number(claim.baseline, *ends)
    return f"{looks(scores, claim.series)}: right {right}, where {claim.rule} manages {rival}."


def _lead(scores: Scores, series: Series, head: Head) -> str:
    """Of a head of which nothing is claimed: where it leads the best rule furthest, and which head does that better."""
    low, high = scores.interval(series)
    about, ends = scores.about(series.measure), (float(low[head]), float(high[head]))
    quantity = scores.quantity(series)
    number = quantity.text(float(scores.value(series)[head]), *ends)
    rule = quantity.number((scores.best_baseline(series) or ("", 0.0))[1], *ends)
    best = scores.top(series.measure, series.key, 1, corpus=series.corpus, stack=series.stack)[0].head
    better = "" if best == str(head) else f"; the highest at this relation is head {best}"
    return f"leads a fixed rule furthest where it {looks(scores, series)}: {number}, {about.counts} {rule}{better}."


def _leads(scores: Scores, made: Claims) -> dict[tuple[Stack, Head], Series]:
    found: dict[tuple[Stack, Head], Series] = {}
    for corpus, stack in dict.fromkeys((s.corpus, s.stack) for s in scores.series() if scores.about(s.measure).counts):
        for one in typical(scores, corpus, stack):
            series = Series(corpus, stack, one.measure, one.key, one.direction)
            if made.found(series):
                found.setdefault((stack, one.head), series)
    return found


def _unlabelled(label: Label | None, strongest: str) -> str:
    """Of a head that nothing is claimed of and no rule names: its strongest scores.

    >>> _unlabelled(Label(Head(2, 4), MIXED), "attends to the next token: 21%, the median head 6%")
    'is mixed; it stands out most where it attends to the next token: 21%, the median head 6%.'
    """
    what = "has no label in this run" if label is None else "is mixed"
    return (
        f"{what}; it stands out most where it {strongest}." if strongest else f"{what}: nothing sets it apart from the others."
    )


def _behaviour(scores: Scores, label: Label | None) -> list[str]:
    """What the label says, with the number behind it; of what it is right about, the claims tell."""
    rule = None if label is None else next((one for one in rules(scores) if one.label == label.label), None)
    if label is None or rule is None or label.score is None:
        return []
    about = scores.about(rule.measure)
    phrase = about.key(rule.key, rule.direction).does
    low, high = (None if end is None else end + rule.threshold for end in (label.low, label.high))
    quantity = about.quantity_of(rule.key, rule.direction)
    number, _, ends = quantity.text(label.score, low, high).partition(" (")
    number += f" of its attention {about.among}".rstrip() if quantity.percent else ""
    number += f" ({ends}" if ends else ""
    if label.sure or label.low is None:
        return [f"{phrase}: {number}."]
    return [
        f"perhaps {phrase}: {number}, an interval that reaches below the {rule.threshold} from which it would be called so."
    ]


def _notes(scores: Scores, stack: Stack) -> dict[Head, dict[str, str]]:
    """What is said of a head beside its numbers, by measure: which pattern it follows most, how far, and how far the next is behind."""
    measure = next(iter(pattern_measures(scores)), None)
    if measure is None:
        return {}
    number = len({series.key for series in scores.series() if (series.measure, series.stack) == (measure, stack)})
    return {one.head: {measure: followed(scores.about(measure), number, one)} for one in patterns(scores, stack=stack)}


def followed(about: Description, number: int, label: Label) -> str:
    """A head's pattern in a sentence; `number` is how many there are."""
    if label.label == MIXED or label.score is None:
        return f"None of {number} patterns stands out."
    quantity = about.quantity_of(label.label)
    if quantity.converts:  # the excess over chance is then what people read
        far = f"{quantity.sign} = {label.score:.2f}"
    else:
        far = f"{label.score:.2f} of the way from uniform attention to nothing else"
    said = f"Of {number} patterns it follows “{label.label}” most: it {about.key(label.label).does}, {far}"
    if label.margin is None or label.low is None:
        return f"{said}."
    ends = (label.low, label.high)
    return f"{said}; the next pattern is {shown(label.margin, *ends)} ({shown_interval(*ends)}) behind."


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
    corpora = [series.corpus for series in scores.pairs if series.stack == stack]
    order = [record.name for record in scores.manifest.corpora]
    first = min(corpora, key=lambda name: order.index(name) if name in order else len(order), default=None)
    return None if first is None else scores.distances(corpus=first, stack=stack)


def _claim(scores: Scores, claim: Claim) -> Data:
    numbers = {name: known(getattr(claim, name)) for name in ("value", "low", "high", "baseline")}
    about = {"score": score_id(scores, claim.series), "measure": claim.series.measure, "key": claim.series.key}
    return {**about, "words": looks(scores, claim.series), "rule": claim.rule, **numbers}
