"""Vig's six patterns of attention, as shares of a head's attention over a whole corpus."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope import patterns
from headscope.description import Key
from headscope.measures.follow import Follow, Targets
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import SURFACE
from headscope.patterns import PREDICTIVE, PREDICTIVE_KEY, Between, Texts
from headscope.rows import Pairs
from headscope.tokens import Side

RELATED = ("related", "related-other")


def _share(does: str, short: str, *, causal: bool = True) -> Key:
    return Key(does, short, finding="none", by_layer=False, causal=causal)


class Pattern(Measure):
    """pattern T = (1/|S|) Σ_{i∈S} Σ_{j∈T(i)} α_ij: the weight on the tokens T(i), from the tokens S that have any.

    i is a token of the text, never [CLS] or [SEP]. Among the tokens that i may see, T(i) is
    - `next`, `previous`: the token after and before i, inside i's own text; [SEP] breaks the pattern;
    - `same`, `same-other`: the same piece of the same word where that word stands again, in i's own text or in the other;
    - `related`, `related-other`: other words, cos(e_i, e_j) > 0.5, e the model's input embeddings; words of one token only;
    - `pieces`: the other pieces of i's word;
    - `delimiter`: [CLS] and [SEP].
    A token without a letter or a digit, such as a comma, is skipped as i and as j by `same`, `same-other`, `related`, `related-other`
    and `predictive`; the other patterns count it like any token.
    The chance level is the baseline `uniform`: uniform attention.

    `predictive` is no share but r, the correlation of α_ij with log p(i | i masked) − log p(i | i and j masked) over some pairs of words
    of the segment: does the head attend to the words from which the model predicts i? Without a correlation r is 0. It is stored as
    (1 + r) / 2, in tallies, Parquet, CSV and JSON; text, figures, pages and queries have r, so that `pattern.predictive > 0.4` asks for
    r > 0.4. A run that was not asked for this measure by name tries every fourth segment, chosen by a hash of it: each takes five more
    readings.

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
        "applies; for `predictive`, the correlation r of its attention with how much a word helps to predict. The dashed line is chance: "
        "uniform attention, and no correlation."
    )
    formula = "mean over i of Σ α(i, j) over the tokens j that the pattern names for i"
    key_needs: ClassVar[Mapping[str, Need]] = {
        "related": "embeddings",
        "related-other": "embeddings",
        "predictive": "effects",
    }
    section = SURFACE
    place = 70
    whole_maps = False
    counts_by_sight = True
    patterns = True  # told by the excess over chance, not by a share alone: these are shares of some tokens' attention
    known: ClassVar[Mapping[str, Key]] = {
        "next": _share("attends to the next word of the text", "next word", causal=False),
        "previous": _share("attends to the previous word of the text", "previous word"),
        "same": _share("attends to the same word elsewhere", "same word"),
        "same-other": _share("attends to the same word in the other text", "same word, other text"),
        "related": _share("attends to related words", "related words"),
        "related-other": _share("attends to related words in the other text", "related words, other text"),
        PREDICTIVE: PREDICTIVE_KEY,
        "pieces": _share("attends to the other pieces of the word", "pieces of the word"),
        "delimiter": _share("attends to {cls} and {sep}", "delimiters"),
    }

    def _follow(self, maps: Maps) -> Follow:
        return Follow.once(maps, self.name, [key for key in self.keys if key != PREDICTIVE], partial(targets, maps))

    def listed(self, maps: Maps) -> Sequence[Pairs]:
        single = masked(maps) if PREDICTIVE in self.keys else None
        return (self._follow(maps).pairs, *([single] if single is not None else []))

    def observe(self, maps: Maps) -> Observation:
        shares, has = self._follow(maps).shares(maps)
        keys = [key for key in self.keys if key != PREDICTIVE]
        values, weights = dict(zip(keys, shares, strict=True)), dict(zip(keys, has, strict=True))
        if PREDICTIVE in self.keys:
            values[PREDICTIVE], weights[PREDICTIVE] = correlation(maps)
        return Observation(
            torch.stack([values[key] for key in self.keys]), wide(torch.stack([weights[key] for key in self.keys]))
        )


