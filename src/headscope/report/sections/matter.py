"""The section on what heads are for: what the model loses without each, which findings survive that, and how far the slope agrees."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from headscope.description import Description
from headscope.figures.matter import NAME as FIGURE
from headscope.findings.agreement import agreement_text, agreements
from headscope.findings.claims import claims
from headscope.findings.matter import Need, needed, survives
from headscope.findings.wording import looks
from headscope.quantities import shown, shown_interval
from headscope.report.sections.generic import generic
from headscope.report.sections.parts import table
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table

READ = (
    "Each mark is a head, switched off by itself: the higher, the more the model loses without it. Any head of a layer may be missed a "
    "little, so a head is said to be needed only where it leads the median of the other heads of its layer significantly."
)
_SHOWN = {
    "stack": "stack",
    "head": "head",
    "finds": "what it finds",
    "right": "right (95%)",
    "loss": "loss without it, nats (95%)",
    "median": "median of its layer",
    "lead": "lead over it (95%)",
    "needed": "needed there",
}
_HIDDEN = ("key", "direction", "p")


def matter(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """What any section has; the figure of all heads; a table of the heads that find something; and what the slope says of all heads."""
    notes = [agreement_text(scores, one) for one in agreements(scores)]
    made = generic(scores, about, figures=(FIGURE,) if needed(scores) else (), notes=notes, how=READ if len(about) > 1 else "")
    if made["missing"]:
        return made
    rows = _survivors(scores)
    if rows:
        made["title"] = " ".join(filter(None, (made["title"], _counted(rows))))
        for chart in made["charts"][:1]:
            chart["title"] = made["title"]  # said once
        made["tables"].insert(0, _table(scores, rows))
    return made


def _survivors(scores: Scores) -> list[tuple[str, Any, Need]]:
    return [(looks(scores, claim.series), claim, need) for claim, need in survives(scores, claims(scores)).items()]


def _counted(rows: Sequence[tuple[str, Any, Need]]) -> str:
    """How many of the heads that find something are needed where they find it."""
    sure, number = sum(need.sure for *_, need in rows), len(rows)
    if number == 1:
        return f"The one thing that a head finds better than a fixed rule is {'' if sure else 'not '}a thing that the model needs it for."
    which = "all" if sure == number else "none" if sure == 0 else str(sure)
    return f"Of {number} things that heads find better than a fixed rule, the model needs the head for {which}."


def _table(scores: Scores, rows: Sequence[tuple[str, Any, Need]]) -> dict[str, Any]:
    several = len(scores.manifest.model["stacks"]) > 1
    columns = tuple(name for name in (*_SHOWN, *_HIDDEN) if name != "stack" or several)
    cells: list[tuple[Cell, ...]] = []
    texts: dict[tuple[Cell, ...], dict[str, str]] = {}
    for words, claim, need in rows:
        quantity = scores.quantity(claim.series)
        row = {
            "stack": claim.series.stack, "head": str(claim.head), "finds": words, "right": claim.value, "loss": need.value,
            "median": need.median, "lead": need.lead, "needed": "yes" if need.sure else "not significantly",
            "key": claim.series.key, "direction": claim.series.direction or None, "p": need.p,
        }  # fmt: skip
        cells.append(tuple(row[name] for name in columns))
        texts[cells[-1]] = {
            "right": quantity.text(claim.value, claim.low, claim.high),
            "loss": _number(need.value, need.low, need.high),
            "median": shown(need.median, need.low, need.high),
            "lead": _number(need.lead, need.lead_low, need.lead_high),
        }

    def text(row: dict[str, Cell], name: str) -> str:
        return texts[tuple(row[column] for column in columns)][name]

    forms: dict[str, Callable[[dict[str, Cell]], str]] = {
        name: partial(text, name=name) for name in ("right", "loss", "median", "lead")
    }
    note = "needed there: without the head the loss at these words rises by more than without the median of the other heads of its layer."
    made = Table("", columns, cells, forms)
    shown_columns = {name: words for name, words in _SHOWN.items() if name in columns}
    return table(
        made, "survivors", "Which findings survive", shown_columns, strong=lambda row: row["needed"] == "yes", notes=[note]
    )


def _number(value: float, low: float | None, high: float | None) -> str:
    between = shown_interval(low, high)
    return shown(value, low, high) + (f" ({between})" if between else "")
