"""Streams that never end: a reader's bounds end them while they are read, and nothing of them stays on the disk, however a run ends."""

import lzma
import os
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest

from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError

MEGABYTE = 10**6
MOST = 2_000 * MEGABYTE  # that a stream gives at all, so that a defect can't go on for ever
LIMITED = f"""
import resource, tempfile
tempfile.tempdir = None  # TMPDIR is looked at anew
resource.setrlimit(resource.RLIMIT_FSIZE, ({100 * MEGABYTE}, {100 * MEGABYTE}))
from headscope.cli import main
raise SystemExit(main())
"""
DOCUMENT = b"the old boat sank near the harbour " * 200 + b"\n\n"


class Pipe:
    """A stream into a process, by a thread; `given` are the bytes that went into it."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.given = 0
        self.end, self._into = (os.fdopen(end, mode) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True))
        self._thread = threading.Thread(target=self._write, args=(blocks,), daemon=True)
        self._thread.start()

    def _write(self, blocks: Iterator[bytes]) -> None:
        with suppress(OSError), self._into:
            for block in blocks:
                os.write(self._into.fileno(), block)
                self.given += len(block)
                if self.given > MOST:
                    return

    def close(self) -> None:
        self.end.close()
        self._thread.join(60)


@pytest.fixture
def piped(server, tmp_path) -> Iterator[Callable[..., tuple[Any, Pipe, Path, Callable[[], str]]]]:
    """Starts `headscope measure -c -` on a stream, with temporary files in a folder of its own and files of 100 MB at most."""
    opened = []

    def begin(blocks: Iterator[bytes], *more: str) -> tuple[Any, Pipe, Path, Callable[[], str]]:
        temporary, said = tmp_path / "temporary", tmp_path / "said.txt"
        temporary.mkdir()
        pipe = Pipe(blocks)
        opened.append(pipe)
        arguments = ["measure", "--measure", "peak", "-c", "-", *more, "-o", str(tmp_path / "run")]
        with said.open("w") as errors:
            environment = {**os.environ, "TMPDIR": str(temporary)}
            process = server.start(arguments, [pipe.end, errors, errors], code=LIMITED, env=environment)
        pipe.end.close()  # the process has its own
        return process, pipe, temporary, said.read_text

    yield begin
    for pipe in opened:
        pipe.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("block", "words", "most"),
    [
        (bytes(MEGABYTE), "line 1 is longer than 1 MiB", 8 * MEGABYTE),
        (b"y" * MEGABYTE, "line 1 is longer than 1 MiB", 8 * MEGABYTE),
        (b"yes\n" * 10_000, "a document of more than 64 MiB", 40 * MEGABYTE),
        (DOCUMENT * 100, "there is no room after 100 MB: file too large. Give less of it, or set TMPDIR", 120 * MEGABYTE),
    ],
    ids=["zeros", "no line ends", "one document", "documents"],
)
def test_an_endless_stream_ends_in_a_sentence(piped, tmp_path, block, words, most):
    process, pipe, temporary, said = piped(repeat(block))
    assert process.wait(120) == 2, said()
    text = said().strip().split("\r")[-1].split("\n")[-1]
    assert text.startswith("headscope: Standard input") and words in text
    assert pipe.given < most
    assert not list(temporary.iterdir()) and not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_limit_ends_an_endless_stream(piped, tmp_path, small_folder):
    process, pipe, temporary, said = piped(repeat(DOCUMENT), "--limit", "70", "-m", str(small_folder), "--max-length", "16")
    assert process.wait(120) == 0, said()
    assert pipe.given < 8 * MEGABYTE and not list(temporary.iterdir()) and (tmp_path / "run" / "manifest.json").is_file()


@pytest.mark.slow
def test_nothing_stays_after_a_kill(piped):
    stop = threading.Event()

    def some() -> Iterator[bytes]:
        yield from repeat(DOCUMENT, 1000)
        stop.wait(60)

    process, pipe, temporary, _ = piped(some())
    try:
        until = time.monotonic() + 60
        while pipe.given < 1000 * len(DOCUMENT) and time.monotonic() < until:
            time.sleep(0.01)
        assert pipe.given == 1000 * len(DOCUMENT), "the process has read all of it, and waits for more"
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert not list(temporary.iterdir())
    finally:
        stop.set()


def test_what_a_limit_reads_of_a_stream_is_what_is_hashed(monkeypatch, small, tmp_path):
    """A stream with a limit has the same hash each time, whatever comes after, and without one that of the whole."""
    from headscope.api.measure import planned

    def hashed(text: bytes, limit: int | None) -> str:
        with (tmp_path / "stream").open("wb") as file:
            file.write(text)
        with (tmp_path / "stream").open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            with planned(small, "-", ["peak"], {"limit": limit, "max_length": 16}, progress=False) as plan:
                return plan.passes[0].corpus.hash

    text = DOCUMENT * 400
    assert hashed(text, 5) == hashed(text + b"more.\n", 5) != hashed(text, None)
    (tmp_path / "text.txt").write_bytes(text)
    assert hashed(text, None) == open_corpus(tmp_path / "text.txt").hash


@pytest.mark.parametrize("name", ["endless.txt", "endless.txt.gz"])
def test_a_url_without_an_end_is_refused_while_it_is_copied(monkeypatch, name):
    """Nobody says how long it is. Of a packed one only the length of the copy can be known."""
    fsspec = pytest.importorskip("fsspec")

    class Endless:
        def __init__(self) -> None:
            self.numbers = count()

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, size: int) -> bytes:
            assert next(self.numbers) < 100, "it reads on and on"
            return b"x" * size

        @property
        def fs(self):
            return type("System", (), {"info": lambda self, path: {}})()

        path = name

    monkeypatch.setattr(fsspec, "open", lambda *_: Endless())
    words = "has a line that is longer than 1 MiB" if name.endswith("txt") else "is longer than 16 MiB"
    with pytest.raises(HeadscopeError, match=f"'memory://{name}' {words}"):
        open_corpus(f"memory://{name}", bounds="unpacked=16M")


def test_a_copy_that_did_not_arrive_whole(monkeypatch):
    fsspec = pytest.importorskip("fsspec")
    store = fsspec.filesystem("memory")
    with store.open("/short.txt", "wb") as file:
        file.write(b"A text.\n")
    monkeypatch.setattr(type(store), "info", lambda self, path, **_: {"name": path, "size": 100, "type": "file"})
    with pytest.raises(HeadscopeError, match=r"'memory://short\.txt' did not arrive whole: 8 of its 100 bytes did"):
        open_corpus("memory://short.txt")


@pytest.mark.slow
def test_a_dictionary_of_gigabytes_is_a_sentence(headscope, tmp_path):
    """An .xz file says how much memory unpacking it takes: this one 1.5 GiB for eight bytes, where 1 GB is left."""
    packed = bytearray(lzma.compress(b"A text.\n"))
    packed[16] = 37  # the size of the dictionary, and below the checksum of the header that it is in
    packed[20:24] = zlib.crc32(packed[12:20]).to_bytes(4, "little")
    (tmp_path / "a.txt.xz").write_bytes(packed)
    code = (
        "import resource, sys\n"
        "from headscope.corpora import open_corpus\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 10**9, used + 10**9))\n"
        "try: list(open_corpus(sys.argv[1]).documents())\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    done = headscope(tmp_path / "a.txt.xz", code=code)
    assert done.stdout.startswith("HeadscopeError 'a.txt.xz' can't be read: "), done
