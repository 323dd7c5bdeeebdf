"""Which tokens of a unit a model is asked to predict, and what it reads then: the same for every head, batch, shard and run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np
from jaxtyping import Int
from torch import Tensor

from headscope.models import Model
from headscope.models.loss import is_causal, next_tokens
from headscope.tokens import Encoded, TokenBatch, collate
from headscope.tokens.batches import padded
from headscope.tokens.masking import IGNORED, Masking, mask


@dataclass(frozen=True)
class Draw:
    """What the model reads, the label of every position, and which unit each row is of: several may be of one."""

    batch: TokenBatch
    labels: Int[Tensor, "row position"]
    units: tuple[int, ...]


def draw_tokens(model: Model, rows: Sequence[Encoded], masking: Masking) -> Draw:
    """Single tokens: some are masked, by the recipe; a causal model reads the text as it is and predicts every next token."""
    units = tuple(range(len(rows)))
    if is_causal(model):
        batch = collate(rows, model.encoder, model.device)
        return Draw(batch, next_tokens(batch), units)
    hidden = [mask(row, model.encoder, model.ordinary, masking) for row in rows]
    batch = collate([row for row, _ in hidden], model.encoder, model.device)
    return Draw(batch, padded([marks for _, marks in hidden], IGNORED, model.device), units)


def draw_words(model: Model, rows: Sequence[Encoded], masking: Masking) -> Draw:
    """Every word once, whole: a masked model reads copies of the unit, each with other words masked."""
    if is_causal(model):
        return draw_tokens(model, rows, masking)
    units, read, labels = [], [], []
    for at, row in enumerate(rows):
        for words in deal(row, masking.rate):
            places = [word in words for word in row.words or ()]
            hidden = [model.encoder.tokenizer.mask_token_id if h else token for token, h in zip(row.ids, places, strict=True)]
            read.append(replace(row, ids=tuple(hidden)))
            labels.append([token if h else IGNORED for token, h in zip(row.ids, places, strict=True)])
            units.append(at)
    return Draw(collate(read, model.encoder, model.device), padded(labels, IGNORED, model.device), tuple(units))


def deal(row: Encoded, rate: float) -> list[set[int]]:
    """The words of a unit, dealt by a hash of it into as many hands as it takes for none to have more than a share `rate`, or one.

    >>> hands = deal(Encoded("d", (5, 6, 7, 8), None, (0,) * 4, (-1, 0, 1, 1)), 0.5)
    >>> sorted(map(len, hands)), set.union(*hands)
    ([1, 1], {0, 1})
    """
    words = sorted({word for word in row.words or () if word >= 0})
    seed = blake2b(np.array(row.ids, dtype="<i8").tobytes(), digest_size=8).digest()
    order = np.random.default_rng(int.from_bytes(seed, "big")).permutation(words).tolist()
    number = -(-len(order) // max(1, int(rate * len(order)))) if order else 0
    return [set(order[at::number]) for at in range(number)]
