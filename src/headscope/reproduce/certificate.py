"""The certificate: every number of a paper beside ours, how they compare, and what is known to lie between them.

A number is judged only where model and data are of the paper's kind. It is then `within the interval` where our 95% interval, widened
by how exactly the number was printed, holds it, and otherwise `differs`. For any other model there is a difference and no verdict, but
for what asks no model: offsets, rules.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from headscope.errors import HeadscopeError, unknown_name
from headscope.reproduce.ours import Answer, Found, find, is_model
from headscope.reproduce.probed import ProbeRun, find_probed
from headscope.reproduce.published import Departure, Number, Paper, Part, paper
from headscope.reproduce.row import Row
from headscope.reproduce.situation import OTHER_TEXTS, OTHERS, situation, unshared
from headscope.results.scores import Scores

Run = Scores | ProbeRun
WITHIN, HOLDS, DIFFERS = "within the interval", "holds", "differs"
NO_VERDICT, NOT_RUN, NOT_THERE, NO_NUMBER, SETUP = "no verdict", "not run", "not there", "no number to compare with", "set-up"
STATUSES = (WITHIN, HOLDS, DIFFERS, NO_VERDICT, NO_NUMBER, SETUP, NOT_THERE, NOT_RUN)  # what a row's status begins with
NEEDS: dict[Part, str] = {
    "text": "needs a plain text (--text)",
    "treebank": "needs a treebank (--treebank)",
    "coreference": "needs a corpus with coreference (--coreference)",
    "probes": "needs treebanks to learn from and to be scored on (--train, --test)",
}


@dataclass(frozen=True)
class Certificate:
    """The rows, in the paper's order, and what they are of."""

    paper: Paper
    rows: tuple[Row, ...]
    model: str
    corpora: tuple[str, ...]
    comparable: bool  # whether the model is the paper's
    both: bool = False  # whether some numbers were obtained as published too

    @property
    def title(self) -> str:
        return f"{self.paper.name} · {self.model or 'no model'} on {', '.join(self.corpora) or 'nothing'}"

    @property
    def remark(self) -> str:
        """Whose numbers the paper's are."""
        kinds = ", ".join(self.paper.data.values())
        whose = f"The paper's numbers are for {' and '.join(self.paper.models)} ({kinds})"
        if self.comparable:
            return f"{whose}: there is a verdict where the data are of that kind."
        other = f"{whose}. This is another model: the differences are of the model and the data, and no failure of either."
        free = " Offsets and rules, which ask no model, have a verdict where the data are of that kind."
        return other + free if any(number.model_free for number in self.paper.numbers) else other

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each status."""
        found = Counter(row.status.partition(":")[0] for row in self.rows)
        return {status: found[status] for status in STATUSES if found[status]}

    @property
    def summary(self) -> str:
        filled = sum(row.ours is not None for row in self.rows)
        said = ", ".join(f"{number} {status}" for status, number in self.counts.items())
        return f"{filled} of {len(self.rows)} numbers have a counterpart: {said}."

    @property
    def departures(self) -> list[Departure]:
        """Those that explain something here."""
        used = {id for row in self.rows for id in row.explained}
        return [departure for id, departure in self.paper.departures.items() if id in used]


def certificate(runs: Iterable[Run], published: Iterable[Run] = (), *, name: str = "clark2019") -> Certificate:
    """The certificate of runs of one model: those by the paper's words, and those by its authors' code (`as_published`)."""
    ours, theirs = list(runs), list(published)
    source = paper(name)
    models = {(str(run.manifest.model["name"]), str(run.manifest.model["stacks"])) for run in (*ours, *theirs)}
    if len(models) > 1:
        raise HeadscopeError(
            f"These runs are of several models: {', '.join(sorted(name for name, _ in models))}. A certificate is of one."
        )
    rows = tuple(_row(source, number, ours, theirs) for number in source.numbers)
    every = (*ours, *theirs)
    # Two portions of one treebank are one corpus to a reader.
    corpora = dict.fromkeys(record.name.partition(" (")[0] for run in every for record in run.manifest.corpora)
    return Certificate(
        source,
        rows,
        next(iter(models))[0] if models else "",
        tuple(corpora),
        bool(every) and any(is_model(source, every[0].manifest.model, one) for one in source.models),
        any(row.as_published is not None for row in rows),
    )


def rows_beside(scores: Scores, *, corpus: str | None = None) -> list[Row]:
    """Only the rows for which this run has a number."""
    names = [record.name for record in scores.manifest.corpora]
    if corpus is not None and corpus not in names:
        raise unknown_name("corpus in this run", corpus, names)
    source = paper()
    rows = (_row(source, number, [scores], [], corpus) for number in source.numbers)
    return [row for row in rows if row.ours is not None]


def _row(source: Paper, number: Number, ours: list[Run], theirs: list[Run], corpus: str | None = None) -> Row:
    run, answer = _first(source, number, ours, corpus)
    _, other = _first(source, number, theirs, corpus)
    row = Row(
        number.id,
        number.section,
        number.what,
        number.source,
        number.unit,
        number.held(number.paper),
        number.said or (f"{number.bound} {number.paper:g}" if number.bound and number.paper is not None else ""),
        number.held(number.notebook),
        paper_where=number.where,
    )
    if isinstance(other, Found):
        row = replace(row, as_published=other.value, as_published_low=other.low, as_published_high=other.high)
    if run is None:
        missing = f"{NOT_THERE}: {answer}" if isinstance(answer, str) else f"{NOT_RUN}: {_needs(source, number, ours)}"
        return replace(row, status=missing)
    if not isinstance(answer, Found):
        return replace(row, status=f"{NOT_THERE}: {answer}")
    between = situation(source, number, run, answer)
    reference = number.held(_reference(number)[1])
    status = _status(number, answer, other if isinstance(other, Found) else None, between)
    return replace(
        row,
        ours=answer.value,
        low=answer.low,
        high=answer.high,
        difference=None if reference is None else answer.value - reference,
        where=answer.where,
        corpus=answer.corpus,
        status=status,
        explained=_explained(source, number, run, status, between),
    )


def _first(source: Paper, number: Number, runs: list[Run], corpus: str | None) -> tuple[Run | None, Answer | None]:
    """The first run that has the number or, where none has, the first that says why not."""
    reason: tuple[Run | None, Answer | None] = (None, number.way.reason or None)
    for run in runs:
        answer = find_probed(number, run) if isinstance(run, ProbeRun) else find(source, number, run, corpus)
        if isinstance(answer, Found):
            return run, answer
        if answer is not None and reason[0] is None:
            reason = run, answer
    return reason


def _needs(source: Paper, number: Number, runs: list[Run]) -> str:
    """What is missing: a measure, where another of the same part was taken; otherwise the part's corpus."""
    kin = {one.way.measure for one in source.numbers if one.part == number.part} - {""}
    begun = any(kin & run.manifest.measures.keys() for run in runs)
    return f"needs the measure {number.way.measure}" if begun and number.way.measure else NEEDS[number.part]


