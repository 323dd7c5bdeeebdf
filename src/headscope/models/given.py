"""Whatever a person gives as a model → a model that can be listened to: a name, a folder, a `Model`, a live model with its tokenizer.

Every function of the library that takes a model takes it through here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from torch import nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase
from transformers.image_processing_base import ImageProcessingMixin

from headscope.errors import HeadscopeError
from headscope.models.live import borrowed
from headscope.models.load import load
from headscope.models.model import Model


@dataclass(frozen=True)
class Unloaded:
    """A model by its name, and how to load it: loaded only after everything else that was given has been looked at."""

    name: str | Path = "bundled"
    device: str = "auto"
    dtype: str = "auto"
    revision: str | None = None
    trust_remote_code: bool = False


ModelLike: TypeAlias = str | Path | Model | Unloaded | PreTrainedModel
TokenizerLike: TypeAlias = PreTrainedTokenizerBase | ImageProcessingMixin


def is_model(given: object) -> bool:
    """Whether this can be opened as a model."""
    return isinstance(given, str | Path | Model | Unloaded) or _is_live(given)


def _is_live(given: object) -> bool:
    return isinstance(given, nn.Module) and hasattr(given, "config")


@contextmanager
def opened(model: object, tokenizer: object = None) -> Iterator[Model]:
    """Inside, the model that was meant (`ModelLike`, with a `TokenizerLike`); anything else is refused. A live model is afterwards as it
    was; the others stay as they are.

    >>> with opened("bundled") as model:
    ...     model.name
    'bert-8x8'
    """
    if not is_model(model):
        raise HeadscopeError(
            f"'{type(model).__name__}' is not a model: expected a name, a folder, a headscope.Model (headscope.load), or a transformers "
            "model with its tokenizer=."
        )
    if tokenizer is not None and not _is_live(model):
        raise HeadscopeError(
            f"tokenizer= goes with a live transformers model; {_said(model)} brings its own tokenizer: leave tokenizer= out."
        )
    if isinstance(model, Model):
        yield model
    elif isinstance(model, Unloaded):
        yield load(
            model.name,
            device=model.device,
            dtype=model.dtype,
            revision=model.revision,
            trust_remote_code=model.trust_remote_code,
        )
    elif isinstance(model, str | Path):
        yield load(model)
    elif isinstance(model, nn.Module):
        with borrowed(model, tokenizer) as mine:
            yield mine


def _said(model: object) -> str:
    return f"'{model}'" if isinstance(model, str | Path) else f"a {type(model).__name__}"
