"""Where each of many runs stands: its training step, seed, size or language, told from its manifest and the name of its folder.

Requires of a run nothing but its name, its revision and the folders that it lies in: `step-512`, `step1000`, `checkpoint-500`,
`seed_3-step_20k`. Runs form histories: those of one seed, in the order of their steps, are one. Runs that differ in the seed or the
language alone are histories of one run each."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from headscope.errors import HeadscopeError, unknown_name
from headscope.results.manifest import Manifest

# What runs can be put in an order by, in words; `given` is the order in which they are named.
ALONG = {"step": "training step", "size": "number of parameters", "given": "run"}
ACROSS = {"seed": "seed", "language": "language"}
KNOWN = (*ALONG, *ACROSS)
_STEP = re.compile(
    r"(?:^|[^a-z])(?:global_?)?(?:step|checkpoint|ckpt|iter(?:ation)?)s?[-_= ]?(\d+)([km]?)(?![a-z0-9])", re.IGNORECASE
)
_SEED = re.compile(r"(?:^|[^a-z])seed[-_= ]?(\d+)", re.IGNORECASE)
_LAST = re.compile(r"(?:^|[^a-z])(final|main|last)$", re.IGNORECASE)
_CODE = re.compile(r"([a-z]{2,3})(?:[_-].*)?")
_MANY = {"": 1, "k": 1000, "m": 1_000_000}


@dataclass(frozen=True)
class Place:
    """What is known of where a run stands. A model that is called final stands behind all steps."""

    name: str
    step: float | None = None
    seed: str | None = None
    size: int | None = None
    language: str | None = None


def place_of(manifest: Manifest, folder: Path | None = None) -> Place:
    """The place of a run. What the model is called comes first, then its revision, then the folder of the run and the one around it.

    >>> from headscope.results.manifest import Manifest
    >>> at = lambda name, folder="": place_of(Manifest({"name": name}, [], {}, {}, 0.0), Path(folder) if folder else None)
    >>> at("google/multiberts-seed_0-step_20k").step, at("step-512", "runs/seed-3/step-512").seed, at("bert-8x8").step
    (20000.0, '3', None)
    """
    model = manifest.model
    around = [folder.absolute().name, folder.absolute().parent.name] if folder is not None else []
    texts = [text for text in (model["name"], model.get("asked"), *around) if isinstance(text, str)]
    corpora = [one for one in manifest.texts or manifest.corpora if one.name]
    return Place(
        name=around[0] if around else str(model["name"]),
        step=next((step for text in texts if (step := _step(text)) is not None), None),
        seed=next((match[1] for text in texts if (match := _SEED.search(text))), None),
        size=model.get("parameters"),
        language=_language(corpora[0].name) if corpora else None,
    )


def _step(text: str) -> float | None:
    if match := _STEP.search(text):
        return float(int(match[1]) * _MANY[match[2].lower()])
    return math.inf if _LAST.search(text) else None


def _language(corpus: str) -> str:
    """The code that treebanks begin with, or the corpus's whole name.

    >>> _language("de_gsd-ud-test"), _language("wikipedia")
    ('de', 'wikipedia')
    """
    match = _CODE.fullmatch(corpus)
    return match[1] if match else corpus


@dataclass(frozen=True)
class Arrangement:
    """What the runs of a history differ in, what histories differ in (None: there is one), and for each history its name and the runs,
    in order, by their number."""

    along: str
    across: str | None
    histories: tuple[tuple[str, tuple[int, ...]], ...]


def arrange(places: Sequence[Place], by: str | None = None) -> Arrangement:
    """Puts runs in order, by what is asked for or by what they differ in; raises where that can't be told.

    >>> runs = [Place("b", 512.0, "1"), Place("a", 0.0, "1"), Place("c", 0.0, "2")]
    >>> arrange(runs)
    Arrangement(along='step', across='seed', histories=(('1', (1, 0)), ('2', (2,))))
    """
    if by is not None and by not in KNOWN:
        raise unknown_name("order of runs", by, KNOWN)
    if len(places) < 2:
        raise HeadscopeError(f"A story needs at least two runs, got {len(places)}.")
    if by is not None and by != "given":
        for place in places:
            if getattr(place, by) is None:
                raise HeadscopeError(_unknown(place, by))
    along, across = _along(places, by), _across(places, by)
    groups: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        groups.setdefault(str(getattr(place, across)) if across else "", []).append(number)
    if along != "given":
        for numbers in groups.values():
            numbers.sort(key=lambda number: _value(places[number], along))
    _check_apart(places, along, across, groups)
    names = (
        sorted(groups, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0)) if across else list(groups)
    )
    return Arrangement(along, across, tuple((name, tuple(groups[name])) for name in names))


def _differ(places: Sequence[Place], what: str) -> bool:
    """Whether all runs have it, and not all the same."""
    values = [getattr(place, what) for place in places]
    return None not in values and len(set(values)) > 1


def _along(places: Sequence[Place], by: str | None) -> str:
    if by in ALONG:
        return by
    if _differ(places, "step"):
        return "step"
    others = by in ACROSS or _differ(places, "seed")
    return "size" if _differ(places, "size") and not others else "given"


def _across(places: Sequence[Place], by: str | None) -> str | None:
    if by in ACROSS:
        return by
    if by != "given" and _differ(places, "seed"):
        return "seed"
    alike = by is None and not any(_differ(places, what) for what in ("step", "size"))
    return "language" if alike and _differ(places, "language") else None


def _value(place: Place, along: str) -> float:
    value = getattr(place, along)
    if value is None:
        raise HeadscopeError(_unknown(place, along))
    return float(value)


def _check_apart(places: Sequence[Place], along: str, across: str | None, groups: dict[str, list[int]]) -> None:
    if along == "given":
        if across and any(len(numbers) > 1 for numbers in groups.values()):
            name, numbers = next((name, numbers) for name, numbers in groups.items() if len(numbers) > 1)
            raise HeadscopeError(
                f"{len(numbers)} runs are of {ACROSS[across]} {name}, and nothing tells their order: give one of each, or --by given."
            )
        return
    for numbers in groups.values():
        for one, two in pairwise(numbers):
            if getattr(places[one], along) == getattr(places[two], along):
                raise HeadscopeError(
                    f"Two runs have the same {ALONG[along]}, '{places[one].name}' and '{places[two].name}': leave one out, name the "
                    "folders so that their seeds can be told (seed-1/step-512), or take them in the order given with --by given."
                )


def _unknown(place: Place, by: str) -> str:
    names = {"step": "step-512", "seed": "seed-3"}
    hint = f"name its folder so that it says so, as in {names[by]}" if by in names else "measure it again"
    return f"The {(ALONG | ACROSS)[by]} of the run '{place.name}' can't be told from its model or its folder: {hint}, or use --by given."


def label(place: Place, along: str) -> str:
    """What a run is called on an axis.

    >>> label(Place("a", 1024.0), "step"), label(Place("a", math.inf), "step"), label(Place("a", size=14_067_712), "size")
    ('1,024', 'final', '14.1 M')
    """
    if along == "step":
        assert place.step is not None
        return "final" if math.isinf(place.step) else f"{place.step:,.0f}"
    if along == "size":
        assert place.size is not None
        return f"{place.size / 1e6:,.1f} M" if place.size >= 1e6 else f"{place.size:,}"
    return place.name


def between(before: str, after: str, along: str) -> str:
    """When something happened.

    >>> between("512", "768", "step"), between("14.1 M", "31.0 M", "size"), between("a", "b", "given")
    ('between steps 512 and 768', 'between 14.1 M and 31.0 M parameters', 'between a and b')
    """
    if along == "step":
        return f"between steps {before} and {after}"
    return f"between {before} and {after}" + (" parameters" if along == "size" else "")


def at(place: str, along: str) -> str:
    """
    >>> at("512", "step"), at("final", "step"), at("14.1 M", "size"), at("a", "given")
    ('at step 512', 'at the final step', 'at 14.1 M parameters', 'in a')
    """
    if along == "step":
        return "at the final step" if place == "final" else f"at step {place}"
    return f"at {place} parameters" if along == "size" else f"in {place}"
