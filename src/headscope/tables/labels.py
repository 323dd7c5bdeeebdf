"""What each head does, in a word: its behaviour by the paper's thresholds, and the pattern it follows most."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from headscope.description import Description
from headscope.findings.labels import MIXED, Label, behaviours, patterns, vocabulary
from headscope.quantities import shown, shown_interval
from headscope.results.scores import Scores
from headscope.tables.kind import TableKind, corpora_of, measures_that, missing, stacks_of
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.types import Head, Stack

# What a label's name, score, margin and the margin's interval are called, of a behaviour and of a pattern.
_BEHAVIOUR = ("label", "score", "margin", "low", "high")
_PATTERN = ("pattern", "excess", "lead", "lead_low", "lead_high")
_Give = Callable[..., list[Label]]


def labels(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """One row per head, layer by layer: the label, the score that gave it and how far it is above the threshold; the pattern, its
    excess over chance and its lead over the next. Margin and lead come with their 95% intervals."""
    corpora_of(scores, corpus)  # raises where there is no such corpus
    stacks = stacks_of(scores, stack)
    several = len(scores.manifest.model["stacks"]) > 1
    parts: dict[tuple[str, ...], dict[tuple[Stack, Head], Label]] = {}
    kinds: dict[tuple[str, ...], _Give] = {_BEHAVIOUR: behaviours, _PATTERN: patterns}
    for columns, give in kinds.items():
        made = {(one, label.head): label for one in stacks for label in give(scores, corpus=corpus, stack=one)}
        parts |= {columns: made} if made else {}
    if not parts:
        raise missing("labels", measures_that(_labels))
    rows: list[tuple[Cell, ...]] = []
    for name, head in dict.fromkeys(place for part in parts.values() for place in part):
        cells = [cell for part in parts.values() for cell in _cells(part.get((name, head)))]
        rows.append((*((name,) if several else ()), str(head), *cells))
    text: dict[str, Callable[[dict[str, Cell]], str]] = {}
    for _, score, margin, low, high in parts:
        text |= {
            score: partial(_number, names=(score, low, high)),
            margin: partial(_number, names=(margin, low, high), interval=True),
        }
    columns = (*(("stack",) if several else ()), "head", *(column for part in parts for column in part))
    first = (
        "" if corpus or len(scores.manifest.corpora) == 1 else " Of several corpora the first that has a score counts; see -c."
    )
    finding = " ".join(_counts(part.values(), what) for (what, *_), part in parts.items()) + first
    hidden = tuple(column for part in parts for column in part[3:])
    least = tuple(column for _, score, margin, *_ in reversed(parts) for column in (margin, score))
    colours = {one.name: one.light for one in vocabulary(scores) if one.light}
    return Table(about(scores), columns, rows, text, hidden, finding, least=least, colours=colours)


def _labels(about: Description) -> bool:
    return about.patterns or any(key.label for key in about.keys.values())


def _cells(label: Label | None) -> tuple[Cell, ...]:
    return (None,) * 5 if label is None else (label.label, label.score, label.margin, label.low, label.high)


def _number(row: dict[str, Cell], names: tuple[str, str, str], interval: bool = False) -> str:
    """A number with the digits that the margin's interval carries, and that interval where asked for."""
    value, low, high = (cell if isinstance(cell, float) else None for cell in (row[name] for name in names))
    if value is None:
        return "–"
    between = shown_interval(low, high) if interval else ""
    return f"{shown(value, low, high)} ({between})" if between else shown(value, low, high)


def _counts(given: Iterable[Label], what: str) -> str:
    """How many heads have which label: "By label 17 broad, 4 previous, 43 mixed."; mixed last, otherwise the most frequent first."""
    counts = Counter(label.label for label in given)
    ranked = sorted(counts, key=lambda name: (name == MIXED, -counts[name]))
    return f"By {what} {', '.join(f'{counts[name]} {name}' for name in ranked)}."


LABELS = TableKind("labels", "what each head does, in a word, with the score behind it", labels)
