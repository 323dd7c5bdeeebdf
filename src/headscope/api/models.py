"""Models: by a name, from a folder, or live. What every door takes as a model is opened here."""

from headscope.models import Model, load
from headscope.models.given import Gated, ModelLike, TokenizerLike, Unloaded, gated, opened

__all__ = ["Gated", "Model", "ModelLike", "TokenizerLike", "Unloaded", "gated", "load", "opened"]
