"""What a manifest says of a model."""

from typing import Any

from headscope.models import Model


def model_record(model: Model) -> dict[str, Any]:
    """A model's name, what tells its weights from others, its shape, and how it was listened to."""
    return {
        "name": model.name,
        **model.identity,
        "architecture": type(model.module).__name__,
        "parameters": sum(parameter.numel() for parameter in model.module.parameters()),
        "special": model.encoder.special,
        "stacks": {stack: list(shape) for stack, shape in model.stacks.items()},
        "road": model.road,
        "difference": model.difference,
        "device": str(model.device),
        "dtype": str(model.dtype).removeprefix("torch."),
    }
