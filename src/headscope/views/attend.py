"""A model and a text → attention: one forward pass, every map kept; where asked for, the queries and keys that made them."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.models import Call, Model
from headscope.models.gates import named
from headscope.models.images.patches import ImageModel
from headscope.models.maps import MapsModel
from headscope.models.weighting import Weighing, check_weights, make_weights
from headscope.names import LAYER_WEIGHTS
from headscope.results.sample_maps import tokens_of
from headscope.results.sample_text import Tokens
from headscope.tokens import Encoded, TokenBatch, collate
from headscope.types import Site, Stack, Unit
from headscope.views.attention import Attention, StackAttention, Vectors
from headscope.views.likely import likely

if TYPE_CHECKING:
    from PIL.Image import Image

    Seen: TypeAlias = str | Path | np.ndarray | Image  # a text, or an image

MOST_BYTES = 4 * 2**30  # of maps in memory


def attend(
    model: Model,
    text: "Seen",
    second: str | None = None,
    *,
    vectors: bool = False,
    max_length: int | None = None,
    weights: str = "raw",
    predicts: bool = False,
) -> Attention:
    """The attention of every head over a text, or two: joined in the model's own pair form, or in an encoder–decoder model, the
    first for the encoder and the second for the decoder, which otherwise reads the first. A vision model takes an image in the place
    of a text: its path, an array [height, width, 3] of levels from 0 to 255, or a Pillow image; patches are then the tokens.

    A text that is longer than the model reads is refused; with `max_length`, texts are cut to so many tokens, the longer first.
    `vectors` keeps queries and keys too. `weights` is what the maps are made of; `Attention.under` has the others.
    With `predicts`, what the model expects at a masked word, or as the next one, is kept too.

    >>> from headscope.models import load
    >>> attention = attend(load("bundled"), "She found the key.")
    >>> attention.stack().queries.texts
    ('[CLS]', 'she', 'found', 'the', 'key', '.', '[SEP]')
    >>> round(float(attention.stack().maps[2, 4, 2, 3]), 2)  # head 3-5, from "found" to "the"
    1.0
    """
    if isinstance(model, MapsModel):
        raise HeadscopeError(
            "Maps from a file have no text to attend to: give the array and its tokens to Attention.from_arrays."
        )
    if max_length is not None:
        model.encoder.check_length(max_length)
    if isinstance(model, ImageModel):
        batch, cut = _image(model, text, second)
    elif isinstance(text, str):
        batch, cut = _batch(model, text, second, max_length)
    else:
        raise HeadscopeError(f"'{model.name}' reads text, and was given a {type(text).__name__}: expected a string.")
    check_size(model, batch)
    layered = weights in LAYER_WEIGHTS
    heard = _by_whole_layers(model, batch, weights) if layered else _by_heads(model, batch, vectors)
    stacks: dict[Stack, StackAttention] = {}
    for stack, one in heard.items():
        queries, keys = (tokens_of(model, side) for side in model.sides(batch, stack))
        known = one.vectors() if vectors else None
        causal = stack in model.causal
        stacks[stack] = StackAttention(queries, keys, one.by_layer(), known, causal, norms=one.norms_by_layer())
    if isinstance(text, str) and second is not None and not (model.is_encoder_decoder or model.encoder.has_pairs):
        stacks = {name: _split(model, one, text, second, max_length) for name, one in stacks.items()}
    off = tuple(name for name, gate in named(model).items() if gate == 0)
    guessed = likely(model, batch) if predicts else None
    if layered:
        return Attention(model.name, stacks, cut, weights=weights, off=off, likely=guessed)
    reason = model.values.reason or ""
    return Attention(model.name, stacks, cut, remarks(model), no_norms=reason, off=off, likely=guessed).under(weights)


def _by_heads(model: Model, batch: TokenBatch, vectors: bool) -> dict[Stack, "Heard"]:
    heard = {stack: Heard(heads) for stack, (_, heads) in model.stacks.items()}
    measured = norms_of(model)
    model.attend(batch, lambda site, call: heard[site.stack].keep(site.layer, call, vectors, measured(site, call)))
    return heard


def _by_whole_layers(model: Model, batch: TokenBatch, weights: str) -> dict[Stack, "Heard"]:
    """Weights that have one map for a layer."""
    [kind] = make_weights(weights)
    check_weights([kind], model)
    weighing = Weighing(kind, model, batch)
    heard = {stack: Heard(1) for stack in model.stacks}

    def hear(site: Site, call: Call) -> None:
        made = weighing.of(site, call, model.sides(batch, site.stack)[1]).weights
        heard[site.stack].keep(site.layer, Call(None, made, None), False, None)

    model.attend(batch, hear)
    return heard


def norms_of(model: Model) -> Callable[[Site, Call], Tensor | None]:
    """What gives ‖f(j)‖ of every head and token of a layer; None where the model's values are not known."""
    projections = model.values.projections

    def measured(site: Site, call: Call) -> Tensor | None:
        return projections[model.sites.index(site)].norms(call.values) if projections and call.values is not None else None

    return measured


