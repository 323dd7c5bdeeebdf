"""How different the attention of two heads is, for every pair of heads of a model."""

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch

from headscope.description import Key
from headscope.measures.kernels import pairwise_divergence
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import CLUSTERS
from headscope.quantities import NATS

SMOOTHING = {"none": 0.0, "published": 0.001}


class Divergence(Measure):
    """divergence (a, b) = Σ_i JS(α^a_i, α^b_i) over the query tokens i, in nats; its value is the mean per token.

    JS(p, q) = H((p+q)/2) − (H(p)+H(q))/2 is the Jensen–Shannon divergence of the two heads' rows: 0 where they are equal, at most
    ln 2 = 0.6931. Heads of all layers of a stack are compared, each pair a < b once; the results are in `distances.parquet`.

    With `smoothing` "published", α is replaced by (1 − s)·α + s/n, s = 0.001, n the tokens of the segment, also in causal models.

    Two heads, two tokens: equal rows for the first token, .2158 apart for the second; the mean is .1079.

    >>> maps = torch.tensor([[[[1., 0.], [1., 0.]], [[1., 0.], [.5, .5]]]], dtype=torch.float64)
    >>> from headscope.measures.worked import make_side
    >>> side = make_side(["it", "was"])
    >>> round(Divergence().observe(Maps(maps, side, side)).values.item(), 4)
    0.1079
    """

    name = "divergence"
    title = "How different two heads are"
    read = (
        "Each number is for two heads: the Jensen–Shannon divergence of their attention, averaged over tokens. At 0 they attend to "
        "the same tokens with the same weights; at ln 2 = 0.69 never to the same token."
    )
    formula = "mean over i of JS(α_a(i, ·), α_b(i, ·))"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "layers"})
    quantity = NATS
    section = CLUSTERS
    known: ClassVar[Mapping[str, Key]] = {"all": Key("differs from another head", "divergence", finding="none", by_layer=False)}
    takes: ClassVar[tuple[str, ...]] = ("smoothing",)

    def __init__(self, keys: Sequence[str] | None = None, smoothing: str = "none") -> None:
        super().__init__(keys)
        self.smoothing = SMOOTHING[smoothing]

    def observe(self, maps: Maps) -> Observation:
        """`maps` holds the heads of all layers; the figures are of the pairs, (1, 2), (1, 3) … (2, 3) …"""
        sums = pairwise_divergence(maps.weights, maps.queries.lengths, self.smoothing)
        first, second = torch.triu_indices(sums.shape[1], sums.shape[1], 1, device=sums.device)
        pairs = sums[:, first, second]
        if maps.rows is None:
            return Observation((pairs / maps.counts[:, None])[None], maps.counts[None])
        # Rows that a head does not count are 0, and JS(0, q) = ½ ln 2 whatever q is: taken off, only rows that both heads count are left.
        counted = wide(maps.rows & maps.queries.real[:, None])
        both = (counted @ counted.mT)[:, first, second]
        own = counted.sum(-1)
        one_only = own[:, first] + own[:, second] - 2 * both
        means = (pairs - 0.5 * math.log(2) * one_only) / both.clamp(min=1)
        return Observation(means.clamp(min=0)[None], both[None])
