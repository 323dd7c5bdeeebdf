"""Sums as whole numbers of few bytes: exactly the same numbers in less space.

Sums are multiples of a step (tally.py), so each is a whole number of steps. Right answers are counted, so their steps are 1 and one
byte is mostly enough; shares of attention need four or five bytes.
"""

import numpy as np
from jaxtyping import Float64, Int8, UInt8

MOST_BYTES = 7  # beyond that, float64 would not hold the number exactly

Packed = UInt8[np.ndarray, "byte *shape"] | Int8[np.ndarray, "byte *shape"]


def pack(values: Float64[np.ndarray, "*shape"], most_bits: int) -> tuple[Packed, int] | None:
    """The values times 2**bits, with as few bits as they need but no more than `most_bits`; the lowest byte of each comes first, then
    the second, … as uint8, or int8 (two's complement) where one is negative. None where that would not give the same values again.

    >>> packed, bits = pack(np.array([0.5, 300.0]), 32)
    >>> packed.tolist(), packed.dtype.name, bits
    ([[1, 88], [0, 2]], 'uint8', 1)
    >>> unpack(packed, bits).tolist(), pack(np.array([0.1]), 32)
    ([0.5, 300.0], None)
    """
    steps = values * 2.0**most_bits
    if not ((np.abs(steps) < 2.0**53) & (steps == np.rint(steps))).all():
        return None
    whole = steps.astype(np.int64)
    common = int(np.bitwise_or.reduce(whole, axis=None))
    spare = min(most_bits, (common & -common).bit_length() - 1) if common else most_bits
    whole >>= spare
    low, high = int(whole.min(initial=0)), int(whole.max(initial=0))
    signed = low < 0
    length = max(1, -(-(max(high, ~low if signed else 0).bit_length() + signed) // 8))
    bytes_of_each = whole.astype("<i8").view(np.uint8).reshape(*values.shape, 8)
    packed = np.ascontiguousarray(np.moveaxis(bytes_of_each[..., :length], -1, 0))
    return (packed.view(np.int8) if signed else packed), most_bits - spare


def unpack(packed: Packed, bits: int) -> Float64[np.ndarray, "*shape"]:
    """The values again.

    >>> unpack(np.array([[2, -2]], np.int8), 1).tolist()
    [1.0, -1.0]
    """
    length, shape = len(packed), packed.shape[1:]
    places = np.zeros((*shape, 8), np.uint8)
    places[..., 8 - length :] = np.moveaxis(
        packed.view(np.uint8), 0, -1
    )  # at the upper end, from where the sign moves down with them
    whole = places.view("<i8" if packed.dtype == np.int8 else "<u8").reshape(shape) >> (8 * (8 - length))
    return whole * 2.0**-bits
