"""Which score of a run a person means by a relation, `dobj`, or by the name of a measure of right answers, `coreference.pronoun`."""

from headscope.names import ALL
from headscope.results.scores import Scores


def meant(scores: Scores, relation: str) -> tuple[str, str]:
    """Measure and key: a measure of right answers and its key, `all` where only the measure is named; else a relation, a key of the
    measure whose keys are what the corpus has. Where the run has no such measure it is one of ours that would be meant."""
    name, _, key = relation.partition(".")
    told = {one: scores.about(one) for one in scores.manifest.measures if scores.about(one).counts}
    if name in told:
        return name, key or ALL
    held = {series.measure for series in scores.series() if series.key == relation}
    if found := next((one for one, about in told.items() if about.open_keys and one in held), None):
        return found, relation
    from headscope.measures import MEASURES  # needs torch, which reading does not

    ours = {one: measure for one, measure in MEASURES.items() if measure.counts}
    if name in ours:
        return name, key or ALL
    return next(one for one, measure in ours.items() if measure.open_keys), relation
