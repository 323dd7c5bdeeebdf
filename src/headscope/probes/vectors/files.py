"""Which file holds word vectors, and of what kind it is. Nothing in a file is run, and no file is held in memory as a whole."""

from collections.abc import Collection
from importlib.machinery import PathFinder
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from headscope.errors import HeadscopeError
from headscope.probes.vectors.arrays import read_npz, read_pair
from headscope.probes.vectors.text import read_text

MODEL = "model"
PACKAGE = "package:"
FORMS = "FILE (GloVe or word2vec text, .gz, .zip, .npy with a vocabulary beside it, .npz), package:NAME, or 'model'"
VOCABULARIES = (".vocab", ".txt", ".parquet")
BINARY = (".bin", ".pt", ".pth", ".pkl", ".pickle", ".model", ".kv", ".safetensors")

Found = dict[str, Float32[np.ndarray, " feature"]]


def read_vectors(spec: str, wanted: Collection[str]) -> tuple[str, Found]:
    """The name of the vectors, and those of the wanted words that are there. `wanted` should be a set: every line asks it."""
    if spec.startswith(PACKAGE):
        name = spec.removeprefix(PACKAGE)
        folder = _package(name)
        return name, read_pair(*_pair_in(folder, f"The package '{name}'"), wanted)
    path, member = _member(spec)
    if path.is_dir():
        return path.name, read_pair(*_pair_in(path, f"'{path}'"), wanted)
    if not path.is_file():
        raise HeadscopeError(f"There is no file of word vectors at '{path}': --embeddings takes {FORMS}.")
    kind = path.suffix.lower()
    if kind == ".npy":
        return path.name, read_pair(path, _vocabulary(path), wanted)
    if kind == ".npz":
        return path.name, read_npz(path, wanted)
    if kind in BINARY:
        raise HeadscopeError(f"'{path}' can't hold word vectors that are read here: --embeddings takes {FORMS}.")
    return (f"{path.name}:{member}" if member else path.name), read_text(path, member, wanted)


def _member(spec: str) -> tuple[Path, str | None]:
    """`FILE.zip:MEMBER` taken apart, unless that is a file's own name."""
    before, mark, after = spec.partition(".zip:")
    if mark and after and not Path(spec).exists():
        return Path(f"{before}.zip").expanduser(), after
    return Path(spec).expanduser(), None


def _package(name: str) -> Path:
    """Where an installed package lies, found without running any of it."""
    if not name.isidentifier():
        raise HeadscopeError(f"'{name}' is no name of a Python package: write {PACKAGE}NAME, the name that Python imports.")
    spec = PathFinder.find_spec(name)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise HeadscopeError(f"The Python package '{name}' is not installed: install it, or give --embeddings a file.")
    return Path(places[0])


def _pair_in(folder: Path, what: str) -> tuple[Path, Path]:
    """The one .npy file anywhere in a folder, and its vocabulary."""
    found = sorted(folder.rglob("*.npy"))
    if len(found) != 1:
        names = f" ({', '.join(path.name for path in found[:5])})" if found else ""
        raise HeadscopeError(
            f"{what} holds {len(found)} files of vectors that end in .npy{names}, not one: give the file itself."
        )
    return found[0], _vocabulary(found[0])


def _vocabulary(path: Path) -> Path:
    """Whose words the rows of a file are: a file of the same name, or the only one beside it that can be a vocabulary."""
    same = [path.with_suffix(end) for end in VOCABULARIES if path.with_suffix(end).is_file()]
    beside = sorted(one for one in path.parent.iterdir() if one.suffix.lower() in VOCABULARIES and one.is_file())
    found = same[:1] or beside
    if len(found) == 1:
        return found[0]
    name = path.with_suffix(VOCABULARIES[0]).name
    several = f", and {len(found)} files beside it could" if found else ""
    raise HeadscopeError(
        f"Nothing says whose vectors the rows of '{path}' are{several}: put the words beside it, one per line, as '{name}'."
    )
