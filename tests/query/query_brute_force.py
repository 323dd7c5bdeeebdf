"""What each query of query_cases.json asks for, written out in NumPy: a filter, and the score whose order counts.

Nothing of the query language is used here, so that it can be wrong on its own only.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("query_cases.json").read_text("utf-8"))
TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"


class Numbers:
    """The made-up facts as flat arrays over all heads, NaN where there is no number."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts
        self.every = [(s["name"], i, j) for s in facts["stacks"] for i in range(s["layers"]) for j in range(s["heads"])]
        self.stack, self.layer, self.head = (np.array(column) for column in zip(*self.every, strict=True))
        self.none = np.full(len(self.every), np.nan)

    def __call__(self, measure: str, key: str, corpus: str | None = None, direction: str | None = None) -> np.ndarray:
        """The highest value over what is left open."""
        best = self.none.copy()
        for score in self.facts["scores"]:
            right = (score["measure"], score["key"]) == (measure, key)
            if right and corpus in (None, score["corpus"]) and direction in (None, score["direction"]):
                held = {
                    (score["stack"], i, j): number
                    for i, row in enumerate(score["value"])
                    for j, number in enumerate(row)
                    if number is not None
                }
                best = np.fmax(best, [held.get(head, np.nan) for head in self.every])
        return best

    def label(self, kind: str) -> np.ndarray:
        told = {(one["stack"], one["layer"], one["head"]): one["label"] for one in self.facts["labels"][kind]}
        return np.array([told[head] for head in self.every])

    def among(self, values: np.ndarray, count: int, *, lowest: bool = False) -> np.ndarray:
        """Whether fewer than `count` heads are before each one; of equals the earlier is."""
        sign = 1 if lowest else -1
        order = [(sign * v, i) for i, v in enumerate(values)]
        return np.array([not np.isnan(me[0]) and sum(other < me for other in order) < count for me in order])


Filter = Callable[[Numbers], np.ndarray]
Order = Callable[[Numbers], np.ndarray] | None  # rising


def _obj(v: Numbers) -> np.ndarray:
    return v("dependency", "obj")


def _sep(v: Numbers) -> np.ndarray:
    return v("token", "sep")


def _entropy(v: Numbers) -> np.ndarray:
    return v("entropy", "all")


def _next(v: Numbers) -> np.ndarray:
    return v("offset", "+1")


