"""Many models on one corpus: checkpoints of a training, revisions on the Hub. Each has a run of its own; the corpus is read once."""

import glob
import math
import os
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Unpack

from headscope import console
from headscope.api.corpus import CorpusLike, open_sources
from headscope.api.measure import CORPUS, carry_out, planned, texts_of
from headscope.api.models import Gated, ModelLike, Unloaded
from headscope.api.variants import RunOptions
from headscope.comparison.places import place_of
from headscope.corpora.kept import KeptCorpus
from headscope.errors import HeadscopeError
from headscope.results.manifest import Manifest
from headscope.runs.folder import RunFolder
from headscope.runs.pace import in_words
from headscope.runs.progress import whole
from headscope.runs.remote import check_place, delivered
from headscope.urls import inside, is_url

_WILD = "*?["
_BRACES = re.compile(r"(\{[^{}]*,[^{}]*\}|\{\d{1,9}\.\.\d{1,9}\})")
MOST = 10_000  # models that braces stand for


def named_models(name: str, revisions: str | None = None) -> dict[str, tuple[str, str | None]] | None:
    """The models that a pattern of folders, names in braces or a list of revisions stands for: by the name of the run that each gets,
    its folder or name, and its revision; folders in the order of their steps. None where it is one model.

    >>> named_models("EleutherAI/pythia-70m", "step0, step1000")
    {'step0': ('EleutherAI/pythia-70m', 'step0'), 'step1000': ('EleutherAI/pythia-70m', 'step1000')}
    >>> named_models("google/multiberts-seed_{0..1}")
    {'multiberts-seed_0': ('google/multiberts-seed_0', None), 'multiberts-seed_1': ('google/multiberts-seed_1', None)}
    """
    names = [name] if Path(name).expanduser().is_dir() else spelt_out(name)
    pattern = names != [name] or (any(letter in name for letter in _WILD) and not Path(name).expanduser().is_dir())
    if revisions is not None:
        if pattern:
            raise HeadscopeError(
                f"--revisions are of one model on the Hub; '{name}' is a pattern of several. Give one or the other."
            )
        asked = [part.strip() for part in revisions.split(",")]
        if not all(asked) or len(set(asked)) < len(asked):
            raise HeadscopeError(
                f"--revisions takes names with commas between them, each once, as in step0,step1000; got '{revisions}'."
            )
        return {part.replace("/", "-"): (name, part) for part in asked}
    if not pattern:
        return None
    if not any(letter in name for letter in _WILD) and not any(Path(one).expanduser().exists() for one in names):
        return _on_the_hub(names)
    found = [
        Path(path)
        for one in names
        for path in glob.glob(str(Path(one).expanduser()))  # noqa: PTH207 (it may be absolute)
        if (Path(path) / "config.json").is_file()
    ]
    if not found:
        raise HeadscopeError(
            f"No folder that '{name}' stands for holds a model: expected a config.json in it, as save_pretrained writes it."
        )
    root = Path(os.path.commonpath([path.parent for path in found]))
    ordered = sorted(found, key=lambda path: (_step(path), str(path)))
    return {path.relative_to(root).as_posix(): (str(path), None) for path in ordered}


def spelt_out(name: str) -> list[str]:
    """What braces stand for, as in a shell: each of several words, or of the numbers from one to another.

    >>> spelt_out("seed_{0..2}"), spelt_out("b-{x,y}-{1,2}"), spelt_out("a{b}"), spelt_out("a")
    (['seed_0', 'seed_1', 'seed_2'], ['b-x-1', 'b-x-2', 'b-y-1', 'b-y-2'], ['a{b}'], ['a'])
    """
    parts: list[list[str]] = []
    for part in _BRACES.split(name):
        if not _BRACES.fullmatch(part):
            parts.append([part])
        elif "," in part:
            parts.append([word.strip() for word in part[1:-1].split(",")])
        else:
            first, last = map(int, part[1:-1].split(".."))
            numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
            parts.append([str(number) for number in numbers[: MOST + 1]])
    if math.prod(map(len, parts)) > MOST:
        raise HeadscopeError(f"'{name}' stands for more than {MOST:,} models.")
    made = ["".join(words) for words in product(*parts)]
    return list(dict.fromkeys(made))


def _on_the_hub(names: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """Models by name, each with a run that is called as it is; with its owner where two are called the same."""
    short = [name.rsplit("/", 1)[-1] for name in names]
    runs = short if len(set(short)) == len(short) else [name.replace("/", "-") for name in names]
    return {run: (name, None) for run, name in zip(runs, names, strict=True)}


def _step(path: Path) -> tuple[str, float]:
    """By folder, then by training step; those without one last."""
    step = place_of(Manifest({"name": path.name}, [], {}, {}, 0.0)).step
    return str(path.parent), float("inf") if step is None else step


def each(model: ModelLike, models: dict[str, tuple[str, str | None]]) -> dict[str, ModelLike]:
    """The same way of loading for all of them, with the same gates."""
    if isinstance(model, Gated):
        return {name: Gated(inner, model.gates) for name, inner in each(model.model, models).items()}
    assert isinstance(model, Unloaded)
    return {
        name: replace(model, name=folder, revision=revision or model.revision) for name, (folder, revision) in models.items()
    }


def check_folders(folder: str | Path, names: Sequence[str], *, resume: bool = False, force: bool = False) -> None:
    """Raises where one of the runs must not be written. Touches nothing."""
    if is_url(folder):
        for name in names:
            check_place(inside(folder, name), resume=resume, force=force)
        return
    if Path(folder).exists() and not Path(folder).is_dir():
        raise HeadscopeError(f"'{folder}' is a file: -o takes the folder to write the runs to.")
    if RunFolder(folder).finished:
        raise HeadscopeError(
            f"'{folder}' holds a run of one model. Choose another folder: each of the models gets a run inside it."
        )
    for name in names:
        RunFolder(Path(folder) / name).check(resume=resume, force=force)


def measure_each(
    models: dict[str, ModelLike],
    corpus: CorpusLike | Sequence[CorpusLike] = CORPUS,
    measures: Sequence[str] | None = None,
    *,
    folder: str | Path,
    example: str | Sequence[str] | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool = True,
    **asked: Unpack[RunOptions],
) -> list[Path | str]:
    """Measures each model into `folder`/name, one after the other, and says where. With `resume`, runs that are finished stay, and the one
    that was stopped goes on."""
    check_folders(folder, list(models), resume=resume, force=force)
    texts = texts_of(example)
    corpora = [
        KeptCorpus.of(one)
        for one in open_sources(
            corpus, skip_broken=asked.get("skip_broken", False), bounds=asked.get("bounds"), progress=progress
        )
    ]
    began = time.monotonic()
    written: list[Path | str] = []
    for number, (name, model) in enumerate(models.items()):
        place = inside(folder, name)
        if progress:
            left = (time.monotonic() - began) / number * (len(models) - number) if number else 0.0
            console.remark(f"{name}: model {number + 1} of {len(models)}{f', about {in_words(left)} left' if number else ''}")
        try:
            with (
                whole(progress),
                planned(model, corpora, measures, asked, progress=progress) as plan,
                delivered(place, resume=resume, force=force) as near,
            ):
                carry_out(plan, RunFolder(near), resume=resume, force=force, progress=progress, example=texts)
        except HeadscopeError as error:
            done = f" {number} of {len(models)} runs are finished: --resume keeps them." if number else ""
            raise HeadscopeError(f"{name}: {error}{done}") from error
        written.append(place)
    return written
