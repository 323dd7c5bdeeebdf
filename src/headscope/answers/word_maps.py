"""Some heads' maps between words, unit by unit, for whoever looks at single words: the rest of a run adds up and forgets."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Int
from torch import Tensor

from headscope.answers.answer import HeadPlace
from headscope.errors import HeadscopeError, unknown_name
from headscope.measures.word_maps import From, first_tokens, to_words
from headscope.models import Call, Model
from headscope.models.weighting import Weights, weigh
from headscope.tokens import Encoded, Side, collate
from headscope.types import Head, Site


@dataclass(frozen=True)
class WordMap:
    """One unit under one head: A_uv between its words, and what each word gives to [CLS], to [SEP] and to all special tokens
    together. `present` are the words that the model got at all; the others give and get 0."""

    weights: Float32[np.ndarray, "word word"]
    cls: Float32[np.ndarray, " word"]
    sep: Float32[np.ndarray, " word"]
    special: Float32[np.ndarray, " word"]
    present: tuple[bool, ...]


def check_head(model: Model, stack: str | None, head: Head) -> HeadPlace:
    """The head of the stack, by default the model's first; raises where the model has none such."""
    stacks = model.stacks
    place = next((name for name in stacks if stack in (None, name)), None)
    if place is None:
        raise unknown_name(f"stack in '{model.name}'", str(stack), stacks)
    sites = [site for site in model.sites if site.stack == place]
    if not any(site.layer == head.layer and head.head < site.heads for site in sites):
        layers, heads = stacks[place]
        where = f"the {place} of '{model.name}'" if len(stacks) > 1 else f"'{model.name}'"
        raise HeadscopeError(f"There is no head {head}: {where} has {layers} layers of {heads} heads, 1-1 to {layers}-{heads}.")
    return HeadPlace(place, head)


def word_maps(
    model: Model,
    rows: Sequence[Encoded],
    heads: Collection[HeadPlace],
    *,
    precision: str = "full",
    words_from: From = "mean",
    kind: Weights = "raw",
) -> dict[HeadPlace, list[WordMap]]:
    """The maps of each unit under each head; `precision`, `words_from` and the `kind` of weights as in a run. One forward pass."""
    batch = collate(rows, model.encoder, model.device, model.start)
    lengths = [sum(len(sentence.words) for sentence in row.sentences) for row in rows]
    found: dict[HeadPlace, list[WordMap]] = {}

    def hear(site: Site, call: Call) -> None:
        mine = [place for place in heads if (place.stack, place.head.layer) == (site.stack, site.layer)]
        if mine:
            keys = model.sides(batch, site.stack)[1]
            weights = weigh(kind, model, site, call, keys).weights[:, [place.head.head for place in mine]]
            if precision == "float16":
                weights = weights.half().to(weights.dtype)
            made = _read(weights, *model.sides(batch, site.stack), lengths, words_from)
            found.update(zip(mine, made, strict=True))

    model.attend(batch, hear)
    return found


def _read(weights: Tensor, queries: Side, keys: Side, lengths: Sequence[int], way: From) -> list[list[WordMap]]:
    """By head, then by unit. [CLS], [SEP] and other special tokens are taken for three more words, to which one can attend."""
    number = max(lengths)
    together = to_words(weights, queries.words, _with_special(keys, number), number + 3, way).float().cpu().numpy()
    present = (first_tokens(queries.words, number) >= 0).tolist()
    return [
        [
            WordMap(
                one[:n, :n].copy(),  # a part would keep the whole batch alive
                one[:n, number].copy(),
                one[:n, number + 1].copy(),
                one[:n, number:].sum(-1, dtype=np.float32),
                tuple(had[:n]),
            )
            for one, n, had in zip(head, lengths, present, strict=True)
        ]
        for head in together.swapaxes(0, 1)
    ]


def _with_special(keys: Side, number: int) -> Int[Tensor, "batch key"]:
    kinds = torch.where(keys.cls, number, torch.where(keys.sep, number + 1, number + 2))
    return torch.where((keys.words < 0) & keys.real, kinds, keys.words)
