"""Heads as parsers: how often the best head of each relation finds the governor, against the best fixed offset and the paper."""

from collections.abc import Sequence

from headscope.errors import HeadscopeError
from headscope.figures.dots import Dot, dots
from headscope.figures.figure import Figure
from headscope.figures.lettering import plain
from headscope.figures.source import Source
from headscope.findings.best import Best, best_heads
from headscope.findings.claims import BY_MORE_THAN_LUCK, SURE, claims
from headscope.names import ALL, OWN, SUBTYPES, base_of
from headscope.quantities import percent
from headscope.results.scores import Scores
from headscope.results.series import only
from headscope.tables.dependency import DEPENDENCY, LEFT_OUT
from headscope.tables.published import PublishedHead, like_paper, published_head
from headscope.ties import rounded

NAME, MOST = "parsers", 24


def parsers(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """The best head of each relation, held out, against the best fixed offset."""
    source = Source(NAME, scores, corpus, stack)
    source.check(DEPENDENCY)
    place = only(scores.matching(DEPENDENCY, corpus=corpus, stack=stack), ("corpus", "stack"))[0]
    every = best_heads(scores, DEPENDENCY, corpus=place.corpus, stack=place.stack)
    found = [one for one in every if _judged(one)]
    whole = [one for one in found if one.key == ALL]
    ranked = sorted((one for one in found if one.key != ALL), key=lambda one: -rounded(_lead(one)))
    if not ranked:
        raise HeadscopeError(
            f"The figure '{NAME}' needs a relation with at least 100 cases in 10 groups of documents: none has them."
        )
    shown = [*whole, *ranked[:MOST]]
    known = claims(scores)
    sure = [one for one in ranked if known.claimed(place.corpus, place.stack, DEPENDENCY, one.key)]
    relations = {one.key for one in every}
    beside = {one.key: published_head(one.key, relations) for one in shown}
    called = {key: None if head is None else head.relation for key, head in beside.items()}
    theirs = f" {like_paper(called)}" if any(called.values()) else ""
    caption = (
        "Each line is a relation: how often the word that its best head attends to most is the governor. Dots: picked on one half of the "
        "documents, scored on the other, with 95% intervals over documents; full where a head finds the relation "
        f"{BY_MORE_THAN_LUCK}. Relations with at least 100 cases in 10 groups of documents, the largest lead first. "
        f"{plain(str(scores.manifest.model['name']))} on {plain(place.corpus)}.{theirs}"
    )
    drawn = dots(
        {"": [_dot(one, one in sure or _whole(one), beside[one.key]) for one in shown]},
        colour="syntax",
        value="best head, held out",
        rival="best fixed offset",
    )
    return Figure(NAME, _title(sure, len(ranked)), caption, drawn)


def _judged(one: Best) -> bool:
    plain_key = not one.key.endswith((SUBTYPES, OWN)) and base_of(one.key) not in LEFT_OUT
    return plain_key and one.held_out is not None and not one.small and (one.p is not None or one.key == ALL)


def _lead(one: Best) -> float:
    return one.held_out.margin if one.held_out is not None and one.held_out.margin is not None else -1.0


def _whole(one: Best) -> bool:
    """Whether the lead at all words together, which is one question, is more than luck."""
    low = None if one.held_out is None else one.held_out.margin_low
    return one.key == ALL and low is not None and low > 0 and one.p is not None and one.p < SURE


def _dot(one: Best, sure: bool, paper: PublishedHead | None) -> Dot:
    held = one.held_out
    assert held is not None
    published = None if paper is None else paper.accuracy / 100
    return Dot(plain(one.key), held.value, held.low, held.high, held.baseline, published, str(one.head), sure)


def _title(sure: Sequence[Best], judged: int) -> str:
    """`sure` are the relations of which a claim is made, the largest lead first, of so many that were judged."""
    if not sure:
        return f"No relation has a head that beats the best fixed offset by more than luck, of the {judged} with enough cases."
    first, have = sure[0], "has" if len(sure) == 1 else "have"
    held = first.held_out
    assert held is not None
    rival = "" if held.baseline is None else f" against {percent(held.baseline, held.low, held.high)}%"
    return (
        f"{len(sure)} of {judged} relations {have} a head that beats the best fixed offset by more than luck; furthest ahead is head "
        f"{first.head} at {plain(first.key)}, {percent(held.value, held.low, held.high)}%{rival}."
    )
