"""`probes.parquet`: one row per number, with its 95% interval over test sentences.

| metric | key | value |
|---|---|---|
| `uas` | `argmax`, `tree` | share of words whose governor was found, punctuation left out; word by word, or as one tree |
| `uas-punct` | `argmax`, `tree` | the same, punctuation counted |
| `uuas` | `argmax`, `tree` | share of the tree's edges between words that were found, whichever way; punctuation left out |
| `relation` | a relation | share of the words with this relation whose governor was found, word by word |
| `control` | `argmax` | `uas` in the control task, in which each word type has a random governor |
| `selectivity` | `argmax` | `uas` − `control` |
| `size` | a number | `uas`, word by word, when learning from this number of training sentences |
| `loss` | `train 1`, `held-out 1` … | −ln p(governor), the mean over words, of each pass over the training sentences |
| `weight` | `w 8-10`, `u 8-10` | the weight of the head: in the governor's row, and in the dependent's |
| `ablation` | `1 8-10`, `2 7-6` … | `uas` when this head and all before it are left out, the most important first |
| `offset` | `` | the offset that was best in training |
| `layer` | `0`, `1` … | structural probe: `uuas` of the layer on held-out training sentences |

Numbers that are not shares of test sentences have no interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from headscope.probes.fitting.scoring import Counts
from headscope.statistics.intervals import difference as between
from headscope.statistics.intervals import interval

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Row:
    """One number. `corpus` is the one tested on; `embeddings` is empty where a probe uses no word vectors; `seconds` is the training."""

    model: str
    corpus: str
    probe: str
    embeddings: str
    seed: int
    metric: str
    key: str
    value: float
    low: float | None = None
    high: float | None = None
    seconds: float = 0.0


def with_interval(counts: Counts) -> dict[str, float | None]:
    """Value and 95% interval over sentences; no interval from fewer than 10 sentences."""
    low, high = (end.item() for end in interval(counts.right, counts.total))
    return {"value": counts.value, "low": _or_none(low), "high": _or_none(high)}


def difference(one: Counts, other: Counts) -> dict[str, float | None]:
    """The value of one less that of the other, both from the same sentences.

    >>> same = Counts(np.ones(20), np.ones(20))
    >>> difference(same, same)
    {'value': 0.0, 'low': 0.0, 'high': 0.0}
    """
    low, high = (end.item() for end in between((other.right, other.total), (one.right, one.total)))
    return {"value": one.value - other.value, "low": _or_none(low), "high": _or_none(high)}


def frame(rows: Sequence[Row], training: Mapping[str, str | int] | None = None) -> "pl.DataFrame":
    """The rows as a table. `training` is the same for all rows: what was learned from and tested on; null where that is not known."""
    import polars as pl  # the GPU machine may have none; what was fitted there can still be had as rows

    text, number = pl.String(), pl.Float64()
    schema = {
        **dict.fromkeys(("model", "corpus", "probe", "embeddings"), text),
        "seed": pl.Int32(),
        **dict.fromkeys(("metric", "key"), text),
        **dict.fromkeys(("value", "low", "high", "seconds"), number),
        **dict.fromkeys(("train", "split"), text),
        **dict.fromkeys(("train_documents", "train_sentences", "test_documents", "test_sentences"), pl.Int32()),
    }
    return pl.DataFrame([{**asdict(row), **(training or {})} for row in rows], schema=schema)


def parquet(rows: Sequence[Row], training: Mapping[str, str | int] | None = None) -> bytes:
    data = BytesIO()
    frame(rows, training).write_parquet(data)
    return data.getvalue()


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
