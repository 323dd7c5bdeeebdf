"""headscope measures and shows what the attention heads of a transformer look at.

>>> import headscope as hs
>>> model = hs.load("bundled")
>>> scores = hs.measure(model, hs.corpus("bundled"), ["offset"], limit=8, progress=False)
>>> scores.top("offset", "+1", 1)[0].head
'3-5'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headscope.corpora import Corpus
    from headscope.corpora import open_corpus as corpus
    from headscope.errors import HeadscopeError
    from headscope.models import Model, load
    from headscope.results.measuring import measure
    from headscope.results.merge import merge
    from headscope.results.predicting import predict
    from headscope.results.scores import Scores
    from headscope.results.scores import open_run as open

__version__ = "0.1.0"

# Imported when first used: the command line must answer before torch is there.
_HOMES = {
    "Corpus": ("headscope.corpora", "Corpus"),
    "HeadscopeError": ("headscope.errors", "HeadscopeError"),
    "Model": ("headscope.models", "Model"),
    "Scores": ("headscope.results.scores", "Scores"),
    "corpus": ("headscope.corpora", "open_corpus"),
    "load": ("headscope.models", "load"),
    "measure": ("headscope.results.measuring", "measure"),
    "merge": ("headscope.results.merge", "merge"),
    "open": ("headscope.results.scores", "open_run"),
    "predict": ("headscope.results.predicting", "predict"),
}

__all__ = ["Corpus", "HeadscopeError", "Model", "Scores", "corpus", "load", "measure", "merge", "open", "predict"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'headscope' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
