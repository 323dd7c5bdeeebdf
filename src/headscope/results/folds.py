"""`nmod:*`: a relation with all its subtypes, added up when a run is read. A fold is never stored and never merged: its parts are."""

from collections.abc import Collection, Mapping, Sequence

from headscope.names import OWN, SUBTYPES, base_of
from headscope.tallies import Tally
from headscope.types import Series


def folded(
    tally: Tally, asked: Mapping[str, Sequence[str]] | None = None, folds: Mapping[str, Collection[str] | None] | None = None
) -> Tally:
    """The tally with a series `nmod:*` for every relation of which the corpus has a subtype: the sums of `nmod` and of each
    `nmod:…`, of heads and of baselines. Where there is nothing to fold, the tally itself.

    `asked` has the keys asked for by measure. A fold of some of the subtypes would pass for one of all, so where keys were asked for
    one by one, only those folds are made that were asked for as such. `folds` has, by measure, the directions in which its relations
    add up (where a word may govern several subtypes, it would be counted once for each).

    >>> import numpy as np
    >>> from headscope.names import TO_HEAD
    >>> tally = Tally()
    >>> for key, right in (("nmod", 1.0), ("nmod:poss", 2.0), ("nmod:poss (own word)", 3.0), ("obj", 4.0)):
    ...     tally.add(Series("c", "encoder", "dependency", key, TO_HEAD), np.full((1, 1, 1), right), np.full(1, 4.0))
    >>> more = folded(tally, folds={"dependency": [TO_HEAD]})
    >>> {series.key: float(more.value(series)[0, 0]) for series in more if series not in set(tally)}
    {'nmod:*': 0.375}
    """
    parts: dict[Series, list[Series]] = {}
    known = set(tally)
    for series in tally:
        if _folds(series, (folds or {}).get(series.measure)):
            parts.setdefault(series._replace(key=base_of(series.key) + SUBTYPES), []).append(series)
    made = Tally()
    for fold, members in parts.items():
        wanted = (asked or {}).get(fold.measure, ())
        if fold not in known and (not wanted or fold.key in wanted) and any(":" in member.key for member in members):
            for member in members:
                made.add(fold, *tally.rows(member))
    return tally + made if len(made) else tally


def _folds(series: Series, directions: Collection[str] | None) -> bool:
    return series.direction in (directions or ()) and not series.key.endswith(OWN) and bool(base_of(series.key))
