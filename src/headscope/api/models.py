"""Models: by a name, from a folder, or live. What every door takes as a model is opened here."""

from headscope.models import Model, load
from headscope.models.given import ModelLike, TokenizerLike, Unloaded, opened

__all__ = ["Model", "ModelLike", "TokenizerLike", "Unloaded", "load", "opened"]
