"""Scores → the tables of numbers that a run keeps: `scores.parquet`, `baselines.parquet`, `distances.parquet`."""

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from headscope.results.weighed import mean_of_known, sums_by_layer
from headscope.types import STACKS, Head

if TYPE_CHECKING:
    from headscope.results.scores import Scores

_NUMBERS = {"total": pl.Float64, "weight": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
SCORES = {
    "model": pl.String,
    "corpus": pl.String,
    "stack": pl.String,
    "layer": pl.Int32,
    "head": pl.Int32,
    "name": pl.String,
    "measure": pl.String,
    "key": pl.String,
    "direction": pl.String,
    **_NUMBERS,
    "weights": pl.String,
}
DISTANCES = {
    **dict.fromkeys(("model", "corpus", "stack"), pl.String),
    **dict.fromkeys(("layer_a", "head_a"), pl.Int32),
    "name_a": pl.String,
    **dict.fromkeys(("layer_b", "head_b"), pl.Int32),
    "name_b": pl.String,
    **dict.fromkeys(("total", "weight", "value"), pl.Float64),
}
LAYERS = {name: kind for name, kind in SCORES.items() if name not in ("head", "name")}
BASELINES = {"corpus": pl.String, "measure": pl.String, "key": pl.String, "name": pl.String, **_NUMBERS}


def scores_frame(scores: "Scores") -> pl.DataFrame:
    """One row per head, score and kind of weights; layer and head counted from 0, its name, as in 8-10, from 1."""
    if len(scores.weights) > 1:
        return pl.concat([scores_frame(scores.under(kind)) for kind in scores.weights])
    frames = []
    for series in scores.series():
        low, high = scores.interval(series)
        totals = scores.tally.totals(series).sum(0)
        layer, head = np.indices(totals.shape).reshape(2, -1)
        weight: object = float(scores.tally.weights(series).sum())
        if own := sums_by_layer(scores.measured, series):
            totals, weight = own[0], own[1].ravel()
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer": layer,
            "head": head,
            "name": head_names(*totals.shape),
            "measure": series.measure,
            "key": series.key,
            "direction": series.direction or None,
            "total": totals.ravel(),
            "weight": weight,
            "value": scores.value(series).ravel(),
            "low": low.ravel(),
            "high": high.ravel(),
            "weights": scores.weights[0],
        }
        frames.append(make_frame(columns, SCORES, totals.size))
    return pl.concat(frames) if frames else pl.DataFrame(schema=SCORES)


def layers_frame(scores: "Scores") -> pl.DataFrame:
    """One row per layer, score of layers and kind of weights; layers counted from 0."""
    if len(scores.weights) > 1:
        return pl.concat([layers_frame(scores.under(kind)) for kind in scores.weights])
    frames = [pl.DataFrame(schema=LAYERS)]
    for series in scores.layered:
        low, high = scores.interval(series)
        totals = scores.tally.totals(series).sum(0)
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer": np.arange(len(totals)),
            "measure": series.measure,
            "key": series.key,
            "direction": series.direction or None,
            "total": totals.ravel(),
            "weight": float(scores.tally.weights(series).sum()),
            "value": scores.value(series).ravel(),
            "low": low.ravel(),
            "high": high.ravel(),
            "weights": scores.weights[0],
        }
        frames.append(make_frame(columns, LAYERS, totals.size))
    return pl.concat(frames)


def baselines_frame(scores: "Scores") -> pl.DataFrame:
    """One row per baseline: of one that every layer or head has, the mean of those that count anything. Models with several stacks have
    one for each; those of the later stacks carry its name."""
    rows = []
    for series in scores.series(baselines=True):
        values = scores.value(series)
        known = ~np.isnan(values)
        low, high = (end.ravel() if values.size == 1 else np.array([np.nan]) for end in scores.interval(series))
        stacks = [stack for stack in STACKS if stack in scores.manifest.model["stacks"]]
        name = series.baseline if series.stack == stacks[0] else f"{series.baseline} ({series.stack})"
        columns = {
            "corpus": series.corpus,
            "measure": series.measure,
            "key": series.key,
            "name": name,
            "total": float(scores.tally.totals(series)[:, known].sum() / max(1, known.sum())),
            "weight": float(scores.tally.weights(series).sum()),
            "value": mean_of_known(values),
            "low": low,
            "high": high,
        }
        rows.append(make_frame(columns, BASELINES, 1))
    return pl.concat(rows) if rows else pl.DataFrame(schema=BASELINES)


def distances_frame(scores: "Scores") -> pl.DataFrame:
    """One row per pair of heads of a stack, a before b."""
    frames = []
    for series in scores.pairs:
        layers, heads = scores.manifest.model["stacks"][series.stack]
        first, second = np.triu_indices(layers * heads, 1)
        names = head_names(layers, heads)
        totals = scores.tally.totals(series).sum((0, 1))
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer_a": first // heads,
            "head_a": first % heads,
            "name_a": names[first],
            "layer_b": second // heads,
            "head_b": second % heads,
            "name_b": names[second],
            "total": totals,
            "weight": float(scores.tally.weights(series).sum()),
            "value": scores.value(series).ravel(),
        }
        frames.append(make_frame(columns, DISTANCES, totals.size))
    return pl.concat(frames)


def head_names(layers: int, heads: int) -> np.ndarray:
    """What people call the heads of a stack, layer by layer.

    >>> head_names(2, 2).tolist()
    ['1-1', '1-2', '2-1', '2-2']
    """
    return np.array([str(Head(layer, head)) for layer in range(layers) for head in range(heads)], str)


def make_frame(columns: dict[str, object], schema: Mapping[str, Any], rows: int) -> pl.DataFrame:
    """Columns, where a single value stands for a whole column; NaN (no figure, no interval) becomes null. Made without a query of polars:
    there is a frame for each score, and a query takes longer than the frame."""
    may_lack = ("total", "value", "low", "high")
    return pl.DataFrame(
        [
            pl.Series(name, value, dtype=schema[name], strict=False, nan_to_null=name in may_lack)
            if isinstance(value, np.ndarray)
            else pl.Series(name, [value] * rows, dtype=schema[name], strict=False)
            for name, value in columns.items()
        ]
    )


def to_parquet(frame: pl.DataFrame) -> bytes:
    buffer = BytesIO()
    frame.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
