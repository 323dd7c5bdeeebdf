"""Whether a config asks for a model that can be, and for no more than its weights hold: looked at before anything is built from it, which
could take all memory.

Numbers of which a config class or a loop makes something by itself (labels, layers) have a limit. All else is counted on the way: the
model is built once without memory, on PyTorch's meta device, and the building stops where it asks for more than the files hold.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules import module as registering

from headscope.errors import HeadscopeError
from headscope.models.stored import Stored

# The largest models of today have 200 layers, 200 heads a layer, 20,000 dimensions and 300,000 tokens.
MOST = {
    "layer": 10_000, "head": 10_000, "group": 10_000, "block": 10_000, "depth": 10_000, "expert": 100_000, "label": 1_000_000,
    "size": 10_000_000, "dim": 10_000_000, "channel": 10_000_000, "position": 1_000_000_000,
}  # fmt: skip
_WHOLE = (
    "num_", "n_", "encoder_", "decoder_", "vocab", "hidden", "intermediate", "max_", "d_", "ffn", "head_", "embedding", "image", "patch",
    "inner_", "depth",
)  # fmt: skip
# So many may be there whatever the weights hold: layers that share their weights, labels of a new head. More of the first have a tensor
# each, more of the second a place in one.
FREE_TENSORS = {"layer": 1_000, "group": 1_000, "block": 1_000, "depth": 1_000}
FREE_PLACES = {"label": 10_000, "expert": 1_000}
SPARE = 2**24  # numbers that may be asked for on top: new heads, and small models' tables
BUFFERS = 2**28  # numbers in all buffers, which are in no file: masks of GPT-J's kind have 1e8
PARTS = 2_000_000  # modules


def check_size(name: str, config: Mapping[str, Any], stored: Stored | None = None) -> None:
    """Raises where a config asks for more layers, heads or dimensions than any model has, or for more labels or layers than its weights."""
    for key, value in _numbers(config):
        kind = next((kind for kind in MOST if kind in key), None)
        if kind is None or not key.startswith(_WHOLE):
            continue
        most = MOST[kind]
        if stored is not None and stored.longest is not None:
            held = max(FREE_TENSORS.get(kind, most), stored.tensors), max(FREE_PLACES.get(kind, most), stored.longest)
            most = min(most, *held)
        if value > most:
            whose = "" if most == MOST[kind] else " with these weights"
            raise HeadscopeError(
                f"'{name}' can't be a model: its config.json has {key} = {value:,}; at most {most:,} are taken{whose}."
            )


def check_weights(name: str, config: Any, build: Callable[[Any], Any], stored: Stored) -> None:
    """Raises where a config asks for more weights than the files hold twice: some models store matrices once that they use twice. Packed
    weights count as many numbers as their bytes can hold."""
    packed = getattr(config, "quantization_config", None) is not None
    count = _Count(name, (8 * stored.size if packed else 2 * stored.numbers) + SPARE, stored.numbers)
    with ExitStack() as stack:
        stack.enter_context(torch.device("meta"))
        for handle in count.listen():
            stack.callback(handle.remove)
        try:
            build(deepcopy(config))
        except HeadscopeError:
            raise
        except Exception:  # whatever can't be built: transformers, which does so next, says why
            return


class _Count:
    """What the parts of a model that this thread builds come to, as they are added to it; raises where that is too much."""

    def __init__(self, name: str, most: int, held: int) -> None:
        self.name, self.most, self.held = name, most, held
        self.thread = threading.get_ident()
        self.weights, self.buffers, self.parts = 0, 0, 0

    def listen(self) -> list[Any]:
        return [
            registering.register_module_parameter_registration_hook(self._weight),
            registering.register_module_buffer_registration_hook(self._buffer),
            registering.register_module_module_registration_hook(self._part),
        ]

    def _weight(self, _: nn.Module, __: str, weight: Tensor | None) -> None:
        self._add("weights", 0 if weight is None else weight.numel(), self.most)

    def _buffer(self, _: nn.Module, __: str, buffer: Tensor | None) -> None:
        self._add("buffers", 0 if buffer is None else buffer.numel(), self.most + BUFFERS)

    def _part(self, *_: Any) -> None:
        self._add("parts", 1, PARTS)

    def _add(self, kind: str, more: int, most: int) -> None:
        if threading.get_ident() != self.thread:
            return
        total = getattr(self, kind) + more
        setattr(self, kind, total)
        if total > most:
            raise HeadscopeError(
                f"'{self.name}' can't be built: its config.json asks for {total:,} {kind} or more, but its files hold {self.held:,} "
                "weights in all. Check the sizes in config.json: they are not those of these weights."
            )


def _numbers(config: Any, key: str = "") -> Iterator[tuple[str, float]]:
    """All numbers in a config and in those that it holds, with their keys; those of a list have the list's."""
    if isinstance(config, Mapping):
        for name, value in config.items():
            yield from _numbers(value, str(name))
    elif isinstance(config, list):
        for value in config:
            yield from _numbers(value, key)
    elif isinstance(config, int | float) and not isinstance(config, bool):
        yield key, config
