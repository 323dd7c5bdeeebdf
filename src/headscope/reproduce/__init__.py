"""Published numbers as data, and ours beside them. Needs no model: everything is read off runs that are there.

Reading order: published (the numbers of a paper and how ours are obtained), ours and probed (a run → one number), situation (what lies
between), certificate (all of it), folders (runs on disk). `parts` alone makes runs, and needs a model.
"""

from headscope.reproduce.certificate import Certificate, certificate, rows_beside
from headscope.reproduce.published import PAPERS, Departure, paper
from headscope.reproduce.row import Row
from headscope.results.scores import Scores


def beside(scores: Scores, *, corpus: str | None = None) -> list[Row]:
    """The published BERT-base numbers that this run has a counterpart of, in the order of the paper, each with ours."""
    return rows_beside(scores, corpus=corpus)


def departures() -> dict[str, Departure]:
    """What the ids in `Row.explained` stand for: each has its `sentence`."""
    return paper().departures


__all__ = ["PAPERS", "Certificate", "Departure", "Row", "beside", "certificate", "departures", "paper"]