def count_tokens(model: Model, text: str, second: str | None = None) -> int:
    """How many tokens a text, or two, will be on the longer side of a map."""
    if isinstance(model, ImageModel):
        return len(model.encoder.tokenizer)
    rows = [_row(model, name, one) for name, one in _inputs(model, text, second)]
    return max(len(row) for row, _ in rows)


@dataclass
class Heard:
    """What one stack of a model said in a pass, by layer."""

    heads: int
    maps: dict[int, np.ndarray] = field(default_factory=dict)
    queries: dict[int, np.ndarray] = field(default_factory=dict)
    keys: dict[int, np.ndarray] = field(default_factory=dict)
    scaling: dict[int, float] = field(default_factory=dict)
    norms: dict[int, np.ndarray] = field(default_factory=dict)

    def keep(self, layer: int, call: Call, vectors: bool, norms: Tensor | None) -> None:
        self.maps[layer] = self._heads(call.weights)
        if norms is not None:
            self.norms[layer] = self._heads(norms)
        if vectors and call.query is not None and call.key is not None:
            self.queries[layer], self.keys[layer] = self._heads(call.query), self._heads(call.key)
            # A model's layers say by what they multiply; where one does not, it is the tap's own default.
            own = getattr(call.module, "scaling", None)
            self.scaling[layer] = float(own) if isinstance(own, float | int) else float(call.query.shape[-1] ** -0.5)

    def _heads(self, tensor: Tensor) -> np.ndarray:
        """One layer's, with nothing where it has fewer heads than others."""
        layer = tensor[0].float().cpu().numpy()
        return np.pad(layer, ((0, self.heads - len(layer)), *[(0, 0)] * (layer.ndim - 1)))

    def by_layer(self) -> np.ndarray:
        """The maps of all layers that were heard."""
        return _by_layer(self.maps, keys=-1)

    def norms_by_layer(self) -> np.ndarray | None:
        return _by_layer(self.norms, keys=-1) if self.norms else None

    def vectors(self) -> Vectors | None:
        """None where the model does not hand over queries and keys, or not of one size."""
        sizes = {array.shape[-1] for array in self.queries.values()}
        if len(self.queries) < len(self.maps) or len(sizes) != 1:
            return None
        first = self.scaling[min(self.scaling)]
        # Where layers scale differently (some GPT-2 do), the difference goes into their queries: products stay what they were.
        queries = {layer: array * np.float32(self.scaling[layer] / first) for layer, array in self.queries.items()}
        return Vectors(_by_layer(queries), _by_layer(self.keys, keys=-2), first)


def _by_layer(arrays: dict[int, np.ndarray], keys: int | None = None) -> np.ndarray:
    """All layers as one array. Keys, counted along that axis, end at the same token: a layer whose window has let go of earlier ones in
    the cache has nothing there."""
    layers = [arrays[layer] for layer in sorted(arrays)]
    if keys is not None:
        most = max(layer.shape[keys] for layer in layers)
        layers = [
            np.pad(one, [(most - one.shape[keys] if axis - one.ndim == keys else 0, 0) for axis in range(one.ndim)])
            for one in layers
        ]
    return np.stack(layers).astype(np.float32, copy=False)


