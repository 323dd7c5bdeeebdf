"""Image → the tensor that a vision model reads: resized, cut, rescaled and normalised as its `preprocessor_config.json` says.

Pillow opens image files, and is needed for nothing else; an array, or a file of one (`.npy`), does without.
"""

import hashlib
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import interpolate

from headscope.corpora.reading.original import changed
from headscope.errors import HeadscopeError, one_line

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".npy")
_WAYS = {0: "nearest-exact", 2: "bilinear", 3: "bicubic"}  # Pillow's numbers


@dataclass(frozen=True)
class Preparation:
    """What is done to an image before a model reads it. `height` and `width` are what it reads."""

    height: int
    width: int
    shortest: int | None = None  # the shorter side is resized to this and the middle cut out; None: both sides are stretched
    way: str = "bilinear"
    scale: float = 1 / 255
    mean: tuple[float, ...] = (0.5, 0.5, 0.5)
    deviation: tuple[float, ...] = (0.5, 0.5, 0.5)

    @classmethod
    def read(cls, settings: dict[str, Any], height: int, width: int) -> "Preparation":
        """From the settings of an image processor; `height` and `width` are the model's own, where they say nothing."""
        size = settings.get("size") or {}
        size = {"height": size, "width": size} if isinstance(size, int) else size
        cut = settings.get("crop_size") if settings.get("do_center_crop") else None
        cut = {"height": cut, "width": cut} if isinstance(cut, int) else cut
        final = cut or size
        even = settings.get("do_normalize", True)
        return cls(
            int(final.get("height", height)),
            int(final.get("width", width)),
            size.get("shortest_edge"),
            _WAYS.get(settings.get("resample", 2), "bilinear"),
            float(settings.get("rescale_factor", 1 / 255)) if settings.get("do_rescale", True) else 1.0,
            tuple(settings.get("image_mean") or cls.mean) if even else (0.0,) * 3,
            tuple(settings.get("image_std") or cls.deviation) if even else (1.0,) * 3,
        )

    def __call__(self, image: Float[Tensor, "channel height width"]) -> Float[Tensor, "channel high wide"]:
        image = self._resized(image[None])[0]
        top, left = (image.shape[1] - self.height) // 2, (image.shape[2] - self.width) // 2
        image = image[:, max(0, top) : max(0, top) + self.height, max(0, left) : max(0, left) + self.width]
        mean, deviation = (torch.tensor(numbers)[:, None, None] for numbers in (self.mean, self.deviation))
        return (image * self.scale - mean) / deviation

    def _resized(self, image: Float[Tensor, "1 channel height width"]) -> Float[Tensor, "1 channel high wide"]:
        high, wide = self.height, self.width
        if self.shortest is not None:
            factor = self.shortest / min(image.shape[2:])
            high, wide = (max(least, round(n * factor)) for n, least in zip(image.shape[2:], (high, wide), strict=True))
        if (high, wide) == tuple(image.shape[2:]):
            return image
        smooth: dict[str, Any] = {} if self.way.startswith("nearest") else {"antialias": True, "align_corners": False}
        # Rounded to whole levels, as pixels are.
        return interpolate(image, (high, wide), mode=self.way, **smooth).round().clamp(0, 255)


def open_image(image: Any, digest: str = "") -> Float[Tensor, "channel height width"]:
    """A file, a Pillow image or an array [height, width] or [height, width, 3] of levels from 0 to 255, as three channels. A file must have
    the SHA-256 `digest`, where one is given."""
    if isinstance(image, str | Path):
        image = _read(Path(image).expanduser(), digest)
    elif hasattr(image, "convert"):
        image = np.asarray(image.convert("RGB"))
    array = np.asarray(image)
    if array.ndim == 2:
        array = np.repeat(array[..., None], 3, -1)
    if array.ndim != 3 or array.shape[-1] not in (3, 4) or not array.size or array.dtype.kind not in "ufi":
        raise HeadscopeError(
            f"An image of shape {list(array.shape)} ({array.dtype}) can't be read: expected [height, width, 3] with levels from 0 to 255."
        )
    if not (np.isfinite(array).all() and array.min() >= 0 and array.max() <= 255):
        raise HeadscopeError(f"An image has levels from 0 to 255; this one has {array.min():.4g} to {array.max():.4g}.")
    return torch.from_numpy(array[..., :3].astype(np.float32)).permute(2, 0, 1)


def _read(path: Path, digest: str) -> np.ndarray:
    if not path.is_file():
        raise changed(path, "it is not there any more") if digest else HeadscopeError(f"There is no image '{path}'.")
    try:
        data = path.read_bytes()
        if digest and hashlib.sha256(data).hexdigest() != digest:
            raise changed(path, "its bytes are not those that were there when it was opened")
        if path.suffix == ".npy":
            return np.asarray(np.load(BytesIO(data), allow_pickle=False))
        with import_module("PIL.Image").open(BytesIO(data)) as opened:
            return np.asarray(opened.convert("RGB"))
    except ModuleNotFoundError:
        raise HeadscopeError(
            f"Reading '{path}' needs Pillow: pip install pillow. An array in a .npy file needs nothing."
        ) from None
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise HeadscopeError(f"'{path}' can't be read as an image: {one_line(error)}.") from None
