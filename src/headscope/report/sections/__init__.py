"""The sections of the page, in the order of the paper: surface patterns, gradients, entropy, heads as parsers, coreference, probes,
clusters; and the paper's numbers beside ours.

Each has its figures, its tables, how to read it, its formula and its caveat; what was not run says why, and what would run it.
"""

from collections.abc import Iterable
from typing import Any

from headscope.report.sections.coreference import resolvers
from headscope.report.sections.parsers import parsers
from headscope.report.sections.probes import clusters, probes
from headscope.report.sections.published import against_the_paper
from headscope.report.sections.surface import entropy, gradients, surface
from headscope.results.scores import Scores
from headscope.tables.probe_source import Record


def sections(scores: Scores, found: Iterable[Record] | None = None) -> list[dict[str, Any]]:
    """All sections; `found` are the rows of a probes.parquet, which another command writes."""
    return [
        surface(scores),
        gradients(scores),
        entropy(scores),
        parsers(scores),
        resolvers(scores),
        probes(scores, found),
        clusters(scores),
        against_the_paper(scores),
    ]
