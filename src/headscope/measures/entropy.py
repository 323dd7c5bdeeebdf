"""How broadly a head attends."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch

from headscope.description import Key, LabelRule
from headscope.measures.measure import Maps, Measure, Observation, wide
from headscope.measures.sections import ENTROPY
from headscope.quantities import NATS

SMOOTHING = {"none": 0.0, "published": 0.0001}


class Entropy(Measure):
    """entropy = (1/|S|) Σ_{i∈S} −Σ_j α_ij ln α_ij, in nats; S is all tokens (`all`) or [CLS] alone (`cls`); 0 ln 0 = 0.

    With `smoothing` "published", α is replaced by (1 − s)·α + s/n, s = 0.0001, n the tokens of the segment, also in causal models.

    Attention to one token has entropy 0. Uniform attention over n tokens has entropy ln n, the baseline `uniform`.

    Two tokens: the first splits its attention evenly (ln 2 = 0.6931), the second does not (0); the mean is 0.3466.

    >>> from headscope.measures.worked import score
    >>> score(Entropy(), [[.5, .5], [0., 1.]], "[CLS] it")
    {'all': 0.3466, 'cls': 0.6931}

    Smoothed, the second token's weights are 0.00005 and 0.99995, with entropy 0.0005; the first token's stay uniform.

    >>> score(Entropy(smoothing="published"), [[.5, .5], [0., 1.]], "[CLS] it")
    {'all': 0.3468, 'cls': 0.6931}
    """

    name = "entropy"
    title = "How broadly a head attends"
    read = (
        "Each point is a head: the entropy of its attention, in nats, averaged over tokens. Near 0 it attends to one token at a "
        "time; the dashed line is uniform attention."
    )
    formula = "mean over i of −Σ α(i, j) ln α(i, j)"
    quantity = NATS
    section = ENTROPY
    known: ClassVar[Mapping[str, Key]] = {
        "all": Key("attends broadly", "from all tokens", finding="layer", label=LabelRule("broad", 3.8, 30)),
        "cls": Key("attends broadly from {cls}", "from {cls}", finding="none", causal=False),
    }
    takes: ClassVar[tuple[str, ...]] = ("smoothing",)

    def __init__(self, keys: Sequence[str] | None = None, smoothing: str = "none") -> None:
        super().__init__(keys)
        self.smoothing = SMOOTHING[smoothing]
        self.whole_maps = bool(self.smoothing)

    def observe(self, maps: Maps) -> Observation:
        smoothed = maps.smoothed(self.smoothing) if self.smoothing else maps
        rows = smoothed.row_entropy
        cls = maps.queries.cls
        number = wide(cls).sum(-1)
        of_cls = rows.masked_fill(~cls[:, None], 0).sum(-1) / number.clamp(min=1)[:, None]
        figures = {"all": (smoothed.mean_entropy(), maps.every), "cls": (of_cls, wide(number > 0))}
        return Observation(
            torch.stack([figures[key][0] for key in self.keys]), torch.stack([figures[key][1] for key in self.keys])
        )
