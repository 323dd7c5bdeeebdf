"""Tables of a run, to print or to read: each is a `Table`, which has a form for a terminal, CSV and JSON."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from headscope.api.open import RunLike, run_of
from headscope.errors import HeadscopeError
from headscope.findings.claims import claims
from headscope.names import PROBES
from headscope.query.grammar import head_slip
from headscope.results.scores import Scores
from headscope.tables import TABLES
from headscope.tables import run as runs
from headscope.tables.probe_source import read_probes
from headscope.tables.probes import probes_table
from headscope.tables.table import Table
from headscope.types import Head

if TYPE_CHECKING:
    from headscope.api.probe import Probed

OF_PROBES = Path(PROBES).stem  # of what headscope probe writes, which is no run over a corpus


def table(run: RunLike, name: str, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """The table of that name; `probes` is of a folder that probes were written to."""
    if name == OF_PROBES and isinstance(run, str | Path):
        return probes_table(read_probes(run), corpus=corpus)
    return TABLES[name].make(run_of(run), corpus=corpus, stack=stack)


def table_of_probes(found: "Probed") -> Table:
    """What probes gave, as `headscope probe` prints it."""
    return probes_table(found)


def show(run: RunLike, what: str | None = None, *, top: int | None = None, corpus: str | None = None) -> Table:
    """A run in brief; or of a measure ("entropy") or a score ("offset.+1") the heads that score highest; or a head's ("8-10") scores."""
    scores = run_of(run)
    if what is None:
        return runs.overview(scores, top or 3)
    if re.fullmatch(r"\d+-\d+", what):
        return _one_head(scores, Head.parse(what))
    measure, _, key = what.partition(".")
    if measure not in scores.manifest.measures and (head := head_slip(what)):
        raise HeadscopeError(
            f"'{what}' is no score of this run. Did you mean head {head}? A head is written layer-head: {head}."
        )
    if measure in scores.manifest.measures and scores.about(measure).layered:
        return runs.of_layers(scores, measure, key or None, corpus=corpus)
    return runs.ranking(scores, measure, key or None, top or 10, corpus=corpus)


def _one_head(scores: Scores, head: Head) -> Table:
    """A head's scores under the sentence that the page has of it."""
    made = runs.one_head(scores, head)
    made.finding = sentence_about(scores, head)
    return made


def sentence_about(scores: Scores, head: Head, *, stack: str | None = None) -> str:
    """What the page says of a head; of a model with several stacks, and none named, of the head in each."""
    from headscope.report.cards import cards  # the page's own words, and much to import for a table

    several = stack is None and len(scores.manifest.model["stacks"]) > 1
    made = [
        one for one in cards(scores, claims(scores), 0) if (one["layer"], one["head"]) == head and stack in (None, one["stack"])
    ]
    return " ".join(f"{one['stack']}: {one['summary']}" if several else str(one["summary"]) for one in made)


def about(run: RunLike) -> str:
    """A run in a line: model, corpora, how much went through."""
    return runs.about(run_of(run))
