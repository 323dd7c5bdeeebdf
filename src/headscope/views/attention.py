"""The attention of one text as an object: every head's map, and the tokens on both of its sides.

It is made by `attend` from a model and a text, or by `Attention.from_arrays` from maps that somebody has already. What is drawn of
it is not decided here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from jaxtyping import Bool, Float32

from headscope.errors import HeadscopeError, unknown_name
from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.results.sample_text import Tokens
from headscope.types import Head, Stack
from headscope.views.telling import telling
from headscope.views.weighting import weighed

if TYPE_CHECKING:
    from torch import Tensor

    from headscope.views.likely import Likely

    # One array [layer, head, n, n], or one for each layer; None for a layer that a model did not hand over, which is refused.
    Maps: TypeAlias = np.ndarray | Tensor | Sequence[np.ndarray | Tensor | None]


@dataclass(frozen=True, eq=False)
class Vectors:
    """What weights are made of: α(i, ·) is the softmax of scaling · q(i) · k(j), to which some models add their own: a mask, a
    bias of positions (T5), a cap (Gemma), a sink (gpt-oss)."""

    query: Float32[np.ndarray, "layer head query feature"]
    key: Float32[np.ndarray, "layer head key feature"]
    scaling: float


@dataclass(frozen=True, eq=False)
class StackAttention:
    """The maps of one stack, α[layer, head, query, key], with the tokens that attend and those that are attended to. `causal` says
    whether no token sees a later one; None where nobody knows, and the maps must tell. `prompt` is how many tokens were given where the
    model wrote the others. `norms` are ‖f(j)‖, how much each head moves from a token, where that is known; `raw` is the attention that maps
    under other weights were made of."""

    queries: Tokens
    keys: Tokens
    maps: Float32[np.ndarray, "layer head query key"]
    vectors: Vectors | None = None
    causal: bool | None = None
    prompt: int | None = None
    norms: Float32[np.ndarray, "layer head key"] | None = None
    raw: "StackAttention | None" = None

    @cached_property
    def sinks(self) -> Bool[np.ndarray, " key"]:
        """The tokens on which a head may rest: special ones and, where no token sees a later one, the first."""
        found = np.array(self.keys.special, dtype=bool)
        square = self.maps.shape[2] == self.maps.shape[3] > 1
        causal = self.causal if self.causal is not None else square and not np.triu(self.maps, 1).any()
        if causal:
            found[0] = True
        return found

    def under(self, kind: str) -> "StackAttention":
        """The same with maps of these weights; what is needed for them is there."""
        own = self.raw or self
        if kind == "raw":
            return own
        layers = [
            weighed(kind, maps, None if own.norms is None else own.norms[at], own.sinks) for at, maps in enumerate(own.maps)
        ]
        return replace(own, maps=np.stack(layers), raw=own)

    @property
    def generated(self) -> str:
        """How many tokens the model wrote, for a caption; nothing where it wrote none."""
        return "" if self.prompt is None else f", of which the last {len(self.queries.texts) - self.prompt} were generated"

    @property
    def layers(self) -> int:
        return int(self.maps.shape[0])

    @property
    def heads(self) -> int:
        return int(self.maps.shape[1])

    @cached_property
    def telling(self) -> Head:
        """The head with most to show on this text."""
        return telling(self.maps, self.queries, self.keys)


@dataclass(frozen=True, eq=False)
class Attention:
    """The attention of every head over one text, or two. `cut` is how many tokens of the text were left out, `remarks` are sentences
    about what a reader should know. `weights` is what the maps are made of (docs/weights.md), `no_norms` why norm weights can't be. `off`
    are the heads that were switched off, `likely` what the model predicts with and without them, where that was asked for."""

    name: str
    stacks: dict[Stack, StackAttention]
    cut: int = 0
    remarks: tuple[str, ...] = ()
    weights: str = "raw"
    no_norms: str = "only maps are known here, and no value vectors"
    off: tuple[str, ...] = ()
    likely: "Likely | None" = None

    def under(self, weights: str) -> "Attention":
        """The same text with maps of other weights: `raw`, `norm` or `no-sink`; of maps for whole layers there are no others.

        >>> maps = np.array([[[[0.6, 0.1, 0.3]] * 3]], np.float32)
        >>> left = Attention.from_arrays(maps, ["[CLS]", "a", "b"]).under("no-sink")
        >>> left.weights, left.stack().maps[0, 0, 1].tolist()
        ('no-sink', [0.0, 0.25, 0.75])
        """
        if weights not in (known := (*WEIGHTS, *LAYER_WEIGHTS)):
            raise unknown_name("kind of weights", weights, known)
        if weights == self.weights:
            return self
        if {weights, self.weights} & LAYER_WEIGHTS.keys():
            raise HeadscopeError(
                f"These maps are of {self.weights} weights, and {weights} is not made of them: run the model once more, with "
                f"attend(model, text, weights='{weights}')."
            )
        if weights == "norm" and any((one.raw or one).norms is None for one in self.stacks.values()):
            raise HeadscopeError(f"Norm weights are not available for '{self.name}': {self.no_norms}. Try --weights raw.")
        return replace(self, stacks={name: one.under(weights) for name, one in self.stacks.items()}, weights=weights)

    def stack(self, name: str | None = None) -> StackAttention:
        """The stack of that name; without one, the first."""
        return self.stacks[self.stack_name(name)]

    def stack_name(self, name: str | None = None) -> Stack:
        for known in self.stacks:
            if name in (None, known):
                return known
        raise unknown_name("stack here", str(name), self.stacks)

    def __repr__(self) -> str:
        sizes = ", ".join(
            f"{name} {one.layers} layers × {one.heads} heads, {len(one.queries.texts)} × {len(one.keys.texts)} tokens"
            for name, one in self.stacks.items()
        )
        return f"<Attention of {self.name}: {sizes}>"

    @classmethod
    def from_arrays(
        cls,
        maps: "Maps | None" = None,
        tokens: Sequence[str] | None = None,
        sentence_b_start: int | None = None,
        *,
        special: Iterable[int] | None = None,
        words: Sequence[int | None] | None = None,
        name: str = "attention",
        encoder_attention: "Maps | None" = None,
        decoder_attention: "Maps | None" = None,
        cross_attention: "Maps | None" = None,
        encoder_tokens: Sequence[str] | None = None,
        decoder_tokens: Sequence[str] | None = None,
    ) -> "Attention":
        """Attention made elsewhere: one array [layer, head, n, n], or a sequence with one [1, head, n, n] or [head, n, n] per layer,
        of NumPy or torch, as a model's `output_attentions=True` gives them.

        `sentence_b_start` is the position of the second text's first token, counted from 0. `special` are the positions of special
        tokens, by default those that are written like [CLS] or <s>; `words` is the word of each token (None or -1 for none), by
        default told from the marks ##, Ġ and ▁. Of an encoder–decoder model, give the arguments with those names instead.

        >>> even = np.full((1, 1, 3, 3), 1 / 3)
        >>> Attention.from_arrays(even, ["[CLS]", "straw", "##berry"]).stack().queries.words
        (-1, 0, 0)
        """
        from headscope.views import arrays

        if maps is None and tokens is None:
            parts = (encoder_attention, decoder_attention, cross_attention)
            made = arrays.encoder_decoder(*parts, encoder_tokens, decoder_tokens)
        else:
            strange = (encoder_attention, decoder_attention, cross_attention, encoder_tokens, decoder_tokens)
            made = arrays.one_stack(
                maps, tokens, sentence_b_start, special, words, mixed=any(one is not None for one in strange)
            )
        return cls(name, made.stacks, remarks=made.remarks)