def remarks(model: Model) -> tuple[str, ...]:
    """What a reader should know of layers that are not there, and of heads that are empty."""
    said = []
    for stack, own in model.own_layers.items():
        names = ", ".join(str(at + 1) for at in own)
        said.append(
            f"Layers of the {stack} are those with attention weights: layers {names} of the model. The others have none to show."
        )
    for stack, heads in model.present.items():
        if len(set(heads)) > 1:
            said.append(f"Layers of the {stack} have {min(heads)} to {max(heads)} heads; those that a layer lacks are empty.")
    return tuple(said)


def _image(model: ImageModel, image: "Seen", second: object) -> tuple[TokenBatch, int]:
    if second is not None:
        raise HeadscopeError(f"'{model.name}' reads one image at a time: leave the second out.")
    if isinstance(image, str) and not image.strip():
        raise HeadscopeError("The path of the image is empty.")
    return model.batch(image), 0


def _inputs(model: Model, text: str, second: str | None) -> list[tuple[str, Unit]]:
    """What is encoded: one unit, or of an encoder–decoder model with two texts, two."""
    _check_text("The text", text)
    if second is not None:
        _check_text("The second text", second)
    if model.is_encoder_decoder and second is not None:
        return [("The text", Unit("text", text)), ("The second text", Unit("text", second))]
    return [("The text" if second is None else "The pair of texts", Unit("text", text, second))]


def _check_text(name: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise HeadscopeError(f"{name} is not valid UTF-8: it holds half of a character.") from None
    if not text.strip():
        raise HeadscopeError(f"{name} is empty: expected at least one word.")


def _row(model: Model, name: str, unit: Unit, max_length: int | None = None) -> tuple[Encoded, int]:
    """One unit as the model reads it, and how many of its tokens were cut."""
    rows, losses = model.encoder.encode([unit], max_length or sys.maxsize)
    if not rows:
        raise HeadscopeError(f"{name} gives no token: the tokenizer of '{model.name}' knows none of its characters.")
    return rows[0], losses.cut_tokens


def encode_text(model: Model, text: str, max_length: int) -> tuple[Encoded, int]:
    """One text as the model reads it, cut to `max_length` tokens, and how many were cut."""
    [(name, unit)] = _inputs(model, text, None)
    return _row(model, name, unit, max_length)


def _batch(model: Model, text: str, second: str | None, max_length: int | None) -> tuple[TokenBatch, int]:
    encoded = []
    for name, unit in _inputs(model, text, second):
        row, cut = _row(model, name, unit, max_length)
        longest = model.encoder.longest
        if longest is not None and len(row) > longest:
            raise HeadscopeError(
                f"{name} is too long: it has {len(row):,} tokens, and '{model.name}' reads at most {longest:,}. "
                f"Give a shorter one, or cut it with --max-length {longest}."
            )
        encoded.append((row, cut))
    rows = [row for row, _ in encoded]
    batch = collate(rows[:1], model.encoder, model.device, model.start)
    if len(rows) > 1:
        target = collate(rows[1:], model.encoder, model.device, model.start).target
        batch = TokenBatch(batch.documents, batch.source, batch.types, target)
    return batch, sum(cut for _, cut in encoded)


def check_size(model: Model, batch: TokenBatch) -> None:
    size = 0
    for stack, (layers, heads) in model.stacks.items():
        queries, keys = model.sides(batch, stack)
        size += 4 * layers * heads * queries.lengths[0] * keys.lengths[0]
    if size > MOST_BYTES:
        raise HeadscopeError(
            f"The maps of {max(batch.source.lengths):,} tokens would take {size / 1e9:.1f} GB, more than {MOST_BYTES / 1e9:.1f}: "
            "give a shorter text, or cut it with --max-length."
        )


def _split(model: Model, one: StackAttention, text: str, second: str, max_length: int | None) -> StackAttention:
    """Where a model has no pair form, both texts went in as one: a token is of the second if it ends in there."""
    cut = {} if max_length is None else {"truncation": "longest_first", "max_length": max_length}
    answer = model.encoder.call([f"{text} {second}"], None, **cut)
    if not getattr(answer, "is_fast", False):
        return one
    segments = tuple(int(end > len(text) + 1) for _, end in answer.encodings[0].offsets)
    if len(segments) != len(one.queries.texts):
        return one
    last = 0
    segments = tuple(last := max(last, segment) for segment in segments)  # special tokens go with the text before them
    side = Tokens(one.queries.texts, one.queries.special, segments, one.queries.words)
    return replace(one, queries=side, keys=side)