def texts(side: Side, rows: slice = slice(None)) -> Texts:
    places = torch.arange(side.ids.shape[1], device=side.ids.device)[None, rows]
    parts = (side.segments, side.words, side.spellings, side.cls | side.sep)
    return Texts(places, *(part[:, rows] for part in parts))


def targets(maps: Maps, names: Sequence[str], rows: slice) -> list[Targets]:
    """The tokens that each pattern names for some tokens, among those that they see; words are related only where the model's embeddings
    tell."""
    between = Between(texts(maps.queries, rows), texts(maps.keys))
    allowed = maps.seen(rows) & between.from_text
    found = {key: patterns.TARGETS[key](between) & allowed for key in names if key not in RELATED}
    if len(found) < len(names):
        related = _related(maps, rows) & allowed
        found |= dict(zip(RELATED, (related & between.one_text, patterns.and_not(related, between.one_text)), strict=True))
    return [found[key] for key in names]


def _related(maps: Maps, rows: slice) -> Targets:
    if maps.related is None:
        return torch.zeros_like(maps.seen(rows))
    keys = _whole(maps.keys.words, maps.keys.spellings)
    queries = keys if maps.queries is maps.keys else _whole(maps.queries.words, maps.queries.spellings)
    found: Targets = maps.related(rows) & queries[:, rows, None] & keys[:, None]
    different: Targets = patterns.and_not(found, patterns.equal(maps.queries.ids[:, rows], maps.keys.ids))
    return different


def _whole(words: Int[Tensor, "batch position"], spellings: Int[Tensor, "batch position"]) -> Bool[Tensor, "batch position"]:
    """Words that are one token. Sorted, and not each held against each: a long text is asked in many blocks of queries."""
    ordered, places = words.sort(dim=-1)
    again = ordered[:, 1:] == ordered[:, :-1]
    edge = again.new_zeros(len(again), 1)
    several = torch.cat([edge, again], 1) | torch.cat([again, edge], 1)
    return ~torch.zeros_like(several).scatter(1, places, several) & (spellings >= 0)


def masked(maps: Maps) -> Pairs | None:
    """The pairs of words of which an effect is known, each by itself; made once for all layers."""
    effects = maps.effects
    if effects is None:
        return None
    found = maps.memo.get(PREDICTIVE)
    if found is None:
        unit = torch.arange(len(effects.first), device=effects.first.device)[:, None].expand_as(effects.first)
        places = (unit.flatten(), effects.first.flatten(), effects.second.flatten())
        found = maps.memo[PREDICTIVE] = Pairs(*places, torch.ones_like(places[0]))
    assert isinstance(found, Pairs)
    return found


def correlation(maps: Maps) -> tuple[Float[Tensor, "batch head"], Bool[Tensor, " batch"]]:
    """(1 + r) / 2 of every unit and head, r Pearson's correlation of α_ij with the drop over the unit's pairs; no correlation
    where either does not vary. A unit counts where its drops vary over three pairs or more."""
    effects, single = maps.effects, masked(maps)
    units, heads = maps.weights.shape[:2]
    if effects is None or single is None:
        return wide(maps.weights.new_full((units, heads), 0.5)), maps.queries.real.new_zeros(units)
    counted = wide(effects.counted)
    number = counted.sum(-1).clamp(min=1)
    attention = maps.sums(single).view(units, -1, heads).transpose(1, 2)  # [batch, head, pair]
    x = (attention - (attention * counted[:, None]).sum(-1, keepdim=True) / number[:, None, None]) * counted[:, None]
    drop = wide(effects.drop)
    y = (drop - (drop * counted).sum(-1, keepdim=True) / number[:, None]) * counted
    x_size, y_size = x.square().sum(-1).sqrt(), y.square().sum(-1).sqrt()
    # Even attention differs between pairs by rounding alone; a correlation with that would be noise.
    varies = (x_size > 1e-6 * attention.abs().amax(-1).clamp(min=1e-30)) & (y_size > 0)[:, None]
    r = torch.einsum("bhp,bp->bh", x, y) / torch.where(varies, x_size * y_size[:, None], torch.ones_like(x_size))
    return (1 + torch.where(varies, r, torch.zeros_like(r)).clamp(-1, 1)) / 2, (effects.counted.sum(-1) >= 3) & (y_size > 0)
