"""Tally → the tables of a run, `scores.parquet`, `labels.parquet`, `best.parquet` … The only file here that needs polars."""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from headscope.results.best import every_best
from headscope.results.clusters import embed, groups, nearest
from headscope.results.labels import Label, behaviours, patterns
from headscope.types import STACKS

if TYPE_CHECKING:
    from headscope.results.scores import Scores

_NUMBERS = {"total": pl.Float64, "weight": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
SCORES = {
    "model": pl.String,
    "corpus": pl.String,
    "stack": pl.String,
    "layer": pl.Int32,
    "head": pl.Int32,
    "measure": pl.String,
    "key": pl.String,
    "direction": pl.String,
    **_NUMBERS,
}
DISTANCES = {
    **dict.fromkeys(("model", "corpus", "stack"), pl.String),
    **dict.fromkeys(("layer_a", "head_a", "layer_b", "head_b"), pl.Int32),
    **dict.fromkeys(("total", "weight", "value"), pl.Float64),
}
LABELS = {
    **dict.fromkeys(("model", "stack"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    "label": pl.String,
    **dict.fromkeys(("score", "margin"), pl.Float64),
}
CLUSTERS = {
    **dict.fromkeys(("model", "corpus", "stack"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    **dict.fromkeys(("x", "y"), pl.Float64),
    **dict.fromkeys(("cluster", "nearest_layer", "nearest_head"), pl.Int32),
    "nearest_value": pl.Float64,
}
BEST = {
    **dict.fromkeys(("model", "corpus", "stack", "measure", "key"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    "direction": pl.String,
    "cases": pl.Int64,
    **dict.fromkeys(("value", "low", "high", "held_out", "held_low", "held_high"), pl.Float64),
    **dict.fromkeys(("picks", "baseline_name"), pl.String),
    **dict.fromkeys(("baseline", "margin", "margin_low", "margin_high", "p"), pl.Float64),
    "small": pl.Boolean,
}
BASELINES = {"corpus": pl.String, "measure": pl.String, "key": pl.String, "name": pl.String, **_NUMBERS}


def scores_frame(scores: "Scores") -> pl.DataFrame:
    """One row per head and score; layer and head counted from 0."""
    frames = []
    for series in scores.series():
        low, high = scores.interval(series)
        totals = scores.tally.totals(series).sum(0)
        layer, head = np.indices(totals.shape).reshape(2, -1)
        weight = float(scores.tally.weights(series).sum())
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer": layer,
            "head": head,
            "measure": series.measure,
            "key": series.key,
            "direction": series.direction or None,
            "total": totals.ravel(),
            "weight": weight,
            "value": scores.value(series).ravel(),
            "low": low.ravel(),
            "high": high.ravel(),
        }
        frames.append(_frame(columns, SCORES, totals.size))
    return pl.concat(frames) if frames else pl.DataFrame(schema=SCORES)


def baselines_frame(scores: "Scores") -> pl.DataFrame:
    """One row per baseline. Models with several stacks have one for each; those of the later stacks carry its name."""
    rows = []
    for series in scores.series(baselines=True):
        low, high = scores.interval(series)
        stacks = [stack for stack in STACKS if stack in scores.manifest.model["stacks"]]
        name = series.baseline if series.stack == stacks[0] else f"{series.baseline} ({series.stack})"
        columns = {
            "corpus": series.corpus,
            "measure": series.measure,
            "key": series.key,
            "name": name,
            "total": float(scores.tally.totals(series).sum()),
            "weight": float(scores.tally.weights(series).sum()),
            "value": float(scores.value(series)[0, 0]),
            "low": low.ravel(),
            "high": high.ravel(),
        }
        rows.append(_frame(columns, BASELINES, 1))
    return pl.concat(rows) if rows else pl.DataFrame(schema=BASELINES)


def distances_frame(scores: "Scores") -> pl.DataFrame:
    """One row per pair of heads of a stack, a before b."""
    frames = []
    for series in scores.tally:
        if series.measure == "divergence":
            layers, heads = scores.manifest.model["stacks"][series.stack]
            first, second = np.triu_indices(layers * heads, 1)
            totals = scores.tally.totals(series).sum((0, 1))
            columns = {
                "model": scores.manifest.model["name"],
                "corpus": series.corpus,
                "stack": series.stack,
                "layer_a": first // heads,
                "head_a": first % heads,
                "layer_b": second // heads,
                "head_b": second % heads,
                "total": totals,
                "weight": float(scores.tally.weights(series).sum()),
                "value": scores.value(series).ravel(),
            }
            frames.append(_frame(columns, DISTANCES, totals.size))
    return pl.concat(frames)


def labels_frame(scores: "Scores") -> pl.DataFrame:
    """One row per head with its behaviour; of several corpora the first that has the scores counts. Empty without them."""
    return _labels(scores, behaviours)


def patterns_frame(scores: "Scores") -> pl.DataFrame:
    """The same with the pattern that each head follows most."""
    return _labels(scores, patterns)


def _labels(scores: "Scores", give: Callable[..., list[Label]]) -> pl.DataFrame:
    frames = []
    for stack in (stack for stack in STACKS if stack in scores.manifest.model["stacks"]):
        labels = give(scores, stack=stack)
        columns = {
            "model": scores.manifest.model["name"],
            "stack": stack,
            "layer": np.array([label.head.layer for label in labels], np.int32),
            "head": np.array([label.head.head for label in labels], np.int32),
            "label": np.array([label.label for label in labels], str),
            "score": np.array([label.score for label in labels], np.float64),  # None becomes NaN
            "margin": np.array([label.margin for label in labels], np.float64),
        }
        frames.append(_frame(columns, LABELS, len(labels)).with_columns(pl.col("score", "margin").fill_nan(None)))
    return pl.concat(frames) if frames else pl.DataFrame(schema=LABELS)


def clusters_frame(scores: "Scores") -> pl.DataFrame:
    """One row per head: its place on the map of heads, its group, and the head that is nearest to it."""
    frames = []
    for series in (series for series in scores.tally if series.measure == "divergence"):
        heads = scores.manifest.model["stacks"][series.stack][1]
        distances = scores.distances(corpus=series.corpus, stack=series.stack)
        positions, near = embed(distances).positions, nearest(distances)
        every = np.arange(len(distances))
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer": every // heads,
            "head": every % heads,
            "x": positions[:, 0],
            "y": positions[:, 1],
            "cluster": groups(distances).members,
            "nearest_layer": near // heads,
            "nearest_head": near % heads,
            "nearest_value": distances[every, near],
        }
        frame = _frame(columns, CLUSTERS, len(every))
        alone = pl.lit(len(every) < 2)  # a single head has no nearest one
        frames.append(frame.with_columns(pl.when(~alone).then(pl.col("^nearest_.*$"))))
    return pl.concat(frames) if frames else pl.DataFrame(schema=CLUSTERS)


def best_frame(scores: "Scores") -> pl.DataFrame:
    """One row per relation and kind of mention: its best head on the same data, and held out with the lead over the best baseline.
    Empty where a run has neither."""
    rows = []
    for series, best in every_best(scores):
        held = best.held_out
        names = (scores.manifest.model["name"], series.corpus, series.stack, series.measure, series.key)
        same = (*best.head, series.direction or None, best.cases, best.value, best.low, best.high)
        apart: tuple[Any, ...] = (None,) * 9
        if held is not None:
            simple = None if held.baselines is None else ", ".join(held.baselines)
            apart = (held.value, held.low, held.high, ", ".join(map(str, held.picks)), simple, held.baseline)
            apart += (held.margin, held.margin_low, held.margin_high)
        rows.append((*names, *same, *apart, best.p, best.small))
    return pl.DataFrame(rows, schema=BEST, orient="row")


def _frame(columns: dict[str, object], schema: Mapping[str, Any], rows: int) -> pl.DataFrame:
    """Columns, where a single value stands for a whole column; NaN (no interval) becomes null. Made without a query of polars: there is
    a frame for each score, and a query takes longer than the frame."""
    intervals = ("low", "high")
    return pl.DataFrame(
        [
            pl.Series(name, value, dtype=schema[name], strict=False, nan_to_null=name in intervals)
            if isinstance(value, np.ndarray)
            else pl.Series(name, [value] * rows, dtype=schema[name], strict=False)
            for name, value in columns.items()
        ]
    )


def to_parquet(frame: pl.DataFrame) -> bytes:
    buffer = BytesIO()
    frame.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
