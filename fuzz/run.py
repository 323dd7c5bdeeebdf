"""Coverage-guided fuzzing of what reads other people's files: any answer is good but an error that is not a HeadscopeError.

    python fuzz/run.py NAME [SECONDS] [FOLDER]     NAME: readers, query, manifest, tally, maps, arrays

Needs atheris. It starts from the inputs of `starts.py` and those in FOLDER, which gets what reaches something new. An input that breaks
something is written to the current folder as crash-…; give its path instead of SECONDS to see it again.
"""

import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["headscope"], enable_loader_override=False):
    from headscope.corpora import FORMATS, open_corpus
    from headscope.errors import HeadscopeError
    from headscope.models.maps.arrays import open_arrays
    from headscope.models.maps.lines import read_lines
    from headscope.models.maps.pickles import read_segments
    from headscope.query.grammar import parse as parse_query
    from headscope.results.manifest import read_manifest
    from headscope.runs.seal import sealed
    from headscope.tallies import read

from starts import STARTS  # now, because it imports headscope too

PLACE = Path(tempfile.mkdtemp(prefix="headscope-fuzz-"))


def readers(data: bytes) -> None:
    """The first byte says which format, the rest is the file; read strictly or leniently."""
    names = list(FORMATS)
    path = PLACE / "corpus"
    path.write_bytes(data[1:])
    name = names[data[0] % len(names)] if data else names[0]
    for document in open_corpus(f"{name}:{path}", skip_broken=bool(data and data[0] & 128)).documents():
        assert document.paragraphs


def query(data: bytes) -> None:
    parse_query(data.decode("utf-8", "replace"))


def manifest(data: bytes) -> None:
    """As it is; and, where it is JSON, with a digest that is right, so that its form is reached."""
    path = PLACE / "manifest.json"
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and found:
        text = json.dumps(found | {"format": 2}, indent=2) + "\n"
        data = sealed({"manifest.json": text.encode()})["manifest.json"]
    path.write_bytes(data)
    read_manifest(path)


DIGEST = re.compile(rb'(\\"sha256\\": \\")[0-9a-f]{64}')


def tally(data: bytes) -> None:
    """With a digest that is right, where it has one, so that its form is reached."""
    path = PLACE / "tally.safetensors"
    blank = DIGEST.sub(rb"\g<1>" + b"0" * 64, data, 1)
    path.write_bytes(DIGEST.sub(rb"\g<1>" + hashlib.sha256(blank).hexdigest().encode(), blank, 1))
    read(path)


def maps(data: bytes) -> None:
    """The lines beside a file of maps."""
    path = PLACE / "maps.jsonl"
    path.write_bytes(data)
    for line in read_lines(path):
        assert len(line.kinds()) == len(line.segments()) == len(line.tokens)
        line.sentence()


def arrays(data: bytes) -> None:
    """The first byte says which format: .npz, .safetensors, or a published pickle, which is read without running it."""
    ends = (".npz", ".safetensors", ".pkl")
    path = PLACE / f"maps{ends[data[0] % 3] if data else ends[0]}"
    path.write_bytes(data[1:])
    if path.suffix == ".pkl":
        for segment in read_segments(path):
            assert segment.maps.ndim == 4
        return
    found = open_arrays(path)
    for name, shape in found.shapes.items():
        assert found.read(name).shape == shape


TARGETS: dict[str, Callable[[bytes], None]] = {one.__name__: one for one in (readers, query, manifest, tally, maps, arrays)}


def guarded(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    def one(data: bytes) -> None:
        try:
            target(data)
        except HeadscopeError as error:
            assert str(error)

    return one


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    how = rest[0] if rest else "120"
    folder = PLACE / "starts"
    folder.mkdir()
    for number, data in enumerate(STARTS[name]()):
        (folder / str(number)).write_bytes(data)
    options = [f"-max_total_time={how}", *rest[1:], str(folder)] if how.isdigit() else [how]
    atheris.Setup([sys.argv[0], "-max_len=8192", "-print_final_stats=1", *options], guarded(TARGETS[name]))
    atheris.Fuzz()
