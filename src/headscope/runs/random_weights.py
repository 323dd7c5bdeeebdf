"""The same model with random weights and its own embeddings: what words and the architecture alone give to attention."""

from copy import copy, deepcopy

import torch
from torch import nn

from headscope.errors import HeadscopeError
from headscope.models import Model

SPREAD = 0.02  # of weights, where a model's configuration names no other
_BIASES = "relative_attention_bias"  # T5 keeps what its attention adds for a distance in an embedding


def randomised(model: Model, seed: int = 0) -> Model:
    """A copy whose matrices are drawn from a normal distribution of the spread that its configuration names, whose biases are 0 and
    whose norms are 1. Embeddings, of tokens, places and segments, with the norm over them, stay as they are."""
    if model.road == "maps":
        raise HeadscopeError("Maps that were made elsewhere have no weights to draw at random: leave random-words out.")
    other = copy(model)
    for known in ("base_network", "values", "readers", "circuits", "cuts"):  # kept from the first model, and of its weights
        other.__dict__.pop(known, None)
    other.network = deepcopy(model.network)
    other.name = f"{model.name} (random weights)"
    other.identity = {**model.identity, "random_seed": str(seed)}
    spread = float(getattr(model.network.config, "initializer_range", None) or SPREAD)
    generator = torch.Generator().manual_seed(seed)
    spared = _embeddings(other.network)
    with torch.no_grad():
        for name, parameter in other.network.named_parameters():
            if id(parameter) in spared:
                continue
            if parameter.ndim > 1:
                drawn = torch.empty(parameter.shape).normal_(0, spread, generator=generator)
                parameter.copy_(drawn)
            else:
                parameter.fill_(0.0 if name.endswith("bias") else 1.0)
    return other


def _embeddings(module: nn.Module) -> set[int]:
    """The parameters that belong to embeddings, by identity: a decoder may share them."""
    found = set()
    for name, part in module.named_modules():
        inside = any("embed" in step for step in name.lower().split("."))
        if (isinstance(part, nn.Embedding) or inside) and _BIASES not in name:
            found |= {id(parameter) for parameter in part.parameters()}
    return found
