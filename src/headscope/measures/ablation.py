"""What a head is for: how much worse the model predicts without it."""

from collections.abc import Mapping
from typing import ClassVar

import torch

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import MATTER
from headscope.quantities import RISE


class Ablation(Measure):
    """ablation = ΔL = L(head cut) − L, with L the mean of −log p(t) over the predicted tokens t, in nats per predicted token.

    - `zero`: what the head gives, before the output projection, is replaced by 0 (its gate ξ is 0);
    - `mean`: it is replaced by its mean over tokens, the same at every token, so that only what it says of single tokens is lost.

    Predicted are the masked tokens of a masked model (15% of those that are not special, masked by BERT's 80/10/10, drawn by a hash of the
    segment and so the same for all heads, batches and shards) and every next token of a causal model. The mean is taken over all tokens
    of 64 segments, evenly spread over the corpus, as the model reads them here; every shard and every resumed run takes the same. A head
    that the model needs has a high figure; near 0 the others make up for its loss; below 0 the model predicts better without it.

    Two predicted tokens, of which a head's cut makes the first worse by .3 nats and the second better by .1; the third is not predicted:

    >>> from headscope.measures.worked import cut_scores
    >>> cut_scores(Ablation(["zero"]), [.3, -.1, .9], predicted=[True, True, False])
    {'zero': 0.1}
    """

    name = "ablation"
    title = "What the model loses without a head"
    read = (
        "Each point is a head: by how many nats the mean loss over predicted tokens rises when this head alone is switched off. Near 0 the "
        "model does as well without it; below 0, better."
    )
    formula = "L without the head − L, nats per predicted token"
    needs: ClassVar[frozenset[Need]] = frozenset({"cuts"})
    key_needs: ClassVar[Mapping[str, Need]] = {"mean": "mean-cuts"}
    quantity = RISE
    section = MATTER
    place = 10
    second = True
    loss = "whole"
    cases = "predicted tokens"
    every_row = True  # a loss has no rows
    known: ClassVar[Mapping[str, Key]] = {
        "zero": Key(
            "is needed: without it the loss rises",
            "loss without it",
            "are needed: without each of them the loss rises",
            finding="none",
        ),
        "mean": Key(
            "is needed: with its mean instead the loss rises",
            "loss with its mean",
            "are needed: with the mean of each instead the loss rises",
            finding="none",
        ),
    }

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """None: a head is compared with the other heads of its layer."""
        return {}

    def observe(self, maps: Maps) -> Observation:
        assert maps.cuts is not None, "this measure is only asked where heads are cut"
        predicted = maps.cuts.predicted
        number = wide(predicted).sum(-1)
        sums = torch.stack([wide(maps.cuts.rise[key].masked_fill(~predicted[:, None], 0)).sum(-1) for key in self.keys])
        return Observation(sums / number.clamp(min=1)[:, None], number.expand(len(self.keys), -1))
