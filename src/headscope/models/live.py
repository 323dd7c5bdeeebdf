"""A model that lives in somebody's program, with its tokenizer → a model that can be listened to, for as long as a `with` lasts.

Afterwards, also after an error, it is as it was: the attention it computes with, training or not, which parameters want a gradient,
its hooks and its buffers. It is never moved, converted or copied.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from headscope.errors import HeadscopeError
from headscope.models.connect import connect
from headscope.models.embeddings import vocabulary
from headscope.models.images.patches import connect_images, is_vision
from headscope.models.load import folder_name, longest, quiet
from headscope.models.model import Model
from headscope.tokens import Encoder

IMPLEMENTATION = "_attn_implementation_internal"  # where a config keeps it; the public name also changes the configs inside
UNTOLD = ("transformers_version", "_name_or_path")  # of a config, what says nothing about the model


@contextmanager
def borrowed(module: nn.Module, tokenizer: Any) -> Iterator[Model]:
    """Inside, a `Model` of this module; `tokenizer` is a tokenizer of transformers, for a model of images its image processor."""
    config: Any = module.config
    sees = is_vision(config)
    if not sees and not isinstance(tokenizer, PreTrainedTokenizerBase):
        given = "none was given" if tokenizer is None else f"this is a {type(tokenizer).__name__}"
        raise HeadscopeError(
            f"A {type(module).__name__} needs its tokenizer, and {given}: expected tokenizer=, as AutoTokenizer.from_pretrained makes it."
        )
    name, before = name_of(module), _State(module)
    try:
        module.eval().requires_grad_(False)
        identity = {"sha256": fingerprint(module, tokenizer)}
        with quiet():
            if sees:
                settings = tokenizer.to_dict() if hasattr(tokenizer, "to_dict") else {}
                model: Model = connect_images(name, module, settings, identity)
            else:
                encoder = Encoder(tokenizer, longest(config, tokenizer, module), vocabulary(module))
                model = connect(Model(name, module, encoder, identity=identity))
        yield model
    finally:
        before.restore()


def name_of(module: nn.Module) -> str:
    """Where the model came from, if it says so: a Hub name, or the name of a folder; else its class."""
    said = str(getattr(module.config, "_name_or_path", "") or "")
    if not said:
        return type(module).__name__
    path = Path(said).expanduser()
    return folder_name(path.resolve()) if path.is_absolute() or path.is_dir() else said


def fingerprint(module: nn.Module, tokenizer: Any = None) -> str:
    """A hash of all that decides what the model does: names, types, shapes and numbers of its weights, its config, its tokenizer.
    Names are sorted, and weights are read one by one, wherever they lie."""
    digest = hashlib.sha256()
    config: Any = module.config
    digest.update(repr(sorted((key, value) for key, value in config.to_dict().items() if key not in UNTOLD)).encode())
    if isinstance(tokenizer, PreTrainedTokenizerBase):
        fast = getattr(tokenizer, "backend_tokenizer", None)
        digest.update((repr(sorted(tokenizer.get_vocab().items())) if fast is None else fast.to_str()).encode())
    for name, weight in sorted(module.state_dict().items()):
        if isinstance(weight, Tensor):
            digest.update(f"{name} {weight.dtype} {tuple(weight.shape)}".encode())
            digest.update(weight.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()


class _State:
    """A model as it was. What its parts hold is put back whole, since a pass may leave anything there: our hook for the loss, those of
    transformers for output_attentions, a new tensor in a buffer, which a later training could then not use."""

    def __init__(self, module: nn.Module) -> None:
        self.configs = [(config, getattr(config, IMPLEMENTATION, None)) for config in _configs(module)]
        self.gradients = [(parameter, parameter.requires_grad) for parameter in module.parameters()]
        self.parts = [(vars(part), dict(vars(part))) for part in module.modules()]
        self.inside = [(held, dict(held)) for _, before in self.parts for held in before.values() if isinstance(held, dict)]

    def restore(self) -> None:
        for config, implementation in self.configs:
            setattr(config, IMPLEMENTATION, implementation)
        for now, before in (*self.parts, *self.inside):
            now.clear()
            now.update(before)
        for parameter, wanted in self.gradients:
            parameter.requires_grad_(wanted)


def _configs(module: nn.Module) -> list[Any]:
    """Every config of a model and of its parts, with those inside them, each once."""
    waiting: list[Any] = [part.config for part in module.modules() if hasattr(part, "config")]
    found: dict[int, Any] = {}
    while waiting:
        config = waiting.pop()
        if id(config) not in found and hasattr(config, IMPLEMENTATION):
            found[id(config)] = config
            waiting += [getattr(config, name, None) for name in getattr(config, "sub_configs", ())]
    return list(found.values())
