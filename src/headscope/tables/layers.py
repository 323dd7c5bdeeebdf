"""How unlike the heads of two layers are, for every two layers; and whether the first and the last are alike."""

import numpy as np

from headscope.results.scores import Scores
from headscope.statistics.clusters import Ends, between_layers, ends
from headscope.tables.kind import TableKind, distances_of, prefix, where, where_columns
from headscope.tables.run import about
from headscope.tables.table import Cell, Table


def layer_distances(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """One row and one column per layer: the mean divergence in nats between a head of the one and a head of the other; between two
    different heads where both are the same layer."""
    rows: list[tuple[Cell, ...]] = []
    findings = []
    places = distances_of(scores, "layers", corpus, stack)
    most = max(place.layers for place in places)
    for place in places:
        between = between_layers(place.distances, place.layers, place.heads)
        findings.append(prefix(scores, place) + sentence(ends(between), place.layers))
        for layer, values in enumerate(between, 1):
            cells = [None if np.isnan(value) else float(value) for value in values]
            rows.append((*where(scores, place), layer, *cells, *[None] * (most - place.layers)))
    columns = (*where_columns(scores), "layer", *map(str, range(1, most + 1)))
    return Table(about(scores), columns, rows, finding=" ".join(findings))


def sentence(made: Ends | None, layers: int) -> str:
    """Are the first and the last layer alike?"""
    if made is None:
        return (
            f"With {layers} layer{'s' if layers > 1 else ''} there are no other pairs to compare the first and the last with."
        )
    more = "more" if made.alike else "no more"
    return (
        f"The first and the last layer are {more} alike than two layers are on average: {made.value:.3f} nats apart, against "
        f"{made.mean:.3f}; from the most alike, theirs is number {made.rank} of {made.pairs} pairs."
    )


LAYERS = TableKind("layers", "how unlike the heads of every two layers are", layer_distances)
