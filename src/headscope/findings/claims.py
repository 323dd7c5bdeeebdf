"""What heads do with language, as far as it is sure: the relations and mentions that a head finds better than any fixed rule.

A claim is made of a head and a key where (1) the same head and direction is the best on both halves of the documents, (2) picked on
one half and scored on the other it beats the best rule with the whole 95% interval of its lead, (3) its lead is no luck: p, which
is corrected for all heads and directions, stays below 5% after Benjamini and Hochberg's correction for all keys that were looked at,
and (4) it is large enough to be worth a sentence: right in a third of the cases or more, and 5 points ahead of the rule or more. Where
no head does anything, something is therefore claimed in at most one run of twenty. (4) is for what is no luck, and no syntax either: in
sentences whose words were shuffled, heads still find some governors by what words mean, up to 28% of a relation.

Whole trees (`tree`) are asked in the same way, and count among the keys that were looked at.

Left out: keys of which the measure says that they are no claim (of relations `all`, which is none, `root`, which has no answer, `punct`,
which is no language), and keys that hold others.
"""

from dataclasses import dataclass

from headscope.findings.best import Best, HeldOut, best_heads, every_best
from headscope.names import OWN, SUBTYPES, base_of
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

SURE = 0.05
LEAST_RIGHT, LEAST_LEAD = 1 / 3, 0.05  # what is less is not worth a sentence, however sure

# How a reader is told what "by more than luck" means.
BY_MORE_THAN_LUCK = (
    "by more than luck: one head is the best on both halves of the documents and right in a third of the cases or more, its held-out lead "
    "is 5 points or more with the whole 95% interval above 0, and p < 0.05, corrected for all heads, directions and relations"
)
ANNOTATED = ("sentence", "window")  # units of annotated text
HIGHEST = "highest"  # the finding of a key of which the head with the most is told


@dataclass(frozen=True)
class Claim:
    """A head does this, held out, better than the best rule; `series` says in which direction."""

    series: Series
    head: Head
    value: float
    low: float
    high: float
    baseline: float
    margin: float
    margin_low: float
    margin_high: float
    rule: str  # what the best baseline is called: "the best fixed offset"


@dataclass(frozen=True)
class Claims:
    """The claims of a run, the largest leads first; the best head of every key that was looked at, claimed or not; the largest p that
    counts; and what is claimed of whole trees, which are no relation."""

    made: tuple[Claim, ...]
    looked: tuple[tuple[Series, Best], ...]
    bar: float
    trees: tuple[Claim, ...] = ()

    @property
    def number(self) -> int:
        """How many keys were looked at."""
        return len({(series.corpus, series.measure, series.key) for series, _ in self.looked})

    @property
    def nothing(self) -> bool:
        """Whether no head at all finds anything better than by luck, be it not the same head on both halves."""
        if self.trees:
            return False
        led = [best.held_out for _, best in self.looked if best.p is not None and best.p <= self.bar]
        return not any(held is not None and held.margin_low is not None and held.margin_low > 0 for held in led)

    def found(self, series: Series) -> bool:
        """Whether some head finds this key, in whatever direction, better than by luck and often enough, be it not the same head on both
        halves: what is said of other heads rests on that."""
        mine = (best for other, best in self.looked if other[:4] == series[:4] and best.p is not None and best.p <= self.bar)
        return any(best.held_out is not None and _large(best.held_out) for best in mine)

    def claimed(self, corpus: str, stack: str, measure: str, key: str) -> bool:
        """Whether a claim is made of some head and this key, in whatever direction."""
        return any(claim.series[:4] == (corpus, stack, measure, key) for claim in self.made)

    def of(self, stack: Stack, head: Head) -> list[Claim]:
        return [claim for claim in self.made if (claim.series.stack, claim.head) == (stack, head)]


def claims(scores: Scores) -> Claims:
    """Everything that a run's halves support."""
    looked = [
        (series, best)
        for series, best in every_best(scores)
        if not best.small and best.p is not None and not _left_out(scores, series)
    ]
    whole = _trees(scores)
    bar = cut([best.p for _, best in (*looked, *whole) if best.p is not None])
    made, trees = (
        [claim for series, best in some if best.p is not None and best.p <= bar and (claim := _claim(scores, series, best))]
        for some in (looked, whole)
    )
    return Claims(tuple(sorted(made, key=lambda claim: -rounded(claim.margin))), tuple(looked), bar, tuple(trees))


def _trees(scores: Scores) -> list[tuple[Series, Best]]:
    """Of shares of annotated text that are no relation's, those of which the head with the most is told, each with that head."""
    every = [one for one in scores.series() if _whole(scores, one) and scores.tally.groups(one)]
    found = []
    for corpus, stack, measure in dict.fromkeys(one[:3] for one in every):
        for best in best_heads(scores, measure, corpus=corpus, stack=stack):
            series = Series(corpus, stack, measure, best.key, best.direction)
            if series in every and best.p is not None and not best.small:
                found.append((series, best))
    return found


def _whole(scores: Scores, series: Series) -> bool:
    about = scores.about(series.measure)
    told = scores.key(series).finding == HIGHEST
    return told and about.unit in ANNOTATED and not about.counts and scores.quantity(series).percent


def cut(found: list[float], rate: float = SURE) -> float:
    """The largest p that counts: the k-th smallest of m with p ≤ rate · k / m, for the largest such k; −1 where there is none.

    >>> cut([0.001, 0.2, 0.02, 0.9]), cut([0.04, 0.5]), cut([0.04])
    (0.02, -1.0, 0.04)
    """
    ranked = sorted(found)
    return max((p for k, p in enumerate(ranked, 1) if p <= rate * k / len(ranked)), default=-1.0)


def _large(held: HeldOut) -> bool:
    """Whether it is worth a sentence."""
    return held.value >= LEAST_RIGHT and held.margin is not None and held.margin >= LEAST_LEAD


def _left_out(scores: Scores, series: Series) -> bool:
    return base_of(series.key) in scores.about(series.measure).keywords or series.key.endswith((OWN, SUBTYPES))


def _claim(scores: Scores, series: Series, best: Best) -> Claim | None:
    held = best.held_out
    if held is None or held.low is None or held.high is None or held.baseline is None or held.margin is None:
        return None
    same = all((pick.head, pick.direction) == (best.head, best.direction) for pick in held.picks)
    if not same or held.margin_low is None or held.margin_high is None or held.margin_low <= 0:
        return None
    if not _large(held):
        return None
    numbers = (held.value, held.low, held.high, held.baseline, held.margin, held.margin_low, held.margin_high)
    return Claim(series, best.head, *numbers, scores.about(series.measure).counts)
