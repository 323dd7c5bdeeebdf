"""A track as tables: every line, and every onset, with the columns of docs/track.md."""

import math

import numpy as np
import polars as pl

from headscope.comparison.track import Track
from headscope.results.frames import head_names, make_frame
from headscope.types import Series

_WHERE = dict.fromkeys(("stack", "corpus", "measure", "key", "direction"), pl.String)
_HEAD = {"layer": pl.Int32, "head": pl.Int32, "name": pl.String}
LINES = {
    **dict.fromkeys(("history", "run"), pl.String),
    "order": pl.Int32,
    "step": pl.Float64,
    **_WHERE,
    **_HEAD,
    **dict.fromkeys(("value", "low", "high", "baseline"), pl.Float64),
}
ONSETS = {
    "history": pl.String,
    **_WHERE,
    **_HEAD,
    **dict.fromkeys(("bar", "before", "at"), pl.String),
    **dict.fromkeys(("level", "value_before", "value", "low", "high", "last"), pl.Float64),
}


def lines_frame(track: Track) -> pl.DataFrame:
    """One row per run, head and score."""
    frames = []
    for history in track.histories:
        for one in history.courses:
            for number, (place, run) in enumerate(zip(history.places, history.labels, strict=True)):
                shape = one.value.shape[1:]
                layer, head = np.indices(shape).reshape(2, -1)
                step = place.step if place.step is not None and math.isfinite(place.step) else None
                columns = {
                    "history": history.name or None, "run": run, "order": number, "step": step, **_where(one.series),
                    "layer": layer, "head": head, "name": head_names(*shape),
                    **{name: getattr(one, name)[number].ravel() for name in ("value", "low", "high", "baseline")},
                }  # fmt: skip
                frames.append(make_frame(columns, LINES, layer.size))
    return pl.concat(frames).with_columns(pl.col("baseline").fill_nan(None))


def onsets_frame(track: Track) -> pl.DataFrame:
    """One row per line that rises."""
    rows = [
        {
            "history": row.history or None, **_where(row.series), "layer": row.head.layer, "head": row.head.head, "name": str(row.head),
            **{name: getattr(row, name) for name in ("bar", "before", "at", "level", "value_before", "value", "low", "high", "last")},
        }
        for row in track.onsets
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=ONSETS)


def _where(series: Series) -> dict[str, str | None]:
    return {
        "stack": series.stack,
        "corpus": series.corpus,
        "measure": series.measure,
        "key": series.key,
        "direction": series.direction or None,
    }
