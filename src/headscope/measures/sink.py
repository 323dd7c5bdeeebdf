"""How much of its attention a head gives to the first token, and in how many texts it is a sink."""

from collections.abc import Mapping
from typing import ClassVar

import torch

from headscope.description import Key, LabelRule
from headscope.measures.measure import Maps, Measure, Observation, wide
from headscope.measures.sections import SURFACE

STRONG = 0.3  # Gu et al.'s bar: a token, or a text, that gives the first token more than this counts as strong


class Sink(Measure):
    """sink all = (1/(n−1)) Σ_{i>1} α_{i,1}; sink strong = the share of these tokens i with α_{i,1} > 0.3; sink rate = [ā > 0.3].

    Tokens are counted from 1 here: α_{i,1} is the attention from token i to the first token of the segment. In BERT this is [CLS], in most
    causal models the first token of the text. The first token itself is not counted as a source, because in a causal model it can
    see nothing else; a segment of one token does not count. Many heads of causal models put attention that they do not need on the
    first token: an attention sink. In cross attention, the first token is that of the text attended to.

    `rate` is the share of texts with ā > 0.3, where ā = (1/n) Σ_i α_{i,1} is over all tokens, the first included. Its mean over layers and
    heads is the sink rate of Gu et al. (2024); theirs is on texts of 64 tokens (`--max-length 64`).

    The baseline `uniform` is uniform attention over the tokens that each token may see: 1/n, or in a causal model, whose token i sees
    i tokens, the mean of 1/2, 1/3, …, 1/n.

    Three tokens; the second gives the first .9, the third gives it .2: the mean is .55, and one of the two is above 0.3. With the first
    token's own 1, ā is .7: this text counts.

    >>> from headscope.measures.worked import score
    >>> score(Sink(), [[1., 0., 0.], [.9, .1, 0.], [.2, .5, .3]])
    {'all': 0.55, 'strong': 0.5, 'rate': 1.0}
    """

    name = "sink"
    title = "Attention to the first token"
    read = (
        "Each point is a head: the share of the attention of all later tokens that goes to {first}, the share of them that give it more "
        "than 0.3, and the share of texts that do. Near 1 the head does nothing else: it uses the first token as a no-op."
    )
    formula = "mean over i after the first of α(i, first); share of these i with α(i, first) > 0.3; share of texts whose mean is > 0.3"
    section = SURFACE
    place = 60
    whole_maps = False
    known: ClassVar[Mapping[str, Key]] = {
        # The bar of the label is that of [CLS], which is the first token of BERT.
        "all": Key("attends to {first}", "first token", told="causal", by_layer=False, label=LabelRule("first", 0.6, 40)),
        "strong": Key("attends to {first} from most tokens", "strong sources", finding="none", by_layer=False),
        "rate": Key("uses {first} as a sink", "sink rate", finding="texts", told="causal"),
    }

    def observe(self, maps: Maps) -> Observation:
        later = maps.queries.real.clone()
        later[:, 0] = False
        first = maps.into("first").masked_fill(~later[:, None], 0)
        number = wide(later).sum(-1)
        has = wide(number > 0)
        figures = {
            key: rows.sum(-1) / number.clamp(min=1)[:, None] for key, rows in (("all", first), ("strong", wide(first > STRONG)))
        } | {"rate": wide(maps.mean_into("first") > STRONG)}
        return Observation(torch.stack([figures[key] for key in self.keys]), has.expand(len(self.keys), -1))
