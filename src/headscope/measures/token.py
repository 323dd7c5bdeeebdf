"""How much a head attends to [CLS], to [SEP], and to "." and ",": from all tokens, from [SEP], from the rest."""

from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures.measure import Maps, Measure, Observation, share_into, wide

_READ = (
    "Each point is a head: the share of the attention{source} that goes to {what}. "
    "The dashed line is what a head would give them that spreads its attention evenly."
)


class Token(Measure):
    """token T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij, T one kind of token, S all tokens of the segment.

    The kinds are `cls` ([CLS], or the token that opens a text), `sep` ([SEP], or the one that closes it) and `punct` ("." and
    ","). A kind that the model's tokenizer doesn't have is left out.

    Four tokens, [CLS] it . [SEP]: into [SEP] go .7, .4, .4 and .9, on average .6.

    >>> from headscope.measures.worked import score
    >>> score(Token(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.15, 'sep': 0.6, 'punct': 0.1}
    """

    name = "token"
    title = "Attention to special tokens and punctuation"
    read = _READ.format(source=" of all tokens", what="[CLS], to [SEP], or to full stops and commas")
    formula = "mean over i of Σ α(i, j), j of the kind"
    words: ClassVar[dict[str, str]] = {"cls": "attends to [CLS]", "sep": "attends to [SEP]", "punct": "attends to punctuation"}

    def source(self, maps: Maps) -> tuple[Float[Tensor, "batch head key"], Float[Tensor, " batch"]]:
        """What each key received from the tokens in S, and how many of those there are."""
        return maps.received, maps.counts

    def observe(self, maps: Maps) -> Observation:
        received, counts = self.source(maps)
        side = maps.keys
        kinds = {"cls": (side.cls, side.has_cls), "sep": (side.sep, side.has_sep), "punct": (side.punct, True)}
        present = counts > 0
        values = [share_into(received, kinds[key][0]) / counts.clamp(min=1)[:, None] for key in self.keys]
        weights = [wide(present) * kinds[key][1] for key in self.keys]
        return Observation(torch.stack(values), torch.stack(weights))


class TokenFromSep(Token):
    """token-from-sep T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij with S = [SEP] only; segments without a [SEP] don't count.

    >>> from headscope.measures.worked import score
    >>> score(TokenFromSep(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.0, 'sep': 0.9, 'punct': 0.0}
    """

    name = "token-from-sep"
    title = "Attention from [SEP]"
    read = _READ.format(source=" of [SEP] alone", what="[CLS], to [SEP] itself, or to full stops and commas")
    formula = "mean over [SEP] tokens i of Σ α(i, j), j of the kind"
    words: ClassVar[dict[str, str]] = {
        "cls": "attends from [SEP] to [CLS]",
        "sep": "attends from [SEP] to [SEP]",
        "punct": "attends from [SEP] to punctuation",
    }

    def source(self, maps: Maps) -> tuple[Float[Tensor, "batch head key"], Float[Tensor, " batch"]]:
        return maps.received_from_sep, wide(maps.queries.sep).sum(-1)


class TokenFromRest(Token):
    """token-from-rest T = (1/|S|) Σ_{i∈S} Σ_{j∈T} α_ij with S = every token but [SEP]; [CLS] is of the rest.

    >>> from headscope.measures.worked import score
    >>> score(TokenFromRest(), [[.1, .1, .1, .7], [.2, .2, .2, .4], [.3, .2, .1, .4], [.0, .1, .0, .9]], "[CLS] it . [SEP]")
    {'cls': 0.2, 'sep': 0.5, 'punct': 0.1333}
    """

    name = "token-from-rest"
    title = "Attention from all tokens but [SEP]"
    read = _READ.format(source=" of all tokens but [SEP]", what="[CLS], to [SEP], or to full stops and commas")
    formula = "mean over all other tokens i of Σ α(i, j), j of the kind"
    words: ClassVar[dict[str, str]] = {
        "cls": "attends from other tokens to [CLS]",
        "sep": "attends from other tokens to [SEP]",
        "punct": "attends from other tokens to punctuation",
    }

    def source(self, maps: Maps) -> tuple[Float[Tensor, "batch head key"], Float[Tensor, " batch"]]:
        return maps.received - maps.received_from_sep, maps.counts - wide(maps.queries.sep).sum(-1)
