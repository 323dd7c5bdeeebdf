"""One head for several treebanks: which head finds a relation in every one of them, better than the best fixed rule of each.

a_hc is the share of words that candidate h (a head in one direction) gets right in treebank c, b_c that of c's own best rule. The candidate
of a relation is argmax_h min_c (a_hc − b_c): the one whose smallest lead is largest. It is picked on one half of the documents of all
treebanks and scored on the other half, both ways; each treebank's rule is the best of the half on which heads are scored. `held_out` has
the halves and the intervals.

That some head beats the rule of a treebank has a p of its own, corrected for all heads and directions (`best`). Of a relation the largest
of its treebanks' counts, which is p for the claim that all of them have such a head; these are corrected for all relations that are asked
about, by Benjamini and Hochberg.

Labels of Universal Dependencies are shared up to the colon, so a relation is taken with all its subtypes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float64

from headscope.findings.best import Pick, best_heads, few
from headscope.findings.claims import cut
from headscope.names import OWN, SUBTYPES, base_of
from headscope.results.scores import Scores
from headscope.statistics.held_out import Cases, Counts, Half, evens, lead, luck_of_picks, spread, toughest
from headscope.types import Head, Series, Stack

FEWEST = 2  # treebanks


@dataclass(frozen=True)
class Treebank:
    """What the shared heads of a relation do in one treebank, held out, and its best rule."""

    corpus: str
    cases: int
    value: float
    low: float | None
    high: float | None
    rules: tuple[str, str]  # the best on each half, scored on that half
    baseline: float
    margin: float
    margin_low: float | None
    margin_high: float | None

    @property
    def sure(self) -> bool:
        return self.margin_low is not None and self.margin_low > 0


@dataclass(frozen=True)
class Shared:
    """A relation that at least two treebanks have cases enough of. `picks` are the heads picked on each half."""

    key: str
    picks: tuple[Pick, Pick]
    treebanks: tuple[Treebank, ...]
    p: float | None = None  # the largest of its treebanks'; None where one has none
    lucky: bool = False  # whether that may be luck, given how many relations were asked about

    @property
    def same(self) -> bool:
        """Whether both halves picked the same head, in the same direction."""
        return self.picks[0] == self.picks[1]

    @property
    def everywhere(self) -> bool:
        """Whether one head leads the best rule of every treebank with the whole interval, and that is no luck."""
        return self.same and not self.lucky and all(one.sure for one in self.treebanks)

    @property
    def least(self) -> float:
        """The smallest lead."""
        return min(one.margin for one in self.treebanks)


@dataclass(frozen=True)
class _Counted:
    """The answers of all candidates, and of all rules, in one treebank."""

    corpus: str
    right: Counts
    rivals: Float64[np.ndarray, "group rule"]
    rules: tuple[str, ...]
    cases: Cases
    first: Half

    def leads(self, half: Half) -> Float64[np.ndarray, " candidate"]:
        """Of each candidate over the best rule, on a half."""
        return np.asarray((self.right[half].sum(0) - self.rivals[half].sum(0).max()) / self.cases[half].sum())


def relations(scores: Scores, measure: str) -> list[str]:
    """The relations that a run has of a measure, without subtypes, in its order."""
    keys = (series.key for series in scores.series() if series.measure == measure)
    return list(dict.fromkeys(base_of(key.removesuffix(OWN)) for key in keys))


def shared(scores: Scores, measure: str, keys: Iterable[str], stack: Stack) -> list[Shared]:
    """Those of the keys that at least two treebanks have cases enough of, in their order."""
    every = [found for key in keys if (found := _shared(scores, measure, key, stack)) is not None]
    bar = cut([one.p for one in every if one.p is not None])
    return [replace(one, lucky=one.p is None or one.p > bar) for one in every]


def _shared(scores: Scores, measure: str, key: str, stack: Stack) -> Shared | None:
    counted = [one for record in scores.manifest.corpora if (one := _counted(scores, record.name, stack, measure, key))]
    if len(counted) < FEWEST:
        return None
    ways = _directions(scores, counted[0].corpus, stack, measure, key)
    shape = scores.value(ways[0]).shape
    on_first, on_second = (
        int(np.min([one.leads(one.first if even else ~one.first) for one in counted], axis=0).argmax())
        for even in (True, False)
    )
    picked = (on_first, on_second)

    def pick(candidate: int) -> Pick:
        way, layer, head = np.unravel_index(candidate, (len(ways), *shape))
        return Pick(Head(int(layer), int(head)), ways[way].direction)

    treebanks = tuple(_treebank(one, picked) for one in counted)
    p = [_p(scores, one.corpus, stack, measure, ways[0].key) for one in counted]
    known = [one for one in p if one is not None]
    return Shared(key, (pick(picked[0]), pick(picked[1])), treebanks, max(known) if len(known) == len(p) else None)


def _p(scores: Scores, corpus: str, stack: Stack, measure: str, key: str) -> float | None:
    """That of the best head of a key in one treebank."""
    base = key.removesuffix(SUBTYPES)  # a treebank without subtypes has the relation alone
    bests = {best.key: best.p for best in best_heads(scores, measure, corpus=corpus, stack=stack)}
    return bests.get(base + SUBTYPES, bests.get(base))


def _treebank(one: _Counted, picked: tuple[int, int]) -> Treebank:
    scored = np.where(one.first, one.right[:, picked[1]], one.right[:, picked[0]])
    (mine, other), simple = toughest(one.rivals, one.first)
    total = one.cases.sum()
    value, baseline = float(scored.sum() / total), float(simple.sum() / total)
    tied = luck_of_picks(one.right, picked, one.cases, one.first)
    low, high = spread(scored, one.cases, one.first, tied) or (None, None)
    margins = lead(scored, one.rivals, one.cases, one.first, tied) or (None, None)
    rules = (one.rules[mine], one.rules[other])
    return Treebank(one.corpus, int(total), value, low, high, rules, baseline, value - baseline, *margins)


def _directions(scores: Scores, corpus: str, stack: Stack, measure: str, key: str) -> list[Series]:
    """The series of a key with its subtypes, one a direction."""
    mine = [one for one in scores.series() if one[:3] == (corpus, stack, measure) and scores.tally.groups(one)]
    return [one for one in mine if one.key == key + SUBTYPES] or [one for one in mine if one.key == key]


def _counted(scores: Scores, corpus: str, stack: Stack, measure: str, key: str) -> _Counted | None:
    """None where there are too few cases, or no rule to compare with."""
    ways = _directions(scores, corpus, stack, measure, key)
    simple = scores.baseline_series(ways[0]) if ways else []
    if not simple:
        return None
    weights = scores.tally.weights(ways[0])
    if weights.ndim > 1:  # weights that leave out rows head by head: cases differ from head to head
        return None
    held = weights > 0
    cases, first = weights[held], evens(len(weights))[held]
    if few(int(cases.sum()), len(cases)) or first.all() or not first.any():
        return None
    right = np.stack([np.nan_to_num(scores.tally.totals(one))[held] for one in ways], 1).reshape(len(cases), -1)
    rivals = np.stack([scores.tally.totals(one)[held, 0, 0] for one in simple], 1)
    return _Counted(corpus, right, rivals, tuple(one.baseline for one in simple), cases, first)
