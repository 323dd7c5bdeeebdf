"""One number of a paper beside ours: what a certificate, a section of the page and a line of Markdown are made of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A published number and ours. Shares are from 0 to 1, entropies in nats, counts whole; None is a number that is not there.

    `unit` is `percent` (held as a share, written in percent), `share`, `nats`, `ratio` or `count`. `said` is what the paper says where
    that is no single number ("above 0.5"). `paper_where` and `where` are the heads or layers that a number is of. `difference` is ours
    less the paper's or, where the paper prints none, less the published notebook's. `as_published` is ours by the authors' code
    (`--as-published`), where that was run too. `status` says how the two compare, `explained` are the ids of what may lie behind a
    difference: `headscope.reproduce.departures` has their sentences.
    """

    id: str
    section: str
    what: str
    source: str
    unit: str
    paper: float | None = None
    said: str = ""
    notebook: float | None = None
    ours: float | None = None
    low: float | None = None
    high: float | None = None
    as_published: float | None = None
    as_published_low: float | None = None
    as_published_high: float | None = None
    difference: float | None = None
    paper_where: str = ""
    where: str = ""
    corpus: str = ""
    status: str = ""
    explained: tuple[str, ...] = ()
