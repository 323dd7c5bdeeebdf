"""Token batches → attention."""

import gc

# Nothing that is imported is garbage, and looking for it again and again among the million objects that transformers makes takes 0.4 s.
_collects = gc.isenabled()
gc.disable()
try:
    from headscope.models.load import DTYPES, MODELS, load
    from headscope.models.model import Model
    from headscope.models.tap import Call
finally:
    if _collects:
        gc.enable()

__all__ = ["DTYPES", "MODELS", "Call", "Model", "load"]
