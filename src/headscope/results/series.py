"""Which series a run has: whether a key was asked for, in which order they are shown, and which one is meant."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from headscope.description import Description
from headscope.errors import HeadscopeError, say_which
from headscope.names import ALL, BOTH, OWN, SUBTYPES, base_of
from headscope.tallies import Tally
from headscope.types import Series


def asked_for(key: str, keys: Sequence[str]) -> bool:
    """Whether a key is of those that a run was asked for; none means whatever the corpus has.

    >>> asked_for("poss (own word)", ["poss"]), asked_for("nmod:poss", ["nmod:*"]), asked_for("obj", ["poss"]), asked_for("obj", [])
    (True, True, False, True)
    """
    return not keys or key in keys or key.removesuffix(OWN) in keys or base_of(key) + SUBTYPES in keys


def by_distance(baseline: str) -> tuple[str, int, int]:
    """Sorts names of baselines, offsets by how far they reach.

    >>> sorted(["offset +1", "offset +2", "offset -1"], key=by_distance)
    ['offset -1', 'offset +1', 'offset +2']
    """
    match = re.fullmatch(r"(.* )([+-]\d+)", baseline)
    return (match[1], abs(int(match[2])), int(match[2])) if match else (baseline, 0, 0)


def in_order(tally: Tally, asked: Mapping[str, Sequence[str]], corpora: Sequence[str]) -> list[Series]:
    """A tally's series by corpus, as the run has them, and stack, then in the order of the measures and their keys as asked for. Of
    keys that nobody asked for one by one, `all` comes first, then those with the most cases."""
    measures = list(asked)
    cases: dict[Series, float] = {}
    for series in tally:
        whole = series._replace(direction="", baseline="")
        cases[whole] = max(cases.get(whole, 0.0), float(tally.weights(series).sum()))

    def order(s: Series) -> tuple[Any, ...]:
        keys, key = asked[s.measure], s.key.removesuffix(OWN)
        if key in keys:
            place: tuple[Any, ...] = (keys.index(key), False, 0.0, s.key)
        else:
            place = (len(keys), s.key != ALL, -cases[s._replace(direction="", baseline="")], s.key)
        corpus = corpora.index(s.corpus) if s.corpus in corpora else len(corpora)
        return (
            corpus,
            s.corpus,
            s.stack,
            measures.index(s.measure),
            place,
            s.direction == BOTH,
            s.direction,
            by_distance(s.baseline),
        )

    return sorted(tally, key=order)


def no_score(about: Description) -> HeadscopeError:
    """What to say where a measure has no score of heads."""
    if about.layered:
        return HeadscopeError(
            f"'{about.name}' is of layers, not of heads: see headscope show DIR {about.name}, or layers.parquet."
        )
    if about.pairs:
        return HeadscopeError(f"'{about.name}' is of pairs of heads: see headscope table DIR neighbours, or distances.parquet.")
    return HeadscopeError(f"'{about.name}' has no such score here: nothing in the corpus gave it a figure.")


def only(found: list[Series], fields: Sequence[str]) -> list[Series]:
    """The series, which must not differ in any of these fields."""
    for name in fields:
        choices = sorted({getattr(series, name) for series in found})
        if len(choices) > 1:
            raise say_which(f"'{found[0].measure}' was measured for more than one {name}", name, choices)
    return found
