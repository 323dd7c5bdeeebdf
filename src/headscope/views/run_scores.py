"""What a run says of a model's heads, for a view of one text: scores to sort by, and labels."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from headscope.errors import HeadscopeError
from headscope.findings.labels import MIXED, behaviours, vocabulary
from headscope.names import OWN, SUBTYPES
from headscope.pages import clean
from headscope.results.scores import Scores
from headscope.types import Series, Stack


def check_run(name: str, sizes: Mapping[Stack, tuple[int, int]], scores: Scores) -> None:
    """Raises where the run is of a model with other heads: `sizes` are layers and heads of each stack."""
    known = {stack: tuple(size) for stack, size in scores.manifest.model["stacks"].items()}
    for stack, (layers, heads) in sizes.items():
        size = known.get(stack)
        if size != (layers, heads):
            its = f"{size[0]} layers of {size[1]} heads" if size else "none"
            raise HeadscopeError(
                f"The run is of another model: '{scores.manifest.model['name']}' has in its {stack} {its}, and '{name}' "
                f"{layers} layers of {heads} heads."
            )


def run_parts(stacks: Iterable[Stack], scores: Scores) -> dict[str, list[dict[str, Any]]]:
    """All that a payload takes of a run."""
    names = tuple(stacks)
    return {"scores": run_scores(names, scores), "labels": run_labels(names, scores), "behaviours": run_behaviours(scores)}


def run_scores(stacks: tuple[Stack, ...], scores: Scores) -> list[dict[str, Any]]:
    """Every score that is of these stacks, as the page sorts by it; a head that has none is null."""
    several = scores.several_corpora
    made = []
    for series in scores.series():
        if series.stack not in stacks or series.key.endswith((OWN, SUBTYPES)):
            continue
        numbers = scores.quantity(series).shown(scores.value(series))
        value = [[None if np.isnan(x) else round(float(x), 6) for x in row] for row in numbers]
        made.append(
            {"id": _id(series, several), "words": _words(scores, series, several), "stack": series.stack, "value": value}
        )
    return made


def run_labels(stacks: tuple[Stack, ...], scores: Scores) -> list[dict[str, Any]]:
    """What each head mostly does, where it does."""
    return [
        {"stack": stack, "layer": one.head.layer, "head": one.head.head, "label": clean(one.label)}
        for stack in stacks
        for one in behaviours(scores, stack=stack)
        if one.label != MIXED
    ]


def run_behaviours(scores: Scores) -> list[dict[str, Any]]:
    """What the labels are called, and their signs."""
    return [{name: clean(getattr(one, name)) for name in ("name", "words", "sign")} for one in vocabulary(scores)]


def _id(series: Series, several: bool) -> str:
    name = f"{series.measure}.{series.key}" + (f".{series.direction}" if series.direction else "")
    return clean(f"{name}@{series.corpus}" if several else name)


def _words(scores: Scores, series: Series, several: bool) -> str:
    words = scores.key(series).does
    words += f" ({series.direction})" if series.direction else ""
    return clean(f"{words}, on {series.corpus}" if several else words)
