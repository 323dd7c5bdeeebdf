"""The one writer for standard output and standard error: nothing else in headscope prints, and a test over the source holds it to that.

`data` and `result` are for results, `remark` for what a person is told beside them, `bar` for progress. None of them sends a control
character that came from a corpus, a model or a run. `guarded` is for the command line: it takes care of what other libraries print as well,
of an encoding that lacks characters, and of an output that nobody reads, that is full, or that is closed.
"""

import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from headscope.characters import escaped, one_sentence, printable, printable_lines
from headscope.errors import HeadscopeError

if TYPE_CHECKING:
    from rich.console import RenderableType

ESCAPED = "headscope.escaped"  # how a stream writes characters that its encoding lacks
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_MOVES = re.compile("(\r|\x1b\\[A)")  # what tqdm needs to draw a bar anew


def data(text: str) -> None:
    """A table or another text of several lines, to standard output."""
    _send(sys.stdout, printable_lines(text))


def result(*lines: object) -> None:
    """Single lines, to standard output; whatever they quote, each stays one line."""
    data("".join(f"{one_sentence(str(line))}\n" for line in lines))


def remark(*lines: object) -> None:
    """Lines for a person, to standard error; above a bar, if there is one."""
    with _above_bars():
        _send(sys.stderr, "".join(f"{one_sentence(str(line))}\n" for line in lines))


def refusal(error: HeadscopeError) -> None:
    """The sentence of an error, to standard error."""
    with _above_bars():
        _send(sys.stderr, printable_lines(f"headscope: {error}\n"))


def passing(text: str) -> None:
    """A word that stands on a terminal until something else is written there; nothing in a log."""
    if sys.stderr is not None and sys.stderr.isatty():
        _send(sys.stderr, f"{printable(text)}\r")


def forget(text: str) -> None:
    """Takes a passing word away again."""
    passing(" " * len(text))


def terminal_width() -> int | None:
    """How many characters a line of standard output has; None where it is not a terminal."""
    from rich.console import Console

    console = Console()
    return console.width if console.is_terminal else None


def drawn(*parts: "RenderableType", widest: int | None = None) -> str:
    """What rich makes of tables and text: with colour for a terminal that has it, plain otherwise."""
    from rich.console import Console, Group

    console = Console(highlight=False)
    with console.capture() as captured:
        console.print(Group(*parts), width=None if widest is None else min(console.width, widest))
    return captured.get()


def coloured(text: str) -> None:
    """What `drawn` made, to standard output."""
    _send(sys.stdout, _keeping(_COLOUR, text))


def bar(*items: Any, desc: str = "", **options: Any) -> Any:
    """A tqdm bar on standard error."""
    from tqdm.auto import tqdm

    return tqdm(*items, desc=printable(desc), file=_BARS, **options)


class _Bars:
    """Standard error, as it is at the time, for bars: they may return to the start of a line and go up, and no more."""

    encoding = property(lambda self: getattr(sys.stderr, "encoding", None) or "utf-8")

    def write(self, text: str) -> int:
        _send(sys.stderr, _keeping(_MOVES, text))
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()

    def isatty(self) -> bool:
        return sys.stderr.isatty()

    def fileno(self) -> int:
        return sys.stderr.fileno()


_BARS = _Bars()


def _above_bars() -> Any:
    tqdm: Any = getattr(sys.modules.get("tqdm.auto"), "tqdm", None)
    return tqdm.external_write_mode(file=_BARS) if getattr(tqdm, "_instances", ()) else nullcontext()


def _keeping(pattern: "re.Pattern[str]", text: str) -> str:
    """Lines that may also hold what the pattern finds."""
    parts = pattern.split(text)
    return "".join(part if at % 2 else printable_lines(part) for at, part in enumerate(parts))


def _send(stream: Any, text: str) -> None:
    """Text that is fit to be shown, at once. Without a console, Python's own name for no stream is None."""
    if stream is not None:
        (stream.send if isinstance(stream, Outlet) else stream.write)(text)
        stream.flush()


class Outlet(io.TextIOBase):
    """A standard stream under the command line. What others write to it is made fit to be shown.

    A reader that stops reading, as `head` does, ends nothing: what follows is dropped, and the work goes on. Standard output that can't be
    written for another reason is an error; of standard error, where that would be said, it is passed over.
    """

    def __init__(self, stream: Any, name: str = "", *, coloured: bool = False) -> None:
        self._stream = stream
        self._name = name  # for the error; without one nothing is said
        self._coloured = coloured  # whether colours of others pass: the command line's help has some
        self._lost = False

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        return ESCAPED

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._stream is not None and not self._lost and bool(self._stream.isatty())

    def fileno(self) -> int:
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return int(self._stream.fileno())

    def write(self, text: str) -> int:
        self.send(_keeping(_COLOUR, text) if self._coloured else printable_lines(text))
        return len(text)

    def send(self, text: str) -> None:
        """Writes what is known to be fit to be shown."""
        if text and not self._lost:
            self._attempt(lambda stream: stream.write(text))

    def flush(self) -> None:
        if self._stream is not None and not self._lost:
            self._attempt(lambda stream: stream.flush())

    def _attempt(self, action: Callable[[Any], object]) -> None:
        if self._stream is None:
            self._lose("It is closed.")
        else:
            try:
                action(self._stream)
            except BrokenPipeError:
                self._lost = True
                self._drop()
            except OSError as error:
                self._lose(f"{error.strerror or error}.")

    def _lose(self, why: str) -> None:
        self._lost = True
        self._drop()
        if self._name:
            raise HeadscopeError(
                f"{self._name} can't be written: {why} What was printed is not whole. "
                "Print to a terminal, or to a file on a disk with room."
            )

    def _drop(self) -> None:
        """What Python still holds for this stream, and would try to write again at its end, goes nowhere."""
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return escaped(error.object[error.start : error.end]), error.end


@contextmanager
def guarded() -> Iterator[None]:
    """Standard streams as `Outlet`s. What an encoding lacks is written as JSON escapes it, so that JSON stays JSON."""
    codecs.register_error(ESCAPED, _escape)
    _occupy()
    before = sys.stdout, sys.stderr
    policies = [_reconfigured(stream, ESCAPED) for stream in before]
    sys.stdout, sys.stderr = Outlet(before[0], "Standard output", coloured=True), Outlet(before[1])
    try:
        yield
    finally:
        with suppress(HeadscopeError):
            sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout, sys.stderr = before
        for stream, policy in zip(before, policies, strict=True):
            _reconfigured(stream, policy)


def _reconfigured(stream: Any, errors: str | None) -> str | None:
    """Changes what a stream does with characters that it can't write; returns what it did."""
    policy = getattr(stream, "errors", None)
    if errors is not None and hasattr(stream, "reconfigure"):
        with suppress(OSError, ValueError):
            stream.reconfigure(errors=errors)
    return policy


def _occupy() -> None:
    """Opens nothing in the place of a closed standard file: the next file to be opened would get its number, and what is printed."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)
