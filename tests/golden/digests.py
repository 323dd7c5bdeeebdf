"""What a case left in its folder, as one flat mapping from names to short texts: equal mappings mean equal runs.

Numbers come from Parquet, column by column; a page is taken apart into its JSON. What must differ between two runs (times, versions,
checksums of files that hold these) is left out. Texts that a person reads stay as they are.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

DIGITS = 12  # of a SHA-256: 48 bits, enough to tell some ten thousand values apart
LONGEST = 100  # characters that are kept as they are; of longer texts, the digest

PAYLOAD = re.compile(r'<script type="application/json" id="payload">(.*?)</script>', re.DOTALL)
CHANGING = (
    (re.compile(r"\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) 20\d\d\b"), "DATE"),
    (re.compile(r"\b20\d\d-\d\d-\d\d([T ][\d:.+Z]+)?"), "DATE"),
    (re.compile(r"\b(headscope|transformers|torch|python) \d+(\.\w+)+"), r"\1 VERSION"),
    (re.compile(r"\b[\d,.]+ (seconds?|minutes?|s|min)\b(?! of text)"), "DURATION"),
    (re.compile(r'("seconds": )[\d.]+'), r'\1"DURATION"'),  # in JSON
)
LAST_COLUMN = re.compile(r" +[\d.]+$")
CHANGING_FACTS = {"created", "seconds", "versions", "files", "digest"}  # of a manifest


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def normalise(text: str) -> str:
    """A text without dates, versions and durations.

    >>> normalise("19 Nov 2026, headscope 0.1.0, took 12.5 s")
    'DATE, headscope VERSION, took DURATION'

    Of a table whose last column is called "seconds", that column is hidden too.

    >>> normalise("probe  UAS  seconds\\nattention  61  0.3")
    'probe  UAS  seconds\\nattention  61 DURATION'
    """
    for pattern, replacement in CHANGING:
        text = pattern.sub(replacement, text)
    if any(line.endswith(" seconds") for line in text.splitlines()):
        text = "\n".join(LAST_COLUMN.sub(" DURATION", line) for line in text.split("\n"))
    return text


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST else digest(text.encode())


def read_folder(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its kind."""
    contents: dict[str, str] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        contents |= {f"{name} {part}".rstrip(): text for part, text in read_file(path).items()}
    return contents


def read_file(path: Path) -> dict[str, str]:
    match path.suffix:
        case ".parquet":
            return read_table(path)
        case ".html":
            return read_page(path)
        case ".json":
            return read_json(path)
        case ".svg":
            return {"": digest(normalise(path.read_text()).encode())}
    return {"": digest(path.read_bytes())}


def read_table(path: Path) -> dict[str, str]:
    """Rows and columns of a Parquet file; a column's name, type and the digest of its values in a line."""
    frame = pl.read_parquet(path)
    if path.name == "probes.parquet":
        frame = frame.drop("seconds", strict=False)
    columns = {f"column {column.name}": f"{column.dtype} {digest_column(column)}" for column in frame}
    return {"rows": str(frame.height), **columns}


def digest_column(column: pl.Series) -> str:
    """Of floats the bits, with one NaN and one null; of all else the values as JSON.

    >>> digest_column(pl.Series([0.1, None])) == digest_column(pl.Series([0.1, float("nan")]))
    False
    """
    if column.dtype.is_float():
        values = column.fill_null(0).to_numpy().astype(np.float64)
        values = np.where(np.isnan(values), np.nan, values)
        return digest(values.tobytes() + column.is_null().to_numpy().tobytes())
    return digest(json.dumps(column.to_list()).encode())


def read_page(path: Path) -> dict[str, str]:
    """A page's data, entry by entry, and what is around it."""
    page = path.read_text()
    payload = PAYLOAD.search(page)
    if payload is None:
        return {"": digest(normalise(page).encode())}
    return {f"page {name}": text for name, text in flatten(json.loads(payload[1])).items()}


def read_json(path: Path) -> dict[str, str]:
    facts = json.loads(path.read_text())
    if isinstance(facts, dict):
        facts = {name: fact for name, fact in facts.items() if name not in CHANGING_FACTS}
    return flatten(facts)


def flatten(data: Any, depth: int = 2, prefix: str = "") -> dict[str, str]:
    """JSON as lines of name and value, so many levels deep; what is longer or deeper, as a digest.

    >>> flatten({"title": "a page", "facts": {"heads": 64}})
    {'title': '"a page"', 'facts.heads': '64'}
    """
    if depth and isinstance(data, dict) and data:
        entries = [flatten(value, depth - 1, f"{prefix}{name}.") for name, value in data.items()]
        return {name: text for entry in entries for name, text in entry.items()}
    text = normalise(json.dumps(data, ensure_ascii=False))
    return {prefix.rstrip("."): shorten(text)}


def read_array(array: np.ndarray) -> str:
    return f"{array.dtype} {'×'.join(map(str, array.shape))} {digest(np.ascontiguousarray(array).tobytes())}"
