"""PNG files that are no larger than they need be: a palette of 256 colours where nobody could see the difference.

Colours are chosen to cover the ones that occur, however rare: choosing by how frequent they are would recolour thin strokes. Where a pixel
would still change visibly, the file keeps all colours.
"""

import io

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

LARGE = 32  # colours, the most frequent ones, that are kept exactly
SEEN = 8  # levels of 255 by which no channel of any pixel may change


def small_png(data: bytes, dpi: float | None = None, description: str = "") -> bytes:
    """The same picture in fewer bytes; pages are opaque, so transparency is dropped. `dpi` and a description go into the file."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    few = _exact(picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE), picture)
    change = np.abs(np.asarray(few.convert("RGB"), np.int16) - np.asarray(picture, np.int16)).max(initial=0)
    told = PngInfo()
    if description:
        told.add_itxt("Description", description)
    out = io.BytesIO()
    chosen = few if change <= SEEN else picture
    chosen.save(out, "PNG", optimize=True, pnginfo=told, **({} if dpi is None else {"dpi": (dpi, dpi)}))
    return out.getvalue()


def _exact(few: Image.Image, picture: Image.Image) -> Image.Image:
    """The same, with the colours of large areas as they were: on paper, on a page and in a legend they must be one colour."""
    indices, pixels = np.asarray(few).ravel(), np.asarray(picture, np.uint32).reshape(-1, 3)
    colours, first, counts = np.unique(pixels @ [1 << 16, 1 << 8, 1], return_index=True, return_counts=True)
    palette = list(few.getpalette() or [])
    kept: set[int] = set()
    for at in np.argsort(-counts, kind="stable")[:LARGE]:
        index = int(indices[first[at]])
        if index not in kept:
            kept.add(index)
            palette[3 * index : 3 * index + 3] = [int(colours[at]) >> shift & 255 for shift in (16, 8, 0)]
    few.putpalette(palette)
    return few
