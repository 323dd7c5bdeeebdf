"""The paper's dependency and coreference heads as the tables show them beside ours: BERT-base, 12 layers of 12 heads, in percent.

The numbers and their sources are in `reproduce`. Dependencies: Penn Treebank with Stanford Dependencies, whose labels are not those of
Universal Dependencies: a label that has the same name may not mean the same, and others have another name, as dobj is obj. Tables, figures
and the certificate look a relation up in one way (`Way.held_as`). Coreference: CoNLL-2012.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from headscope.names import TO_DEPENDENT, TO_HEAD
from headscope.reproduce.ours import TURNED
from headscope.reproduce.published import Number, paper
from headscope.types import Head

TABLE, NOTEBOOK = "table 1", "notebook"
COREFERENCE_HEAD = "head 5-4"


@dataclass(frozen=True)
class PublishedHead:
    """The best head of a relation, and the best fixed offset."""

    relation: str
    head: Head
    direction: str
    accuracy: float
    baseline: float
    offset: int
    source: str


def _of(kind: str) -> dict[str, Number]:
    return {number.way.key: number for number in paper().numbers if number.way.kind == kind}


def _printed(number: Number) -> float:
    """What the paper says or, of a relation that it leaves out, its notebook."""
    printed = number.paper if number.paper is not None else number.notebook
    assert printed is not None
    return printed


def _head(relation: str, best: Number, rival: Number) -> PublishedHead:
    turned = best.where.endswith(TURNED)
    numbers = (_printed(best), _printed(rival), int(rival.where))
    source = NOTEBOOK if best.paper is None else TABLE
    head = Head.parse(best.where.removesuffix(TURNED))
    return PublishedHead(relation, head, TO_DEPENDENT if turned else TO_HEAD, *numbers, source)


_BEST, _RIVALS = _of("best"), _of("best-baseline")
DEPENDENCY_HEADS = {relation: _head(relation, best, _RIVALS[relation]) for relation, best in _BEST.items()}


def published_head(key: str, relations: Collection[str]) -> PublishedHead | None:
    """What stands beside a relation of a treebank that has these: the paper's relation of that name or, where the treebank does not have
    that, the one whose nearest in Universal Dependencies it is, as obj is of dobj."""
    mine = (name for name, best in _BEST.items() if best.way.held_as(relations.__contains__) == key)
    return next((DEPENDENCY_HEADS[name] for name in mine), None)


def like_paper(beside: Mapping[str, str | None]) -> str:
    """Beside which of the paper's relations ours stand, for a note: by our name, theirs.

    >>> like_paper({"nsubj": "nsubj", "obj": "dobj", "nmod:poss": "poss", "case": None})
    "A relation stands beside the paper's of the same name; those that it calls otherwise: obj beside dobj, nmod:poss beside poss."
    """
    pairs = [f"{mine} beside {theirs}" for mine, theirs in beside.items() if theirs not in (None, mine)]
    otherwise = f"; those that it calls otherwise: {', '.join(pairs)}" if pairs else ""
    return f"A relation stands beside the paper's of the same name{otherwise}."


# Where the notebook's own output differs from the table: accuracy and baseline.
DEPARTURES = {
    relation: (best.notebook, _RIVALS[relation].notebook)
    for relation, best in _BEST.items()
    if best.paper is not None and best.notebook is not None
}

# Table 2, by row and kind of mention; the neural system was scored in another set-up, over whole documents.
COREFERENCE: dict[str, dict[str, float]] = {}
for _number in paper().numbers:
    if _number.part == "coreference":
        COREFERENCE.setdefault(_number.way.name or COREFERENCE_HEAD, {})[_number.way.key] = _printed(_number)
