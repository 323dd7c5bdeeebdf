"""headscope measures and shows what the attention heads of a transformer look at.

>>> import headscope as hs
>>> scores = hs.measure("bundled", "bundled", ["offset"], limit=8, progress=False)
>>> scores.top("offset", "+1", 1)[0].head
'3-5'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headscope.api.attend import Attention, attend
    from headscope.api.compare import Comparison, compare
    from headscope.api.corpus import Corpus
    from headscope.api.corpus import open_corpus as corpus
    from headscope.api.figure import Figure, figure
    from headscope.api.find import find
    from headscope.api.gallery import gallery
    from headscope.api.maps import open_maps
    from headscope.api.measure import measure
    from headscope.api.merge import merge
    from headscope.api.models import Model, gated, load
    from headscope.api.open import Scores
    from headscope.api.open import open_run as open
    from headscope.api.predict import predict
    from headscope.api.probe import probe
    from headscope.api.report import report
    from headscope.api.track import Track, track
    from headscope.api.view import View, head_view, model_view, neuron_view
    from headscope.api.which import Which, which
    from headscope.errors import HeadscopeError

__version__ = "0.1.0"

# Imported when first used: the command line must answer before torch is there. Where a name differs from that in its file, both are given.
_HOMES = {
    "Attention": "api.attend",
    "Comparison": "api.compare",
    "Corpus": "api.corpus",
    "Figure": "api.figure",
    "HeadscopeError": "errors",
    "Model": "api.models",
    "Scores": "api.open",
    "Track": "api.track",
    "View": "api.view",
    "Which": "api.which",
    "attend": "api.attend",
    "compare": "api.compare",
    "corpus": "api.corpus:open_corpus",
    "figure": "api.figure",
    "find": "api.find",
    "gallery": "api.gallery",
    "gated": "api.models",
    "head_view": "api.view",
    "load": "api.models",
    "measure": "api.measure",
    "merge": "api.merge",
    "model_view": "api.view",
    "neuron_view": "api.view",
    "open": "api.open:open_run",
    "open_maps": "api.maps",
    "predict": "api.predict",
    "probe": "api.probe",
    "report": "api.report",
    "track": "api.track",
    "which": "api.which",
}

__all__ = [
    "Attention",
    "Comparison",
    "Corpus",
    "Figure",
    "HeadscopeError",
    "Model",
    "Scores",
    "Track",
    "View",
    "Which",
    "attend",
    "compare",
    "corpus",
    "figure",
    "find",
    "gallery",
    "gated",
    "head_view",
    "load",
    "measure",
    "merge",
    "model_view",
    "neuron_view",
    "open",
    "open_maps",
    "predict",
    "probe",
    "report",
    "track",
    "which",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'headscope' has no attribute '{name}'")
    module, _, attribute = _HOMES[name].partition(":")
    return getattr(import_module(f"headscope.{module}"), attribute or name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


class _Headscope(ModuleType):
    """This module: importing the package `headscope.report` must not put it in the place of the function `headscope.report`."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Headscope
