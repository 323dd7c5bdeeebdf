"""The sections of the page: those that the run's measures stand in, in the order of their numbers, probes among them, and at the end the
paper's numbers beside ours.

Each has its figures, its tables, how to read it, its formula and its caveat; what was not run says why, and what would run it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from headscope.description import Description
from headscope.figures.gradient import NAME as GRADIENT
from headscope.figures.no_op import NAME as NO_OP
from headscope.measures import MEASURES
from headscope.report.sections.coreference import resolvers
from headscope.report.sections.generic import generic
from headscope.report.sections.matter import matter
from headscope.report.sections.parsers import parsers
from headscope.report.sections.parts import measured
from headscope.report.sections.probes import ORDER as PROBES
from headscope.report.sections.probes import clusters, probes
from headscope.report.sections.published import OF_GRADIENTS, against_the_paper, comparable
from headscope.report.sections.surface import surface
from headscope.results.scores import Scores
from headscope.tables.probe_source import Record
from headscope.types import NO_CORPUS

MOVED = "How much heads move from such tokens, beside how much they attend to them: report with --weights raw --weights norm."
Builder = Callable[[Scores, Sequence[Description]], dict[str, Any]]


def gradients(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    notes = [OF_GRADIENTS] if comparable(scores) else []
    return generic(
        scores, about, figures=(NO_OP, GRADIENT), notes=[*notes, *([MOVED] if len(scores.whole.weights) == 1 else [])]
    )


# Sections that have more than any measure's: by their id.
BUILDERS: dict[str, Builder] = {
    "surface": surface,
    "gradients": gradients,
    "parsers": parsers,
    "coreference": resolvers,
    "clusters": clusters,
    "matter": matter,
}


def sections(scores: Scores, found: Iterable[Record] | None = None) -> list[dict[str, Any]]:
    """All sections; `found` are the rows of a probes.parquet, which another command writes."""
    made = [(PROBES, probes(scores, found))]
    for about in _parts(scores):
        part = about[0].section
        if about[0].unit in NO_CORPUS and not measured(scores, [one.name for one in about]):
            continue  # no corpus would give it, so there is no command to name: the notes say why the model does not
        made.append((part.order, BUILDERS.get(part.id, generic)(scores, about)))
    ordered = [section for _, section in sorted(made, key=lambda one: one[0])]
    return [*ordered, against_the_paper(scores)] if comparable(scores) else ordered


def _parts(scores: Scores) -> list[list[Description]]:
    """By section, the measures that stand in it, by their places: the run's, and those of ours that it does not have."""
    every = {name: measure().described(special=scores.special, causal=scores.causal) for name, measure in MEASURES.items()}
    every |= {name: scores.about(name) for name in scores.manifest.measures}
    parts: dict[str, list[Description]] = {}
    for about in sorted(every.values(), key=lambda about: about.place):
        parts.setdefault(about.section.id, []).append(about)
    return list(parts.values())
