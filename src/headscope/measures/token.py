"""How much a head attends to [CLS], to [SEP], and to "." and ",": from all tokens, from [SEP], from the rest."""

from collections.abc import Mapping
from typing import ClassVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.description import Key, LabelRule
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import SURFACE
from headscope.rows import KINDS

_READ = "Each point is a head: the share of the attention{source} that goes to {what}. The dashed line is uniform attention."


class Token(Measure):
    """token T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij, T one kind of token, S all tokens of the segment.

    The kinds are `cls` ([CLS], or the token that opens a text), `sep` ([SEP], or the token that closes it) and `punct` ("." and
    ","). If the model's tokenizer does not have a kind, it is left out.

    Four tokens, [CLS] it . [SEP]: they give .7, .4, .4 and .9 to [SEP], on average .6.

    >>> from headscope.measures.worked import score
    >>> score(Token(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.15, 'sep': 0.6, 'punct': 0.1}
    """

    name = "token"
    title = "Attention to special tokens and punctuation"
    read = _READ.format(source=" of all tokens", what="{cls}, to {sep}, or to full stops and commas")
    formula = "mean over i of Σ α(i, j), j of the kind"
    section = SURFACE
    place = 20
    rest = "other tokens"
    parts = True
    whole_maps = False
    key_needs: ClassVar[Mapping[str, Need]] = {"sep": "closing"}
    known: ClassVar[Mapping[str, Key]] = {
        "cls": Key("attends to {cls}", "{cls}", told="other", label=LabelRule("cls", 0.6, 40)),
        "sep": Key("attends to {sep}", "{sep}", label=LabelRule("sep", 0.6, 50)),
        "punct": Key("attends to punctuation", "punctuation", label=LabelRule("punct", 0.6, 60)),
    }

    def source(self, maps: Maps) -> Bool[Tensor, "batch query"]:
        """The tokens in S."""
        return maps.queries.real

    def means(self, maps: Maps, source: Bool[Tensor, "batch query"]) -> list[Float[Tensor, "batch head"]]:
        """The mean weight of the tokens in S on each kind of tokens."""
        return [maps.mean_into(key) for key in self.keys]

    def observe(self, maps: Maps) -> Observation:
        source, side = self.source(maps), maps.keys
        known = {"cls": side.has_cls, "sep": side.has_sep, "punct": True}
        present = wide(source.any(-1))
        weights = [present if known[key] else torch.zeros_like(present) for key in self.keys]
        return Observation(torch.stack(self.means(maps, source)), torch.stack(weights))


class TokenFromSep(Token):
    """token-from-sep T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij with S = [SEP] only; segments without a [SEP] do not count.

    >>> from headscope.measures.worked import score
    >>> score(TokenFromSep(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.0, 'sep': 0.9, 'punct': 0.0}
    """

    name = "token-from-sep"
    title = "Attention from {sep}"
    read = _READ.format(source=" of {sep} alone", what="{cls}, to {sep} itself, or to full stops and commas")
    formula = "mean over {sep} tokens i of Σ α(i, j), j of the kind"
    place = 30
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "closing"})
    second = True
    emphasis = 0.5  # what a head does from one kind of token says less about it than what it does from all
    known: ClassVar[Mapping[str, Key]] = {
        "cls": Key("attends from {sep} to {cls}", "{cls} from {sep}", by_layer=False),
        "sep": Key("attends from {sep} to {sep}", "{sep} from {sep}"),
        "punct": Key("attends from {sep} to punctuation", "punctuation from {sep}", by_layer=False),
    }

    def source(self, maps: Maps) -> Bool[Tensor, "batch query"]:
        return maps.queries.sep

    def means(self, maps: Maps, source: Bool[Tensor, "batch query"]) -> list[Float[Tensor, "batch head"]]:
        means = maps.means_into(source)
        return [means[KINDS.index(key)] for key in self.keys]


class TokenFromRest(TokenFromSep):
    """token-from-rest T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij with S = every token except [SEP]; [CLS] is in S.

    >>> from headscope.measures.worked import score
    >>> score(TokenFromRest(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.2, 'sep': 0.5, 'punct': 0.1333}
    """

    name = "token-from-rest"
    title = "Attention from all tokens except {sep}"
    read = _READ.format(source=" of all tokens except {sep}", what="{cls}, to {sep}, or to full stops and commas")
    formula = "mean over all other tokens i of Σ α(i, j), j of the kind"
    place = 40
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "closing"})  # without such a token it would be what `token` is
    second = True
    known: ClassVar[Mapping[str, Key]] = {  # nearly what `token` says, so no finding is made of it
        "cls": Key("attends from other tokens to {cls}", "{cls} from others", finding="none", by_layer=False),
        "sep": Key("attends from other tokens to {sep}", "{sep} from others", finding="none", by_layer=False),
        "punct": Key("attends from other tokens to punctuation", "punctuation from others", finding="none", by_layer=False),
    }

    def source(self, maps: Maps) -> Bool[Tensor, "batch query"]:
        return maps.queries.real & ~maps.queries.sep
