"""Several treebanks side by side: for each relation the head that finds it in all of them, against the best fixed offset of each."""

from collections.abc import Callable, Sequence

from headscope.errors import HeadscopeError
from headscope.findings.languages import FEWEST, Shared, relations, shared
from headscope.findings.wording import listed
from headscope.names import ALL, TO_DEPENDENT, TO_HEAD
from headscope.quantities import percent
from headscope.results.scores import Scores
from headscope.tables.dependency import DEPENDENCY, LEFT_OUT
from headscope.tables.kind import TableKind, corpora_of, missing, stacks_of
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.ties import rounded
from headscope.types import Stack

LANGUAGES = "languages"
TREE, EDGES = "tree", "uuas"  # the row of whole trees
READ = {TO_HEAD: "to head", TO_DEPENDENT: "to dependent"}
_OF_EACH = ("", "_low", "_high", "_baseline", "_rule", "_margin", "_margin_low", "_margin_high", "_cases")


def treebanks_of(scores: Scores, stack: str | None = None) -> list[str]:
    """The corpora of a run that heads were read on as parsers."""
    held = {
        s.corpus for s in scores.series() if s.measure == DEPENDENCY and stack in (None, s.stack) and scores.tally.groups(s)
    }
    return [name for name in corpora_of(scores, None) if name in held]


def everywhere(scores: Scores, stack: Stack) -> list[Shared]:
    """Whole trees first, then all words, then relations, the one with the largest smallest lead first."""
    if len(treebanks_of(scores, stack)) < FEWEST:
        raise HeadscopeError(
            f"'{LANGUAGES}' compares treebanks, and this run has heads as parsers on "
            f"{len(treebanks_of(scores, stack)) or 'none'}: measure {DEPENDENCY} on several, each with its own -c, as in "
            f"headscope measure -m MODEL -c en.conllu -c de.conllu --measure {DEPENDENCY} --measure {TREE} -o DIR."
        )
    keys = [key for key in relations(scores, DEPENDENCY) if key not in (ALL, *LEFT_OUT)]
    found = shared(scores, DEPENDENCY, keys, stack)
    return [
        *shared(scores, TREE, [EDGES], stack),
        *shared(scores, DEPENDENCY, [ALL], stack),
        *sorted(found, key=lambda one: (not one.everywhere, -rounded(one.least))),
    ]


def languages(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """One row per relation that at least two treebanks have cases enough of; for each treebank the head's share of right answers, the
    best fixed offset, and the lead, with their intervals."""
    if corpora_of(scores, corpus) and corpus is not None:
        raise HeadscopeError(f"'{LANGUAGES}' compares the treebanks of a run: leave out the corpus '{corpus}'.")
    stacks = stacks_of(scores, stack)
    if DEPENDENCY not in scores.manifest.measures:
        raise missing(LANGUAGES, [DEPENDENCY])
    several = len(scores.manifest.model["stacks"]) > 1
    names = treebanks_of(scores)
    rows: list[tuple[Cell, ...]] = []
    found: list[Shared] = []
    for place in stacks:
        made = everywhere(scores, place)
        rows += [(*((place,) if several else ()), *_row(one, names)) for one in made]
        found += made
    if not found:
        raise HeadscopeError(
            f"'{LANGUAGES}' needs a relation of which {FEWEST} treebanks have 100 cases in 10 groups of documents: none has."
        )
    of_each = [f"{name}{part}" for name in names for part in _OF_EACH]
    columns = (*(("stack",) if several else ()), "relation", "head", "direction", "everywhere", *of_each)
    text: dict[str, Callable[[dict[str, Cell]], str]] = {name: _cell(name) for name in names}
    text["direction"] = lambda row: READ.get(str(row["direction"]), "–")
    text["everywhere"] = lambda row: str(row["everywhere"])
    hidden = tuple(f"{name}{part}" for name in names for part in _OF_EACH[1:])
    return Table(about(scores), columns, rows, text, hidden, sentence(found), NOTES)


NOTES = (
    "In percent: how often the head, held out, finds the governor in each treebank and, in brackets, how often the best fixed offset of",
    "the same documents does. *: the whole 95% interval of the lead is above 0; everywhere: in all of them, and by more than luck,",
    "corrected for all heads, directions and relations. head: the one with the largest smallest lead; two where the halves of the",
    "documents pick different ones. tree: edges of the parse in a head's maximum spanning tree, against left- or right-branching.",
)


def sentence(found: Sequence[Shared]) -> str:
    """How many relations one head finds in every treebank, and which heads these are."""
    judged = [one for one in found if one.key not in (ALL, EDGES)]
    sure = [one for one in judged if one.everywhere]
    number = max((len(one.treebanks) for one in found), default=0)
    if not judged:
        return "No relation has cases enough in two treebanks: 100 in 10 groups of documents."
    every = "both treebanks" if number == FEWEST else "every treebank that has it"
    if not sure:
        return f"Of {len(judged)} relations, no head beats the best fixed offset in {every}."
    by_head: dict[str, list[str]] = {}
    for one in sure:
        by_head.setdefault(str(one.picks[0].head), []).append(one.key)
    ranked = sorted(by_head.items(), key=lambda item: -len(item[1]))
    named = listed([f"{head} ({', '.join(keys)})" for head, keys in ranked])
    have = "has" if len(sure) == 1 else "have"
    return f"{len(sure)} of {len(judged)} relations {have} one head that beats the best fixed offset in {every}: {named}."


def name_of(one: Shared) -> str:
    """What the row is called: whole trees are no relation."""
    return TREE if one.key == EDGES else one.key


def heads_of(one: Shared) -> str:
    return ", ".join(dict.fromkeys(str(pick.head) for pick in one.picks))


def _row(one: Shared, names: Sequence[str]) -> tuple[Cell, ...]:
    ways = dict.fromkeys(pick.direction for pick in one.picks)
    held = {treebank.corpus: treebank for treebank in one.treebanks}
    cells: list[Cell] = [name_of(one), heads_of(one), ", ".join(filter(None, ways)) or None, "yes" if one.everywhere else "no"]
    for name in names:
        its = held.get(name)
        if its is None:
            cells += [None] * len(_OF_EACH)
            continue
        rules = ", ".join(dict.fromkeys(its.rules))
        cells += [its.value, its.low, its.high, its.baseline, rules, its.margin, its.margin_low, its.margin_high, its.cases]
    return tuple(cells)


def _cell(name: str) -> Callable[[dict[str, Cell]], str]:
    def text(row: dict[str, Cell]) -> str:
        value, rival, low = row[name], row[f"{name}_baseline"], row[f"{name}_margin_low"]
        if not isinstance(value, float) or not isinstance(rival, float):
            return "–"
        ends = [end if isinstance(end, float) else None for end in (row[f"{name}_low"], row[f"{name}_high"])]
        star = "*" if isinstance(low, float) and low > 0 else ""
        return f"{percent(value, *ends)}{star} ({percent(rival, *ends)})"

    return text


LANGUAGES_TABLE = TableKind(
    LANGUAGES, "the head that finds each relation in several treebanks, against their best offsets", languages
)
