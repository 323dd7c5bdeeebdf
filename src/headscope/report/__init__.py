"""The atlas: one self-contained page from a run."""

from headscope.report.page import render
from headscope.report.payload import EXAMPLES, payload
from headscope.results.scores import Scores


def report_files(scores: Scores, *, examples: int = EXAMPLES) -> dict[str, bytes]:
    """The page as a file of the run folder; `examples` is the number of sentences on each head's card."""
    return {"report.html": render(payload(scores, examples=examples)).encode()}


__all__ = ["EXAMPLES", "payload", "render", "report_files"]
