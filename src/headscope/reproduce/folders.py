"""Runs on disk → what a certificate is made of, and a certificate → files. Needs no model."""

from collections.abc import Iterable
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

from headscope.errors import HeadscopeError, one_line
from headscope.files import read_regular, readable
from headscope.names import MANIFEST
from headscope.reproduce.certificate import Certificate, Run
from headscope.reproduce.probed import ProbeRun
from headscope.reproduce.published import PARTS
from headscope.results.manifest import read_manifest
from headscope.results.open import open_run
from headscope.runs.disk import explained
from headscope.runs.folder import RunFolder
from headscope.runs.seal import check

AS_PUBLISHED = "-as-published"  # ends the name of a part's folder
PROBE_TABLE = "probes.parquet"
MARKDOWN, TABLE = "certificate.md", "certificate.parquet"
FILES = (MARKDOWN, TABLE)
NUMBERS = ("paper", "notebook", "ours", "low", "high", "as_published", "as_published_low", "as_published_high", "difference")
COLUMNS = ("probe", "embeddings", "metric", "key", "value", "low", "high")


def read_runs(folders: Iterable[str | Path]) -> tuple[list[Run], list[Run]]:
    """The runs in some folders, by the paper's words and as published: each is a run, or holds runs as `reproduce` writes them."""
    ours: list[Run] = []
    theirs: list[Run] = []
    for folder in map(Path, folders):
        with readable(folder):
            for place in _runs_in(folder):
                RunFolder(place).settle()
                run: Run = open_probes(place) if (place / PROBE_TABLE).is_file() else open_run(place)
                (theirs if run.manifest.options.get("as_published") else ours).append(run)
    return ours, theirs


def _runs_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise HeadscopeError(f"There is no folder '{folder}': --from takes runs, or a folder that headscope reproduce wrote.")
    if RunFolder(folder).finished:
        return [folder]
    found = [folder / f"{part}{end}" for part in PARTS for end in ("", AS_PUBLISHED)]
    if not (runs := [place for place in found if RunFolder(place).finished]):
        raise HeadscopeError(
            f"'{folder}' holds no finished run: --from takes runs, or a folder that headscope reproduce wrote."
        )
    return runs


def open_probes(folder: Path) -> ProbeRun:
    """Reads a run of `headscope probe`."""
    import polars as pl  # a machine that only measures may have none

    path = folder / PROBE_TABLE
    with RunFolder(folder).steady():
        manifest = read_manifest(folder / MANIFEST)
        check(folder, manifest.files)
        try:
            frame = pl.read_parquet(BytesIO(read_regular(path)))
        except (pl.exceptions.PolarsError, OSError) as error:
            raise HeadscopeError(f"'{path}' can't be read as Parquet: {one_line(error).rstrip('.')}.") from None
        if lacking := [name for name in COLUMNS if name not in frame.columns]:
            raise HeadscopeError(f"'{path}' has no column {', '.join(lacking)}: it was not written by headscope probe.")
        return ProbeRun(manifest, list(frame.iter_rows(named=True)))


def write(folder: str | Path, made: Certificate, markdown: str) -> None:
    """certificate.md and certificate.parquet, both or neither."""
    place = RunFolder(folder)
    with explained(place.path):
        place.path.mkdir(parents=True, exist_ok=True)
    place.write({MARKDOWN: markdown.encode("utf-8", "replace"), TABLE: parquet(made)})


def parquet(made: Certificate) -> bytes:
    """One row a number, with the fields of `Row` as columns; `explained` is a list of ids."""
    import polars as pl

    from headscope.results.frames import to_parquet

    rows = [{"model": made.model, **asdict(row), "explained": list(row.explained)} for row in made.rows]
    text, number = pl.String(), pl.Float64()
    schema = {name: number if name in NUMBERS else text for name in rows[0]} | {"explained": pl.List(pl.String)}
    return to_parquet(pl.DataFrame(rows, schema=schema))
