"""The table that `--dry-run` prints: what would run, on how much, and for how long."""

from collections.abc import Callable

from headscope.results.manifest import ordinal
from headscope.runs.estimate import Estimate
from headscope.runs.plan import Plan
from headscope.tables.table import Cell, Table


def forecast_table(plan: Plan, guess: Estimate) -> Table:
    """One row a pass over a corpus."""
    heads = sum(layers * heads for layers, heads in plan.model.stacks.values())
    rows: list[tuple[Cell, ...]] = []
    for one, tokens, seconds in zip(plan.passes, guess.tokens, guess.seconds, strict=True):
        names = ", ".join(m.name for m in one.measures)
        road = "–" if one.unit == "none" else "whole maps" if one.maps is not None else "row by row"
        rows.append((one.corpus.name, one.unit, one.documents, one.units, tokens, round(seconds, 1), road, names))
    reasons = dict.fromkeys(plan.left_out.values())
    missing = {reason: ", ".join(name for name, its in plan.left_out.items() if its == reason) for reason in reasons}
    notes = [
        f"{', '.join(measure.name for measure in one.measures)}: {one.units:,} of {one.total:,} units of {one.corpus.name}, so that "
        "cutting heads costs no more than the rest; name the measure for all."
        for one in plan.passes
        if one.every > 1
    ]
    notes += [
        f"{name}: every {ordinal(every)} unit, because each is read five times more for it; name the measure for all."
        for name, every in plan.every().items()
        if " " in name
    ]
    notes += [f"Not {mine}: {reason}." for reason, mine in missing.items()]
    formed = [one for one in plan.passes if one.maps is not None and one.unit != "none"]
    notes += [f"Whole maps are formed for {one.name}: {one.maps}." for one in formed]
    title = (
        f"{plan.model.name}: {heads} heads through the {plan.model.road} on {plan.model.device}, "
        f"about {sum(guess.seconds):,.0f} s in all. Nothing was written."
    )
    columns = ("corpus", "unit", "documents", "units", "tokens", "seconds", "attention", "measures")
    clocked: dict[str, Callable[[dict[str, Cell]], str]] = {"seconds": lambda row: f"{row['seconds']:,.1f}"}
    return Table(title, columns, rows, clocked, notes=tuple(notes), least=("unit", "documents", "attention"))
