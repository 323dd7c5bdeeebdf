"""One layer's attention over one batch, as measures see it, with all that is known of its tokens."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.measures.word_maps import From, Grouping
from headscope.tokens import Side
from headscope.types import Sentence

if TYPE_CHECKING:
    from headscope.models.circuits import Circuit  # models load transformers, which naming a measure should not wait for

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


@dataclass(frozen=True)
class Maps:
    """One layer's attention over one batch: α[b, k, i, j], from query i to key j, with what the tokens on both sides are.

    Weights into padding are 0, as the model made them; rows of padding hold anything and are never counted. Sums over α that
    more than one measure needs are made once, here, in float64.
    """

    weights: Float[Tensor, "batch head query key"]
    queries: Side
    keys: Side
    visible: Bool[Tensor, "batch 1 query key"] | None = None  # what the model lets a token see; None: everything
    rests: Bool[Tensor, "batch key"] | None = None  # special tokens and a causal model's first; None: special tokens
    rows: Bool[Tensor, "batch head query"] | None = None  # the queries that count for each head; None: all
    gradient: Float[Tensor, "batch head query key"] | None = None  # ∂L/∂α, in a backward pass
    predicts: Bool[Tensor, " batch"] | None = None  # which units have a loss at all; None: all
    values: Float[Tensor, "batch head key channel"] | None = None  # the value vectors; None: nobody asked, or not known
    gates: Float[Tensor, "batch head"] | None = None  # ∂L/∂ξ, each unit's own loss, in a backward pass
    related: Bool[Tensor, "batch query key"] | None = None  # tokens with like input embeddings; None: not known
    effects: Effects | None = None  # None: not known
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
    def received(self) -> Float[Tensor, "batch head key"]:
        """Σ_i α_ij over the real queries: how much attention each token gets."""
        if self.weights.device.type == "cpu":
            # A unit's maps stay in the processor's cache while they are widened and summed; a whole batch's do not.
            return torch.stack([wide(w[:, :n]).sum(-2) for w, n in zip(self.weights, self.queries.lengths, strict=True)])
        counted = self.weights.masked_fill(~self.queries.real[:, None, :, None], 0)
        return counted.sum(-2, dtype=accumulator(counted))

    @cached_property
    def row_entropy(self) -> Float[Tensor, "batch head query"]:
        """−Σ_j α_ij ln α_ij of every query, padding included."""
        if self.weights.device.type == "cpu":
            return torch.stack([_row_entropy(w) for w in self.weights])
        terms: Tensor = torch.special.entr(self.weights)
        return terms.sum(-1, dtype=accumulator(terms))

    @cached_property
    def received_from_sep(self) -> Float[Tensor, "batch head key"]:
        """The same from [SEP] only: a few rows, so they are picked out instead of masking all others."""
        unit, position = self.queries.sep_at
        return torch.zeros_like(self.received).index_add_(0, unit, wide(self.weights[unit, :, position]))

    def smoothed(self, share: float) -> "Maps":
        """The same with (1 − share)·α + share/n in place of α, n being the number of tokens of the segment: padding not
        counted, but those too that a causal model hides from the query."""
        even = share * wide(self.keys.real) / wide(self.keys.real).sum(-1, keepdim=True)
        return replace(self, weights=self.weights * (1 - share) + even[:, None, None].to(self.weights.dtype))

    def row_mean(self, rows: Float[Tensor, "batch head query"]) -> Float[Tensor, "batch head"]:
        """The mean of a figure per query over each unit's real queries."""
        return rows.masked_fill(~self.queries.real[:, None], 0).sum(-1) / self.counts[:, None]


def _row_entropy(weights: Float[Tensor, "head query key"]) -> Float[Tensor, "head query"]:
    """On a CPU the plain logarithm is vectorised and torch's own entropy is not: half the time, the same figure. A weight of
    0 is lifted to the smallest number that has a logarithm, and contributes 0 by the product."""
    logarithms = weights.clamp_min(torch.finfo(weights.dtype).tiny).log_()
    return -logarithms.mul_(weights).sum(-1, dtype=torch.float64)


def accumulator(tensor: Tensor) -> torch.dtype:
    """The dtype to sum in: float64, but for MPS, which has none."""
    return torch.float32 if tensor.device.type == "mps" else torch.float64


def wide(tensor: Tensor) -> Tensor:
    return tensor.to(accumulator(tensor))


def share_into(received: Float[Tensor, "batch head key"], kind: Bool[Tensor, "batch key"]) -> Float[Tensor, "batch head"]:
    """Σ_{j ∈ kind} of what each key received."""
    return (received * kind[:, None]).sum(-1)
