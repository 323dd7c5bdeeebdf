"""How often heads find what a mention refers back to, against three rules, by kind of mention."""

import re

from headscope.figures.dots import Dot, dots
from headscope.figures.figure import Figure
from headscope.figures.lettering import plain
from headscope.figures.source import Source
from headscope.results.scores import Scores
from headscope.results.series import only
from headscope.tables.coreference import COREFERENCE, KEYS
from headscope.tables.coreference import coreference as as_table
from headscope.tables.table import Cell

NAME = "coreference"
_COUNTS = r" ?Mentions: [^.]*\."
_PICKED = "best head"  # picked and scored on the same documents: the held-out one is shown


def coreference(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Rules and heads that look for an antecedent, by kind of mention."""
    source = Source(NAME, scores, corpus, stack)
    source.check(COREFERENCE)
    place = only(scores.matching(COREFERENCE, corpus=corpus, stack=stack), ("corpus", "stack"))[0]
    made = as_table(scores, corpus=place.corpus, stack=place.stack)
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    groups: dict[str, list[Dot]] = {}
    for key in KEYS:
        mine = [_dot(row, key) for row in rows if row[key] is not None and row["row"] != _PICKED]
        groups |= {scores.about(COREFERENCE).key(key).short: mine} if mine else {}
    counts = re.search(_COUNTS, made.finding)
    caption = (
        "Each line is a way to find what a mention refers back to, a rule or a head; the dot is how often it is right, with its 95% "
        "interval over documents; hollow: too few mentions for one. Held out: each kind's own best head, picked on one half of the "
        f"documents and scored on the other.{counts[0] if counts else ''} {plain(str(scores.manifest.model['name']))} on "
        f"{plain(place.corpus)}."
    )
    title = re.sub(_COUNTS, "", made.finding) or "How often an antecedent is found."
    return Figure(NAME, title, caption, dots(groups, colour="coreference", value="found"))


def _dot(row: dict[str, Cell], key: str) -> Dot:
    value, low, high, paper = (
        cell if isinstance(cell, float) else None
        for cell in (row[key], row[f"{key}_low"], row[f"{key}_high"], row[f"{key}_paper"])
    )
    assert value is not None
    head = str(row[f"{key}_head"] or "") if str(row["row"]).startswith(_PICKED) else ""
    return Dot(str(row["row"]), value, low, high, None, paper, head, low is not None)
