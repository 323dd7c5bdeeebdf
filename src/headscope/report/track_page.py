"""Many runs as one HTML file: a film of all heads, a line for every head and score, findings; and the same as tables.

What is said is decided in `track_payload`, how it looks in web/src/track.ts. The page holds itself to the same as the report: data is
data, one script and one style sheet by their hashes, no requests."""

from pathlib import Path
from typing import Any

from headscope.comparison.track import Track
from headscope.errors import HeadscopeError
from headscope.pages import embed, page, static
from headscope.report.compare_page import BODY, check_file
from headscope.report.track_payload import payload
from headscope.results.frames import to_parquet
from headscope.runs.disk import write_whole
from headscope.urls import local_path
from headscope.views.page import PICTURES

PAGE, LINES, ONSETS = "track.html", "lines.parquet", "onsets.parquet"


def render(payload: dict[str, Any]) -> str:
    """The whole page for a payload, as text to be written as UTF-8. The same payload gives the same text."""
    body = BODY.replace("headscope compare", "headscope track").format(data=embed(payload))
    return page(str(payload["title"]), body, static("track.js"), static("track.css"), PICTURES)


def check_output(output: Path, *, force: bool = False) -> list[Path]:
    """The files that are to be written: a page, a table, or in a folder both; raises where one can't or must not be written."""
    local_path(output)
    if output.suffix.lower() in (".html", ".htm", ".parquet") and not output.is_dir():
        return [check_file(output, force=force)]
    if output.exists() and not output.is_dir():
        raise HeadscopeError(f"'{output}' is a file: -o takes FILE.html, FILE.parquet or a folder.")
    return [check_file(output / name, force=force) for name in (PAGE, LINES, ONSETS)]


def write_output(track: Track, places: list[Path]) -> None:
    """Writes what was asked for, each file whole or not at all."""
    for path in places:
        if path.suffix.lower() == ".parquet":
            frame = track.onsets_to_polars() if path.name == ONSETS and len(places) > 1 else track.to_polars()
            write_whole(path, to_parquet(frame))
        else:
            write_whole(path, render(payload(track)).encode())
