"""What verbs say on a terminal while they begin, and when they are stopped."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

LOADING = "Loading model…"


def starting(quiet: bool) -> None:
    """Says at once on a terminal that something happens: importing torch takes seconds, and the bar comes after it."""
    if not quiet and sys.stderr.isatty():
        sys.stderr.write(f"{LOADING}\r")
        sys.stderr.flush()


def clear() -> None:
    """Takes that line away again, for a sentence that is to stand there."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{' ' * len(LOADING)}\r")


@contextmanager
def stoppable(what_then: str = "") -> Iterator[None]:
    """Ctrl-C ends what is inside with a sentence and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"headscope: stopped. {what_then}".rstrip(), err=True)
        raise typer.Exit(130) from None
