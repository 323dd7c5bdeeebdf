"""What a model predicts for a masked word, or for the next one: whole, and with some of its heads switched off.

p(w) = softmax of the logits at one token: at the first [MASK] of a masked language model's text, or at the last token of a causal one's.
"""

from copy import copy
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.models import Model
from headscope.models.loss import is_causal, masking_refusal, read_logits, refusal, selecting
from headscope.tokens import TokenBatch

TOP = 5  # words of each model; the table has those of both


@dataclass(frozen=True)
class Guess:
    """A token, and its probability under the whole model and without the heads that are off."""

    text: str
    whole: float
    without: float


@dataclass(frozen=True)
class Likely:
    """What is predicted at a token (`place`, counted from 0): the word that is masked there, or the one that comes next. Where nothing is,
    `reason` is a sentence that says why."""

    what: Literal["mask", "next"] = "next"
    place: int = 0
    guesses: tuple[Guess, ...] = ()
    reason: str = ""


def likely(model: Model, batch: TokenBatch, top: int = TOP) -> Likely:
    """The likeliest words of a model that may have gates, and of the same model without any; the whole model's come first."""
    causal = is_causal(model)
    missing = refusal(model) if causal else masking_refusal(model)
    if missing:
        return Likely(reason=f"Predictions can't be shown: {missing}.")
    ids = batch.source.ids[0].tolist()
    place = _last(model, ids) if causal else next((at for at, token in enumerate(ids) if token == _mask(model)), None)
    if place is None:
        mask = model.encoder.tokenizer.mask_token
        return Likely("mask", reason=f"Write {mask} in the place of a word to see what the model expects there.")
    whole = _shares(_whole(model), batch, place)
    without = _shares(model, batch, place) if model.gates else whole
    best = [*whole.topk(min(top, len(whole))).indices.tolist(), *without.topk(min(top, len(without))).indices.tolist()]
    words = model.encoder.tokens(tokens := list(dict.fromkeys(best)))
    guesses = tuple(Guess(word, float(whole[token]), float(without[token])) for word, token in zip(words, tokens, strict=True))
    return Likely("next" if causal else "mask", place, guesses)


def _mask(model: Model) -> int | None:
    found: int | None = model.encoder.tokenizer.mask_token_id
    return found


def _last(model: Model, ids: list[int]) -> int:
    """The last token of the text, without those that some tokenizers end a text with: a causal model does not see them there."""
    closing = list(model.encoder.closing)
    return len(ids) - 1 - (len(closing) if closing and ids[-len(closing) :] == closing and len(ids) > len(closing) else 0)


def _whole(model: Model) -> Model:
    other = copy(model)
    other.gates = {}
    return other


@torch.inference_mode()
def _shares(model: Model, batch: TokenBatch, place: int) -> Float[Tensor, " token"]:
    asked = torch.zeros_like(batch.source.real)
    asked[0, place] = True
    with selecting(model, asked):
        outputs = model.run(batch, lambda number, call: None, whole=True)
    shares: Tensor = torch.softmax(read_logits(outputs, asked)[0].cpu().double(), -1)
    return shares
