"""The atlas: one self-contained page from a run."""

from headscope.report.page import render
from headscope.report.payload import payload
from headscope.results.scores import Scores


def report_files(scores: Scores) -> dict[str, bytes]:
    """The page as a file of the run folder."""
    return {"report.html": render(payload(scores)).encode()}


__all__ = ["payload", "render", "report_files"]
