"""The code that a config asks attention and experts to be computed with: none that has to be fetched.

transformers takes `"_attn_implementation": "someone/kernel"` in a config.json, at any depth, for the name of a repository of kernels, and
where the package kernels is installed it fetches that repository and runs it, without being asked to trust it. Here only names of
transformers' own code pass. Flash attention passes as "no wish": headscope replaces attention anyway, and transformers would fetch a
kernel for it where the package flash-attn is missing.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from headscope.errors import HeadscopeError

ATTENTION = ("eager", "sdpa", "flex_attention")
FLASH = ("flash_attention_2", "flash_attention_3", "flash_attention_4")
EXPERTS = ("eager", "batched_mm", "grouped_mm")  # of the others, each is a kernel on the Hub
_KEYS = {"attn_implementation": (*ATTENTION, *FLASH), "experts_implementation": EXPERTS}


def check_implementations(name: str, config: Mapping[str, Any]) -> None:
    """Raises where a config, or one inside it, asks for code that transformers does not bring along."""
    for key, known, asked in _asked(config):
        if asked is not None and asked not in known:
            raise HeadscopeError(
                f"'{name}' asks for '{asked}' in its config.json ({key}), which transformers may fetch from the Hub and run. Without that, "
                f"{', '.join(known)} are possible: change or delete the entry. If you trust that code, ask for it with --trust-remote-code."
            )


def without_flash(config: Any) -> None:
    """Leaves the choice of attention to transformers wherever a config, or one inside it, asks for flash attention."""
    inside = [getattr(config, name, None) for name in getattr(config, "sub_configs", ())]
    for part in inside:
        if part is not None:
            without_flash(part)
    if getattr(config, "_attn_implementation_internal", None) in FLASH:
        config._attn_implementation_internal = None  # of this one alone: the public name would set those inside, too


def _asked(part: Any, above: str = "") -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Every wish in a config: its key, what is known there, and the name of what is asked for."""
    if isinstance(part, Mapping):
        for key, inside in part.items():
            known = _KEYS.get(str(key).removeprefix("_").removesuffix("_internal"))
            if known is None:
                yield from _asked(inside, f"{above}{key}.")
            else:
                for asked in _names(inside):
                    yield f"{above}{key}", known, asked
    elif isinstance(part, list):
        for inside in part:
            yield from _asked(inside, above)


def _names(asked: Any) -> Iterator[Any]:
    """The names in a wish, which may be by part of the model, and by part of that part."""
    if isinstance(asked, Mapping):
        for inside in asked.values():
            yield from _names(inside)
    else:
        yield asked
