"""The section of heads as parsers: the best head of each relation, and whether such heads rest on [SEP] otherwise."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from headscope.description import Description
from headscope.errors import HeadscopeError
from headscope.findings.claims import BY_MORE_THAN_LUCK, SURE
from headscope.findings.languages import FEWEST
from headscope.names import ALL, OWN, SUBTYPES
from headscope.quantities import percent, percent_interval
from headscope.report.sections import rows as of
from headscope.report.sections.drawings import drawings
from headscope.report.sections.generic import absent, generic, head_by_head, undrawn
from headscope.report.sections.parts import dot, dots, measured, section, table
from headscope.report.sections.rows import Line
from headscope.results.scores import Scores
from headscope.tables.dependency import DEPENDENCY, dependency
from headscope.tables.kind import where_columns
from headscope.tables.languages import LANGUAGES, languages, treebanks_of
from headscope.tables.published import like_paper
from headscope.tables.table import Cell, Table
from headscope.ties import rounded

MOST = 30  # lines of a chart
_SHOWN = {
    "corpus": "corpus",
    "stack": "stack",
    "relation": "relation",
    "cases": "cases",
    "head": "best head",
    "direction": "read",
    "accuracy": "same documents, %",
    "held_out": "held out, % (95%)",
    "baseline": "best offset, %",
    "margin": "lead, points (95%)",
    "p": "p",
    "paper_head": "BERT-base head",
    "paper": "BERT-base, %",
    "paper_baseline": "its best offset, %",
}
_PUBLISHED = ("paper_head", "paper_direction", "paper", "paper_baseline", "paper_offset", "paper_relation")
_LIKE_PAPER = "BERT-base: on the Wall Street Journal with Stanford Dependencies."


def parsers(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """The best head of each relation against the best fixed offset; and whether such heads rest on [SEP] otherwise."""
    part = about[0].section
    read = (
        "Each line is a relation: how often the word that its best head attends to most is the governor, against the best rule of the kind "
        "“always the next word”. Where the two lie apart with the whole interval, the head has more than a position."
    )
    names = measured(scores, [one.name for one in about])
    if DEPENDENCY not in names:
        return generic(scores, about) if names else absent(scores, about, read=read)
    made = dependency(scores)
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    judged = [row for row in rows if _judged(row)]
    shown = {column: words for column, words in _SHOWN.items() if column in made.columns}
    notes = [
        "same documents: the head is picked and scored on the same text, as the paper does; held out: picked on one half of the "
        "documents, scored on the other; best offset: picked and scored on the half on which the head is scored, so that luck favours it.",
        f"Bold: a head finds the relation {BY_MORE_THAN_LUCK}. The column p is corrected for heads and directions alone. Faint: fewer than "
        "100 cases or 10 groups of documents, too few to judge.",
    ]
    if any(row["paper"] is not None for row in rows):
        notes.append(f"{_LIKE_PAPER} {like_paper({str(row['relation']): _text(row['paper_relation']) for row in rows})}")
    best = table(
        made, DEPENDENCY, "The best head of each relation", shown,
        published=_PUBLISHED, strong=_sure, faint=lambda row: row["small"] is not None, notes=notes,
    )  # fmt: skip
    sentences = drawings(scores, "sentences", wide=True)
    several = _treebanks(scores)
    idle = _idle(scores, rows, made.text["direction"])
    drawn = head_by_head(scores, about)
    return section(
        part.id,
        part.name,
        title=_finding(judged) or made.finding,
        read=read,
        formulas={one.name: one.formula for one in about if one.open_keys and (one.counts or idle[0])},
        caveat=part.caveat,
        measures=drawn["measures"],
        references=drawn["references"],
        charts=[*several[0], *_against_offsets(scores, rows), *idle[0]],
        tables=[*several[1], best, *idle[1], *drawn["tables"]],
        after=sentences.made,
        notes=[*undrawn(scores, about), *sentences.undrawn],
    )


def _text(cell: Cell) -> str | None:
    return cell if isinstance(cell, str) else None


def _treebanks(scores: Scores) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Of a run on several treebanks: which head finds a relation in all of them."""
    if len(names := treebanks_of(scores)) < FEWEST:
        return [], []
    try:
        made = languages(scores)
    except HeadscopeError:  # no relation has cases enough in two of them
        return [], []
    shown = {"stack": "stack", "relation": "relation", "head": "head", "direction": "read", "everywhere": "in all of them"}
    title = "One head for each relation, in every treebank"
    found = table(
        made, LANGUAGES, title, {**shown, **{name: f"{name}, % (best offset)" for name in names}},
        strong=lambda row: row["everywhere"] == "yes", notes=[" ".join(made.notes)],
    )  # fmt: skip
    return drawings(scores, LANGUAGES, wide=True).made, [found]


def _judged(row: Line) -> bool:
    """A relation with cases enough to tell a head from luck; not `all`, nor one that is counted under another name too."""
    key = str(row["relation"])
    return row["p"] is not None and row["held_out"] is not None and key != ALL and not key.endswith((SUBTYPES, OWN))


def _sure(row: Line) -> bool:
    """Whether the page claims that a head finds it; of all words together, which is one question, whether the lead is more than luck."""
    low, p = row["margin_low"], row["p"]
    if row["relation"] == ALL:
        return isinstance(low, float) and low > 0 and isinstance(p, float) and p < SURE
    return row["claimed"] is not None


