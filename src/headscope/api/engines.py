"""Who does the work of a run: this process, or workers by Ray. What a person types as an engine is opened here."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from headscope.errors import HeadscopeError, unknown_name

if TYPE_CHECKING:
    from headscope.runs.ray import Ray

KNOWN = ("local", "ray", "auto", "ray://HOST:PORT")


def check_engine(engine: str, workers: int | None = None) -> None:
    """Raises where an engine is unknown, or does not take workers: before anything else is done."""
    if engine not in ("local", "ray", "auto") and not (engine.startswith("ray://") and engine.removeprefix("ray://")):
        raise unknown_name("engine", engine, KNOWN)
    if workers is not None and workers < 1:
        raise HeadscopeError(f"--workers {workers} is too small: expected 1 or more.")
    if workers is not None and engine == "local":
        raise HeadscopeError("--workers goes with --engine ray: the local engine is one process, which uses all cores.")


@contextmanager
def opened_engine(engine: str, workers: int | None = None, *, progress: bool = True) -> "Iterator[Ray | None]":
    """Inside, the engine that was meant, None being this process; afterwards its workers are let go."""
    check_engine(engine, workers)
    if engine == "local":
        yield None
        return
    from headscope.runs.ray import Ray  # an extra, of use to few

    made = Ray(engine, workers, told=progress)
    try:
        yield made
    finally:
        made.close()
