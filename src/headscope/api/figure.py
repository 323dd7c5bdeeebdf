"""Figures of a run: one by its name, or all that it can give, into a folder."""

from dataclasses import replace
from pathlib import Path

from headscope.api.open import RunLike, run_of
from headscope.api.table import sentence_about
from headscope.comparison.track import Track
from headscope.errors import HeadscopeError
from headscope.figures import FIGURES, Figure, draw, draw_all
from headscope.figures.card import card
from headscope.figures.figure import check_output
from headscope.figures.probe_weights import probe_weights
from headscope.figures.probes import probes
from headscope.figures.size import Size
from headscope.figures.style import WIDTH, laid_out
from headscope.figures.track_lines import track_lines
from headscope.runs.disk import explained
from headscope.tables.probe_source import read_probes
from headscope.types import Head
from headscope.urls import local_path

CARD = "card"
OF_PROBES = {"probes": probes, "probe-weights": probe_weights}  # of what headscope probe writes, which is no run over a corpus


def figure(
    run: RunLike | Track,
    name: str,
    *,
    corpus: str | None = None,
    stack: str | None = None,
    head: str | None = None,
    width: str | None = None,
    dpi: float | None = None,
    title: bool = True,
    caption: bool = True,
) -> Figure:
    """The figure of that name, of scores or a run folder; of a track of many runs, the lines of a score (`induction.prefix`).
    `probes` and `probe-weights` are of a folder that probes were written to, `card` is of one `head`.

    `width` is how wide it is on paper ("3.3in", "84mm"): a narrow one is laid out anew, so that its type stays readable. `dpi` is the
    resolution of a PNG, 300 unless the width is in pixels. `title=False` and `caption=False` leave these to the paper.

    >>> import headscope as hs
    >>> scores = hs.measure("bundled", "bundled", ["offset"], limit=8, progress=False)
    >>> figure(scores, "offsets").svg[:4]
    '<svg'
    """
    size = Size.parse(width, dpi)
    if head is not None and name != CARD:
        raise HeadscopeError(f"Only the figure '{CARD}' is of one head: leave --head out, or draw that.")
    if isinstance(run, Track):
        with laid_out(WIDTH if size is None else size.box):
            made = track_lines(run, name)
    elif name == CARD:
        made = _card(run, head, stack)
    elif name in OF_PROBES and isinstance(run, str | Path):
        with laid_out(WIDTH if size is None else size.box):
            made = OF_PROBES[name](read_probes(run), corpus=corpus)
    else:
        FIGURES[name]  # an unknown one raises before anything is read
        made = draw(run_of(run), name, corpus=corpus, stack=stack, width=WIDTH if size is None else size.box)
    size = size if size is not None else made.size
    return replace(made, size=size, titled=made.titled and title, captioned=made.captioned and caption)


def _card(run: RunLike, head: str | None, stack: str | None) -> Figure:
    if head is None:
        raise HeadscopeError("A card is of one head: say which, as in --head 7-7 (in Python: head='7-7').")
    scores, wanted = run_of(run), Head.parse(head)
    return card(scores, wanted, sentence_about(scores, wanted, stack=stack), stack=stack)


def save_figures(
    run: RunLike,
    folder: str | Path,
    *,
    corpus: str | None = None,
    stack: str | None = None,
    width: str | None = None,
    title: bool = True,
    caption: bool = True,
    force: bool = False,
) -> tuple[list[Path], dict[str, str]]:
    """Writes what can be drawn into a folder, as SVG; returns the files, and of what can't be drawn the reason by its name."""
    output, size = local_path(folder), Size.parse(width)
    if output.exists() and not output.is_dir():
        raise HeadscopeError(f"'{output}' is a file: with 'all', -o takes the folder to write the figures to.")
    made = list(draw_all(run_of(run), corpus=corpus, stack=stack, width=WIDTH if size is None else size.box))
    drawn = {
        output / f"{one.name}.svg": replace(one.figure, size=size, titled=title, captioned=caption)
        for one in made
        if one.figure is not None
    }
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
