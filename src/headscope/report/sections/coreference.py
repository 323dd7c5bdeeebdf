"""The section of coreference: how often heads find what a mention refers back to, against three rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from headscope.description import Description
from headscope.names import ALL
from headscope.quantities import percent, percent_interval
from headscope.report.sections import rows as of
from headscope.report.sections.generic import absent, generic, head_by_head, undrawn
from headscope.report.sections.parts import dot, dots, measured, section, table
from headscope.report.sections.rows import Line
from headscope.results.scores import Scores
from headscope.tables.coreference import COREFERENCE, KEYS, coreference

_COUNTS = r"Mentions: [^.]*\."
NOTE = (
    "best head: each kind’s own, picked and scored on the same documents; held out: picked on one half of the documents, scored on the "
    "other. BERT-base: on CoNLL-2012, its head 5-4."
)


def resolvers(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """How often heads find an antecedent, against three rules."""
    part = about[0].section
    read = (
        "Each line is a way to find what a mention refers back to, a rule or a head, and the dot is how often it is right. A head to the "
        "left of the rules does less than they do."
    )
    names = measured(scores, [one.name for one in about])
    if COREFERENCE not in names:
        return generic(scores, about) if names else absent(scores, about, read=read)
    kinds = {key: scores.about(COREFERENCE).key(key).short for key in KEYS}
    made = coreference(scores)
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    shown = {"corpus": "corpus", "stack": "stack", "row": "found by", "all_head": "head"}
    for key in KEYS:
        shown |= {key: f"{kinds[key]}, % (95%)", f"{key}_paper": "BERT-base, %"}
    made.text[ALL] = partial(_without_head, text=made.text[ALL])
    published = [f"{key}_paper" for key in KEYS]
    counts = re.findall(_COUNTS, made.finding)  # how many mentions there are is no finding, but to be known
    mine = {column: words for column, words in shown.items() if column in made.columns}
    best = table(
        made, COREFERENCE, "How often an antecedent is found", mine,
        heads=[f"{key}_head" for key in KEYS], published=published, notes=[*counts, NOTE],
    )  # fmt: skip
    drawn = head_by_head(scores, about)
    return section(
        part.id,
        part.name,
        title=re.sub(f" ?{_COUNTS}", "", made.finding),
        read=read,
        formulas={one.name: one.formula for one in about if one.name == COREFERENCE},
        caveat=part.caveat,
        measures=drawn["measures"],
        references=drawn["references"],
        charts=[_by_kind(scores, rows, kinds)],
        tables=[best, *drawn["tables"]],
        notes=undrawn(scores, about),
    )


def _without_head(row: Line, text: Callable[[Line], str]) -> str:
    return text(row).removesuffix(f" {row['all_head']}")


def _by_kind(scores: Scores, rows: Sequence[Line], kinds: Mapping[str, str]) -> dict[str, Any]:
    groups = {}
    for place, mine in of.groups(scores, rows).items():
        for key in KEYS:
            lines = [_found(scores, row, key, kinds[key]) for row in mine if row[key] is not None and row["row"] != "best head"]
            groups[f"{place}: {kinds[key]}" if place else kinds[key]] = lines
    caption = (
        "Lines are 95% intervals over documents; hollow: too few mentions for one. Held out: each kind’s own best head, picked on "
        "one half of the documents and scored on the other."
    )
    return dots("How often an antecedent is found, by kind of mention", caption, groups, value="found")


def _found(scores: Scores, row: Line, key: str, kind: str) -> dict[str, Any]:
    value, paper, head = of.number(row, key), row[f"{key}_paper"], row[f"{key}_head"]
    low, high = of.ends(row, key)
    between = percent_interval(low, high)
    said = f"{kind}, {row['row']}: {percent(value, low, high)}%{f' ({between})' if between else ''}"
    said += f", BERT-base {percent(paper)}%" if isinstance(paper, float) else ""
    first = str(head).split(",")[0] if head else ""
    return dot(
        str(row["row"]), value, low, high,
        text=said, published=paper if isinstance(paper, float) else None, head=first, stack=of.stack(scores, row) if first else "",
        sure=low is not None,
    )  # fmt: skip