BERT: dict[str, tuple[Filter, Order]] = {
    # The issue's, and its parts
    "obj > 0.6 and sep < 0.5": (lambda v: (_obj(v) > 0.6) & (_sep(v) < 0.5), lambda v: -_obj(v)),
    "sep < 0.5 and obj > 0.6": (lambda v: (_obj(v) > 0.6) & (_sep(v) < 0.5), _sep),
    "layer 2": (lambda v: v.layer == 1, None),
    "layer 2 to 2": (lambda v: v.layer == 1, None),
    "layer 2 to 3": (lambda v: v.layer >= 1, None),
    "entropy top 5": (lambda v: v.among(_entropy(v), 5), lambda v: -_entropy(v)),
    "entropy bottom 2": (lambda v: v.among(_entropy(v), 2, lowest=True), _entropy),
    "head 3-2": (lambda v: (v.layer == 2) & (v.head == 1), None),
    "stack encoder": (lambda v: v.stack == "encoder", None),
    # Comparisons and numbers
    "sep >= 0.5": (lambda v: _sep(v) >= 0.5, lambda v: -_sep(v)),
    "sep <= 50%": (lambda v: _sep(v) <= 0.5, _sep),
    "sep>50%": (lambda v: _sep(v) > 0.5, lambda v: -_sep(v)),
    "sep = 0.5": (lambda v: np.abs(_sep(v) - 0.5) <= 0.05, lambda v: -_sep(v)),
    "sep = 0": (lambda v: np.abs(_sep(v)) <= 0.5, lambda v: -_sep(v)),
    "sep between 0.5 and 0.5": (lambda v: _sep(v) == 0.5, lambda v: -_sep(v)),
    "sep = 0.500": (lambda v: np.abs(_sep(v) - 0.5) <= 0.0005, lambda v: -_sep(v)),
    "sep between .25 and 0.5": (lambda v: (_sep(v) >= 0.25) & (_sep(v) <= 0.5), lambda v: -_sep(v)),
    "gradient.sep > 6e-4": (lambda v: v("gradient", "sep") > 0.0006, lambda v: -v("gradient", "sep")),
    "sep top 7": (lambda v: v.among(_sep(v), 7), lambda v: -_sep(v)),
    "sep top 999": (lambda v: np.ones(12, dtype=bool), lambda v: -_sep(v)),
    # Names
    "token.sep > 0.5": (lambda v: _sep(v) > 0.5, lambda v: -_sep(v)),
    "+1 > 0.5": (lambda v: _next(v) > 0.5, lambda v: -_next(v)),
    "offset.-1 < 0.5": (lambda v: v("offset", "-1") < 0.5, lambda v: v("offset", "-1")),
    '"offset.+1" > 0.5': (lambda v: _next(v) > 0.5, lambda v: -_next(v)),
    "'+1' > 0.5": (lambda v: _next(v) > 0.5, lambda v: -_next(v)),
    "same-other > 0.5": (lambda v: v("pattern", "same-other") > 0.5, lambda v: -v("pattern", "same-other")),
    "next > 0.5": (lambda v: v("pattern", "next") > 0.5, lambda v: -v("pattern", "next")),
    "peak > 0.5": (lambda v: v("peak", "all") > 0.5, lambda v: -v("peak", "all")),
    "nmod:poss > 0.5": (lambda v: v("dependency", "nmod:poss") > 0.5, lambda v: -v("dependency", "nmod:poss")),
    "nmod:* > 0.3": (lambda v: v("dependency", "nmod:*") > 0.3, lambda v: -v("dependency", "nmod:*")),
    "nmod:* top 12": (lambda v: v.layer < 2, lambda v: -v("dependency", "nmod:*")),
    '"poss (own word)" > 0.5': (
        lambda v: v("dependency", "poss (own word)") > 0.5,
        lambda v: -v("dependency", "poss (own word)"),
    ),
    '"top" top 2': (lambda v: v.among(v("dependency", "top"), 2), lambda v: -v("dependency", "top")),
    "idle.obj < 0.4": (lambda v: v("idle", "obj") < 0.4, lambda v: v("idle", "obj")),
    "proper > 0.5": (lambda v: v("coreference", "proper") > 0.5, lambda v: -v("coreference", "proper")),
    "pronoun@news > 0.5": (
        lambda v: v("coreference", "pronoun", "news") > 0.5,
        lambda v: -v("coreference", "pronoun", "news"),
    ),
    '"coreference.pronoun@my text@home" > 0.5': (
        lambda v: v("coreference", "pronoun", "my text@home") > 0.5,
        lambda v: -v("coreference", "pronoun", "my text@home"),
    ),
    # Directions
    "obj to-head > 0.5": (
        lambda v: v("dependency", "obj", direction=TO_HEAD) > 0.5,
        lambda v: -v("dependency", "obj", direction=TO_HEAD),
    ),
    "obj to-dependent > 0.5": (
        lambda v: v("dependency", "obj", direction=TO_DEPENDENT) > 0.5,
        lambda v: -v("dependency", "obj", direction=TO_DEPENDENT),
    ),
    "obj Head-To-Dependent top 1": (
        lambda v: v.among(v("dependency", "obj", direction=TO_DEPENDENT), 1),
        lambda v: -v("dependency", "obj", direction=TO_DEPENDENT),
    ),
    # Labels
    "label sep": (lambda v: v.label("behaviour") == "sep", None),
    "label broad": (lambda v: np.zeros(12, dtype=bool), None),
    "label next": (lambda v: v.label("behaviour") == "next", None),
    "label pattern.next": (lambda v: v.label("pattern") == "next", None),
    "label same-other": (lambda v: v.label("pattern") == "same-other", None),
    "label mixed and label pattern.mixed": (
        lambda v: (v.label("behaviour") == "mixed") & (v.label("pattern") == "mixed"),
        None,
    ),
    # Joining
    "layer 1 or layer 2 and head 2-2 or head 3-3": (
        lambda v: (v.layer == 0) | ((v.layer == 1) & (v.head == 1)) | ((v.layer == 2) & (v.head == 2)),
        None,
    ),
    "(layer 1 or layer 2) and sep > 0.4": (lambda v: (v.layer <= 1) & (_sep(v) > 0.4), lambda v: -_sep(v)),
    " or ".join(["(layer 1)"] * 51): (lambda v: v.layer == 0, None),  # side by side, not nested
    "not layer 1 and sep > 0.4": (lambda v: (v.layer > 0) & (_sep(v) > 0.4), lambda v: -_sep(v)),
    "not (layer 1 or sep > 0.5)": (lambda v: (v.layer > 0) & ~(_sep(v) > 0.5), lambda v: -_sep(v)),
    "not offset.0 > 0.2": (lambda v: ~(v("offset", "0") > 0.2), lambda v: -v("offset", "0")),
    "NOT not Layer 1 AND entropy > 2": (lambda v: (v.layer == 0) & (_entropy(v) > 2), lambda v: -_entropy(v)),
    "  layer\t3 and\nnot( label sep )": (lambda v: (v.layer == 2) & (v.label("behaviour") != "sep"), None),
    # Names alone, other ways to write
    "3-2": (lambda v: (v.layer == 2) & (v.head == 1), None),
    "encoder/3-2": (lambda v: (v.layer == 2) & (v.head == 1), None),
    "ENCODER/3-2 or 1-1": (lambda v: (v.layer == 2) & (v.head == 1) | (v.layer == 0) & (v.head == 0), None),
    "mixed": (lambda v: v.label("behaviour") == "mixed", None),
    "sep": (lambda v: v.label("behaviour") == "sep", None),
    "not mixed and layer 1": (lambda v: (v.label("behaviour") != "mixed") & (v.layer == 0), None),
    "OBJ > 0.6": (lambda v: _obj(v) > 0.6, lambda v: -_obj(v)),
    "Sep > 0.5": (lambda v: _sep(v) > 0.5, lambda v: -_sep(v)),
    "NOT not Layer 1 AND Entropy.all > 2": (lambda v: (v.layer == 0) & (_entropy(v) > 2), lambda v: -_entropy(v)),
    "Label SEP": (lambda v: v.label("behaviour") == "sep", None),
    "layer 2-3": (lambda v: v.layer >= 1, None),
    "layer 2 – 3": (lambda v: v.layer >= 1, None),
    "layers 2 - 3": (lambda v: v.layer >= 1, None),
    "layer >= 2": (lambda v: v.layer >= 1, None),
    "layer < 2": (lambda v: v.layer == 0, None),
    "layer = 2": (lambda v: v.layer == 1, None),
    "layer between 2 and 3": (lambda v: v.layer >= 1, None),
    "top 5 entropy": (lambda v: v.among(_entropy(v), 5), lambda v: -_entropy(v)),
    "bottom 2 by entropy": (lambda v: v.among(_entropy(v), 2, lowest=True), _entropy),
    "highest 3 obj to-dependent": (
        lambda v: v.among(v("dependency", "obj", direction=TO_DEPENDENT), 3),
        lambda v: -v("dependency", "obj", direction=TO_DEPENDENT),
    ),
    "obj": (lambda v: v.among(_obj(v), 5), lambda v: -_obj(v)),
    "obj to-head": (
        lambda v: v.among(v("dependency", "obj", direction=TO_HEAD), 5),
        lambda v: -v("dependency", "obj", direction=TO_HEAD),
    ),
    "peak": (lambda v: v.among(v("peak", "all"), 5), lambda v: -v("peak", "all")),
    "sep == 0.5": (lambda v: np.abs(_sep(v) - 0.5) <= 0.05, lambda v: -_sep(v)),
    "sep ≥ 0.5": (lambda v: _sep(v) >= 0.5, lambda v: -_sep(v)),
    "layer 1 & sep > 0.4": (lambda v: (v.layer == 0) & (_sep(v) > 0.4), lambda v: -_sep(v)),
    "layer 1 | label pattern.NEXT": (lambda v: (v.layer == 0) | (v.label("pattern") == "next"), None),
    '"same-other"': (lambda v: v.label("pattern") == "same-other", None),
    "broad": (lambda v: np.zeros(12, dtype=bool), None),
    "encoder and layer 1": (lambda v: v.layer == 0, None),
    "entropy top 5 and layer 1": (lambda v: v.among(_entropy(v), 5) & (v.layer == 0), lambda v: -_entropy(v)),
}
T5: dict[str, tuple[Filter, Order]] = {
    "stack decoder": (lambda v: v.stack == "decoder", None),
    "layer 3": (lambda v: v.layer == 2, None),
    "head 1-2": (lambda v: (v.layer == 0) & (v.head == 1), None),
    "+1 > 0.2": (lambda v: _next(v) > 0.2, lambda v: -_next(v)),
    "not +1 > 0.2": (lambda v: ~(_next(v) > 0.2), lambda v: -_next(v)),
    "entropy top 4": (lambda v: v.among(_entropy(v), 4), lambda v: -_entropy(v)),
    "entropy < 2 and not stack cross": (lambda v: (_entropy(v) < 2) & (v.stack != "cross"), _entropy),
    "obj both-ways > 0.3": (
        lambda v: v("dependency", "obj", direction="both") > 0.3,
        lambda v: -v("dependency", "obj", direction="both"),
    ),
    "obj > 0.5": (lambda v: _obj(v) > 0.5, lambda v: -_obj(v)),
    "decoder": (lambda v: v.stack == "decoder", None),
    "decoder/3-1": (lambda v: (v.stack == "decoder") & (v.layer == 2) & (v.head == 0), None),
    "1-2": (lambda v: (v.layer == 0) & (v.head == 1), None),
    "stack DECODER": (lambda v: v.stack == "decoder", None),
    "obj@wiki to-head": (
        lambda v: v.among(v("dependency", "obj", direction=TO_HEAD), 5),
        lambda v: -v("dependency", "obj", direction=TO_HEAD),
    ),
    "layer >= 3": (lambda v: v.layer == 2, None),
}
BRUTE = {"bert": BERT, "t5": T5}


def brute_force(facts: str, query: str) -> list[str]:
    """The names of the heads that a query asks for, in order."""
    numbers = Numbers(CASES["facts"][facts])
    keep, order = BRUTE[facts][query]
    places = np.flatnonzero(keep(numbers))
    if order is not None:
        places = places[np.argsort(order(numbers)[places], kind="stable")]
    return [f"{stack}/{layer + 1}-{head + 1}" for stack, layer, head in (numbers.every[place] for place in places)]
