"""One score of a run as the page holds it: a number per head, the interval, and what it is compared with."""

from typing import Any

import numpy as np

from headscope.findings.findings import title
from headscope.findings.wording import finds
from headscope.results.scores import Scores
from headscope.ties import DECIMALS
from headscope.types import Series

Data = dict[str, Any]  # a thing as JSON has it; web/src/payload.ts says what is in it
DIGITS = DECIMALS  # after the point: more than any interval carries, few enough to read


def of_text(scores: Scores, series: Series) -> bool:
    """Whether it is a score of running text, whose keys are few and known; the others are of annotated text."""
    return scores.about(series.measure).unit not in ("sentence", "window")


def score(scores: Scores, series: Series) -> Data:
    """A number per head, the interval, and what it is compared with: uniform attention, otherwise the best rule. Numbers are as stored,
    as in the tables; the page writes them as the score's quantity says."""
    low, high = scores.interval(series)
    even = scores.baseline(series)
    simple = scores.best_baseline(series) if even is None else ("uniform", even)
    return {
        "id": score_id(scores, series),
        "measure": series.measure,
        "key": series.key,
        "direction": series.direction or None,
        "stack": series.stack,
        "corpus": series.corpus,
        "words": finds(scores, series),
        "short": scores.key(series).short,
        "finding": title(scores, series),
        "segments": int(scores.tally.weights(series).sum()),
        "value": rounded(scores.value(series)),
        "low": rounded(low),
        "high": rounded(high),
        "baseline": None if simple is None else {"name": simple[0], "value": round(simple[1], DIGITS)},
        **scores.key(series).own_quantity(),
    }


def score_id(scores: Scores, series: Series) -> str:
    """`offset.+1`, `dependency.obj.dependent-to-head`; with the stack and the corpus where there are several."""
    several_stacks, several_corpora = len(scores.manifest.model["stacks"]) > 1, len(scores.manifest.corpora) > 1
    name = ".".join(part for part in (series.measure, series.key, series.direction) if part)
    name = f"{series.stack}.{name}" if several_stacks else name
    return f"{name}@{series.corpus}" if several_corpora else name


def rounded(array: np.ndarray) -> list[list[float | None]]:
    return [[known(x) for x in row] for row in array]


def known(number: float | None) -> float | None:
    """A number as JSON has it: rounded, and null where there is none."""
    return None if number is None or np.isnan(number) else round(float(number), DIGITS)
