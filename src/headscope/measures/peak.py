"""How much of its attention a head puts on the one token it attends to most."""

from collections.abc import Mapping
from typing import ClassVar

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Observation
from headscope.measures.sections import SURFACE


class Peak(Measure):
    """peak = (1/n) Σ_i max_j α_ij, over all n query tokens of a segment.

    Two tokens whose largest weights are .9 and .6: their mean is .75.

    >>> from headscope.measures.worked import score
    >>> score(Peak(), [[.1, .9], [.6, .4]])
    {'all': 0.75}
    """

    name = "peak"
    title = "Weight on the most attended token"
    read = (
        "Each point is a head: the largest weight of each token's attention, averaged over tokens. Near 1 the head picks out "
        "one token at a time; near 0 no token stands out."
    )
    formula = "mean over i of max α(i, j)"
    section = SURFACE
    place = 50
    whole_maps = False
    known: ClassVar[Mapping[str, Key]] = {"all": Key("picks out one token", "largest weight", finding="none", by_layer=False)}

    def observe(self, maps: Maps) -> Observation:
        return Observation(maps.mean_largest()[None], maps.every[None])
