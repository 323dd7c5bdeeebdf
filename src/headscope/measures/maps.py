"""One layer's attention over one batch, as measures see it, with all that is known of its tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.measures.word_maps import From, Grouping
from headscope.rows import ENTROPY, KINDS, LARGEST, SINGLE, Pairs, Rows, Spans, accumulator, wide
from headscope.tokens import Side
from headscope.types import Sentence

if TYPE_CHECKING:
    from headscope.models.circuits import Circuit  # models load transformers, which naming a measure should not wait for
    from headscope.models.residuals import Norm
    from headscope.models.values import Projection

Related = Callable[[slice], Bool[Tensor, "batch query key"]]
SIMILAR = 0.5  # two words are related where the cosine of their input embeddings is above this


@dataclass(frozen=True)
class Effects:
    """On a few pairs of words (i, j) of each unit: how much i's log-probability, i being masked, falls if j is masked too.

    Units with fewer pairs, or none, have 0 in `counted` where others have 1.
    """

    first: Int[Tensor, "batch pair"]  # i
    second: Int[Tensor, "batch pair"]  # j
    drop: Float[Tensor, "batch pair"]
    counted: Bool[Tensor, "batch pair"]

    def to(self, device: torch.device) -> "Effects":
        """The same where a layer lies."""
        return Effects(*(part.to(device) for part in (self.first, self.second, self.drop, self.counted)))


@dataclass(frozen=True)
class Cuts:
    """By how much −log p of each predicted token rises when a head of the layer is cut, by what takes the place of what it gives: `zero`,
    or `mean`, its mean over tokens. Tokens that were not predicted hold anything."""

    rise: Mapping[str, Float[Tensor, "batch head token"]]
    predicted: Bool[Tensor, "batch token"]

    def of(self, head: int) -> "Cuts":
        """Those of one head."""
        return Cuts({kind: rise[:, head : head + 1] for kind, rise in self.rise.items()}, self.predicted)

    @classmethod
    def joined(cls, layers: "Sequence[Cuts]") -> "Cuts":
        """The heads of several layers side by side."""
        rises = {kind: torch.cat([layer.rise[kind] for layer in layers], 1) for kind in layers[0].rise}
        return cls(rises, layers[0].predicted)


@dataclass(frozen=True)
class Maps:
    """One layer's attention over one batch: α[b, k, i, j], from query i to key j, with what the tokens on both sides are.

    Weights into padding are 0, as the model made them; rows of padding hold anything and are never counted. What several measures ask
    of a row is made once, here. Where maps were never formed, `known` has these figures instead, and `weights` is no number anywhere.
    """

    weights: Float[Tensor, "batch head query key"]
    queries: Side
    keys: Side
    visible: Bool[Tensor, "batch 1 query key"] | None = (
        None  # what the model lets a token see; None: everything, or what `spans` says
    )
    spans: Spans | None = None  # the same, where it is one stretch of keys for each query and was not written out
    known: Rows | None = None  # figures of the rows, where there are no maps
    rests: Bool[Tensor, "batch key"] | None = None  # special tokens and a causal model's first; None: special tokens
    rows: Bool[Tensor, "batch head query"] | None = None  # the queries that count for each head; None: all
    gradient: Float[Tensor, "batch head query key"] | None = None  # ∂L/∂α, in a backward pass
    predicts: Bool[Tensor, " batch"] | None = None  # which units have a loss at all; None: all
    values: Float[Tensor, "batch head key channel"] | None = None  # the value vectors; None: nobody asked, or not known
    gates: Float[Tensor, "batch head"] | None = None  # ∂L/∂ξ, each unit's own loss, in a backward pass
    logits: Float[Tensor, "batch head query"] | None = (
        None  # what each head adds to the logit of the token that follows; None: not known
    )
    related: Related | None = None  # tokens with like input embeddings, of some queries; None: not known
    effects: Effects | None = None  # None: not known
    cuts: Cuts | None = None  # what cutting each head does to the loss; None: nobody asked
    raw: Float[Tensor, "batch any query key"] | None = None  # the model's own weights, of all heads; None: `weights` are these
    projection: "Projection | None" = None  # with values: what the layer's heads write of them
    residual: Float[Tensor, "batch query feature"] | None = None  # what that is added to; None: nobody asked, or not known
    norm: "Norm | None" = None  # the norm right behind the sum
    circuit: "Circuit | None" = None  # the weights of the layer's heads; None: nobody asked
    sentences: tuple[tuple[Sentence, ...], ...] = ()  # what annotated units are made of
    words_from: From = "mean"
    memo: dict[str, Any] = field(default_factory=dict)  # what a measure makes once of the tokens, for all layers

    @cached_property
    def pairs(self) -> Bool[Tensor, "batch 1 query key"]:
        """The pairs (i, j) of real tokens of which i may see j."""
        real = self.queries.real[:, None, :, None] & self.keys.real[:, None, None, :]
        return real if self.visible is None else real & self.visible

    @property
    def sinks(self) -> Bool[Tensor, "batch key"]:
        """The tokens on which a head may rest: special ones and, in a causal model, the first."""
        return self.keys.sinks(causal=False) if self.rests is None else self.rests

    @property
    def word_number(self) -> int:
        """How many words the longest unit has."""
        return max(sum(len(sentence.words) for sentence in unit) for unit in self.sentences)

    @cached_property
    def word_visible(self) -> Bool[Tensor, "batch word word"] | None:
        """Which words see which: some token of the first sees some token of the second; None: all see all."""
        if self.visible is None:
            return None
        groups = Grouping(self.queries.words, self.keys.words, self.word_number, torch.float32)
        return groups(self.visible.float())[:, 0] > 0

    @cached_property
    def word_weights(self) -> Float[Tensor, "batch head word word"]:
        """The map between words; special tokens are no words."""
        grouping = self.memo.get("words")
        if grouping is None:
            words = self.queries.words, self.keys.words
            grouping = self.memo["words"] = Grouping(*words, self.word_number, self.weights.dtype, self.words_from)
        assert isinstance(grouping, Grouping)
        return grouping(self.weights)

    @cached_property
    def predicted(self) -> Bool[Tensor, " batch"]:
        return self.queries.real.any(-1) if self.predicts is None else self.predicts

    @cached_property
    def counts(self) -> Float[Tensor, " batch"]:
        """n: the number of real query tokens of each unit."""
        return wide(self.queries.real).sum(-1)

    @cached_property
    def every(self) -> Float[Tensor, " batch"]:
        """1 for each unit: all have a say."""
        return torch.ones_like(self.counts)

    @cached_property
    def row_entropy(self) -> Float[Tensor, "batch head query"]:
        """−Σ_j α_ij ln α_ij of every query, padding included."""
        if self.known is not None:
            return self._figures[ENTROPY]
        if self.weights.device.type == "cpu":
            return torch.stack([_row_entropy(w) for w in self.weights])
        terms: Tensor = torch.special.entr(self.weights)
        return terms.sum(-1, dtype=accumulator(terms))

    @cached_property
    def largest(self) -> Float[Tensor, "batch head query"]:
        """max_j α_ij of every query."""
        return wide(self.weights.amax(-1)) if self.known is None else self._figures[LARGEST]

    @property
    def kinds(self) -> Float[Tensor, "batch key kind"]:
        """1 where a key is of a kind that rows are asked for (`rows.KINDS`); made once for all layers."""
        found = self.memo.get("kinds")
        if found is None:
            side, first = self.keys, torch.zeros_like(self.keys.real)
            first[:, 0] = True
            kinds = {"cls": side.cls, "sep": side.sep, "punct": side.punct, "first": first, "text": side.real & ~self.sinks}
            dtype = torch.promote_types(self.weights.dtype, torch.float32)
            found = self.memo["kinds"] = torch.stack([kinds[kind] for kind in KINDS], -1).to(dtype)
        assert isinstance(found, Tensor)
        return found

    @cached_property
    def _into(self) -> Float[Tensor, "batch head query kind"]:
        rows = self.weights.flatten(1, 2) @ self.kinds.to(self.weights.dtype)
        return rows.view(*self.weights.shape[:3], -1)

    def into(self, kind: str) -> Float[Tensor, "batch head query"]:
        """Σ_j α_ij over the keys of a kind."""
        return wide(self._into[..., KINDS.index(kind)]) if self.known is None else self._figures[self.known.at_kind(kind)]

    def ahead(self, distance: int) -> Float[Tensor, "batch head query"]:
        """α_{i,i+d} of every query; 0 where there is no such token."""
        if self.known is not None:
            return self._figures[self.known.at_distance(distance)]
        found = self.weights.new_zeros(self.weights.shape[:3])
        diagonal = self.weights.diagonal(distance, -2, -1)
        found[..., max(0, -distance) : max(0, -distance) + diagonal.shape[-1]] = diagonal
        return wide(found)

    def sums(self, pairs: Pairs) -> Float[Tensor, "piece head"]:
        """Σ α_ij over listed pairs, piece by piece."""
        return pairs.of(self.weights) if self.known is None else self.known.sums(pairs)

    def seen(self, rows: slice = slice(None)) -> Bool[Tensor, "batch query key"]:
        """The pairs (i, j) of real tokens of which i may see j, of some queries."""
        real = self.queries.real[:, rows, None] & self.keys.real[:, None]
        if self.spans is not None:
            return real & self.spans.seen(rows=rows)
        return real if self.visible is None else real & self.visible[:, 0, rows]

    def smoothed(self, share: float) -> "Maps":
        """The same with (1 − share)·α + share/n in place of α, n being the number of tokens of the segment: padding not
        counted, but those too that a causal model hides from the query."""
        even = share * wide(self.keys.real) / wide(self.keys.real).sum(-1, keepdim=True)
        return replace(self, weights=self.weights * (1 - share) + even[:, None, None].to(self.weights.dtype))

    @cached_property
    def _figures(self) -> Float[Tensor, "figure batch head query"]:
        """What is known of the rows; 0 in padding, where it may be anything."""
        assert self.known is not None
        figures = wide(self.known.figures)
        return figures.masked_fill(~self.queries.real[:, None], 0) if self._padded else figures

    @property
    def _padded(self) -> bool:
        return min(self.queries.lengths, default=0) < self.weights.shape[2]

    @cached_property
    def _means(self) -> Float[Tensor, "figure batch head"]:
        """What `row_mean` makes of every figure that is known of the rows, at once."""
        return self._figures.sum(-1) / self.counts[:, None]

    def mean_into(self, kind: str) -> Float[Tensor, "batch head"]:
        """The mean weight on a kind of keys."""
        return self.row_mean(self.into(kind)) if self.known is None else self._means[self.known.at_kind(kind)]

    def means_into(self, source: Bool[Tensor, "batch query"]) -> Float[Tensor, "kind batch head"]:
        """The mean weight of some queries on every kind of keys, in the order of `rows.KINDS`; 0 where there are no such queries."""
        rows = wide(self._into).movedim(-1, 0) if self.known is None else self._figures[SINGLE : SINGLE + len(KINDS)]
        return rows.masked_fill(~source[:, None], 0).sum(-1) / wide(source).sum(-1).clamp(min=1)[:, None]

    def mean_ahead(self, distance: int) -> Float[Tensor, "batch head"]:
        """The mean weight at a distance."""
        return self.row_mean(self.ahead(distance)) if self.known is None else self._means[self.known.at_distance(distance)]

    def mean_entropy(self) -> Float[Tensor, "batch head"]:
        return self.row_mean(self.row_entropy) if self.known is None else self._means[ENTROPY]

    def mean_largest(self) -> Float[Tensor, "batch head"]:
        return self.row_mean(self.largest) if self.known is None else self._means[LARGEST]

    def row_mean(self, rows: Float[Tensor, "*figure batch head query"]) -> Float[Tensor, "*figure batch head"]:
        """The mean of a figure per query over each unit's real queries."""
        if self._padded:
            rows = rows.masked_fill(~self.queries.real[:, None], 0)
        return rows.sum(-1) / self.counts[:, None]


def _row_entropy(weights: Float[Tensor, "head query key"]) -> Float[Tensor, "head query"]:
    """On a CPU the plain logarithm is vectorised and torch's own entropy is not: half the time, the same figure. A weight of
    0 is lifted to the smallest number that has a logarithm, and contributes 0 by the product."""
    logarithms = weights.clamp_min(torch.finfo(weights.dtype).tiny).log_()
    return -logarithms.mul_(weights).sum(-1, dtype=torch.float64)
