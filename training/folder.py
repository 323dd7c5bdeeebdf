"""The folder of a model: written beside its place and renamed when whole, so that a folder of that name is always complete."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from pathlib import Path

from safetensors.torch import save
from text import Mistake
from transformers import PreTrainedModel


def write_folder(
    model: PreTrainedModel, folder: Path, loss: float, tied: tuple[str, ...], tokenizer: Callable[[Path], None], card: str
) -> None:
    """Weights in float16, config, tokenizer and card. `tied` are the beginnings of the names of weights that are others' and come back on
    loading: safetensors refuses shared memory."""
    if not math.isfinite(loss):
        raise Mistake("The loss is no longer a number, so nothing was written; try a lower --learning-rate.")
    partial, replaced = folder.with_name(f".{folder.name}.partial"), folder.with_name(f".{folder.name}.replaced")
    for leftover in (partial, replaced):
        shutil.rmtree(leftover, ignore_errors=True)
    partial.mkdir(parents=True)
    state = {
        name: tensor.detach().half().cpu().contiguous().clone()
        for name, tensor in model.state_dict().items()
        if not name.startswith(tied)
    }
    (partial / "model.safetensors").write_bytes(save(state, metadata={"format": "pt"}))
    known = model.config.to_dict() | {"architectures": [type(model).__name__], "dtype": "float16"}
    type(model.config).from_dict(known).save_pretrained(partial)
    tokenizer(partial)
    (partial / "README.md").write_text(card, encoding="utf8")
    if folder.exists():
        folder.rename(replaced)
    partial.rename(folder)
    shutil.rmtree(replaced, ignore_errors=True)
