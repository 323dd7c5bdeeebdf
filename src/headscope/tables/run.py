"""The tables that `headscope show` prints of a run: all scores in brief, one score's ranking, one head's line."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from headscope.errors import HeadscopeError, unknown_name
from headscope.findings.wording import can_be_right
from headscope.names import BOTH, KINDS, LAYER_WEIGHTS, TO_DEPENDENT, TO_HEAD
from headscope.results.manifest import Manifest
from headscope.results.scores import Scores
from headscope.statistics.means import over_heads
from headscope.tables.kind import ends_of, quantity_of, where_columns
from headscope.tables.table import Cell, Table
from headscope.ties import rounded
from headscope.types import Head, Series

BRIEF = 10  # keys of a measure whose keys are what the corpus has
TURNED = {TO_DEPENDENT: "<", BOTH: "="}  # how a head that is not read dependent-to-head is marked in brief
_Text = dict[str, Callable[[dict[str, Cell]], str]]


def about(scores: Scores) -> str:
    """One line that says what the run is of."""
    return about_run(scores.manifest, scores.weights[0])


def about_run(m: Manifest, kind: str) -> str:
    """The same of a run of which no more is at hand; `kind` is that of the weights."""
    corpora = ", ".join(c.name for c in m.texts or m.corpora)
    part = [f"shards {', '.join(c.shards)} of '{c.name}' only" for c in m.corpora if c.shards != ["1/1"]]
    units, tokens = (" + ".join(f"{getattr(c, name):,}" for c in m.read) for name in ("units", "tokens"))
    read = [f"{units} units", f"{tokens} tokens"] if m.read else ["no text"]
    single = kind in LAYER_WEIGHTS
    shown = f"{m.heads} layers under {kind}, one map each: 3-1 is layer 3" if single else f"{m.heads} heads"
    facts = [f"{m.model['name']} on {corpora}", shown, *read, *part]
    facts += [KINDS[kind].under] if kind != "raw" and not single else []
    return " · ".join(facts)


def overview(scores: Scores, top: int = 3) -> Table:
    """Per score: the mean over heads, the best baseline, and the best heads, in whichever direction. Of the relations of a corpus,
    which may be many, those with the most cases."""
    rows: list[tuple[Cell, ...]] = []
    cut: dict[str, int] = {}
    seen: Counter[tuple[str, ...]] = Counter()
    for ways in _by_key(one for one in scores.series() if can_be_right(scores, one)):
        series = ways[0]
        seen[series[:3]] += 1
        if not scores.manifest.measures[series.measure] and seen[series[:3]] > BRIEF:
            cut[series.measure] = max(cut.get(series.measure, 0), seen[series[:3]])
            continue
        best = scores.top(series.measure, series.key, top, corpus=series.corpus, stack=series.stack)
        digits = scores.quantity(series).digits
        heads = "  ".join(f"{b.head}{TURNED.get(b.direction, '')} {digits(b.value, b.low, b.high)}" for b in best)
        mean = float(over_heads(np.stack([scores.value(way) for way in ways]), (0, 1, 2)))
        rows.append((*_where(series, scores), series.measure, series.key, mean, _baseline(scores, series), heads))
    for series in scores.layered:
        digits = scores.quantity(series).digits
        layers = [f"layer {layer + 1} {digits(value)}" for layer, value in _highest_layers(scores, series, top)]
        mean = float(scores.value(series).mean())
        rows.append((*_where(series, scores), series.measure, series.key, mean, _baseline(scores, series), "  ".join(layers)))
    columns = (*where_columns(scores), "measure", "key", "mean", _baseline_column(scores), f"highest {top}")
    turned = [f" · {mark} is {way}" for way, mark in TURNED.items() if any(mark in str(row[-1]) for row in rows)]
    more = [f"{name} has {number} keys, {BRIEF} are shown: see headscope show DIR {name}." for name, number in cut.items()]
    least = (_baseline_column(scores), "mean")
    text: _Text = {name: partial(_number, scores, name) for name in least}
    return Table(about(scores) + "".join(turned), columns, rows, text, finding=" ".join(more), least=least)


def ranking(scores: Scores, measure: str, key: str | None = None, top: int = 10, *, corpus: str | None = None) -> Table:
    """One score: its best heads with their intervals, in every corpus and stack, in whichever direction."""
    rows: list[tuple[Cell, ...]] = []
    found = [one for one in scores.matching(measure, key, corpus=corpus) if key is not None or can_be_right(scores, one)]
    turned = any(series.direction for series in found)
    for series, *_ in _by_key(found):
        for place in scores.top(measure, series.key, top, corpus=series.corpus, stack=series.stack):
            way = (place.direction,) if turned else ()
            rows.append((*_where(series, scores), measure, series.key, *way, place.head, place.value, place.low, place.high))
    return Table(about(scores), (*where_columns(scores), *_numbered(turned)), rows, _texts(scores), ("low", "high"))


def of_layers(scores: Scores, measure: str, key: str | None = None, *, corpus: str | None = None) -> Table:
    """A measure of layers: one row for a layer, one column for a key, and the mean over layers."""
    held = [one for one in scores.layered if one.measure == measure and corpus in (None, one.corpus)]
    keys = list(dict.fromkeys(one.key for one in held))
    if key is not None and key not in keys:
        raise unknown_name(f"key of '{measure}' in this run", key, keys)
    rows: list[tuple[Cell, ...]] = []
    for place in dict.fromkeys(one[:2] for one in held):
        mine = {one.key: scores.value(one)[:, 0] for one in held if one[:2] == place and key in (None, one.key)}
        where = _where(next(one for one in held if one[:2] == place), scores)
        for layer in range(len(next(iter(mine.values())))):
            rows.append((*where, str(layer + 1), *(float(values[layer]) for values in mine.values())))
        rows.append((*where, "mean", *(float(values.mean()) for values in mine.values())))
    return Table(about(scores), (*where_columns(scores), "layer", *([key] if key else keys)), rows)


def _highest_layers(scores: Scores, series: Series, top: int) -> list[tuple[int, float]]:
    values = scores.value(series)[:, 0]
    return [(int(layer), float(values[layer])) for layer in np.argsort(-rounded(values), kind="stable")[:top]]


def one_head(scores: Scores, head: Head) -> Table:
    """One head: all its scores, their intervals, and its rank among all heads."""
    rows: list[tuple[Cell, ...]] = []
    turned = any(series.direction for series in scores.series())
    for series in scores.series():
        values = scores.value(series)
        if head.layer >= values.shape[0] or head.head >= values.shape[1] or not can_be_right(scores, series):
            continue
        low, high = (None if np.isnan(end[head]) else float(end[head]) for end in scores.interval(series))
        rank = None if np.isnan(values[head]) else int((values > values[head]).sum()) + 1
        way = (series.direction or None,) if turned else ()
        row = (series.measure, series.key, *way, str(head), float(values[head]), low, high)
        rows.append((*_where(series, scores), *row, rank, _baseline(scores, series)))
    if not rows:
        shapes = ", ".join(f"{n} layers of {k} heads" for n, k in scores.manifest.model["stacks"].values())
        raise HeadscopeError(f"There is no head {head}: this model has {shapes}.")
    columns = (*where_columns(scores), *_numbered(turned), "rank", _baseline_column(scores))
    title = f"{about(scores)} · rank among {scores.manifest.heads} heads"
    rule = _baseline_column(scores)
    text: _Text = {**_texts(scores), rule: partial(_number, scores, rule)}
    return Table(title, columns, rows, text, ("low", "high"), least=("head", rule))


def _by_key(found: Iterable[Series]) -> list[list[Series]]:
    """The series in their order, the directions of one key together."""
    keys: dict[Series, list[Series]] = {}
    for series in found:
        keys.setdefault(series._replace(direction=""), []).append(series)
    return list(keys.values())


def _baseline(scores: Scores, series: Series) -> float | None:
    best = scores.best_baseline(series)
    return None if best is None else best[1]


def _baseline_column(scores: Scores) -> str:
    """Even attention is the only baseline of most runs."""
    names = {series.baseline for series in scores.series(baselines=True)}
    return "baseline" if names - {"uniform"} else "uniform"


def _interval_text(scores: Scores, row: dict[str, Cell]) -> str:
    value, ends, quantity = row["value"], ends_of(row), quantity_of(scores, row)
    if not isinstance(value, float):  # a head that has none
        return "–"
    between = quantity.interval(*ends)
    return f"{quantity.digits(value, *ends)} ({between})" if between else quantity.digits(value)


def _number(scores: Scores, name: str, row: dict[str, Cell]) -> str:
    value = row[name]
    return quantity_of(scores, row).digits(value) if isinstance(value, float) else "–"


_WAYS = {TO_HEAD: "→ head", TO_DEPENDENT: "→ dependent", BOTH: "both"}


def _texts(scores: Scores) -> _Text:
    return {
        "value": partial(_interval_text, scores),
        "direction": lambda row: _WAYS.get(str(row["direction"]), str(row["direction"] or "–")),
    }


def _numbered(turned: bool) -> tuple[str, ...]:
    return ("measure", "key", *(("direction",) if turned else ()), "head", "value", "low", "high")


def _where(series: Series, scores: Scores) -> tuple[str, ...]:
    return tuple(getattr(series, column) for column in where_columns(scores))
