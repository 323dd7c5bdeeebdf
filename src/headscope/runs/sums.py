"""Batches' figures → sums by document group, many batches at a time.

A treebank has hundreds of series (relations, directions, baselines), a batch a handful of each one's words. Adding batch by batch
would spend its time on calls; so the batches of a corpus are first added up among themselves, then once to the tally. Figures are
rounded to the tally's grid on the way, so every addition is exact and none of this changes a bit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Float64, Int64

from headscope.errors import HeadscopeError
from headscope.quantities import Quantity
from headscope.tallies import GROUPS, Tally, grid_of, group_of, impossible
from headscope.tallies.tally import Places, Totals, Weights
from headscope.types import Head, Series

if TYPE_CHECKING:
    from headscope.runs.figures import BatchFigures, Figures


Names = tuple[tuple[str, str], ...]  # key and direction


@dataclass
class _Share:
    """What one batch adds under one measure and baseline: some of its series, its document groups, and the sums of each."""

    part: "Figures"
    names: Names
    groups: Int64[np.ndarray, " group"]
    totals: Float64[np.ndarray, "series group layer head"]
    weights: Float64[np.ndarray, "series group"] | Float64[np.ndarray, "series group layer head"]


@dataclass(frozen=True)
class Sum:
    """What batches add to one series: the sums of the document groups that they have, of `size` groups."""

    series: Series
    quantity: Quantity
    totals: Totals
    weights: Weights
    groups: Places
    size: int

    def add_to(self, tally: Tally) -> None:
        tally.add_wide(self.series, self.totals, self.weights, self.groups, self.size)
        _check(self.series, self.quantity, self.totals, self.weights)


def add_batches(tally: Tally, corpus: str, batches: Sequence["BatchFigures"]) -> None:
    """Adds what the batches of one corpus say."""
    for one in sums_of(corpus, batches):
        one.add_to(tally)


def sums_of(corpus: str, batches: Sequence["BatchFigures"]) -> Iterator[Sum]:
    """What the batches of one corpus add to each series."""
    alike: dict[tuple[str | int, ...], list[_Share]] = {}
    for batch in batches:
        for share in _shares(batch):
            part, shape = share.part, (*share.totals.shape[2:], share.weights.ndim)
            key = (part.stack, part.measure.name, part.baseline, part.kind, *shape)
            alike.setdefault(key, []).append(share)
    for shares in alike.values():
        yield from _sums(corpus, shares)


def _shares(batch: "BatchFigures") -> Iterable[_Share]:
    batch.fetch()
    numbers = [group_of(document) for document in batch.documents]
    by_document = np.unique(numbers)
    member = (np.array(numbers) == by_document[:, None]).astype(np.float64)  # [group, batch]
    for part in batch.parts:
        if part.values is None or part.weights is None:
            continue
        # Pairs of heads are many and their figures get no interval: one group will do.
        pairs = "layers" in part.measure.needs
        groups, of = (np.zeros(1, np.int64), np.ones_like(member[:1])) if pairs else (by_document.astype(np.int64), member)
        grid = grid_of(1 if pairs else GROUPS)
        for names, values, weights in _by_layout(part):
            by_head = weights.ndim == 4  # [series, layer, batch, head], otherwise [series, batch]
            values = values * (weights if by_head else weights[:, None, :, None])
            # [series, layer, batch, head]; whole multiples, so any order of adding is exact.
            exact = np.rint(values * grid) / grid
            totals = np.ascontiguousarray((of @ exact).swapaxes(1, 2))
            counted = np.ascontiguousarray((of @ weights).swapaxes(1, 2)) if by_head else weights @ of.T
            yield _Share(part, names, groups, totals, counted)


def _by_layout(part: "Figures") -> Iterator[tuple[Names, np.ndarray, np.ndarray]]:
    """The series of a part, with their figures and weights: those of which each unit counts the same in all layers, with one weight for
    a unit; then the others, where each layer has its own, written out for its heads. It goes by units and not by sums, so that it does not
    depend on which units are a batch."""
    assert part.values is not None and part.weights is not None
    values, weights = (figures.cpu().double().numpy() for figures in (part.values, part.weights))
    if weights.ndim != 3:
        yield part.names, values, weights
        return
    same = (weights == weights[:, :1]).all((1, 2))
    for rows, counted in (
        (same, weights[same, 0]),
        (~same, np.broadcast_to(weights[~same, ..., None], values[~same].shape)),
    ):
        if rows.any():
            yield tuple(name for name, mine in zip(part.names, rows, strict=True) if mine), values[rows], counted


def _sums(corpus: str, shares: Sequence[_Share]) -> Iterator[Sum]:
    """One for each series, of all batches."""
    part = shares[0].part
    names = list(dict.fromkeys(name for share in shares for name in share.names))
    number = {name: at for at, name in enumerate(names)}
    groups = np.unique(np.concatenate([share.groups for share in shares]))
    totals = np.zeros((len(names), len(groups), *shares[0].totals.shape[2:]))
    weights = np.zeros((len(names), len(groups), *shares[0].weights.shape[2:]))
    for share in shares:
        # No batch has a series or a group twice, so that adding in place misses nothing.
        rows = np.array([number[name] for name in share.names], np.int64)
        where = np.ix_(rows, np.searchsorted(groups, share.groups))
        totals[where] += share.totals
        weights[where] += share.weights
    size = 1 if "layers" in part.measure.needs else GROUPS
    for at, (key, direction) in enumerate(names):
        if weights[at].any():
            series = Series(corpus, part.stack, part.measure.name, key, direction, part.baseline, part.kind)
            yield Sum(series, part.measure.quantity, totals[at], weights[at], groups, size)


def _check(series: Series, quantity: Quantity, totals: Totals, weights: Weights) -> None:
    """Raises at the first batches, and not after hours, where a measure gives figures that its quantity can't have."""
    if found := impossible(totals, weights, quantity.low, quantity.high):
        (layer, head), value = found
        raise HeadscopeError(
            f"The measure '{series.measure}' gave {series.key} {value:.4g} for {series.baseline or f'head {Head(layer, head)}'} of the "
            f"{series.stack}, which a {quantity.name} can't be (from {quantity.low} to {quantity.high}). If the measure is yours, give it "
            "another quantity."
        )
