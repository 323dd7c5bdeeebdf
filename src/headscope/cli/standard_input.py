"""Text of the user's own from standard input: whole, and no more of it than a person gives."""

import sys

from headscope.errors import HeadscopeError

MOST = 2**24  # bytes; corpora, which may be larger, are read line by line (corpora/corpus.py)


def read_standard_input(given: str) -> str:
    """All of it; `given` is how errors name it, as in "the text"."""
    if sys.stdin is None or sys.stdin.isatty():
        raise HeadscopeError(f"- reads {given} from standard input, but nothing was piped in.")
    data = sys.stdin.buffer.read(MOST + 1)
    if len(data) > MOST:
        raise HeadscopeError(f"Standard input has more than {MOST >> 20} MiB: expected {given}. Give less of it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HeadscopeError(f"Standard input is not valid UTF-8: byte {error.object[error.start]:#04x}.") from None
