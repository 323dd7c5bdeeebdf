"""Hidden vectors of words: the mean over a word's tokens of what a layer makes of them. Layer 0 is what the first layer is given."""

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.tokens import Encoded, collate
from headscope.workers import Fitting, workers

BATCH = 32

States = Float[Tensor, "layer _ feature"]  # sentences differ in their number of words


def number_of_layers(model: Model) -> int:
    """How many layers have hidden vectors of words, beside layer 0: the encoder's where there is one, otherwise the decoder's."""
    stacks = model.stacks
    return stacks["encoder" if "encoder" in stacks else "decoder"][0]


def word_states(model: Model, rows: Sequence[Encoded], layers: Sequence[int]) -> list[States]:
    """h_w = (1/|w|) Σ_{t∈w} h_t in each of some layers, for every sentence of one batch, in one forward pass. On the CPU, in float32; a
    word without a token has zeros."""
    if model.road == "maps":
        raise HeadscopeError("Hidden vectors can't be had from maps that were made elsewhere: give the model with -m.")
    batch = collate(rows, model.encoder, model.device, model.start)
    with torch.no_grad():  # not inference mode: what it makes could not be learnt from
        answer = model.forward({**model.inputs(batch), "output_hidden_states": True}, lambda *_: None)
    hidden = _of_source(answer, model)
    words = batch.source.words
    number = max(len(row.sentences[0].words) for row in rows)
    member = (words[:, None] == torch.arange(number, device=words.device)[:, None]).float()  # [batch, word, token]
    mean = member / member.sum(2, keepdim=True).clamp(min=1)
    real = batch.source.real[..., None]
    # Vectors of padding may hold anything, and 0 × NaN is NaN.
    made = torch.stack([mean @ hidden[layer].float().masked_fill(~real, 0) for layer in layers], 1).cpu()
    return [one[:, : len(row.sentences[0].words)].clone() for one, row in zip(made, rows, strict=True)]


def _of_source(answer: Any, model: Model) -> Sequence[Float[Tensor, "batch position feature"]]:
    name = "encoder_hidden_states" if model.is_encoder_decoder else "hidden_states"
    hidden = getattr(answer, name, None)
    if hidden is None or len(hidden) <= number_of_layers(model):
        raise HeadscopeError(
            f"'{model.name}' does not hand out its hidden vectors, which the structural probe needs: leave it out."
        )
    found: Sequence[Tensor] = hidden
    return found


def in_order(model: Model, rows: Sequence[Encoded], layers: Sequence[int], batch_size: int = BATCH) -> list[States]:
    """The hidden vectors of all sentences, batches of like length side by side where the device is a CPU; a batch that does not fit
    into memory is halved."""
    order = sorted(range(len(rows)), key=lambda number: (len(rows[number]), number))
    batches = [order[at : at + batch_size] for at in range(0, len(order), batch_size)]

    fitting: Fitting[Encoded, list[States]] = Fitting(lambda some: word_states(model, some, layers), model.device, told=False)

    def one(members: Sequence[int]) -> list[States]:
        return [state for part in fitting([rows[number] for number in members]) for state in part]

    with workers(model.device) as pool:
        made = pool.map(one, batches)
    found = {
        number: state for members, some in zip(batches, made, strict=True) for number, state in zip(members, some, strict=True)
    }
    return [found[number] for number in range(len(rows))]
