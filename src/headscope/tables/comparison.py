"""Two runs as a table: which heads differ, the surest and largest first, and in sentences what came out."""

from functools import partial

import numpy as np

from headscope.characters import printable
from headscope.comparison.comparison import SURE, Change, Comparison, Difference
from headscope.comparison.matching import MATCHES
from headscope.comparison.overall import Overall, overall
from headscope.comparison.pairs import WEIGHING
from headscope.names import KINDS
from headscope.quantities import Quantity, digits, shown, shown_interval
from headscope.tables.kind import ends_of, quantity_of
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.ties import rounded

MOST_SENTENCES = 3
_TO = "attends to "
ALIKE = "Partners were picked to be alike, so differences are smaller than they would be of heads picked blindly."
COLUMNS = (
    "stack", "corpus_a", "corpus_b", "measure", "key", "direction", "head", "matched", "value_a", "value_b", "difference", "low",
    "high", "effect", "p", "beyond", "sure",
)  # fmt: skip


def comparison_table(comparison: Comparison, top: int | None = None) -> Table:
    """Heads and scores, the sure ones first, then the largest effects. Columns that say nothing new stay out of
    a terminal."""
    changes = comparison.changes()
    rows = [_row(change) for change in (changes if top is None else changes[:top])]
    idle = {
        "stack": len(comparison.matchings) < 2,
        "corpus_a": not comparison.several_corpora,
        "corpus_b": not comparison.several_corpora or all(change.corpus_a == change.corpus_b for change in changes),
        "direction": all(row[COLUMNS.index("direction")] is None for row in rows),
        "matched": all(matching.moved == 0 for matching in comparison.matchings.values()),
    }
    return Table(
        "",
        COLUMNS,
        rows,
        {
            "value_a": partial(_digits, comparison, "value_a"),
            "value_b": partial(_digits, comparison, "value_b"),
            "difference": partial(_difference_text, comparison),
            "effect": lambda row: "–" if row["effect"] is None else f"{row['effect']:+.2f}",
            "sure": lambda row: "yes" if row["sure"] else "",
        },
        (*(name for name, says_nothing in idle.items() if says_nothing), "low", "high", "beyond"),
        notes=_notes(comparison, len(rows), len(changes)),
        least=("p", "value_a", "value_b", "effect", "corpus_b", "corpus_a", "stack"),
    )


def opening(comparison: Comparison) -> str:
    """What stands above the table on a terminal."""
    return "".join(f"{printable(line)}\n" for line in (*compared(comparison), "", *sentences(comparison), ""))


def compared(comparison: Comparison) -> list[str]:
    """What was compared: both runs, and what sets them apart."""
    differing = "; ".join(map(str, comparison.contrasts)) or "nothing that is written down"
    lines = [f"first   {about(comparison.first)}", f"second  {about(comparison.second)}", f"The runs differ in: {differing}."]
    return [*lines, *(f"Not compared, {words}." for words in comparison.left_out)]


def sentences(comparison: Comparison) -> list[str]:
    """How much is sure in all, how heads were matched, and the scores in which most heads differ."""
    of = comparison.differences
    every, tested = (sum(one.difference.size for one in some) for some in (of, [one for one in of if one.tested]))
    said = [*_kinds(comparison), *_same_model(comparison), *_matched(comparison)]
    if not tested:
        return [*said, "No interval can be given: a run needs documents in at least 10 groups, and so nothing is significant."]
    if not any(one.difference.any() for one in of):
        return [*said, f"All {every:,} numbers are the same in both runs."]
    sure, beyond = (sum(int(getattr(one, name).sum()) for one in of) for name in ("sure", "beyond"))
    said.append(
        f"{sure:,} of {every:,} differences are significant: p < {SURE}, corrected for all {tested:,} heads and scores that were looked "
        f"at. {beyond:,} are significant on their own; of heads that are the same, about {SURE * tested:,.0f} would be by chance."
    )
    return [*said, *(sentence(comparison, one) for one in leading(of))]


def leading(differences: list[Difference]) -> list[Difference]:
    """The scores in which most heads differ significantly, at most three, one of each measure."""
    sure = [one for one in differences if one.sure.any()]
    ranked = sorted(sure, key=lambda one: (-int(one.sure.sum()), -rounded(float(np.nanmax(abs(one.effect))))))
    best: dict[str, Difference] = {}
    for one in ranked:
        best.setdefault(one.pair.first.measure, one)
    return list(best.values())[:MOST_SENTENCES]


def sentence(comparison: Comparison, one: Difference) -> str:
    """How many heads differ in one score, and the largest difference."""
    name = score_name(comparison, one)
    count, heads = int(one.sure.sum()), one.difference.size
    rows = list(comparison.rows_of(one))
    if not count:
        largest = max(rows, key=lambda row: rounded(abs(row.difference)))
        if not largest.difference:
            return f"No head differs in {name}."
        return f"No head differs significantly in {name}; the largest difference: {_arrow(comparison, largest)}."
    largest = max((row for row in rows if row.sure), key=lambda row: rounded(abs(row.difference)))
    differ = "heads differ" if count != 1 else "heads differs"
    return f"{count} of {heads} {differ} significantly in {name}; the largest: {_arrow(comparison, largest)}."


def score_name(comparison: Comparison, one: Difference) -> str:
    """`offset.+1`, with direction, stack and corpora where these must be said."""
    series, other = one.pair.first, one.pair.second
    more = [series.direction] if series.direction else []
    more += [series.stack] if len(comparison.matchings) > 1 else []
    if comparison.several_corpora:
        more.append(series.corpus if series.corpus == other.corpus else f"{series.corpus} / {other.corpus}")
    return f"{series.measure}.{series.key}" + (f" ({', '.join(more)})" if more else "")


