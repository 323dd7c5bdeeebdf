"""Which words of a segment are hidden, alone and together, to find out from which others the model would guess them."""

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from headscope.tokens.encode import Encoded, Encoder

WINDOW, FEWEST = 24, 12  # consecutive words of one text: words further away rarely matter to each other
HIDDEN, ALSO = 6, 4  # of a whole window; of a smaller one the same shares


@dataclass(frozen=True)
class Trial:
    """Positions: the words i that are masked together, in order, and the words j each of which is masked beside them once."""

    hidden: tuple[int, ...]
    also: tuple[int, ...]


def is_tried(encoded: Encoded, every: int) -> bool:
    """Whether a segment is among those of which every so manieth is tried: told by a hash of it, whatever stands beside it."""
    return every == 1 or _seed(encoded, b"tried") % every == 0


def _seed(encoded: Encoded, purpose: bytes) -> int:
    return int.from_bytes(blake2b(np.array(encoded.ids, dtype="<i8").tobytes(), digest_size=8, person=purpose).digest(), "big")


def trial(encoded: Encoded, encoder: Encoder) -> Trial | None:
    """Drawn by a hash of the segment, so that the same segment is tried in the same way in every batch, shard and run; None
    where no text of it has 12 words. Hiding six words at once gives 24 pairs (i, j) for five readings of the segment."""
    texts: dict[int, list[int]] = {}
    for at, (token, text) in enumerate(zip(encoded.ids, encoded.segments, strict=True)):
        if encoder.is_lexical(token):
            texts.setdefault(text, []).append(at)
    long = [places for places in texts.values() if len(places) >= FEWEST]
    if not long:
        return None
    generator = np.random.default_rng(_seed(encoded, b"trial"))
    places = long[int(generator.integers(len(long)))]
    size = min(WINDOW, len(places))
    start = int(generator.integers(len(places) - size + 1))
    drawn = generator.permutation(places[start : start + size]).tolist()
    hidden, also = size * HIDDEN // WINDOW, size * ALSO // WINDOW
    return Trial(tuple(sorted(drawn[:hidden])), tuple(sorted(drawn[hidden : hidden + also])))
