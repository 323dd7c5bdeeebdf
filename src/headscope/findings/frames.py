"""What can be said of heads → the tables of it that a run keeps: `labels`, `patterns`, `clusters` and `best.parquet`."""

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

from headscope.findings.best import every_best
from headscope.findings.labels import Label, behaviours, patterns
from headscope.results.frames import head_names, make_frame
from headscope.results.scores import Scores
from headscope.statistics.clusters import embed, groups, nearest
from headscope.types import STACKS

LABELS = {
    **dict.fromkeys(("model", "stack"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    **dict.fromkeys(("name", "label"), pl.String),
    **dict.fromkeys(("score", "margin"), pl.Float64),
}
CLUSTERS = {
    **dict.fromkeys(("model", "corpus", "stack"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    "name": pl.String,
    **dict.fromkeys(("x", "y"), pl.Float64),
    **dict.fromkeys(("cluster", "nearest_layer", "nearest_head"), pl.Int32),
    "nearest_name": pl.String,
    "nearest_value": pl.Float64,
}
BEST = {
    **dict.fromkeys(("model", "corpus", "stack", "measure", "key"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    **dict.fromkeys(("name", "direction"), pl.String),
    "cases": pl.Int64,
    **dict.fromkeys(("value", "low", "high", "held_out", "held_low", "held_high"), pl.Float64),
    **dict.fromkeys(("picks", "baseline_name"), pl.String),
    **dict.fromkeys(("baseline", "margin", "margin_low", "margin_high", "p"), pl.Float64),
    "small": pl.Boolean,
}


def labels_frame(scores: Scores) -> pl.DataFrame:
    """One row per head with its behaviour; of several corpora the first that has the scores counts. Empty without them."""
    return _labels(scores, behaviours)


def patterns_frame(scores: Scores) -> pl.DataFrame:
    """The same with the pattern that each head follows most."""
    return _labels(scores, patterns)


def _labels(scores: Scores, give: Callable[..., list[Label]]) -> pl.DataFrame:
    frames = []
    for stack in (stack for stack in STACKS if stack in scores.manifest.model["stacks"]):
        labels = give(scores, stack=stack)
        columns = {
            "model": scores.manifest.model["name"],
            "stack": stack,
            "layer": np.array([label.head.layer for label in labels], np.int32),
            "head": np.array([label.head.head for label in labels], np.int32),
            "name": np.array([str(label.head) for label in labels], str),
            "label": np.array([label.label for label in labels], str),
            "score": np.array([label.score for label in labels], np.float64),  # None becomes NaN
            "margin": np.array([label.margin for label in labels], np.float64),
        }
        frames.append(make_frame(columns, LABELS, len(labels)).with_columns(pl.col("score", "margin").fill_nan(None)))
    return pl.concat(frames) if frames else pl.DataFrame(schema=LABELS)


def clusters_frame(scores: Scores) -> pl.DataFrame:
    """One row per head: its place on the map of heads, its group, and the head that is nearest to it."""
    frames = []
    for series in scores.pairs:
        layers, heads = scores.manifest.model["stacks"][series.stack]
        names = head_names(layers, heads)
        distances = scores.distances(corpus=series.corpus, stack=series.stack)
        positions, near = embed(distances).positions, nearest(distances)
        every = np.arange(len(distances))
        columns = {
            "model": scores.manifest.model["name"],
            "corpus": series.corpus,
            "stack": series.stack,
            "layer": every // heads,
            "head": every % heads,
            "name": names,
            "x": positions[:, 0],
            "y": positions[:, 1],
            "cluster": groups(distances).members,
            "nearest_layer": near // heads,
            "nearest_head": near % heads,
            "nearest_name": names[near],
            "nearest_value": distances[every, near],
        }
        frame = make_frame(columns, CLUSTERS, len(every))
        alone = pl.lit(len(every) < 2)  # a single head has no nearest one
        frames.append(frame.with_columns(pl.when(~alone).then(pl.col("^nearest_.*$"))))
    return pl.concat(frames) if frames else pl.DataFrame(schema=CLUSTERS)


def best_frame(scores: Scores) -> pl.DataFrame:
    """One row per relation and kind of mention: its best head on the same data, and held out with the lead over the best baseline.
    Empty where a run has neither."""
    rows = []
    for series, best in every_best(scores):
        held = best.held_out
        names = (scores.manifest.model["name"], series.corpus, series.stack, series.measure, series.key)
        same = (*best.head, str(best.head), series.direction or None, best.cases, best.value, best.low, best.high)
        apart: tuple[Any, ...] = (None,) * 9
        if held is not None:
            simple = None if held.baselines is None else ", ".join(held.baselines)
            apart = (held.value, held.low, held.high, ", ".join(map(str, held.picks)), simple, held.baseline)
            apart += (held.margin, held.margin_low, held.margin_high)
        rows.append((*names, *same, *apart, best.p, best.small))
    return pl.DataFrame(rows, schema=BEST, orient="row")
