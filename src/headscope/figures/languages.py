"""Several treebanks: how often one head finds a relation in each of them, against the best fixed offset of each."""

from headscope.errors import HeadscopeError
from headscope.figures.dots import Dot, dots
from headscope.figures.figure import Figure
from headscope.figures.lettering import plain
from headscope.figures.source import Source
from headscope.findings.languages import Shared
from headscope.results.scores import Scores
from headscope.tables.languages import LANGUAGES, READ, everywhere, heads_of, name_of, sentence
from headscope.types import Stack

MOST = 14  # relations


def languages(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """The head with the largest smallest lead, relation by relation and treebank by treebank."""
    source = Source(LANGUAGES, scores, None, stack)
    stacks: list[Stack] = [name for name in scores.manifest.model["stacks"] if stack in (None, name)]
    found = everywhere(scores, stacks[0])
    if not found:
        raise HeadscopeError(
            f"The figure '{LANGUAGES}' needs a relation of which two treebanks have 100 cases in 10 groups of documents."
        )
    groups = {_heading(one): [_dot(one, at) for at in range(len(one.treebanks))] for one in found[:MOST]}
    caption = (
        "Each group is a relation with its subtypes, and the head whose smallest lead over the best fixed offset is largest; tree: "
        "edges of the parse in the head's maximum spanning tree, against left- or right-branching. Dots: picked on one half of the "
        "documents of all treebanks, scored on the other, with 95% intervals over documents; hollow where the lead may be luck. "
        f"{plain(str(source.scores.manifest.model['name']))}."
    )
    drawn = dots(groups, colour="syntax", value="the head, held out", rival="best fixed offset of the treebank")
    return Figure(LANGUAGES, sentence(found), caption, drawn)


def _heading(one: Shared) -> str:
    way = READ.get(one.picks[0].direction, "") if one.same else ""
    heads = f"head {heads_of(one)}" if one.same else f"heads {heads_of(one)}"
    return ", ".join(filter(None, [f"{plain(name_of(one))}: {heads}", way]))


def _dot(one: Shared, at: int) -> Dot:
    its = one.treebanks[at]
    return Dot(plain(its.corpus), its.value, its.low, its.high, its.baseline, None, "", its.sure)