def _finding(judged: Sequence[Line]) -> str:
    if not judged:
        return ""
    sure = sorted((row for row in judged if _sure(row)), key=lambda row: -rounded(of.number(row, "margin")))
    if not sure:
        return f"No relation has a head that beats the best fixed offset by more than luck, of the {len(judged)} with enough cases."
    first = sure[0]
    value = percent(of.number(first, "held_out"), *of.ends(first, "held_out"))
    rival = percent(of.number(first, "baseline"), *of.ends(first, "held_out"))
    have = "has" if len(sure) == 1 else "have"
    return (
        f"{len(sure)} of {len(judged)} relations {have} a head that beats the best fixed offset by more than luck; furthest ahead is head "
        f"{first['head']} at {first['relation']}, {value}% against {rival}%."
    )


def _against_offsets(scores: Scores, rows: Sequence[Line]) -> list[dict[str, Any]]:
    """Relations with the largest lead first, `all` above them."""
    groups = {}
    for place, mine in of.groups(scores, rows).items():
        whole = [row for row in mine if row["relation"] == ALL and row["held_out"] is not None]
        ranked = sorted((row for row in mine if _judged(row)), key=lambda row: -rounded(of.number(row, "margin")))
        groups[place] = [_line(scores, row) for row in (*whole, *ranked[:MOST])]
    if not any(groups.values()):
        return []
    caption = (
        "Dots: picked on one half of the documents, scored on the other, with 95% intervals over documents; hollow where the lead may be "
        "luck. Relations with at least 100 cases in 10 groups of documents, the largest lead first."
    )
    title = "How often the best head finds the governor"
    return [dots(title, caption, groups, value="best head, held out", rival="best fixed offset")]


def _line(scores: Scores, row: Line) -> dict[str, Any]:
    value, ends = of.number(row, "held_out"), of.ends(row, "held_out")
    between = percent_interval(*ends)
    paper, rival = row["paper"], row["baseline"]
    said = f"{row['relation']}, head {row['head']}: {percent(value, *ends)}%{f' ({between})' if between else ''}"
    said += f", best fixed offset {percent(rival, *ends)}%" if isinstance(rival, float) else ""
    said += f", BERT-base {percent(paper)}%" if isinstance(paper, float) else ""
    return dot(
        str(row["relation"]), value, *ends,
        text=said, rival=rival if isinstance(rival, float) else None, published=paper if isinstance(paper, float) else None,
        head=str(row["head"]), stack=of.stack(scores, row), sure=_sure(row),
    )  # fmt: skip


def _idle(
    scores: Scores, rows: Sequence[Line], direction: Callable[[Line], str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The no-op question: heads that find a relation by more than luck, and what they give [SEP] from its words and from others."""
    mine = [row for row in rows if _judged(row) and _sure(row) and row["idle"] is not None and row["idle_others"] is not None]
    if not mine:
        return [], []
    outer, sep = where_columns(scores), scores.special["sep"]
    columns = (*outer, "relation", "head", "direction", "idle", "idle_others", "difference", "idle_low", "idle_high")
    gaps = {id(row): of.number(row, "idle") - of.number(row, "idle_others") for row in mine}
    cells = [tuple(gaps[id(row)] if column == "difference" else row[column] for column in columns) for row in mine]
    text = {name: partial(_idle_text, name=name) for name in ("idle", "idle_others", "difference")} | {"direction": direction}
    shown = {
        "relation": "relation", "head": "best head", "direction": "read", "idle": f"on {sep} from its words, %",
        "idle_others": "from all others, %", "difference": "difference, points (95%)",
    } | {name: name for name in outer}  # fmt: skip
    less = sum(1 for row in mine if (high := row["idle_high"]) is not None and isinstance(high, float) and high < 0)
    title = (
        f"In {less or 'none'} of the {len(mine)} relations that a head finds by more than luck, that head gives {sep} less from the "
        "relation’s words than from others, with the whole 95% interval of the difference."
    )
    ranked = sorted(mine, key=lambda row: rounded(gaps[id(row)]))
    groups = {place: [_rest(scores, row) for row in some] for place, some in of.groups(scores, ranked).items()}
    caption = (
        f"Attention to {sep} from the words that bear the relation, and from all other words, under the relation’s best head. Where {sep} "
        "is what a head rests on, the dot lies left of the bar; hollow where the difference may be chance."
    )
    chart = dots(title, caption, groups, value="from the relation’s words", rival="from all other words")
    made = Table("", columns, cells, text)
    return [chart], [table(made, "idle", f"Where these heads rest: attention to {sep}", shown, strong=_apart)]


def _apart(row: Line) -> bool:
    low, high = row["idle_low"], row["idle_high"]
    return isinstance(low, float) and isinstance(high, float) and (high < 0 or low > 0)


def _idle_text(row: Line, name: str) -> str:
    ends = of.ends(row, "idle")
    between = percent_interval(*ends) if name == "difference" else ""
    return percent(of.number(row, name), *ends) + (f" ({between})" if between else "")


def _rest(scores: Scores, row: Line) -> dict[str, Any]:
    value, rival, ends = of.number(row, "idle"), of.number(row, "idle_others"), of.ends(row, "idle")
    said = (
        f"{row['relation']}, head {row['head']}: {percent(value, *ends)}% from its words, {percent(rival, *ends)}% from others"
    )
    head, stack = str(row["head"]), of.stack(scores, row)
    return dot(str(row["relation"]), value, text=said, rival=rival, head=head, stack=stack, sure=_apart(row))
