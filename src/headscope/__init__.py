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
    from headscope.answers.predictions import predict
    from headscope.api.compare import compare
    from headscope.api.measure import measure
    from headscope.corpora import Corpus
    from headscope.corpora import open_corpus as corpus
    from headscope.errors import HeadscopeError
    from headscope.models import Model, load
    from headscope.results.merge import merge
    from headscope.results.scores import Scores
    from headscope.results.scores import open_run as open
    from headscope.views.attend import attend
    from headscope.views.attention import Attention
    from headscope.views.head_view import head_view
    from headscope.views.model_view import model_view
    from headscope.views.neuron_view import neuron_view

__version__ = "0.1.0"

# Imported when first used: the command line must answer before torch is there.
_HOMES = {
    "Attention": ("headscope.views.attention", "Attention"),
    "Corpus": ("headscope.corpora", "Corpus"),
    "HeadscopeError": ("headscope.errors", "HeadscopeError"),
    "Model": ("headscope.models", "Model"),
    "Scores": ("headscope.results.scores", "Scores"),
    "attend": ("headscope.views.attend", "attend"),
    "compare": ("headscope.api.compare", "compare"),
    "corpus": ("headscope.corpora", "open_corpus"),
    "head_view": ("headscope.views.head_view", "head_view"),
    "load": ("headscope.models", "load"),
    "measure": ("headscope.api.measure", "measure"),
    "merge": ("headscope.results.merge", "merge"),
    "model_view": ("headscope.views.model_view", "model_view"),
    "neuron_view": ("headscope.views.neuron_view", "neuron_view"),
    "open": ("headscope.results.scores", "open_run"),
    "predict": ("headscope.answers.predictions", "predict"),
}

__all__ = [
    "Attention",
    "Corpus",
    "HeadscopeError",
    "Model",
    "Scores",
    "attend",
    "compare",
    "corpus",
    "head_view",
    "load",
    "measure",
    "merge",
    "model_view",
    "neuron_view",
    "open",
    "predict",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'headscope' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