def _arrow(comparison: Comparison, row: Change) -> str:
    """3-5 0.975 → 0.412 (-0.563, -0.570 to -0.556)"""
    quantity = comparison.first.about(row.measure).quantity_of(row.key, row.direction)
    low, high = _changes(quantity, row.low, row.high)
    values = f"{shown(quantity.shown(row.value_a), low, high)} → {shown(quantity.shown(row.value_b), low, high)}"
    head = f"{row.head}" if row.matched == row.head else f"{row.head} and {row.matched}"
    between = shown_interval(low, high)
    return f"{head} {values} ({shown(quantity.change(row.difference), low, high)}{f', {between}' if between else ''})"


def _changes(quantity: Quantity, low: float | None, high: float | None) -> tuple[float | None, float | None]:
    """The interval of a difference as people read it."""
    return (None, None) if low is None or high is None else (quantity.change(low), quantity.change(high))


def _kinds(comparison: Comparison) -> list[str]:
    """Of two kinds of weights: what heads do more and less of, on average over all heads, at most three scores of different measures."""
    kind = comparison.second.weights[0]
    if kind == comparison.first.weights[0]:
        return []
    best: dict[str, Overall] = {}
    for one in overall(comparison):
        best.setdefault(one.one.pair.first.measure, one)
    return [_risen(comparison, one, KINDS[kind].under) for one in list(best.values())[:MOST_SENTENCES]]


def _risen(comparison: Comparison, one: Overall, under: str) -> str:
    """Under norm weights, attention to [SEP] falls from 0.190 to 0.022, on average over all heads (-0.168, -0.171 to -0.165)."""
    quantity = comparison.first.quantity(one.one.pair.first)
    ends = _changes(quantity, one.low, one.high)
    does = comparison.first.key(one.one.pair.first).does
    what = f"attention to {does.removeprefix(_TO)}" if does.startswith(_TO) else score_name(comparison, one.one)
    way = "rises" if one.difference > 0 else "falls"
    between = f"{shown(quantity.change(one.difference), *ends)}, {shown_interval(*ends)}"
    before, after = (shown(quantity.shown(value), *ends) for value in (one.value_a, one.value_b))
    return f"Under {under}, {what} {way} from {before} to {after}, on average over all heads ({between})."


def _same_model(comparison: Comparison) -> list[str]:
    """Of one model twice no head has changed, whatever the numbers do."""
    a, b = comparison.first.manifest.model, comparison.second.manifest.model
    known = [name for name in ("sha256", "revision") if name in a and name in b]
    if a["name"] != b["name"] or not known or any(a[name] != b[name] for name in known):
        return []
    if comparison.contrasts and all(one.what == WEIGHING for one in comparison.contrasts):
        return ["Both sides are of the same model on the same text: no head changed, only what its maps are made of."]
    return ["Both runs are of the same model: no head changed, only what it was measured on or how."]


def _matched(comparison: Comparison) -> list[str]:
    if comparison.match == "position":
        return []
    said = []
    for stack, matching in comparison.matchings.items():
        assert matching.cost is not None and matching.other is not None
        where = f" of the {stack} stack" if len(comparison.matchings) > 1 else ""
        said.append(
            f"Each head{where} is compared with {MATCHES[comparison.match]}, within its {comparison.within}: "
            f"{matching.moved} of {len(matching.partner)} are in another place. Partners are {matching.cost.mean():.3f} apart on "
            f"average, the nearest other head {matching.other.mean():.3f}; {matching.doubtful} are nearer to another head than to "
            "their partner."
        )
    return said


def _notes(comparison: Comparison, shown_rows: int, every: int) -> tuple[str, ...]:
    paired = {one.pair.paired for one in comparison.differences}
    drawn = {
        frozenset({True}): "paired by document, since both runs read the same",
        frozenset({False}): "not paired, since the runs read different ones",
    }.get(frozenset(paired), "paired by document where both runs read the same corpus")
    cut = (f"{shown_rows:,} of {every:,} rows are shown: --top takes more.",)
    return (
        *(cut if shown_rows < every else ()),
        f"difference: second less first, with its 95% interval over documents ({drawn}).",
        "effect: the difference in standard deviations of the score over all heads of both runs.",
        *(() if comparison.match == "position" else (ALIKE,)),
    )


def _row(change: Change) -> tuple[Cell, ...]:
    return (
        change.stack, change.corpus_a, change.corpus_b, change.measure, change.key, change.direction or None, str(change.head),
        str(change.matched), change.value_a, change.value_b, change.difference, change.low, change.high, change.effect, change.p,
        change.beyond, change.sure,
    )  # fmt: skip


def _read(comparison: Comparison, row: dict[str, Cell]) -> tuple[Quantity, tuple[float | None, float | None]]:
    """What a row's numbers are of, and the ends of its difference as people read them."""
    quantity = quantity_of(comparison.first, row)
    return quantity, _changes(quantity, *ends_of(row))


def _digits(comparison: Comparison, name: str, row: dict[str, Cell]) -> str:
    quantity, ends = _read(comparison, row)
    return f"{quantity.shown(row[name]):.{digits(*ends)}f}"


def _difference_text(comparison: Comparison, row: dict[str, Cell]) -> str:
    quantity, ends = _read(comparison, row)
    between = shown_interval(*ends)
    return f"{quantity.change(row['difference']):+.{digits(*ends)}f}" + (f" ({between})" if between else "")
