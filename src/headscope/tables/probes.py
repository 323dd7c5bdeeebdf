"""Table 3 of the paper for probes: how many governors each finds, against baselines, a control task, and the paper's numbers."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

from headscope.quantities import percent, percent_interval
from headscope.tables.probe_source import ARGMAX, TITLES, TREE, Number, Summary, records_of, summaries, trainings
from headscope.tables.published_probes import NOTEBOOK, ORDER, PROBES, UAS, UUAS
from headscope.tables.table import Cell, Table

# What a column is, by metric and key of probes.parquet; each has its interval beside it.
SHOWN = {
    "uas": (UAS, ARGMAX),
    "with_punctuation": ("uas-punct", ARGMAX),
    "as_tree": (UAS, TREE),
    "uuas": (UUAS, TREE),
    "control": ("control", ARGMAX),
    "selectivity": ("selectivity", ARGMAX),
}
_ENDS = ("", "_low", "_high")
_LAST = ("paper", "paper_metric", "seconds")
WITH_INTERVAL = ("uas", "uuas", "selectivity")  # the others have theirs in CSV and JSON
MOST_NAMED = 3
NOTES = (
    "In percent of words, punctuation left out; 95% intervals over test sentences. uas: governors found, word by word.",
    "as_tree: decoded as one tree. uuas: the tree's edges, whichever way. control: uas where a word's type decides its governor, by lot.",
    "selectivity: uas − control. paper: BERT-base on the Penn Treebank; the structural probe's is undirected; the authors' notebook has",
    f"{NOTEBOOK['attention-words']:.1f} for attention + words.",
)


def probes_table(given: Any, *, model: str | None = None, corpus: str | None = None) -> Table:
    """One row a probe and kind of word vectors: from `Probed`, a polars frame or rows as in probes.parquet. Several seeds are averaged; the
    interval then holds those of all seeds. CSV and JSON have shares from 0 to 1."""
    found = summaries(records_of(given), model=model, corpus=corpus)
    sentences = [*trainings(found), *orders(found)]
    places = list(dict.fromkeys((one.model, one.corpus) for one in found))
    outer = tuple(name for at, name in enumerate(("model", "corpus")) if len({place[at] for place in places}) > 1)
    columns: tuple[str, ...] = (
        *outer,
        "probe",
        "embeddings",
        "seeds",
        *(name + end for name in SHOWN for end in _ENDS),
        *_LAST,
    )
    rows = [(*(getattr(one, name) for name in outer), *_row(one)) for one in found]
    hidden = [name + end for name in SHOWN for end in _ENDS[1:]] + ["paper_metric"]
    if all(len(one.seeds) == 1 for one in found):
        hidden.append("seeds")
    title = (
        f"{', '.join(dict.fromkeys(place[0] for place in places))} on {', '.join(dict.fromkeys(place[1] for place in places))}"
    )
    least = ("seconds", "with_punctuation", "as_tree", "embeddings", "control", "uuas", "paper")
    return Table(f"{title} · probing classifiers", columns, rows, _TEXT, tuple(hidden), " ".join(sentences), NOTES, least)


def _row(one: Summary) -> tuple[Cell, ...]:
    cells: list[Cell] = [one.title, one.embeddings or None, len(one.seeds)]
    for name in SHOWN.values():
        number = one.get(*name)
        cells += [None] * 3 if number is None else [number.value, number.low, number.high]
    paper = PROBES.get(one.probe)
    return (*cells, *((None, None) if paper is None else (round(paper.score / 100, 3), paper.metric)), one.seconds)


def orders(found: list[Summary]) -> list[str]:
    """Whether the probes come in the paper's order, for each model and corpus."""
    places = list(dict.fromkeys((one.model, one.corpus) for one in found))
    sentences = []
    for place in places:
        mine = [one for one in found if (one.model, one.corpus) == place]
        opening = f"{' on '.join(place)}: " if len(places) > 1 else ""
        sentences += [f"{opening}{sentence}" for sentence in findings(mine)]
    return sentences


def findings(found: list[Summary]) -> list[str]:
    """Whether the probes of one model and corpus come in the paper's order; once for each kind of word vectors."""
    kinds = list(dict.fromkeys(one.embeddings for one in found if one.embeddings)) or [""]
    said = []
    for kind in kinds:
        numbers = {
            one.probe: number
            for one in found
            if one.embeddings in ("", kind) and (number := one.get(*SHOWN["uas"])) is not None
        }
        if sentence := order_sentence({name: numbers[name] for name in ORDER if name in numbers}):
            said.append(f"With {kind} vectors: {sentence[0].lower()}{sentence[1:]}" if len(kinds) > 1 else sentence)
    return said


def order_sentence(numbers: dict[str, Number]) -> str:
    """The probes are given in the paper's order, from the lowest: do ours come in it? A step is one where intervals do not meet."""
    if len(numbers) < 2:
        return ""
    turned = [(low, high) for low, high in combinations(numbers, 2) if numbers[high].above(numbers[low]) is False]
    close = [(low, high) for low, high in combinations(numbers, 2) if numbers[high].above(numbers[low]) is None]
    said = {name: f"{TITLES[name]} ({percent(one.value, one.low, one.high)})" for name, one in numbers.items()}
    if not turned and not close:
        whole = "The paper's order holds" if len(numbers) == len(ORDER) else "These come in the paper's order"
        return f"{whole}: {' < '.join(said.values())}."
    parts = [f"{said[high]} is behind {said[low]}" for low, high in turned[:MOST_NAMED]]
    parts += [f"{said[high]} is not significantly ahead of {said[low]}" for low, high in close[: MOST_NAMED - len(parts)]]
    left = len(turned) + len(close) - len(parts)
    if left:
        parts.append(f"{left} more {'pair is' if left == 1 else 'pairs are'} not in its order")
    elif len(parts) < len(numbers) * (len(numbers) - 1) // 2:
        parts.append("all other pairs are in its order")
    return f"Unlike in the paper, {'; '.join(parts)}."


def _text(row: dict[str, Cell], name: str) -> str:
    value, low, high = (cell if isinstance(cell, float) else None for cell in (row[name + end] for end in _ENDS))
    if value is None:
        return "–"
    between = percent_interval(low, high) if name in WITH_INTERVAL else ""
    return f"{percent(value, low, high)} ({between})" if between else percent(value, low, high)


def _paper_text(row: dict[str, Cell]) -> str:
    value = row["paper"]
    if not isinstance(value, float):
        return "–"
    return f"{100 * value:.0f}{' (UUAS)' if row['paper_metric'] == UUAS else ''}"


_TEXT: dict[str, Callable[[dict[str, Cell]], str]] = {
    **{name: partial(_text, name=name) for name in SHOWN},
    "paper": _paper_text,
    "seconds": lambda row: f"{row['seconds']:,.1f}",
}
