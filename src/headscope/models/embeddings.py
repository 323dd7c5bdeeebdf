"""The tables that a network looks its inputs up in: what it knows of a token before it reads, and of how many types of tokens."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from headscope.models.large import is_plain
from headscope.tokens import Side


def of_tokens(network: nn.Module) -> Float[Tensor, "token feature"] | None:
    """A vector for each token; None where the network does not say."""
    weight = getattr(_table(network), "weight", None)
    return weight.detach() if isinstance(weight, Tensor) and weight.ndim == 2 and is_plain(weight) else None


def vocabulary(network: nn.Module) -> int | None:
    """How many tokens have an embedding; None where the network does not say. Known of quantised weights, and of those on disk, too."""
    return getattr(_table(network), "num_embeddings", None)


def _table(network: nn.Module) -> Any:
    ask: Any = getattr(network, "get_input_embeddings", lambda: None)
    with suppress(NotImplementedError, AttributeError):
        return ask()
    return None


def similar(
    table: Float[Tensor, "token feature"], queries: Side, keys: Side, cut: float
) -> Callable[[slice], Bool[Tensor, "batch query key"]]:
    """Which tokens have embeddings with a cosine above `cut`, as a function of the queries asked about. In float64, so that rounding,
    which depends on the batch, does not decide."""
    wide = torch.float32 if table.device.type == "mps" else torch.float64
    first = nn.functional.normalize(table[queries.ids].to(wide), dim=-1)
    second = first if keys is queries else nn.functional.normalize(table[keys.ids].to(wide), dim=-1)
    return lambda rows: first[:, rows] @ second.transpose(1, 2) > cut


def token_types(network: nn.Module) -> int | None:
    """How many token types have an embedding; None where there is no table of them."""
    tables = (part for name, part in network.named_modules() if name.endswith("token_type_embeddings"))
    return next((part.num_embeddings for part in tables if isinstance(part, nn.Embedding)), None)
