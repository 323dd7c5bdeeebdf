"""Many runs as a table: which lines rise and when, those that give a head a label first; and in sentences what came out."""

from headscope.comparison.places import ACROSS, ALONG
from headscope.comparison.story import sentences
from headscope.comparison.track import BASELINE, Track
from headscope.quantities import digits, shown, shown_interval
from headscope.tables.run import about_run
from headscope.tables.table import Cell, Table, printable

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
            "value": lambda row: f"{row['value']:.{_digits(row)}f} ({shown_interval(_end(row, 'low'), _end(row, 'high'))})",
            "value_before": lambda row: f"{row['value_before']:.{_digits(row)}f}",
            "last": lambda row: f"{row['last']:.{_digits(row)}f}",
            "level": lambda row: shown(float(row["level"] or 0.0)),
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


def _end(row: dict[str, Cell], name: str) -> float | None:
    end = row[name]
    return end if isinstance(end, float) else None


def _digits(row: dict[str, Cell]) -> int:
    return digits(_end(row, "low"), _end(row, "high"))
