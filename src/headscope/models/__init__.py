"""Token batches → attention."""

from headscope.models.load import DTYPES, MODELS, load
from headscope.models.model import Model
from headscope.models.tap import Call

__all__ = ["DTYPES", "MODELS", "Call", "Model", "load"]
