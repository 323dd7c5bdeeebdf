"""What the measures of a finished run say of themselves and of every key that the corpus had, for its manifest."""

from collections.abc import Iterable

from headscope.measures import Measure
from headscope.results.scores import Scores


def describe(scores: Scores, measures: Iterable[Measure]) -> None:
    """Completes the manifest: keys that are what the corpus has are known when it has been read."""
    names: dict[str, list[tuple[str, str]]] = {}
    for series in (*scores.series(), *scores.pairs, *scores.layered):
        names.setdefault(series.measure, []).append((series.key, series.direction))
    for measure in measures:
        scores.manifest.described[measure.name] = measure.described(
            dict.fromkeys(names.get(measure.name, ())), scores.special, causal=scores.causal
        )
