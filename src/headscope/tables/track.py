"""Many runs as a table: which lines rise and when, those that give a head a label first; and in sentences what came out."""

from headscope.characters import printable
from headscope.comparison.places import ACROSS, ALONG
from headscope.comparison.story import sentences
from headscope.comparison.track import BASELINE, Track
from headscope.tables.kind import ends_of, quantity_of
from headscope.tables.run import about_run
from headscope.tables.table import Cell, Table

COLUMNS = (
    "history", "stack", "corpus", "measure", "key", "direction", "head", "becomes", "before", "at", "level", "value_before", "value", "low",
    "high", "last",
)  # fmt: skip


def onset_table(track: Track, top: int | None = None) -> Table:
    """Lines that rise above the threshold of a label, then those that rise above their baseline; each in the order of the runs, the largest
    first. Columns that say nothing new stay out of a terminal."""
    every = track.onsets
    rows: list[tuple[Cell, ...]] = [
        (
            row.history or None, row.series.stack, row.series.corpus, row.series.measure, row.series.key, row.series.direction or None,
            str(row.head), None if row.bar == BASELINE else row.bar, row.before, row.at, row.level, row.value_before, row.value, row.low,
            row.high, row.last,
        )
        for row in (every if top is None else every[:top])
    ]  # fmt: skip
    idle = {
        "history": track.across is None,
        "stack": len(track.first.manifest.model["stacks"]) < 2,
        "corpus": not track.first.several_corpora,
        "direction": all(row[5] is None for row in rows),
        "becomes": all(row[7] is None for row in rows),
    }
    cut = (f"{len(rows):,} of {len(every):,} rows are shown: --top takes more.",) if len(rows) < len(every) else ()
    return Table(
        "",
        COLUMNS,
        rows,
        {
            "value": lambda row: f"{_number(track, row, 'value')} ({quantity_of(track.first, row).interval(*ends_of(row))})",
            "value_before": lambda row: _number(track, row, "value_before"),
            "last": lambda row: _number(track, row, "last"),
            "level": lambda row: quantity_of(track.first, row).digits(float(row["level"] or 0.0)),
            "becomes": lambda row: str(row["becomes"] or ""),
        },
        (*(name for name, says_nothing in idle.items() if says_nothing), "low", "high"),
        notes=(
            *cut,
            f"at: the first {ALONG[track.along]} from which on the whole 95% interval is above the level, and stays there; before: the one "
            "before it.",
            "level: the threshold of the label that the head becomes; where it becomes none, the baseline.",
        ),
        least=("last", "value_before", "corpus", "stack", "direction", "history"),
    )


def opening(track: Track) -> str:
    """What stands above the table on a terminal."""
    return "".join(f"{printable(line)}\n" for line in (*followed(track), "", *(one.text for one in sentences(track)), ""))


def followed(track: Track) -> list[str]:
    """What was followed: the runs, in their order."""
    lines = [f"first  {about_run(track.histories[0].manifests[0], track.first.weights[0])}"]
    for one in track.histories:
        name = f"{ACROSS[track.across]} {one.name}" if track.across else f"{len(one.labels)} runs"
        order = "in the order given" if track.along == "given" else f"by {ALONG[track.along]}"
        by = "" if track.along == "given" and len(one.labels) < 2 else f", {order}: {_some(one.labels)}"
        lines.append(f"{name}{by}")
    return [*lines, *(f"Left out, {words}." for words in track.left_out)]


def _some(names: tuple[str, ...], most: int = 8) -> str:
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[: most - 1])} … {names[-1]}"


def _number(track: Track, row: dict[str, Cell], name: str) -> str:
    """One of the row's numbers, with the digits that the interval of its value carries."""
    return quantity_of(track.first, row).digits(float(row[name] or 0.0), *ends_of(row))
