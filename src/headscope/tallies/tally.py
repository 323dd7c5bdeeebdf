"""The tally: sums and weights that add, exactly.

A value enters rounded to a multiple of 2⁻³² (an error of at most 1.2·10⁻¹⁰ in a segment's figure). Sums of such multiples are
exact in float64 while they stay below 2²¹ per group, two million segments; figures of pairs of heads, which sum over tokens, have a
coarser grid and more room. So addition is associative here, and a run, its shards merged in any order, and the run stopped and resumed give
the same bytes. A sum that grows beyond that is refused, not rounded in silence.

Of the 200 document groups, a series keeps those that hold something: a short text has few of them, and a large model many heads.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float64, Int64

from headscope.errors import HeadscopeError
from headscope.types import Series

GRID = 2.0**32
COARSE = (
    2.0**20
)  # of figures of pairs of heads: sums over tokens, not means of segments, grow larger and need no such fine steps


def grid_of(groups: int) -> float:
    """How many steps there are to 1 in the sums of a series. Figures of pairs of heads are many and get no interval, so all documents are
    one group; that is how they are known."""
    return GRID if groups > 1 else COARSE


def bits_of(groups: int) -> int:
    """The same in bits behind the point.

    >>> bits_of(200), bits_of(1)
    (32, 20)
    """
    return int(grid_of(groups)).bit_length() - 1


Totals = Float64[np.ndarray, "group layer head"]
# One for each group; or, of weights under which heads do not all count the same tokens, one for each group and head.
Weights = Float64[np.ndarray, " group"] | Float64[np.ndarray, "group layer head"]
Cases = Float64[np.ndarray, "layer head"]
Places = Int64[np.ndarray, " group"]
_Sums = Float64[np.ndarray, "..."]


class Rows(NamedTuple):
    """The sums of one series: of `size` groups, those that hold something, by their numbers in rising order."""

    totals: Totals
    weights: Weights
    groups: Places
    size: int


class Tally:
    """Per series a total for each group and head, and a weight for each group (or each group and head). Tallies reduce by `+`.

    >>> from headscope.tallies.groups import GROUPS
    >>> series = Series("bundled", "encoder", "peak", "all")
    >>> a, b = Tally(), Tally()
    >>> a.add(series, np.full((GROUPS, 1, 1), 0.5), np.ones(GROUPS))
    >>> b.add(series, np.full((GROUPS, 1, 1), 0.25), np.ones(GROUPS))
    >>> float((a + b).value(series)[0, 0])
    0.375
    """

    def __init__(self) -> None:
        self._rows: dict[Series, Rows] = {}
        self._cases: dict[Series, Cases] = {}  # of derived series alone

    def add(self, series: Series, totals: Totals, weights: Weights, groups: Places | None = None, size: int = 0) -> None:
        """Adds sums to a series; the first time sets its shape. With `groups`, each at most once, the sums are of these of
        `size` groups, and the others stay as they are."""
        if groups is None:
            groups, size = np.arange(len(totals)), len(totals)
        mine = self._rows.get(series)
        if mine is None:
            mine = Rows(np.zeros((0, *totals.shape[1:])), np.zeros((0, *weights.shape[1:])), np.zeros(0, np.int64), size)
        if (mine.size, *mine.totals.shape[1:]) != (size, *totals.shape[1:]):
            raise HeadscopeError(
                f"Tallies of different shapes can't be added: {mine.totals.shape[1:]} and {totals.shape[1:]} (layers, heads)."
            )
        if mine.weights.shape[1:] != weights.shape[1:] or weights.shape[1:] not in ((), totals.shape[1:]):
            raise HeadscopeError(f"The weights of '{series.measure}' are not of the shape of its sums.")
        held = _holding(totals, weights)
        if not held.all():
            totals, weights, groups = totals[held], weights[held], groups[held]
        known = np.isin(groups, mine.groups, assume_unique=True)
        if not known.all():
            mine = _with_groups(mine, groups[~known])
        where = np.searchsorted(mine.groups, groups)
        new, counted = mine.totals[where] + totals, mine.weights[where] + weights
        limit = 2.0**53 / grid_of(size)
        # What is no number is not less than anything.
        if not (np.abs(new).max(initial=0) < limit and counted.max(initial=0) < limit and weights.min(initial=0) >= 0):
            raise _unfit(series, totals, weights)
        mine.totals[where], mine.weights[where] = new, counted
        self._rows[series] = mine

    def add_wide(self, series: Series, totals: Totals, weights: Weights, groups: Places | None = None, size: int = 0) -> None:
        """The same where some sums have one weight for a group, and others one for each head; or where of a baseline some have one figure
        for all layers, and others one for each layer. What has one has it for each, from then on. This happens in models whose layers see
        differently, where only some texts are long enough to show it: whichever texts come first, the tally is the same in the end.

        >>> series, tally = Series("bundled", "decoder", "pattern", "same"), Tally()
        >>> tally.add_wide(series, np.full((1, 2, 1), 0.5), np.ones(1))
        >>> tally.add_wide(series, np.array([[[0.5], [0.0]]]), np.array([[[1.0], [0.0]]]))
        >>> tally.weights(series).tolist(), tally.value(series).tolist()
        ([[[2.0], [1.0]]], [[0.5], [0.5]])
        """
        mine = self._rows.get(series)
        if mine is not None:
            shape = _common(mine.totals.shape[1:], totals.shape[1:]) if series.baseline else None
            if shape is not None or mine.weights.ndim != weights.ndim:
                by_head = 3 in (mine.weights.ndim, weights.ndim)
                own_totals, own_weights = _widened(mine.totals, mine.weights, shape, by_head=by_head)
                self._rows[series] = mine._replace(totals=own_totals, weights=own_weights)
                totals, weights = _widened(totals, weights, shape, by_head=by_head)
        self.add(series, totals, weights, groups, size)

    def derive(self, series: Series, totals: Totals, weights: Weights, cases: Cases | None = None) -> None:
        """A series made of measured ones, to be read and not added to: a head that has no value is NaN in every group. `cases` is how many
        each head counts, where that differs from head to head."""
        self._rows[series] = Rows(totals, weights, np.arange(len(totals)), len(totals))
        if cases is not None:
            self._cases[series] = cases

    def cases(self, series: Series) -> Cases:
        """How many cases each head counts."""
        rows = self._rows[series]
        return self._cases.get(series, np.broadcast_to(rows.weights.sum(0), rows.totals.shape[1:]))

    def __add__(self, other: "Tally") -> "Tally":
        added = self.copy()
        for series in other:
            added.add_wide(series, *other.rows(series))
        return added

    def copy(self) -> "Tally":
        """The same sums, to be added to without touching these."""
        copied = Tally()
        copied._rows = {
            series: rows._replace(totals=rows.totals.copy(), weights=rows.weights.copy()) for series, rows in self._rows.items()
        }
        return copied

    def __iter__(self) -> Iterator[Series]:
        """The series in the order of their names, so that files and tables do not depend on who came first."""
        return iter(sorted(self._rows))

    def __contains__(self, series: object) -> bool:
        return series in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tally)
            and list(self) == list(other)
            and all(np.array_equal(self.totals(s), other.totals(s)) for s in self)
            and all(np.array_equal(self.weights(s), other.weights(s)) for s in self)
        )

    __hash__ = None  # type: ignore[assignment]

    def rows(self, series: Series) -> Rows:
        """The sums of a series as they are kept: of the groups that hold something."""
        rows = self._rows[series]
        held = _holding(rows.totals, rows.weights)  # sums may have added up to nothing
        return rows if held.all() else Rows(rows.totals[held], rows.weights[held], rows.groups[held], rows.size)

    def totals(self, series: Series) -> Totals:
        """The total of every group and head, zeros in groups that hold nothing. Where there are such groups, it is a copy."""
        rows = self._rows[series]
        return rows.totals if len(rows.groups) == rows.size else _every(rows.totals, rows)

    def weights(self, series: Series) -> Weights:
        """The weight of every group, or every group and head, likewise."""
        rows = self._rows[series]
        return rows.weights if len(rows.groups) == rows.size else _every(rows.weights, rows)

    def value(self, series: Series) -> Float64[np.ndarray, "layer head"]:
        """total / weight over all groups; NaN where nothing was weighed."""
        rows = self._rows[series]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(rows.totals.sum(0) / rows.weights.sum(0))

    def groups(self, series: Series) -> int:
        """How many groups hold anything of this series."""
        weights = self._rows[series].weights
        return int(np.count_nonzero(weights.any(axis=tuple(range(1, weights.ndim)))))


def _holding(totals: Totals, weights: Weights) -> Bool[np.ndarray, " group"]:
    """Which groups hold something; what is no number is something."""
    heads, weighed = ((array != 0).any(axis=tuple(range(1, array.ndim))) for array in (totals, weights))
    return np.asarray(heads | weighed)


def _with_groups(rows: Rows, more: Places) -> Rows:
    """The same sums with further groups, which hold nothing yet."""
    groups = np.sort(np.concatenate([rows.groups, more]))
    where = np.searchsorted(groups, rows.groups)
    totals, weights = (np.zeros((len(groups), *array.shape[1:])) for array in (rows.totals, rows.weights))
    totals[where], weights[where] = rows.totals, rows.weights
    return Rows(totals, weights, groups, rows.size)


def _every(array: Float64[np.ndarray, "..."], rows: Rows) -> Float64[np.ndarray, "..."]:
    """Rows of some groups as an array of all; writing to it would change nothing, so it refuses."""
    whole = np.zeros((rows.size, *array.shape[1:]))
    whole[rows.groups] = array
    whole.flags.writeable = False
    return whole


def _common(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    """The layers and heads that both can have, where one has a single figure for all; None where there is nothing to change.

    >>> _common((1, 1), (4, 1)), _common((4, 1), (4, 1)), _common((4, 1), (3, 1))
    ((4, 1), None, None)
    """
    if first == second or (1, 1) not in (first, second):
        return None
    return second if first == (1, 1) else first


def _widened(totals: _Sums, weights: _Sums, shape: tuple[int, ...] | None, *, by_head: bool) -> tuple[_Sums, _Sums]:
    """The same sums, written out for each layer and head."""
    if shape is not None:
        totals = np.broadcast_to(totals, (len(totals), *shape))
    if by_head:
        weights = np.broadcast_to(weights if weights.ndim == 3 else weights[:, None, None], totals.shape)
    return np.array(totals), np.array(weights)


def _unfit(series: Series, totals: Totals, weights: Weights) -> HeadscopeError:
    """Why sums can't be added."""
    if not np.isfinite(totals).all():
        layer = int(np.argwhere(~np.isfinite(totals))[0][1])
        return HeadscopeError(
            f"The attention of {series.stack} layer {layer + 1} is not a number (measure '{series.measure}'). "
            "Half precision overflows in some models: try --dtype float32."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        return HeadscopeError(f"The weights of '{series.measure}' are not all numbers from 0 up.")
    return HeadscopeError(f"The sums of '{series.measure}' are too large to stay exact. Split the corpus into several runs.")
