"""What a measure is: maps in, one figure per unit and head out.

A measure never sees a corpus, a group or a file. It looks at one layer's maps of one batch and says, for each of its keys, each
unit's figure for each head, and which units have a say in that key at all.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from jaxtyping import Float, Float32
from torch import Tensor

from headscope.description import SPECIAL, Description, Key, Loss, Section, named
from headscope.errors import HeadscopeError, unknown_name
from headscope.measures.asked import Asked
from headscope.measures.maps import SIMILAR, Cuts, Effects, Maps
from headscope.quantities import SHARE, Quantity
from headscope.rows import Pairs, accumulator, wide
from headscope.tokens import Encoder
from headscope.types import Document, Prediction, UnitKind

__all__ = [
    "SIMILAR",
    "UNIFORM",
    "Cuts",
    "Effects",
    "Maps",
    "Measure",
    "Need",
    "Observation",
    "Per",
    "accumulator",
    "parse",
    "wide",
]

# One layer's maps; all layers' at once; ∂L/∂α; ∂L/∂ξ, ξ the gate that multiplies a head's output; the value vectors; what a layer adds to
# what its heads move, and the norm right behind that sum; what a head adds to the logit of the token that follows; what masking does to a
# prediction; what cutting a head does to the loss, and what its mean in its place does; the model's input embeddings; that no token sees
# a later one; the heads' own weights; a token that closes a text; of the corpus: dependency trees, mentions of entities.
Need = Literal[
    "maps",
    "layers",
    "gradient",
    "gates",
    "values",
    "logits",
    "residual",
    "norm",
    "effects",
    "cuts",
    "mean-cuts",
    "embeddings",
    "causal",
    "weights",
    "closing",
    "trees",
    "mentions",
]
Per = Literal["stack", "layer", "head"]
UNIFORM = "uniform"  # the baseline of a measure that names no other: uniform attention


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
    cases: ClassVar[str] = ""
    among: ClassVar[str] = (
        ""  # of which attention its shares are, where that is not all of a text's: "on repeated random tokens"
    )
    counts: ClassVar[str] = ""
    behaviour: ClassVar[str] = ""
    keywords: ClassVar[tuple[str, ...]] = ()
    folds: ClassVar[tuple[str, ...] | None] = None  # the directions in which a relation's subtypes add up
    open_keys: ClassVar[bool] = False  # whether its keys are what the corpus has: relations
    rest: ClassVar[str] = ""  # where its keys are parts of one whole: what the rest is called
    parts: ClassVar[bool] = False  # whether its keys are parts of a head's attention that do not overlap, so that shares add up
    every_row: ClassVar[bool] = False  # whether it is asked about all rows also under weights that leave some out
    beside: ClassVar[str] = (
        ""  # `measure.key`: the score beside which it is to be read, by the order that both put the heads in
    )
    per: ClassVar[Literal["head", "layer"]] = "head"  # whether each head has a figure, or each layer
    loss: ClassVar[Loss] = ""  # how it says what the model loses without a head
    # Whether what a layer lets a token see decides which units count under a key: layers that see differently then have a baseline each.
    counts_by_sight: ClassVar[bool] = False
    drops: ClassVar[bool] = False  # whether its figure is the share of a head's tokens that weights without sinks do not count
    patterns: ClassVar[bool] = False  # whether heads are labelled with the one of its keys that is furthest above chance
    # Whether it reads whole maps. One that does not reads what `Maps` has of each row (entropy, largest, into, ahead, sums) and nothing
    # else of the weights, so that these need not be formed: long texts then cost memory for their tokens, not for pairs of tokens. Its
    # baseline is uniform attention.
    whole_maps: bool = True
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

    @property
    def all_needs(self) -> frozenset[Need]:
        """What it needs, and what the keys that it is asked for need beside that."""
        return self.needs | {self.key_needs[key] for key in self.keys if key in self.key_needs}

    def wanted(self, need: Need) -> bool:
        """Whether it, or one of the keys that it is asked for, needs this."""
        return need in self.all_needs

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
            self.beside,
            self.drops,
            self.per == "layer",
            self.loss,
            self.cases,
            self.among,
        )

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """What something simpler than a head scores: `even` are maps of uniform attention. They have one head, which stands for all, and
        no values or gradients; where `baseline_per` is "head" they have all heads, with each one's own."""
        return {UNIFORM: self.observe(even)}

    def distances(self) -> Sequence[int]:
        """Of a measure that needs no whole maps: the distances that it asks rows for."""
        return ()

    def listed(self, maps: Maps) -> Sequence[Pairs]:
        """Of a measure that needs no whole maps: the single pairs of tokens that it asks for, the same objects every time."""
        return ()

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
