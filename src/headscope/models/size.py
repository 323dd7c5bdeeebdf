"""Whether a config asks for a model that can be: looked at before anything is built from it, which could take all memory."""

from collections.abc import Iterator, Mapping
from typing import Any

from headscope.errors import HeadscopeError

# The largest models of today have 200 layers, 200 heads a layer, 20,000 dimensions and 300,000 tokens.
MOST = {"layer": 10_000, "head": 10_000, "size": 10_000_000, "dim": 10_000_000, "expert": 100_000, "position": 1_000_000_000}
_WHOLE = ("num_", "n_", "encoder_", "decoder_", "vocab", "hidden", "intermediate", "max_", "d_", "ffn", "head_", "embedding")


def check_size(name: str, config: Mapping[str, Any]) -> None:
    """Raises where a config asks for more layers, heads or dimensions than any model has."""
    for key, value in _numbers(config):
        kind = next((kind for kind in MOST if kind in key), None)
        if kind is not None and key.startswith(_WHOLE) and value > MOST[kind]:
            raise HeadscopeError(
                f"'{name}' can't be a model: its config.json has {key} = {value:,}; at most {MOST[kind]:,} are taken."
            )


def _numbers(config: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, float]]:
    """All whole numbers in a config and in those that it holds."""
    for key, value in config.items():
        if isinstance(value, Mapping) and depth < 4:
            yield from _numbers(value, depth + 1)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield str(key), value
