"""Figures of a run: one by its name, or all that it can give, into a folder."""

from pathlib import Path

from headscope.api.open import RunLike, run_of
from headscope.errors import HeadscopeError
from headscope.figures import FIGURES, Figure, draw, draw_all
from headscope.figures.figure import check_output
from headscope.figures.probe_weights import probe_weights
from headscope.figures.probes import probes
from headscope.runs.folder import explained
from headscope.tables.probe_source import read_probes

OF_PROBES = {"probes": probes, "probe-weights": probe_weights}  # of what headscope probe writes, which is no run over a corpus


def figure(run: RunLike, name: str, *, corpus: str | None = None, stack: str | None = None) -> Figure:
    """The figure of that name, of scores or a run folder; `probes` and `probe-weights` are of a folder that probes were written to.

    >>> import headscope as hs
    >>> scores = hs.measure("bundled", "bundled", ["offset"], limit=8, progress=False)
    >>> figure(scores, "offsets").svg[:4]
    '<svg'
    """
    if name in OF_PROBES and isinstance(run, str | Path):
        return OF_PROBES[name](read_probes(run), corpus=corpus)
    FIGURES[name]  # an unknown one raises before anything is read
    return draw(run_of(run), name, corpus=corpus, stack=stack)


def save_figures(
    run: RunLike, folder: str | Path, *, corpus: str | None = None, stack: str | None = None, force: bool = False
) -> tuple[list[Path], dict[str, str]]:
    """Writes what can be drawn into a folder, as SVG; returns the files, and of what can't be drawn the reason by its name."""
    output = Path(folder)
    if output.exists() and not output.is_dir():
        raise HeadscopeError(f"'{output}' is a file: with 'all', -o takes the folder to write the figures to.")
    made = list(draw_all(run_of(run), corpus=corpus, stack=stack))
    drawn = {output / f"{one.name}.svg": one.figure for one in made if one.figure is not None}
    if not drawn:
        raise HeadscopeError("No figure could be drawn from this run.")
    with explained(output):
        output.mkdir(parents=True, exist_ok=True)
    for path in drawn:
        check_output(path, force=force)
    for path, drawing in drawn.items():
        drawing.save(path)
    return list(drawn), {one.name: one.reason for one in made if one.figure is None}


__all__ = ["Figure", "check_output", "figure", "save_figures"]
