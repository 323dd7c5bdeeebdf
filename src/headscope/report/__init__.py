"""The atlas: one self-contained page from a run."""

from headscope.names import PAGE, PROBES
from headscope.report.page import render
from headscope.report.payload import EXAMPLES, payload
from headscope.results.scores import Scores
from headscope.tables.probe_source import from_bytes


def report_files(scores: Scores, *, examples: int = EXAMPLES, probes: bytes | None = None) -> dict[str, bytes]:
    """The page as a file of the run folder; `examples` is the number of sentences on each head's card. `probes` is the probes.parquet of
    the same model: the page shows it, and the folder keeps it. By default what the run has."""
    rows = None if probes is None else from_bytes(probes)
    page = {PAGE: render(payload(scores, examples=examples, probes=rows)).encode()}
    return page if probes is None else {PROBES: probes, **page}


__all__ = ["EXAMPLES", "payload", "render", "report_files"]
