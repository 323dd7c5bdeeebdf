"""Table 2 of the paper for this run: how often the best head finds an antecedent, against three rules that need no model."""

from collections.abc import Callable
from functools import partial

from headscope.findings.best import Best, HeldOut, best_heads
from headscope.findings.claims import SURE
from headscope.names import ALL
from headscope.quantities import percent, percent_interval
from headscope.results.scores import Scores
from headscope.tables import published
from headscope.tables.kind import TableKind, named, opening, places_of, where_columns
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.types import Head, Series, Stack

COREFERENCE = "coreference"  # the measure that the table is made of
KEYS = (ALL, "pronoun", "proper", "nominal")
RULES = ("nearest", "head match", "sieves")
_PARTS = ("", "_low", "_high", "_head", "_paper")  # the columns of a key: its value, and what belongs to it
_Cells = tuple[Cell, ...]
NOTES = (
    "In percent of the mentions that have an antecedent. best head: each column's own, picked and scored on the same documents;",
    "held out: picked on one half of the documents, scored on the other. paper: BERT-base on CoNLL-2012.",
)


def coreference(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """Rows: the rules; the head that is best over all mentions, under every kind of mention (the paper's way); each kind's own best
    head, on the same data and held out. Columns: the share of mentions whose antecedent is found, by kind, beside the paper's."""
    rows: list[_Cells] = []
    findings = []
    places = places_of(scores, COREFERENCE, COREFERENCE, corpus, stack)
    for place in places:
        found = {best.key: best for best in best_heads(scores, COREFERENCE, corpus=place[0], stack=place[1])}
        rows += [(*named(scores, *place), *row) for row in _rows(scores, place, found)]
        findings.append(opening(named(scores, *place)) + sentence(found))
    columns = (*where_columns(scores), "row", *(f"{key}{part}" for key in KEYS for part in _PARTS))
    text: dict[str, Callable[[dict[str, Cell]], str]] = {key: partial(_text, key=key) for key in KEYS}
    text |= {f"{key}_paper": partial(_paper_text, key=key) for key in KEYS}
    hidden = tuple(f"{key}{part}" for key in KEYS for part in _PARTS[1:4])
    least = tuple(f"{key}_paper" for key in reversed(KEYS))
    return Table(about(scores), columns, rows, text, hidden, " ".join(findings), NOTES, least=least)


def _rows(scores: Scores, place: tuple[str, Stack], found: dict[str, Best]) -> list[_Cells]:
    """The rows of one corpus and stack; a kind without a case has empty cells."""

    def row(name: str, cells: Callable[[str], _Cells], paper: str = "") -> _Cells:
        beside = {key: value / 100 for key, value in published.COREFERENCE.get(paper, {}).items()}
        return name, *(c for key in KEYS for c in (*(cells(key) if key in found else [None] * 4), beside.get(key)))

    def rule(name: str, key: str) -> _Cells:
        return _value(scores, Series(*place, COREFERENCE, key, "", name), Head(0, 0), found[key].small)

    rows = [row(name, partial(rule, name), name) for name in RULES]
    if ALL in found:
        head = found[ALL].head

        def one(key: str) -> _Cells:
            return *_value(scores, Series(*place, COREFERENCE, key), head, found[key].small)[:3], str(head)

        rows.append(row(f"head {head}", one, published.COREFERENCE_HEAD))
    return [*rows, row("best head", lambda key: _same(found[key])), row("best head, held out", lambda key: _held(found[key]))]


def _value(scores: Scores, series: Series, head: Head, small: bool) -> _Cells:
    """Value and interval, and no head: it is a rule, or the caller knows it."""
    if series not in scores:
        return (None,) * 4
    ends = (None, None) if small else (float(end[head]) for end in scores.interval(series))
    return float(scores.value(series)[head]), *ends, None


def _same(best: Best) -> _Cells:
    return best.value, best.low, best.high, str(best.head)


def _held(best: Best) -> _Cells:
    held = best.held_out
    if held is None:
        return (None,) * 4
    return held.value, held.low, held.high, ", ".join(dict.fromkeys(str(pick.head) for pick in held.picks))


def sentence(found: dict[str, Best]) -> str:
    """How the best head compares with the best rule over all mentions, held out; and how many mentions there are."""
    counts = f"Mentions: {', '.join(f'{found[key].cases:,} {key}' for key in KEYS if key in found)}."
    best = found.get(ALL)
    held = best.held_out if best else None
    if best is None or held is None or held.margin is None:
        return counts
    ends = (held.margin_low, held.margin_high)
    between = percent_interval(*ends)
    lead = percent(abs(held.margin), *ends, small=not between)
    side = "ahead of" if held.margin >= 0 else "behind"
    luck = f", p = {best.p:.2g}" if best.p is not None else ""
    evidence = f" ({between}{luck})" if between else ""
    if between and not _apart(best, held):
        return f"Held out, the best head is not significantly {side} the best rule: {lead} points{evidence}. {counts}"
    return f"Held out, the best head is {lead} points {side} the best rule{evidence}. {counts}"


def _apart(best: Best, held: HeldOut) -> bool:
    """Whether the whole interval of the lead lies on one side of 0, and a lead is no luck."""
    if held.margin_low is None or held.margin_high is None:
        return False
    return held.margin_high < 0 or (held.margin_low > 0 and (best.p is None or best.p < SURE))


def _text(row: dict[str, Cell], key: str) -> str:
    value, low, high = (cell if isinstance(cell, float) else None for cell in (row[key + part] for part in _PARTS[:3]))
    if value is None:
        return "–"
    between = percent_interval(low, high)
    shown = f"{percent(value, low, high)} ({between})" if between else percent(value, small=True)
    # The row's name has the head where it is the same in all columns.
    head = row[f"{key}_head"] if str(row["row"]).startswith("best") else None
    return f"{shown} {head}" if head else shown


def _paper_text(row: dict[str, Cell], key: str) -> str:
    value = row[f"{key}_paper"]
    return f"{value:.0%}".removesuffix("%") if isinstance(value, float) else "–"


COREFERENCE_TABLE = TableKind(COREFERENCE, "how often heads find an antecedent, against rules and the paper's", coreference)
