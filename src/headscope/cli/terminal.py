"""What verbs say on a terminal while they begin, and when they are stopped."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from headscope import console

LOADING = "Loading model…"


def starting(quiet: bool) -> None:
    """Says at once on a terminal that something happens: importing torch takes seconds, and the bar comes after it."""
    if not quiet:
        console.passing(LOADING)


def clear() -> None:
    """Takes that line away again, for a sentence that is to stand there."""
    console.forget(LOADING)


@contextmanager
def stoppable(what_then: str = "") -> Iterator[None]:
    """Ctrl-C ends what is inside with a sentence and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        console.remark(f"headscope: stopped. {what_then}".rstrip())
        raise typer.Exit(130) from None
