"""The sections of all heads together: what probes get out of them, which of them are alike."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from headscope.description import Description
from headscope.errors import HeadscopeError
from headscope.figures.probe_weights import probe_weights
from headscope.quantities import percent, percent_interval
from headscope.report.sections.drawings import drawing, drawings
from headscope.report.sections.generic import generic, head_by_head, undrawn
from headscope.report.sections.parts import dot, dots, measured, section, table
from headscope.results.scores import Scores
from headscope.statistics.clusters import embed, neighbours
from headscope.tables.kind import Place, distances_of, where, where_columns
from headscope.tables.layers import layer_distances
from headscope.tables.neighbours import nearest_heads
from headscope.tables.probe_source import ARGMAX, TREE, Record, Summary, records_of, summaries, trainings
from headscope.tables.probes import orders, probes_table
from headscope.tables.published_probes import NOTEBOOK, PROBES, UAS, UUAS

ORDER = 60  # of the probes, among the sections of measures
SURE = 0.05
NOTE = (
    "Percent of words, punctuation left out. As one tree: decoded so that every word has one governor and none governs itself. Control "
    "task: a word’s type decides its governor by lot. BERT-base: on the Penn Treebank; its authors’ notebook has "
    f"{NOTEBOOK['attention-words']:g} for attention + words."
)
_PROBES = {
    "model": "model",
    "corpus": "corpus",
    "probe": "probe",
    "embeddings": "word vectors",
    "seeds": "seeds",
    "uas": "governors, % (95%)",
    "with_punctuation": "with punctuation, %",
    "as_tree": "as one tree, %",
    "uuas": "edges, either way, % (95%)",
    "control": "control task, %",
    "selectivity": "selectivity, points (95%)",
    "paper": "BERT-base, %",
}


def probes(scores: Scores, given: Iterable[Record] | None) -> dict[str, Any]:
    """What classifiers that are fitted to the maps of all heads find, against baselines; `given` are rows as in probes.parquet."""
    id, name = "probes", "Probes: classifiers on the attention of all heads"
    read = (
        "Each line is a classifier fitted to find the governor of every word: from the attention of all heads, from words, from both, or "
        "from neither. What the attention of a trained model adds is the step from the lines above it."
    )
    formulas = {
        "attention": "p(i | j) ∝ exp Σ over heads k of (w_k α_k(i, j) + u_k α_k(j, i)), j the word, i the candidate governor",
        "attention + words": "the same with w_k and u_k linear in the vectors of the two words",
    }
    records = list(given or ())
    if not records:
        reason = "No probes were fitted: they learn from one treebank and are scored on another, which this run does not do."
        command = (
            "headscope probe -m MODEL -c TRAIN.conllu --test TEST.conllu -o PROBES && headscope report -m MODEL --probes PROBES"
        )
        return section(id, name, read=read, formulas=formulas, missing=reason, command=command)
    made, found = probes_table(records), summaries(records_of(records))
    shown = {
        column: words
        for column, words in _PROBES.items()
        if column in made.columns and (column != "seeds" or column not in made.hidden)
    }
    charts = [_bars(found)]
    with suppress(HeadscopeError):  # no probe here sees attention, or several do and none is the one to show
        charts.append(drawing(probe_weights(records)))
    return section(
        id,
        name,
        title=" ".join(orders(found)),
        read=read,
        formulas=formulas,
        caveat="A probe may learn the task itself: selectivity, the lead over a control task with random answers, says how much.",
        charts=charts,
        tables=[
            table(
                made,
                "probes",
                "What the probes find",
                shown,
                published=("paper", "paper_metric"),
                notes=[*trainings(found), NOTE],
            )
        ],
    )


def _bars(found: list[Summary]) -> dict[str, Any]:
    groups: dict[str, list[dict[str, Any]]] = {}
    places = {(one.model, one.corpus) for one in found}
    for one in found:
        number, metric = one.get(UAS, ARGMAX), UAS
        if number is None:
            number, metric = one.get(UUAS, TREE), UUAS
        if number is None:
            continue
        paper = PROBES.get(one.probe)
        beside = round(paper.score / 100, 3) if paper is not None and paper.metric == metric else None
        label = f"{one.title}, either way" if metric == UUAS else one.title
        between = percent_interval(number.low, number.high)
        said = f"{label}: {percent(number.value, number.low, number.high)}%{f' ({between})' if between else ''}"
        said += "" if beside is None else f", BERT-base {percent(beside)}%"
        group = groups.setdefault(f"{one.model} on {one.corpus}" if len(places) > 1 else "", [])
        group.append(dot(label, number.value, number.low, number.high, text=said, published=beside))
    caption = "Percent of words, punctuation left out, with 95% intervals over test sentences; “either way”: whichever way an edge points."
    caption = " ".join([caption, *trainings(found)])
    return dots("How many governors each probe finds", caption, groups, value="found")


def clusters(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """Which heads are alike: a map of all heads, their nearest neighbours, the distances between layers."""
    part = about[0].section
    read = "Each mark is a head; the closer two lie, the more alike they attend. Only distances count: directions on the map mean nothing."
    formulas = {
        **{one.name: one.formula for one in about if one.pairs},
        "map": "metric multidimensional scaling: the places whose distances differ least from these",
    }
    if not measured(scores, [one.name for one in about if one.pairs]):
        return generic(scores, about)
    places = distances_of(scores, "neighbours", None, None)
    near, apart = nearest_heads(scores), layer_distances(scores)
    outer = {column: column for column in where_columns(scores)}
    nearest = outer | {
        "head": "head",
        "nearest": "nearest head",
        "value": "divergence, nats",
        "same_layer": "of the same layer",
    }
    between = {column: f"layer {column}" for column in apart.columns if column.isdigit()}
    made, heat = head_by_head(scores, about), drawings(scores, "layers").made
    return section(
        part.id,
        part.name,
        title=_alike(places),
        read=read,
        formulas=formulas,
        caveat=part.caveat,
        charts=[*(_map(scores, place) for place in places), *heat],
        measures=made["measures"],
        references=made["references"],
        tables=[
            table(near, "neighbours", "Each head’s nearest head", nearest, heads=("head", "nearest"), notes=[near.finding]),
            # The drawing has the same numbers in its cells.
            *(
                []
                if heat
                else [
                    table(
                        apart,
                        "layers",
                        "Mean divergence between layers, nats",
                        outer | {"layer": "layer"} | between,
                        notes=[apart.finding],
                    )
                ]
            ),
            *made["tables"],
        ],
        notes=undrawn(scores, about),
    )


def _alike(places: Sequence[Place]) -> str:
    """Whether heads of one layer attend alike, where that is more than chance."""
    place = places[0]
    made = neighbours(place.distances, place.heads)
    if place.layers == 1 or place.heads == 1:
        return ""
    tend = "tend to attend alike" if made.p < SURE and made.share > made.chance else "are not clearly more alike than others"
    shares = f"{made.share:.0%} have their nearest neighbour in their own layer, where {made.chance:.0%} would by chance"
    return f"Heads of one layer {tend}: {shares}."


def _map(scores: Scores, place: Place) -> dict[str, Any]:
    """Where each head lies, as `clusters.parquet` has it."""
    embedding = embed(place.distances)
    points = [
        {"layer": at // place.heads, "head": at % place.heads, "x": float(x), "y": float(y)}
        for at, (x, y) in enumerate(embedding.positions)
    ]
    several = f" ({', '.join(where(scores, place))})" if where(scores, place) else ""
    poor = "; much is lost in the plane" if embedding.stress >= 0.2 else ""
    return {
        "kind": "map",
        "title": f"All heads, like ones close together{several}",
        "caption": (
            f"Jensen–Shannon divergence between where two heads look, laid out in the plane (stress {embedding.stress:.2f}, where 0 "
            f"keeps every distance{poor}). The same map twice: by what heads do, faded where a label is not certain, and by layer. The bar "
            f"is {_bar(embedding.positions):g} nats long."
        ),
        "stack": place.stack,
        "bar": _bar(embedding.positions),
        "points": points,
    }


def _bar(positions: np.ndarray) -> float:
    """A round number of nats, about a quarter of the map."""
    extent = float(np.ptp(positions, axis=0).max())
    return next((nats for nats in (0.5, 0.2, 0.1, 0.05, 0.02, 0.01) if nats <= extent / 3), 0.01)
