"""Vision transformers: an image is cut into patches, and patches are tokens, named by row and column, both counted from 1.

What they don't have: words, pairs of texts, a loss over a vocabulary. Measures of running text go by position.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import nn

from headscope.corpora import Corpus
from headscope.corpora.formats import is_text
from headscope.errors import HeadscopeError
from headscope.models.connect import connect
from headscope.models.images.pixels import SUFFIXES, Preparation, open_image
from headscope.models.model import Model
from headscope.tokens import Encoded, Encoder, Losses, TokenBatch, collate
from headscope.types import Document, Unit


def is_vision(config: Any) -> bool:
    """Whether a config is of a model that reads images and nothing else."""
    return all(hasattr(config, name) for name in ("image_size", "patch_size", "num_channels")) and not hasattr(
        config, "text_config"
    )


class Patches:
    """What is used of a tokenizer where nothing is tokenised."""

    pad_token_id = mask_token_id = None

    def __init__(self, names: Sequence[str], special: int) -> None:
        self.names, self.all_special_ids = tuple(names), list(range(special))

    def get_vocab(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self.names)}

    def convert_ids_to_tokens(self, ids: Sequence[int]) -> list[str]:
        return [self.names[token] for token in ids]

    def decode(self, ids: Sequence[int]) -> str:
        return " ".join(self.convert_ids_to_tokens(ids))

    def __len__(self) -> int:
        return len(self.names)


class PatchEncoder(Encoder):
    """Images as tokens. A unit's text is the path of an image; what is none is left out, and counted."""

    def __init__(self, prepare: Preparation, rows: int, columns: int, special: int) -> None:
        self.prepare, self.rows, self.columns = prepare, rows, columns
        names = ["[CLS]", *(f"[REG{at}]" for at in range(1, special))][:special]
        names += [f"{row},{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)]
        self.tokenizer = Patches(names, special)
        self.longest = self.vocabulary = None
        self.specials = self.pair_specials = special
        self.opening, self.closing = list(range(special)), []
        self.cls, self.sep, self.has_pairs = (0 if special else None), None, False
        self.punctuation = frozenset()
        self._special = frozenset(range(special))
        self._lexical = {}
        self._byte_level = False

    def encode(self, units: Sequence[Unit], max_length: int) -> tuple[list[Encoded], Losses]:
        losses, encoded = Losses(), []
        for unit in units:
            if unit.digest or (len(unit.first) < 4096 and Path(unit.first).is_file()):
                encoded.append(self.image(unit.first, unit.document, unit.digest))
            else:
                losses.skipped["no image"] += 1
        return encoded, losses

    def image(self, image: Any, document: str = "image", digest: str = "") -> Encoded:
        """One image as the model reads it: always all of it, never cut. A file must have the `digest`, where one is given."""
        number = len(self.tokenizer)
        words = tuple(at if at >= 0 else -1 for at in range(-self.specials, number - self.specials))
        return Encoded(
            document, tuple(range(number)), None, (0,) * number, words, pixels=self.prepare(open_image(image, digest))
        )

    def check_length(self, max_length: int) -> None:
        """Any will do: images are not cut."""


class ImageModel(Model):
    """A transformer that reads images."""

    encoder: PatchEncoder

    def inputs(self, batch: TokenBatch) -> dict[str, Any]:
        assert batch.pixels is not None, "a batch of an image model is made of images"
        return {"pixel_values": batch.pixels.to(self.dtype)}

    def batch(self, image: Any) -> TokenBatch:
        return collate([self.encoder.image(image)], self.encoder, self.device)


def connect_images(name: str, module: nn.Module, settings: dict[str, Any], identity: dict[str, str]) -> ImageModel:
    """A vision model that can be listened to; `settings` are its image processor's."""
    config: Any = module.config
    (height, width), (high, wide) = (_pair(size) for size in (config.image_size, config.patch_size))
    prepare = Preparation.read(settings, height, width)
    rows, columns = prepare.height // high, prepare.width // wide
    noise = torch.Generator().manual_seed(0)
    images = [torch.randint(256, (prepare.height, prepare.width, 3), generator=noise).numpy() for _ in range(2)]
    parameter = next(module.parameters())
    with torch.inference_mode():
        pixels = prepare(open_image(images[0]))[None].to(parameter.device, parameter.dtype)
        seen = getattr(module, "base_model", module)(pixel_values=pixels)[0]
    if seen.ndim != 3 or seen.shape[1] < rows * columns:
        raise HeadscopeError(f"'{name}' does not attend from patch to patch: its output has the shape {list(seen.shape)}.")
    encoder = PatchEncoder(prepare, rows, columns, seen.shape[1] - rows * columns)
    model = ImageModel(name, module, encoder, identity=identity)
    batch = collate([encoder.image(image) for image in images], encoder, model.device)
    connect(model, batch)
    return model


def _pair(size: Any) -> tuple[int, int]:
    return (int(size), int(size)) if isinstance(size, int) else (int(size[0]), int(size[1]))


@dataclass(frozen=True)
class ImageCorpus(Corpus):
    """Images as a corpus: each is a document of its own. `digests` are those of the files when the corpus was opened."""

    images: tuple[Path, ...] = field(default=(), compare=False, repr=False)
    digests: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def documents(self) -> Iterator[Document]:
        files = zip(self.images, self.digests, strict=True)
        return (Document(path.name, (str(path),), digest=digest) for path, digest in files)

    def annotations(self, most: int | None = None) -> frozenset[Any]:
        return frozenset()


def holds_images(spec: str) -> bool:
    """Whether what was given as a corpus is an image, or a folder of images: a picture among texts makes none."""
    place = Path(spec).expanduser()
    inside = [one for one in place.iterdir() if one.is_file()] if place.is_dir() else [place]
    images = sum(one.suffix.lower() in SUFFIXES for one in inside)
    return images > sum(map(is_text, inside))


def open_images(path: str | Path) -> ImageCorpus:
    """An image, or a folder of them, as a corpus for `headscope.measure`."""
    place = Path(path).expanduser()
    found = tuple(sorted(one for one in place.iterdir() if one.suffix.lower() in SUFFIXES)) if place.is_dir() else (place,)
    if not found or not all(one.is_file() for one in found):
        raise HeadscopeError(f"There is no image in '{path}': expected files that end in {', '.join(SUFFIXES)}.")
    whole, digests = hashlib.sha256(), []
    for file in found:
        data = file.read_bytes()
        whole.update(data)
        digests.append(hashlib.sha256(data).hexdigest())
    return ImageCorpus(place.stem, str(path), found, "images", whole.hexdigest(), found, tuple(digests))