def _reference(number: Number) -> tuple[str, float | None]:
    """What ours is compared with: the paper's number or, where it prints none, the notebook's."""
    return ("paper", number.paper) if number.paper is not None else ("notebook", number.notebook)


def _status(number: Number, ours: Found, published: Found | None, between: tuple[str, ...]) -> str:
    reference = _reference(number)[1]
    if number.setup:
        return SETUP
    if reference is None:
        return NO_NUMBER
    if others := [OTHERS[id] for id in between if id in OTHERS]:
        return f"{NO_VERDICT}: {', '.join(others)}"
    if number.bound:
        return _bounded(number, ours, reference)
    if ours.low is None:
        return f"{NO_VERDICT}: too little data for an interval"
    if _within(number, ours, reference):
        return WITHIN
    if number.paper is not None and number.notebook is not None and _within(number, ours, number.notebook):
        return f"{DIFFERS}: the notebook's number is within the interval"
    if published is not None and _within(number, published, reference):
        return f"{DIFFERS}: as published it is within the interval"
    return f"{DIFFERS}: outside the interval"


def _within(number: Number, found: Found, printed: float) -> bool:
    value, room = number.held(printed), number.held(number.precision)
    if found.low is None or found.high is None or value is None or room is None:
        return False
    return found.low - room <= value <= found.high + room


def _bounded(number: Number, ours: Found, printed: float) -> str:
    bound = number.held(printed)
    assert bound is not None
    if {"above": ours.value > bound, "below": ours.value < bound, "at most": ours.value <= bound}[number.bound]:
        return HOLDS
    return WITHIN if _within(number, ours, printed) else f"{DIFFERS}: not {number.bound} {printed:g}"


def _explained(source: Paper, number: Number, run: Run, status: str, between: tuple[str, ...]) -> tuple[str, ...]:
    """What lies between the data first; of a judged number also every departure of the published code that the run does not share;
    of another, that the paper and its notebook do not agree."""
    if status in (WITHIN, HOLDS, NO_NUMBER):
        return ()
    if status == SETUP:
        return tuple(id for id in between if id == "limit")
    mine = unshared(source, number, run.manifest)
    if status.startswith(DIFFERS):
        return (*mine, *between, OTHER_TEXTS)
    apart = number.paper is not None and number.notebook is not None
    return (*between, *mine[:1]) if apart else between
