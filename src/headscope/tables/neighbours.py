"""Which head is most like each head, and whether it is of the same layer more often than chance has it."""

from headscope.results.scores import Scores
from headscope.statistics.clusters import Neighbours, neighbours
from headscope.tables.kind import Place, TableKind, distances_of, prefix, where, where_columns
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.types import Head


def nearest_heads(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """One row per head: the head nearest to it, the divergence of the two in nats, and whether both are of one layer."""
    rows: list[tuple[Cell, ...]] = []
    findings = []
    for place in distances_of(scores, "neighbours", corpus, stack):
        made = neighbours(place.distances, place.heads)
        findings.append(prefix(scores, place) + sentence(made, place))
        for head, near in enumerate(map(int, made.nearest)):
            mine = Head(*divmod(head, place.heads))
            cells: tuple[Cell, ...] = (None, None, None)
            if near >= 0:
                other = Head(*divmod(near, place.heads))
                same = "yes" if other.layer == mine.layer else "no"
                cells = (str(other), float(place.distances[head, near]), same)
            rows.append((*where(scores, place), str(mine), *cells))
    columns = (*where_columns(scores), "head", "nearest", "value", "same_layer")
    return Table(about(scores), columns, rows, finding=" ".join(findings))


def sentence(made: Neighbours, place: Place) -> str:
    """The share of heads whose nearest neighbour is of their own layer, against chance, in words."""
    heads = len(made.nearest)
    if heads < 2:
        return "A single head has no neighbour."
    if place.layers == 1:
        return "With one layer every head's nearest neighbour is of its own layer."
    if place.heads == 1:
        return "With one head a layer no head's nearest neighbour can be of its own layer."
    own = round(made.share * heads)
    reached = f"{made.reached:,}" if made.reached else "none"
    return (
        f"{own} of {heads} heads ({made.share:.0%}) have their nearest neighbour in their own layer, where {made.chance:.0%} would "
        f"by chance; of {made.samples:,} random ways to deal the heads to layers {reached} reached that (p = {made.p:.2g})."
    )


NEIGHBOURS = TableKind("neighbours", "each head's nearest head, and whether neighbours share a layer", nearest_heads)
