"""The table that `--dry-run` prints: what would run, on how much, and for how long."""

from headscope.runs.estimate import Estimate
from headscope.runs.plan import Plan
from headscope.tables.table import Cell, Table


def forecast_table(plan: Plan, guess: Estimate) -> Table:
    """One row a pass over a corpus."""
    heads = sum(layers * heads for layers, heads in plan.model.stacks.values())
    rows: list[tuple[Cell, ...]] = []
    for one, tokens, seconds in zip(plan.passes, guess.tokens, guess.seconds, strict=True):
        names = ", ".join(m.name for m in one.measures)
        rows.append((one.corpus.name, one.unit, one.documents, one.units, tokens, round(seconds, 1), names))
    reasons = dict.fromkeys(plan.left_out.values())
    missing = {reason: ", ".join(name for name, its in plan.left_out.items() if its == reason) for reason in reasons}
    left = "".join(f" Not {mine}: {reason}." for reason, mine in missing.items())
    title = (
        f"{plan.model.name}: {heads} heads through the {plan.model.road} on {plan.model.device}, "
        f"about {sum(guess.seconds):,.0f} s in all.{left} Nothing was written."
    )
    columns = ("corpus", "unit", "documents", "units", "tokens", "seconds", "measures")
    return Table(title, columns, rows, {"seconds": lambda row: f"{row['seconds']:,.1f}"}, least=("unit", "documents"))
