"""The tables that `headscope show` prints of a run: all scores in brief, one score's ranking, one head's line."""

from collections.abc import Callable

import numpy as np

from headscope.errors import HeadscopeError
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table, shown, shown_interval
from headscope.types import Head, Series

_Text = dict[str, Callable[[dict[str, Cell]], str]]


def about(scores: Scores) -> str:
    """One line that says what the run is of."""
    m = scores.manifest
    corpora = ", ".join(c.name for c in m.corpora)
    part = [f"shards {', '.join(c.shards)} of '{c.name}' only" for c in m.corpora if c.shards != ["1/1"]]
    facts = [f"{m.model['name']} on {corpora}", f"{m.heads} heads", f"{m.units:,} units", f"{m.tokens:,} tokens", *part]
    return " · ".join(facts)


def overview(scores: Scores, top: int = 3) -> Table:
    """Per score: the mean over heads, the baseline, and the best heads."""
    rows: list[tuple[Cell, ...]] = []
    for series in scores.series():
        best = scores.top(series.measure, series.key, top, corpus=series.corpus, stack=series.stack)
        heads = "  ".join(f"{b.head} {shown(b.value, b.low, b.high)}" for b in best)
        mean = float(scores.value(series).mean())
        rows.append((*_where(series, scores), series.measure, series.key, mean, scores.baseline(series), heads))
    columns = (*_where_columns(scores), "measure", "key", "mean", "uniform", f"highest {top}")
    return Table(about(scores), columns, rows)


def ranking(scores: Scores, measure: str, key: str | None = None, top: int = 10, *, corpus: str | None = None) -> Table:
    """One score: its best heads with their intervals, in every corpus and stack."""
    rows: list[tuple[Cell, ...]] = []
    for series in scores.matching(measure, key, corpus=corpus):
        for place in scores.top(measure, series.key, top, corpus=series.corpus, stack=series.stack):
            rows.append((*_where(series, scores), measure, series.key, place.head, place.value, place.low, place.high))
    return Table(about(scores), (*_where_columns(scores), *_NUMBERED), rows, _NUMBERS, ("low", "high"))


def one_head(scores: Scores, head: Head) -> Table:
    """One head: all its scores, their intervals, and its rank among all heads."""
    rows: list[tuple[Cell, ...]] = []
    for series in scores.series():
        values = scores.value(series)
        if head.layer >= values.shape[0] or head.head >= values.shape[1]:
            continue
        low, high = (None if np.isnan(end[head]) else float(end[head]) for end in scores.interval(series))
        rank = int((values > values[head]).sum()) + 1
        row = (series.measure, series.key, str(head), float(values[head]), low, high)
        rows.append((*_where(series, scores), *row, rank, scores.baseline(series)))
    if not rows:
        shapes = ", ".join(f"{n} layers of {k} heads" for n, k in scores.manifest.model["stacks"].values())
        raise HeadscopeError(f"There is no head {head}: this model has {shapes}.")
    columns = (*_where_columns(scores), *_NUMBERED, "rank", "uniform")
    return Table(f"{about(scores)} · rank among {scores.manifest.heads} heads", columns, rows, _NUMBERS, ("low", "high"))


def _interval_text(row: dict[str, Cell]) -> str:
    value, low, high = (row[name] for name in ("value", "low", "high"))
    assert isinstance(value, float)
    ends = (low, high) if isinstance(low, float) and isinstance(high, float) else (None, None)
    between = shown_interval(*ends)
    return f"{shown(value, *ends)} ({between})" if between else shown(value)


_NUMBERED = ("measure", "key", "head", "value", "low", "high")
_NUMBERS: _Text = {"value": _interval_text}


def _where_columns(scores: Scores) -> tuple[str, ...]:
    """Corpus and stack are shown where there is more than one."""
    several = ("corpus",) if len(scores.manifest.corpora) > 1 else ()
    return (*several, "stack") if len(scores.manifest.model["stacks"]) > 1 else several


def _where(series: Series, scores: Scores) -> tuple[str, ...]:
    return tuple(getattr(series, column) for column in _where_columns(scores))
