"""Models that one device does not hold as they are: layers laid out over several devices, weights kept in fewer bits.

Both are transformers' own, with libraries that need not be installed: accelerate lays layers out, bitsandbytes or torchao keeps weights
in 8 or 4 bits. The weights are read once, straight to where they stay; what a layer's attention is asked is asked where the layer lies.
What it does not do: read the weights of a layer that lies on disk, or in fewer bits; measures that need them are refused with a reason.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import torch
from torch import Tensor, nn

from headscope.errors import HeadscopeError, unknown_name

DEVICE_MAPS = ("auto", "balanced", "sequential")
BITS = {"int8": 8, "int4": 4}


Places = str | Mapping[str, int | str]  # how layers are laid out, or the place of each part of a model by its name


def layout(device_map: Places | None, device: str) -> dict[str, Any]:
    """What `from_pretrained` is told about where layers go; nothing where all go to one device."""
    if device_map is None:
        return {}
    if isinstance(device_map, str) and device_map not in DEVICE_MAPS:
        raise unknown_name("device map", device_map, DEVICE_MAPS)
    if device != "auto":
        raise HeadscopeError(f"--device-map finds the devices itself: leave --device {device} out, or --device-map.")
    if find_spec("accelerate") is None:
        raise HeadscopeError("--device-map needs the package accelerate, which is not installed: pip install accelerate.")
    return {"device_map": device_map if isinstance(device_map, str) else dict(device_map)}


def quantization(kind: str | None, device: torch.device) -> tuple[dict[str, Any], dict[str, str]]:
    """What `from_pretrained` is told about bits, and what tells such a model from the whole one."""
    if kind is None:
        return {}, {}
    if kind not in BITS:
        raise unknown_name("number format for --quantize", kind, BITS)
    if device.type == "mps":
        raise HeadscopeError("--quantize works on CUDA and on a CPU. Leave it out, or give --device cpu.")
    library = next((name for name in _libraries(kind, device) if _present(name)), None)
    if library is None:
        raise HeadscopeError(_missing(kind, device))
    return {"quantization_config": _config(library, BITS[kind])}, {"quantized": f"{kind}, {library} {version(library)}"}


def _libraries(kind: str, device: torch.device) -> tuple[str, ...]:
    """Those that can do it, the faster first: 4 bits of torchao's have kernels for CUDA alone."""
    if device.type == "cuda":
        return "bitsandbytes", "torchao"
    return ("torchao", "bitsandbytes") if kind == "int8" else ("bitsandbytes",)


def _present(library: str) -> bool:
    """bitsandbytes is of use to transformers together with accelerate only."""
    return find_spec(library) is not None and (library != "bitsandbytes" or find_spec("accelerate") is not None)


def _missing(kind: str, device: torch.device) -> str:
    named = " or ".join(_libraries(kind, device))
    if find_spec("bitsandbytes") is not None:
        return (
            f"--quantize {kind} with bitsandbytes needs the package accelerate, which is not installed: pip install accelerate."
        )
    return f"--quantize {kind} needs {named}, which is not installed: pip install accelerate bitsandbytes."


def _config(library: str, bits: int) -> Any:
    if library == "bitsandbytes":
        from transformers import BitsAndBytesConfig

        return BitsAndBytesConfig(load_in_8bit=True) if bits == 8 else BitsAndBytesConfig(load_in_4bit=True)
    from transformers import TorchAoConfig

    formats: Any = import_module("torchao.quantization")
    return TorchAoConfig(formats.Int8WeightOnlyConfig() if bits == 8 else formats.Int4WeightOnlyConfig())


def is_laid_out(module: nn.Module) -> bool:
    """Whether its layers lie on more than one device, disk and memory among them."""
    return len(set(getattr(module, "hf_device_map", {}).values())) > 1


def devices(module: nn.Module) -> tuple[str, ...]:
    """Where its layers lie, in their order, each place once."""
    return tuple(dict.fromkeys(_named(place) for place in getattr(module, "hf_device_map", {}).values()))


def _named(place: object) -> str:
    return f"cuda:{place}" if isinstance(place, int) else str(place)


def first_device(module: nn.Module) -> torch.device:
    """Where a model reads its tokens: where its first weights lie, or are brought to from disk or memory."""
    for part in module.modules():
        brought = getattr(getattr(part, "_hf_hook", None), "execution_device", None)
        if brought is not None:
            return torch.device(brought)
        for weight in part.parameters(recurse=False):
            if not weight.is_meta:
                return weight.device
    return torch.device("cpu")


def is_plain(weight: object) -> bool:
    """Whether a weight is there and is numbers as they are: neither packed into fewer bits nor left on disk."""
    return (
        isinstance(weight, Tensor)
        and not weight.is_meta
        and weight.is_floating_point()
        and type(weight) in (Tensor, nn.Parameter)
    )


def unread(module: nn.Module) -> str | None:
    """Why a model's matrices can't be read; None where they can."""
    if all(is_plain(weight) for weight in module.parameters() if weight.ndim > 1):
        return None
    return "some of its weights are quantised or lie on disk, and can't be read as numbers"


def no_way_back(identity: Mapping[str, str], device: torch.device) -> str | None:
    """Why a quantised model gives no gradients; None where it does. On a CPU bitsandbytes adds biases in a way that forbids them."""
    if device.type == "cpu" and identity.get("quantized", "").startswith("int4, bitsandbytes"):
        return "bitsandbytes has no way back through 4 bits on a CPU"
    return None
