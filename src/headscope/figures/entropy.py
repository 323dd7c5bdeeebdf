"""How broadly heads attend, by layer: from all tokens and from [CLS] alone. The paper's figure 4."""

from headscope.figures.by_layer import Panel, explained, panels
from headscope.figures.figure import Figure
from headscope.figures.source import LayerScores, Source
from headscope.results.scores import Scores
from headscope.ties import highest, lowest

NAME = MEASURE = "entropy"
KINDS = {"all": "next", "cls": "cls"}  # and their colours
APART = 0.1  # nats; layers that differ by less are called alike


def entropy(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """How broadly heads attend by layer, from all tokens and from [CLS]."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(KINDS))
    row = [Panel(_from(source, key), KINDS[key], one) for key, one in found.items()]
    mark = "Each mark is a head: the entropy of its attention in nats, averaged over tokens, higher where it spreads over more tokens"
    caption = explained(mark, list(found.values()), "attention spread evenly, the most there can be") + source.about()
    return Figure(NAME, _title(source, next(iter(found.items()))), caption, panels([row], "nats", height=230.0))


def _from(source: Source, key: str) -> str:
    return f"from {source.special.get(key, 'all tokens')}"


def _title(source: Source, first: tuple[str, LayerScores]) -> str:
    key, one = first
    means, where = one.means, "" if key == "all" else f", {_from(source, key)}"
    even = "" if one.even is None else f"; uniform attention would have {one.even:.2f}"
    broad, narrow = highest(means), lowest(means)
    if len(means) == 1:
        return f"The one layer attends with {means[0]:.2f} nats on average{where}{even}."
    if means[broad] - means[narrow] < APART:
        return f"All layers attend about equally broadly{where}, with {means[narrow]:.2f} to {means[broad]:.2f} nats on average{even}."
    return (
        f"Layer {broad + 1} attends most broadly{where} ({means[broad]:.2f} nats on average), "
        f"layer {narrow + 1} most narrowly ({means[narrow]:.2f}){even}."
    )
