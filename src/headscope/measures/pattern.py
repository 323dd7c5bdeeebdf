"""Vig's six patterns of attention, as shares of a head's attention over a whole corpus."""

from collections.abc import Mapping
from typing import ClassVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope import patterns
from headscope.description import Key
from headscope.measures.follow import Follow, Targets
from headscope.measures.measure import Effects, Maps, Measure, Need, Observation, wide
from headscope.measures.sections import SURFACE
from headscope.patterns import Texts
from headscope.tokens import Side


class Pattern(Measure):
    """pattern T = (1/|S|) Σ_{i∈S} Σ_{j∈T(i)} α_ij: the weight on the tokens T(i), from the tokens S that have any.

    i is a token of the text, never [CLS] or [SEP]. Among the tokens that i may see, T(i) is
    - `next`, `previous`: the token after and before i, inside i's own text; [SEP] breaks the pattern;
    - `same`, `same-other`: the same piece of the same word where that word stands again, in i's own text or in the other;
    - `related`, `related-other`: other words, cos(e_i, e_j) > 0.5, e the model's input embeddings; words of one token only;
    - `pieces`: the other pieces of i's word;
    - `delimiter`: [CLS] and [SEP].
    The chance level is the baseline `uniform`: uniform attention.

    `predictive` = (1 + r) / 2, r the correlation of α_ij with log p(i | i masked) − log p(i | i and j masked) over some pairs
    of words of the segment: does the head attend to the words from which the model predicts i? Chance is 1/2, no correlation.

    "we saw we": the first two words attend to the next one, the last to the same word before it, which the first does not.

    >>> from headscope.measures.worked import score
    >>> rows = [[1., 0., 0., 0., 0.], [0., 0., 1., 0., 0.], [0., 0., 0., 1., 0.], [0., 1., 0., 0., 0.], [0., 0., 0., 0., 1.]]
    >>> score(Pattern(), rows, "[CLS] we saw we [SEP]")
    {'next': 1.0, 'previous': 0.0, 'same': 0.5, 'delimiter': 0.0}
    """

    name = "pattern"
    title = "Six patterns of attention"
    read = (
        "Each point is a head: the share of its attention that follows the pattern, averaged over the tokens to which the pattern "
        "applies. The dashed line is chance: uniform attention, and one half for `predictive`."
    )
    formula = "mean over i of Σ α(i, j) over the tokens j that the pattern names for i"
    key_needs: ClassVar[Mapping[str, Need]] = {
        "related": "embeddings",
        "related-other": "embeddings",
        "predictive": "effects",
    }
    section = SURFACE
    place = 70
    patterns = True  # told by the excess over chance, not by a share alone: these are shares of some tokens' attention
    known: ClassVar[Mapping[str, Key]] = {
        key: Key(does, short, finding="none", by_layer=False, causal=key != "next")
        for key, does, short in (
            ("next", "attends to the next word of the text", "next word"),
            ("previous", "attends to the previous word of the text", "previous word"),
            ("same", "attends to the same word elsewhere", "same word"),
            ("same-other", "attends to the same word in the other text", "same word, other text"),
            ("related", "attends to related words", "related words"),
            ("related-other", "attends to related words in the other text", "related words, other text"),
            ("predictive", "attends to words that predict the word", "predictive words"),
            ("pieces", "attends to the other pieces of the word", "pieces of the word"),
            ("delimiter", "attends to {cls} and {sep}", "delimiters"),
        )
    }

    def observe(self, maps: Maps) -> Observation:
        keys = [key for key in self.keys if key != PREDICTIVE]
        follow = maps.memo.get(self.name)
        if follow is None:
            follow = maps.memo[self.name] = Follow.of(maps, [targets(key, maps) & maps.pairs[:, 0] for key in keys])
        shares, has = follow.shares(maps.weights)
        values, weights = dict(zip(keys, shares, strict=True)), dict(zip(keys, has, strict=True))
        if PREDICTIVE in self.keys:
            values[PREDICTIVE], weights[PREDICTIVE] = correlation(maps.weights, maps.effects)
        return Observation(
            torch.stack([values[key] for key in self.keys]), torch.stack([wide(weights[key]) for key in self.keys])
        )


PREDICTIVE, RELATED = "predictive", ("related", "related-other")


def texts(side: Side) -> Texts:
    places = torch.arange(side.ids.shape[1], device=side.ids.device)[None]
    return Texts(places, side.segments, side.words, side.spellings, side.cls | side.sep)


def targets(key: str, maps: Maps) -> Targets:
    """The tokens that a pattern names for each token; words are related only where the model's embeddings tell."""
    queries, keys = texts(maps.queries), texts(maps.keys)
    if key not in RELATED:
        found: Targets = patterns.targets(key, queries, keys)
        return found
    same_text: Targets = patterns.one_text(queries, keys)
    return _related(maps) & (same_text if key == RELATED[0] else ~same_text)


def _related(maps: Maps) -> Targets:
    if maps.related is None:
        return torch.zeros_like(maps.pairs[:, 0])
    whole = (
        _whole(maps.queries.words, maps.queries.spellings)[:, :, None] & _whole(maps.keys.words, maps.keys.spellings)[:, None]
    )
    different: Targets = ~patterns.equal(maps.queries.ids, maps.keys.ids)
    return maps.related & whole & different


def _whole(words: Int[Tensor, "batch position"], spellings: Int[Tensor, "batch position"]) -> Bool[Tensor, "batch position"]:
    """Words that are one token."""
    alone: Bool[Tensor, "batch position"] = patterns.equal(words, words).sum(-1) == 1
    return alone & (spellings >= 0)


def correlation(
    weights: Float[Tensor, "batch head query key"], effects: Effects | None
) -> tuple[Float[Tensor, "batch head"], Bool[Tensor, " batch"]]:
    """(1 + r) / 2 of every unit and head, r Pearson's correlation of α_ij with the drop over the unit's pairs; no correlation
    where either does not vary. A unit counts where its drops vary over three pairs or more."""
    if effects is None:
        return wide(weights[:, :, 0, 0]) * 0 + 0.5, torch.zeros(len(weights), dtype=torch.bool, device=weights.device)
    counted = wide(effects.counted)
    number = counted.sum(-1).clamp(min=1)
    unit = torch.arange(len(weights), device=weights.device)[:, None]
    attention = wide(weights[unit, :, effects.first, effects.second]).transpose(1, 2)  # [batch, head, pair]
    x = (attention - (attention * counted[:, None]).sum(-1, keepdim=True) / number[:, None, None]) * counted[:, None]
    drop = wide(effects.drop)
    y = (drop - (drop * counted).sum(-1, keepdim=True) / number[:, None]) * counted
    x_size, y_size = x.square().sum(-1).sqrt(), y.square().sum(-1).sqrt()
    # Even attention differs between pairs by rounding alone; a correlation with that would be noise.
    varies = (x_size > 1e-6 * attention.abs().amax(-1).clamp(min=1e-30)) & (y_size > 0)[:, None]
    r = torch.einsum("bhp,bp->bh", x, y) / torch.where(varies, x_size * y_size[:, None], torch.ones_like(x_size))
    return (1 + torch.where(varies, r, torch.zeros_like(r)).clamp(-1, 1)) / 2, (effects.counted.sum(-1) >= 3) & (y_size > 0)
