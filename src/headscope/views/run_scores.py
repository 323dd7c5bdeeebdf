"""What a run says of a model's heads, for a view of one text: scores to sort by, and labels."""

from typing import Any

import numpy as np

from headscope.errors import HeadscopeError
from headscope.findings.labels import MIXED, behaviours, vocabulary
from headscope.names import OWN, SUBTYPES
from headscope.pages import clean
from headscope.results.scores import Scores
from headscope.types import Series
from headscope.views.attention import Attention


def check_run(attention: Attention, scores: Scores) -> None:
    """Raises where the run is of a model with other heads."""
    known = {name: tuple(size) for name, size in scores.manifest.model["stacks"].items()}
    for name, one in attention.stacks.items():
        if known.get(name) != (one.layers, one.heads):
            size = known.get(name)
            its = f"{size[0]} layers of {size[1]} heads" if size else "none"
            raise HeadscopeError(
                f"The run is of another model: '{scores.manifest.model['name']}' has in its {name} {its}, and '{attention.name}' "
                f"{one.layers} layers of {one.heads} heads."
            )


def run_scores(attention: Attention, scores: Scores) -> list[dict[str, Any]]:
    """Every score that is of these stacks, as the page sorts by it; a head that has none is null."""
    several = scores.several_corpora
    made = []
    for series in scores.series():
        if series.stack not in attention.stacks or series.key.endswith((OWN, SUBTYPES)):
            continue
        value = [[None if np.isnan(x) else round(float(x), 6) for x in row] for row in scores.value(series)]
        made.append(
            {"id": _id(series, several), "words": _words(scores, series, several), "stack": series.stack, "value": value}
        )
    return made


def run_labels(attention: Attention, scores: Scores) -> list[dict[str, Any]]:
    """What each head mostly does, where it does."""
    return [
        {"stack": stack, "layer": one.head.layer, "head": one.head.head, "label": clean(one.label)}
        for stack in attention.stacks
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
