"""Whatever a person gives as a model → a model that can be listened to: a name, a folder, a `Model`, a live model with its tokenizer; each
also with gates at some of its heads.

Every function of the library that takes a model takes it through here.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from torch import nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase
from transformers.image_processing_base import ImageProcessingMixin

from headscope.errors import HeadscopeError
from headscope.models.large import Places
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
    device_map: Places | None = None
    quantize: str | None = None


@dataclass(frozen=True)
class Gated:
    """A model with gates at some of its heads, wherever a model is taken: gated when it is opened."""

    model: "ModelLike"
    gates: Mapping[str, float | int]


ModelLike: TypeAlias = str | Path | Model | Unloaded | Gated | PreTrainedModel
TokenizerLike: TypeAlias = PreTrainedTokenizerBase | ImageProcessingMixin


def is_model(given: object) -> bool:
    """Whether this can be opened as a model."""
    if isinstance(given, Gated):
        return is_model(given.model)
    return isinstance(given, str | Path | Model | Unloaded) or _is_live(given)


def _is_live(given: object) -> bool:
    if isinstance(given, Gated):
        return _is_live(given.model)
    return isinstance(given, nn.Module) and hasattr(given, "config")


def gated(model: ModelLike, gates: Mapping[str, float | int]) -> Gated:
    """A model of any kind with the output of some heads multiplied by a number: `{"7-7": 0}` switches head 7-7 off. It goes wherever a
    model goes; a live model, with its tokenizer there, is left as it was. In a model of several stacks, heads are written `cross/2-1`.

    >>> with opened(gated("bundled", {"7-7": 0})) as model:
    ...     model.name
    'bert-8x8 without 7-7'
    """
    return Gated(model, dict(gates))


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
    if isinstance(model, Gated):
        with opened(model.model, tokenizer) as whole:
            yield whole.gated(model.gates)
    elif isinstance(model, Model):
        yield model
    elif isinstance(model, Unloaded):
        yield load(**vars(model))
    elif isinstance(model, str | Path):
        yield load(model)
    elif isinstance(model, nn.Module):
        with borrowed(model, tokenizer) as mine:
            yield mine


def _said(model: object) -> str:
    return f"'{model}'" if isinstance(model, str | Path) else f"a {type(model).__name__}"
