"""What a manifest says of a model."""

from typing import Any

from headscope.models import Model, gates, large


def model_record(model: Model) -> dict[str, Any]:
    """A model's name, what tells its weights from others, its shape, and how it was listened to."""
    return {
        "name": model.name,
        **({"gates": gates.named(model)} if model.gates else {}),
        **model.identity,
        **({"asked": model.asked} if model.asked else {}),
        "architecture": type(model.network).__name__,
        "parameters": sum(parameter.numel() for parameter in model.network.parameters()),
        "special": model.encoder.special,
        "stacks": {stack: list(shape) for stack, shape in model.stacks.items()},
        "road": model.road,
        "difference": model.difference,
        "device": str(model.device),
        **({"devices": list(large.devices(model.network))} if large.is_laid_out(model.network) else {}),
        "dtype": str(model.dtype).removeprefix("torch."),
    }
