"""The same split by where the attention comes from: from [SEP], and from all other tokens."""

import numpy as np

from headscope.figures.by_layer import Panel, explained, panels
from headscope.figures.figure import Figure
from headscope.figures.source import LayerScores, Source
from headscope.figures.tokens import KINDS, PUNCTUATION, kind
from headscope.findings.wording import layers
from headscope.results.scores import Scores
from headscope.ties import highest, rounded

NAME = "tokens-by-source"


def tokens_by_source(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Attention to [CLS], [SEP], full stops and commas: from [SEP], and from the other tokens."""
    source = Source(NAME, scores, corpus, stack)
    from_sep, from_rest = (source.read_some(f"token-from-{one}", KINDS) for one in ("sep", "rest"))
    sep = source.special["sep"]
    rows = [
        [Panel(f"{words} to {kind(source, key)}", key, one, key) for key, one in found.items()]
        for words, found in ((sep, from_sep), ("others", from_rest))
    ]
    mark = f"Above, the attention that {sep} itself pays; below, that of all other tokens. Each mark is a head"
    caption = explained(mark, [*from_sep.values(), *from_rest.values()]) + PUNCTUATION + source.about()
    return Figure(NAME, _title(source, from_sep, from_rest), caption, panels(rows, "share", height=150.0))


def _title(source: Source, from_sep: dict[str, LayerScores], from_rest: dict[str, LayerScores]) -> str:
    """What [SEP] gives to [SEP], beside what the others give to it."""
    sep = source.special["sep"]
    itself, others = from_sep.get("sep"), from_rest.get("sep")
    if itself is None or others is None:
        key = max(from_sep, key=lambda key: rounded(float(np.nanmax(from_sep[key].means))))
        layer = highest(from_sep[key].means)
        if not from_sep[key].stands_out(layer):
            return f"In no layer does {sep} attend to {kind(source, key)} twice as much as uniform attention would."
        return f"From {sep}, attention to {kind(source, key)} is highest in layer {layer + 1}, {from_sep[key].means[layer]:.2f} on average."
    strongest = highest(others.means)
    rest = f"the other tokens give it at most {others.means[strongest]:.2f}, in layer {strongest + 1}"
    if itself.mostly_layers:
        return f"In {layers(itself.mostly_layers)}, {sep} sends most of its attention to {sep}; {rest}."
    layer = highest(itself.means)
    if not itself.stands_out(layer):
        return f"In no layer does {sep} attend to {sep} twice as much as uniform attention would; {rest}."
    above = np.flatnonzero(_low(itself) > _high(others))
    most = f"most in layer {layer + 1} ({itself.means[layer]:.2f} against {others.means[layer]:.2f})"
    if len(above) == len(itself.means) > 1:
        return f"In every layer {sep} attends to {sep} more than the other tokens do, {most}."
    if layer in above:
        return f"{sep} attends to {sep} more than the other tokens do in {len(above)} of {len(itself.means)} layers, {most}."
    return f"From {sep}, attention to {sep} is highest in layer {layer + 1}, {itself.means[layer]:.2f} on average; {rest}."


def _low(scores: LayerScores) -> np.ndarray:
    return np.where(np.isnan(scores.mean_low), scores.means, scores.mean_low)


def _high(scores: LayerScores) -> np.ndarray:
    return np.where(np.isnan(scores.mean_high), scores.means, scores.mean_high)
