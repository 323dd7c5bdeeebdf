"""Names that can be known to be wrong from the command line alone: looked at before torch is imported, which takes seconds.

What it does not do: know keys of measures, or models on the Hub. These are looked at where they are opened, as all names are once more.
"""

import ast
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import headscope
from headscope.corpora.corpus import check_named
from headscope.errors import HeadscopeError, unknown_name
from headscope.names import DEFAULT_MODEL, LAYER_WEIGHTS, WEIGHTS
from headscope.types import Head

PACKAGE = Path(headscope.__file__).parent
# What configs call the number of layers, and of heads in each.
_LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
_OF_SEVERAL = ("is_encoder_decoder", "text_config", "auto_map")  # where these numbers may be those of something else


def check_measures(specs: Iterable[str] | None) -> None:
    """Raises where a measure is asked for that there is not.

    >>> check_measures(["offset=-2,+2", "entropi"])
    Traceback (most recent call last):
    headscope.errors.HeadscopeError: There is no measure named 'entropi'. Did you mean 'entropy'? Known: ablation, ...
    """
    _check_declared("measure", (spec.partition("=")[0] for spec in specs or ()))


def check_probes(names: Iterable[str] | None) -> None:
    """Raises where a probe is asked for that there is not."""
    _check_declared("probe", names or ())


def check_corpora(specs: Iterable[str]) -> None:
    """Raises where a corpus is neither a file, a folder, a name nor elsewhere."""
    for spec in specs:
        check_named(spec)


def check_kinds(kinds: Iterable[str]) -> None:
    """Raises where there are no weights of a kind."""
    known = (*WEIGHTS, *LAYER_WEIGHTS)
    for kind in kinds:
        if kind not in known:
            raise unknown_name("kind of weights", kind, known)


def check_heads(model: str, heads: Iterable[str]) -> None:
    """Raises where a bundled model, or one in a folder, has no such head: its config.json says how many it has."""
    shape = _shape(model)
    for name in heads:
        if shape is None or "-" not in name:
            continue
        layers, most = shape
        head = Head.parse(name.rpartition("/")[2])
        if head.layer >= layers or head.head >= most:
            said = DEFAULT_MODEL if model == "bundled" else model
            raise HeadscopeError(
                f"There is no head {head}: '{said}' has {layers} layers of {most} heads, 1-1 to {layers}-{most}."
            )


def _shape(model: str) -> tuple[int, int] | None:
    folder = Path(model).expanduser()
    if not (folder / "config.json").is_file():
        folder = PACKAGE / "models" / "bundled" / (DEFAULT_MODEL if model == "bundled" else model)
    try:
        config: Any = json.loads((folder / "config.json").read_bytes())
        if any(config.get(key) for key in _OF_SEVERAL):
            return None
        layers, heads = (next((config[key] for key in keys if key in config), None) for keys in (_LAYERS, _HEADS))
    except (OSError, ValueError, AttributeError, RecursionError):
        return None  # whoever loads it says what is wrong
    return (layers, heads) if type(layers) is int and type(heads) is int and layers > 0 < heads else None


def _check_declared(kind: str, names: Iterable[str]) -> None:
    asked = list(names)
    known = declared(kind) if asked else ()
    for name in asked:
        if name not in known:
            raise unknown_name(kind, name, known)


def declared(kind: str) -> Sequence[str]:
    """The names of all measures or probes: of their registry where it is there already, else read from the source of its package, which
    alone says them."""
    package = sys.modules.get(f"headscope.{kind}s")
    if package is not None:
        return list(getattr(package, "NAMES", None) or getattr(package, f"{kind}s".upper()))
    files = sorted((PACKAGE / f"{kind}s").rglob("*.py"))
    return [name for file in files for name in _names(ast.parse(file.read_bytes()), kind)]


def _names(tree: ast.Module, kind: str) -> Iterable[str]:
    """What the classes of a file say in `name = "…"`, and what stands by itself, as STRUCTURAL does among probes."""
    for part in tree.body:
        wanted = "name" if isinstance(part, ast.ClassDef) else "STRUCTURAL" if kind == "probe" else None
        for line in part.body if isinstance(part, ast.ClassDef) else [part]:
            match line:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))) if name == wanted:
                    yield text
