"""Which tokens are hidden from a masked language model when its loss is taken: drawn by a hash of the segment itself, so that
the same segment is masked in the same way in every batch, shard, run and machine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from headscope.errors import HeadscopeError
from headscope.tokens.encode import Encoded, Encoder

IGNORED = -100  # a label that takes no part in the loss


@dataclass(frozen=True)
class Masking:
    """BERT's recipe: a share of the tokens is predicted; of these most become [MASK], some another token, the rest stay.
    Pieces of words are tokens of their own: a word may be hidden in part.

    >>> Masking.parse("0.3,1,0")
    Masking(rate=0.3, masked=1.0, random=0.0)
    """

    rate: float = 0.15
    masked: float = 0.8
    random: float = 0.1

    def __post_init__(self) -> None:
        shares = (self.rate, self.masked, self.random, self.masked + self.random)
        if not all(0 <= share <= 1 for share in shares) or self.rate == 0:
            raise HeadscopeError(
                f"Masking takes shares from 0 to 1, got rate {self.rate}, masked {self.masked}, random {self.random}."
            )

    @classmethod
    def parse(cls, text: str) -> "Masking":
        try:
            rate, masked, random = map(float, text.split(","))
        except ValueError:
            raise HeadscopeError(f"'{text}' is not a masking: expected three shares, as in 0.15,0.8,0.1.") from None
        return cls(rate, masked, random)


DEFAULT = Masking()


def mask(
    encoded: Encoded, encoder: Encoder, ordinary: Sequence[int], masking: Masking = DEFAULT
) -> tuple[Encoded, tuple[int, ...]]:
    """The segment with some of its tokens hidden, and the label of every position (-100 where nothing is predicted).

    `ordinary` are the ids that a token may be replaced with. Special tokens are never predicted; of the others at least one is,
    wherever there is one.
    """
    special = {encoder.cls, encoder.sep, *encoder.tokenizer.all_special_ids}
    places = [at for at, token in enumerate(encoded.ids) if token not in special]
    labels = [IGNORED] * len(encoded)
    if not places:
        return encoded, tuple(labels)
    seed = blake2b(np.array(encoded.ids, dtype="<i8").tobytes(), digest_size=8).digest()
    generator = np.random.default_rng(int.from_bytes(seed, "big"))
    chosen = generator.permutation(places)[: max(1, round(masking.rate * len(places)))]
    ids = list(encoded.ids)
    for at in chosen:
        labels[at] = ids[at]
        fate, other = generator.random(), ordinary[int(generator.integers(len(ordinary)))]
        if fate < masking.masked:
            ids[at] = encoder.tokenizer.mask_token_id
        elif fate < masking.masked + masking.random:
            ids[at] = other
    return replace(encoded, ids=tuple(ids)), tuple(labels)
