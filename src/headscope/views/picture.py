"""A table of weights as a small PNG, to stand in a drawing: one pixel a cell, one colour, the weight as its opacity.

Opacity and not a ramp of colours, so that the picture suits a light page and a dark one.
"""

import base64
import struct
import zlib

import numpy as np
from jaxtyping import Float, UInt8

from headscope.figures.svg import Element

MOST = 128  # pixels to a side; larger maps are shown by the largest weight of each block


def picture(
    weights: Float[np.ndarray, "row column"], x: float, y: float, width: float, height: float, colour: tuple[int, int, int]
) -> Element:
    """Weights from 0 to 1 in a box, on a square-root scale, so that small ones can be seen."""
    small = _pooled(weights)
    pixels = np.empty((*small.shape, 4), dtype=np.uint8)
    pixels[..., :3] = colour
    pixels[..., 3] = np.rint(255 * np.sqrt(np.clip(small, 0, 1)))
    return _image(pixels, x, y, width, height)


def signed(
    values: Float[np.ndarray, "row column"],
    scale: float,
    box: tuple[float, float, float, float],
    colours: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> Element:
    """Numbers on both sides of 0 in a box (x, y, width, height): the first colour is of those above, the second of those below."""
    pixels = np.empty((*values.shape, 4), dtype=np.uint8)
    pixels[..., :3] = np.where((values >= 0)[..., None], *(np.array(one) for one in colours))
    pixels[..., 3] = np.rint(255 * np.clip(np.abs(values) / scale, 0, 1)) if scale > 0 else 0
    return _image(pixels, *box)


def _pooled(weights: Float[np.ndarray, "row column"]) -> np.ndarray:
    for axis in (0, 1):
        size = weights.shape[axis]
        if size > MOST:
            weights = np.maximum.reduceat(weights, np.unique(np.arange(MOST) * size // MOST), axis=axis)
    return weights


def _image(pixels: UInt8[np.ndarray, "row column 4"], x: float, y: float, width: float, height: float) -> Element:
    href = "data:image/png;base64," + base64.b64encode(png(pixels)).decode("ascii")
    return Element(
        "image", x=x, y=y, width=width, height=height, href=href, preserveAspectRatio="none", style="image-rendering: pixelated"
    )


def png(pixels: UInt8[np.ndarray, "row column 4"]) -> bytes:
    """Pixels (red, green, blue, opacity) as a PNG file.

    >>> png(np.zeros((1, 1, 4), dtype=np.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    height, width = pixels.shape[:2]
    rows = np.concatenate([np.zeros((height, 1), dtype=np.uint8), pixels.reshape(height, -1)], 1)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
