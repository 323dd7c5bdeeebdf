"""What a measure is: maps in, one figure per unit and head out.

A measure never sees a corpus, a group or a file. It looks at one layer's maps of one batch and says, for each of its keys, each
unit's figure for each head, and which units have a say in that key at all.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor

from headscope.description import SPECIAL, Description, Key, Section, named
from headscope.errors import HeadscopeError, unknown_name
from headscope.measures.asked import Asked
from headscope.measures.word_maps import From, Grouping
from headscope.models.circuits import Circuit
from headscope.models.weighting import sinks
from headscope.quantities import SHARE, Quantity
from headscope.tokens import Encoder, Side
from headscope.types import Document, Prediction, Sentence, UnitKind

# One layer's maps; all layers' at once; ∂L/∂α; ∂L/∂ξ, ξ the gate that multiplies a head's output; the value vectors; what masking does
# to a prediction; the model's input embeddings; that no token sees a later one; the heads' own weights; of the corpus: dependency trees,
# mentions of entities.
Need = Literal[
    "maps", "layers", "gradient", "gates", "values", "effects", "embeddings", "causal", "weights", "trees", "mentions"
]
Per = Literal["stack", "layer", "head"]
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
    circuit: Circuit | None = None  # the weights of the layer's heads; None: nobody asked
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
        return sinks(self.keys, causal=False) if self.rests is None else self.rests

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


@dataclass(frozen=True)
class Observation:
    """What a measure saw in one layer: a figure per key, unit and head, and a weight per key and unit (0: not counted). Under weights that
    leave out tokens head by head, a weight per key, unit and head.

    `names` are keys and directions where these are not known before the corpus is read; None: the measure's own keys.
    """

    values: Float[Tensor, "series batch head"]
    weights: Float[Tensor, "series batch"] | Float[Tensor, "series batch head"]
    names: tuple[tuple[str, str], ...] | None = None


class Measure(ABC):
    """Base of all measures. A subclass is one file: its docstring opens with the formula and ends with a worked example.

    What it says of itself here is all that the rest of headscope asks: the command line, tables, queries, figures and the atlas have a
    measure as soon as `measures/__init__.py` has its line.
    """

    name: ClassVar[str]
    title: ClassVar[str]  # what a reader calls it
    read: ClassVar[str]  # how to read its figures, in two sentences
    causal_caveat: ClassVar[str] = ""  # what its heads can and can't do in models in which no token sees a later one
    formula: ClassVar[str]
    known: ClassVar[Mapping[str, Key]]  # its keys, in the order in which they are shown
    section: ClassVar[Section]  # the part of the atlas that it stands in
    place: ClassVar[int] = 50  # its place there
    quantity: ClassVar[Quantity] = SHARE
    unit: ClassVar[UnitKind] = "pair"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps"})
    key_needs: ClassVar[Mapping[str, Need]] = {}  # what single keys need beside that; where it can't be had they are left out
    between: ClassVar[Literal["tokens", "words"]] = "tokens"  # what the maps are between that it reads
    takes: ClassVar[tuple[str, ...]] = ()  # the options of a run that change its formula, as its constructor names them
    baseline_per: ClassVar[Per] = "stack"  # whether its baselines are one number for a stack, for each layer, or for each head
    second: ClassVar[bool] = False  # gives way to others where a query names a bare key that they have too
    emphasis: ClassVar[float] = 1.0  # how much a finding made from it counts against others
    # Of measures of right answers: what the best baseline is called, what heads that are right are called, keys that are no claim.
    counts: ClassVar[str] = ""
    behaviour: ClassVar[str] = ""
    keywords: ClassVar[tuple[str, ...]] = ()
    folds: ClassVar[tuple[str, ...] | None] = None  # the directions in which a relation's subtypes add up
    open_keys: ClassVar[bool] = False  # whether its keys are what the corpus has: relations
    rest: ClassVar[str] = ""  # where its keys are parts of one whole: what the rest is called
    parts: ClassVar[bool] = False  # whether its keys are parts of a head's attention that do not overlap, so that shares add up
    every_row: ClassVar[bool] = False  # whether it is asked about all rows also under weights that leave some out
    patterns: ClassVar[bool] = False  # whether heads are labelled with the one of its keys that is furthest above chance
    keys: tuple[str, ...]
    chosen: bool = False  # whether its keys were asked for one by one

    def __init__(self, keys: Sequence[str] | None = None) -> None:
        known = tuple(self.known)
        for key in keys or ():
            if key not in known:
                raise unknown_name(f"key of '{self.name}'", key, known)
        self.keys = tuple(key for key in known if keys is None or key in keys)
        self.chosen = keys is not None

    def without(self, keys: Collection[str]) -> "Measure":
        """The measure with fewer keys, and the same options."""
        fewer = copy(self)
        fewer.keys = tuple(key for key in self.keys if key not in keys)
        return fewer

    def key(self, key: str, direction: str = "") -> Key:
        """What is said of one of its keys."""
        return self.known[key]

    def wanted(self, need: Need) -> bool:
        """Whether it, or one of the keys that it is asked for, needs this."""
        return need in self.needs or any(self.key_needs.get(key) == need for key in self.keys)

    def described(
        self, names: Iterable[tuple[str, str]] = (), special: Mapping[str, str] = SPECIAL, *, causal: bool = False
    ) -> Description:
        """Itself as data, with the keys of these names (key and direction) or its own; special tokens are called as the model's tokenizer
        calls them. `causal`: of a model in which no token sees a later one."""
        caveats = (self.section.caveat, self.causal_caveat if causal else "")
        return Description(
            self.name,
            named(self.title, special),
            named(self.read, special),
            named(self.formula, special),
            replace(self.section, name=named(self.section.name, special), caveat=" ".join(filter(None, caveats))),
            self.quantity,
            self.unit,
            self.place,
            self.second,
            self.emphasis,
            "layers" in self.needs,
            self.counts,
            self.behaviour,
            self.keywords,
            self.folds,
            self.open_keys,
            self.parts,
            self.patterns,
            {name: self.key(*name).named(special) for name in names or [(key, "") for key in self.keys]},
            self.rest,
        )

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """What something simpler than a head scores: `even` are maps of uniform attention. They have one head, which stands for all, and
        no values or gradients; where `baseline_per` is "head" they have all heads, with each one's own."""
        return {"uniform": self.observe(even)}

    def answers(self, unit: Asked, key: str, direction: str, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
        """Of a measure of right answers: a head's answers about every word that the key is of, in the order of the words."""
        raise TypeError(f"'{self.name}' has no single answers")

    def documents(self, encoder: Encoder, ordinary: Sequence[int]) -> Iterator[Document]:
        """What a measure reads whose unit is "own": it makes documents of token ids itself, the same ones every time. `ordinary` are the
        ids of tokens that are not special and that the model knows."""
        raise TypeError(f"'{self.name}' reads a corpus")

    @abstractmethod
    def observe(self, maps: Maps) -> Observation:
        """Each unit's figure under each key for each head, and which units count."""


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


def parse(spec: str) -> tuple[str, list[str] | None]:
    """Splits `offset=-2,+2` into the measure's name and the keys asked for.

    >>> parse("offset=-2,+2"), parse("entropy")
    (('offset', ['-2', '+2']), ('entropy', None))
    """
    name, equals, keys = spec.partition("=")
    if not equals:
        return name, None
    wanted = [key.strip() for key in keys.split(",") if key.strip()]
    if not wanted:
        raise HeadscopeError(f"'{spec}' asks for no key: write {name}=KEY,KEY or {name} alone.")
    return name, wanted
