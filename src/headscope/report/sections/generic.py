"""The section of any measures: what the strongest score says, all scores head by head, means by layer. A measure of somebody's own gets
this one, and so do those of ours that need no more."""

from collections.abc import Sequence
from typing import Any

from headscope.description import Description
from headscope.figures.per_layer import NAME as PER_LAYER
from headscope.findings.findings import found, title
from headscope.report.sections.drawings import drawings
from headscope.report.sections.means import means, references
from headscope.report.sections.parts import left_out, measured, section, why_not
from headscope.report.sections.repeats import repeats, sentences
from headscope.results.scores import Scores

READ = (
    "Each point is a head and each chart one thing that heads attend to; the heavy line is the mean of the layer, the dashes are what "
    "uniform attention would give."
)
_CORPORA = {"sentence": "TREEBANK.conllu", "window": "DOCUMENTS.conll"}
_TRIED = 2  # measures that the command for a missing section names


def generic(
    scores: Scores, about: Sequence[Description], *, figures: Sequence[str] = (), notes: Sequence[str] = (), how: str = ""
) -> dict[str, Any]:
    """`about` are the measures of the section, in the order of their places. `figures` stand above the heads, as far as the run has what
    they need; the first gives the section its title. `how` says how to read it, where that is not as in other sections."""
    part = about[0].section
    names = measured(scores, [one.name for one in about])
    if not names:
        return absent(scores, about, read=how)
    if not figures and all(one.layered for one in about):
        figures = (PER_LAYER,)
    charts = [chart for figure in figures for chart in drawings(scores, figure).made]
    return section(
        part.id,
        part.name,
        title=charts[0]["title"] if charts else strongest(scores, names),
        read=how or read(about),
        formulas={one.name: one.formula for one in about} if len(about) == 1 else {},  # several say it each under its own name
        caveat=part.caveat,
        charts=charts,
        **head_by_head(scores, about),
        notes=[*notes, *undrawn(scores, about)],
    )


def read(about: Sequence[Description]) -> str:
    return about[0].read if len(about) == 1 else READ


def strongest(scores: Scores, names: Sequence[str]) -> str:
    """The finding of the score that supports the strongest one; where none does, what can be said of the first."""
    series = [one for one in scores.series() if one.measure in names and scores.tally.groups(one)]
    made = [finding for one in series if (finding := found(scores, one))]
    if made:
        return max(made, key=lambda finding: (scores.key(finding.series).opens, finding.strength)).text
    return title(scores, series[0]) if series else ""


def head_by_head(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """Of the measures whose keys are few and known: the charts of all heads, the means by layer, the paper's. What repeats another is
    not drawn."""
    twice = {one.measure for one in repeats(scores, _known(scores, about))}
    drawn = [name for name in _known(scores, about) if name not in twice]
    return {
        "measures": [name for name in drawn if not scores.about(name).layered],
        "tables": means(
            scores, drawn, f"{about[0].section.id}-by-layer", f"{about[0].section.name.partition(':')[0]}: means by layer"
        ),
        "references": references(scores, drawn),
    }


def undrawn(scores: Scores, about: Sequence[Description]) -> list[str]:
    """A sentence for everything of these measures that the run left out or that repeats another."""
    return [*left_out(scores, [one.name for one in about]), *sentences(scores, repeats(scores, _known(scores, about)))]


def _known(scores: Scores, about: Sequence[Description]) -> list[str]:
    return measured(scores, [one.name for one in about if not one.open_keys and not one.pairs])


def absent(scores: Scores, about: Sequence[Description], *, read: str = "") -> dict[str, Any]:
    """A section of ours of which the run has nothing: why, and which command would give it."""
    part, first = about[0].section, about[0]
    asked = " ".join(f"--measure {one.name}" for one in about[:_TRIED])
    command = f"headscope measure -m MODEL -c CORPUS {asked} -o DIR"
    if first.unit in _CORPORA:  # reports measure those unasked
        command = f"headscope report -m MODEL -c {_CORPORA[first.unit]} -o DIR"
    return section(
        part.id,
        part.name,
        read=read or (first.read if len(about) == 1 else READ),
        formulas={one.name: one.formula for one in about},
        missing=why_not(scores, first.name),
        command=command,
    )
