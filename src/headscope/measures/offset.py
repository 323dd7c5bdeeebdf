"""How much a head attends to the token a fixed distance away."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

import torch

from headscope.description import Key, LabelRule
from headscope.errors import HeadscopeError
from headscope.measures.measure import Maps, Measure, Observation
from headscope.measures.sections import SURFACE

FURTHEST = 100


class Offset(Measure):
    """offset d = (1/n) Σ_i α_{i,i+d}, over all n query tokens of a segment; a missing neighbour gives 0.

    α_ij is the attention from token i to token j, n the number of tokens, special tokens included. The paper's keys are -1 (previous),
    0 (current) and +1 (next). You can ask for any other distance, as in `offset=-2,+2`.

    Three tokens; the first two attend to the next one with weight 0.8, the last has no next one: (0.8 + 0.8 + 0) / 3.

    >>> from headscope.measures.worked import score
    >>> score(Offset(), [[.1, .8, .1], [.1, .1, .8], [.6, .2, .2]])
    {'-1': 0.1, '0': 0.1333, '+1': 0.5333}
    """

    name = "offset"
    title = "Attention by relative position"
    read = (
        "Each point is a head: the share of its attention that goes to the token just before, at, or just after the one being "
        "updated. A head near 1 does little else; the dashed line is uniform attention."
    )
    formula = "mean over i of α(i, i+d)"
    section = SURFACE
    place = 10
    parts = True
    whole_maps = False
    known: ClassVar[Mapping[str, Key]] = {
        "-1": Key("attends to the previous token", "previous token", label=LabelRule("previous", 0.5, 20)),
        "0": Key("attends to the current token", "current token"),
        "+1": Key("attends to the next token", "next token", causal=False, label=LabelRule("next", 0.5, 10)),
    }

    def __init__(self, keys: Sequence[str] | None = None) -> None:
        self.offsets = sorted({_distance(key) for key in keys}) if keys is not None else [-1, 0, 1]
        self.keys = tuple(f"{d:+d}" if d else "0" for d in self.offsets)

    def key(self, key: str, direction: str = "") -> Key:
        distance = int(key)
        where = f"{abs(distance)} tokens {'back' if distance < 0 else 'ahead'}"
        return self.known.get(key) or Key(f"attends {where}", where, causal=distance <= 0)

    def without(self, keys: Collection[str]) -> "Offset":
        return Offset([key for key in self.keys if key not in keys])

    def distances(self) -> Sequence[int]:
        return self.offsets

    def observe(self, maps: Maps) -> Observation:
        values = [maps.mean_ahead(d) for d in self.offsets]
        return Observation(torch.stack(values), maps.every.expand(len(values), -1))


def _distance(key: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,3}", key) or abs(int(key)) > FURTHEST:
        raise HeadscopeError(
            f"'{key}' is not an offset: expected a whole number from -{FURTHEST} to +{FURTHEST}, as in -2 or +1."
        )
    return int(key)
