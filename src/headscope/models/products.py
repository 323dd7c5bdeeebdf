"""The matrix products of a model's layers on AMD's processors, by the faster of the two libraries that torch brings along.

torch gives float32 layers to MKL, which uses half of what such a processor can do: 120 of 265 billion operations a second on one core of
an EPYC with AVX-512. oneDNN uses all of it, in float32 too, so that figures agree within rounding. Inside `quick_products` every plain
`linear` goes there, forwards and, where a gradient is asked of its input, back. Whether it is right is tried once, on a known case; other
processors, dtypes and devices are left to torch, and so is everything where `torch.backends.mkldnn.enabled` is off.

What it does not do: touch a model. It holds inside the `with` and in the calling thread alone.
"""

import platform
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

PLAIN = (Tensor, nn.Parameter)


def quick_products(device: torch.device | None) -> AbstractContextManager[Any]:
    """Inside, products on this device are made in the faster way, where there is one. Elsewhere nothing stands between a model and torch:
    on a GPU a few microseconds an operation would count."""
    quick = device is not None and device.type == "cpu" and torch.backends.mkldnn.enabled and available()
    return _Products() if quick else nullcontext()


@cache
def available() -> bool:
    """Whether this is a processor on which oneDNN is faster, and a torch whose oneDNN is right."""
    if not is_amd() or not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return False
    random = torch.Generator().manual_seed(0)
    with torch.no_grad():
        given, weight, bias = (torch.randn(shape, generator=random) for shape in ((2, 9, 40), (24, 40), (24,)))
        back = torch.randn(2, 9, 24, generator=random)
        try:
            found = _product(given, weight, bias), _product(given, weight, None), _product(back, weight.t(), None)
        except (RuntimeError, AttributeError, NotImplementedError):  # an op that another torch does not have
            return False
        expected = given @ weight.t() + bias, given @ weight.t(), back @ weight
    return all(torch.allclose(one, other, rtol=1e-5, atol=1e-4) for one, other in zip(found, expected, strict=True))


def is_amd(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """By what the system says of the processor's vendor."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "AuthenticAMD" in platform.processor()
    vendor = next((line for line in lines if line.startswith("vendor_id")), "")
    return vendor.endswith(("AuthenticAMD", "HygonGenuine"))


class _Products(TorchFunctionMode):
    """Takes every `linear` that oneDNN serves."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        if func is nn.functional.linear and not kwargs and _serves(*args):
            given, weight, bias = args if len(args) == 3 else (*args, None)
            if torch.is_grad_enabled() and given.requires_grad:
                return _Linear.apply(given, weight, bias)  # type: ignore[no-untyped-call]
            return _product(given, weight, bias)
        return func(*args, **(kwargs or {}))


def _serves(given: Any, weight: Any, bias: Any = None) -> bool:
    parts = (given, weight) if bias is None else (given, weight, bias)
    if not all(type(part) in PLAIN and part.dtype == torch.float32 and part.device.type == "cpu" for part in parts):
        return False
    if weight.ndim != 2 or given.ndim < 2 or not given.numel() or not weight.numel():
        return False
    return not torch.is_grad_enabled() or not any(part.requires_grad for part in parts[1:])


def _product(given: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    made: Tensor = torch.ops.mkldnn._linear_pointwise(given.contiguous(), weight, bias, "none", [], "")
    return made


class _Linear(torch.autograd.Function):
    """With the way back to the input; weights are frozen."""

    @staticmethod
    def forward(ctx: Any, given: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        ctx.save_for_backward(weight)
        return _product(given, weight, bias)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        (weight,) = ctx.saved_tensors
        return _product(gradient, weight.t(), None), None, None
