"""How much the model's loss would change with a head's attention, by kind of attended token."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation, accumulator, wide
from headscope.measures.sections import GRADIENTS
from headscope.quantities import LOSS


class Gradient(Measure):
    """gradient T = mean over pairs (i, j), j ∈ T, of |∂L/∂α_ij|; L is the language-model loss of the segment.

    L is the mean loss over the predicted tokens of the segment (its sum, where the run's option `loss` says so): 15% of the
    tokens that are not special, pieces of words each on its own, masked by BERT's 80/10/10, or every next token of a causal
    model, whose pairs are then those that it may see. T is `sep`, `cls`, `punct` ("." and ",") or `other`, as the model reads
    the tokens ([MASK] is of the others). Where the gradient is small, attending more or less to such tokens does not matter to
    the model: close to a no-op.

    Two tokens, it and [SEP], with gradients of .2 and .4 into [SEP], .1 and .3 into the word:

    >>> from headscope.measures.worked import score
    >>> score(Gradient(), [[.5, .5], [.5, .5]], "it [SEP]", gradient=[[-.1, .2], [.3, -.4]])
    {'sep': 0.3, 'other': 0.2}

    With `gradient_per` "token" it is (1/n) Σ_i Σ_{j∈T} |∂L/∂α_ij| over the n tokens i: the effect of all [SEP] together, not of each.

    >>> score(Gradient(gradient_per="token"), [[.5, .5], [.5, .5]], "[SEP] [SEP]", gradient=[[-.1, .2], [.3, -.4]])
    {'sep': 0.5}
    """

    name = "gradient"
    title = "How much the loss depends on attention"
    read = (
        "Each point is a head: how much the model's loss would change per unit of attention to such a token, averaged over pairs "
        "of tokens. Near 0, a little more or less attention to such tokens makes no difference to the predictions."
    )
    formula = "mean over i and j of the kind of |∂L/∂α(i, j)|"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "gradient"})
    quantity = LOSS
    section = GRADIENTS
    second = True
    every_row = True  # it is of the model's own attention, whatever maps are made of
    key_needs: ClassVar[Mapping[str, Need]] = {"sep": "closing"}
    known: ClassVar[Mapping[str, Key]] = {
        "sep": Key("moves the loss by attending to {sep}", "{sep}", finding="none"),
        "cls": Key("moves the loss by attending to {cls}", "{cls}", finding="none"),
        "punct": Key("moves the loss by attending to punctuation", "punctuation", finding="none"),
        "other": Key("moves the loss by attending to other tokens", "other tokens", finding="none"),
    }
    takes: ClassVar[tuple[str, ...]] = ("gradient_per",)

    def __init__(self, keys: Sequence[str] | None = None, gradient_per: str = "pair") -> None:
        super().__init__(keys)
        self.per_token = gradient_per == "token"

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """None: uniform attention has no loss of its own here."""
        return {}

    def observe(self, maps: Maps) -> Observation:
        assert maps.gradient is not None, "this measure is only asked in a backward pass"
        pairs = maps.pairs
        sizes = maps.gradient.abs().masked_fill(~pairs, 0).sum(-2, dtype=accumulator(maps.gradient))  # [batch, head, key]
        pairs_into = wide(pairs[:, 0]).sum(-2)  # [batch, key]
        side = maps.keys
        kinds = {"sep": side.sep, "cls": side.cls, "punct": side.punct}
        kinds["other"] = side.real & ~(side.sep | side.cls | side.punct)
        values, weights = [], []
        for key in self.keys:
            number = (pairs_into * kinds[key]).sum(-1)
            over = maps.counts if self.per_token else number.clamp(min=1)
            values.append((sizes * kinds[key][:, None]).sum(-1) / over[:, None])
            weights.append(wide((number > 0) & maps.predicted))
        return Observation(torch.stack(values), torch.stack(weights))
