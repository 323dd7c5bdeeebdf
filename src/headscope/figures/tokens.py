"""Attention to [CLS], to [SEP] and to full stops and commas, by layer: the paper's figure 2."""

from headscope.figures.by_layer import Panel, explained, panels
from headscope.figures.figure import Figure
from headscope.figures.source import LayerScores, Source
from headscope.findings.wording import capitalised, layers, listed
from headscope.results.scores import Scores
from headscope.ties import highest, rounded

NAME = "tokens"
MEASURE = "token"
KINDS = ("cls", "sep", "punct")
PUNCTUATION = "Punctuation is full stops and commas. "


def tokens(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Attention to [CLS], [SEP], full stops and commas by layer."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, KINDS)
    row = [Panel(f"to {kind(source, key)}", key, one, key) for key, one in found.items()]
    mark = "Each mark is a head: the share of its attention that goes to such tokens, averaged over all tokens"
    caption = explained(mark, list(found.values())) + PUNCTUATION + source.about()
    return Figure(NAME, _title(source, found), caption, panels([row], "share"))


def kind(source: Source, key: str) -> str:
    """What a kind of token is called."""
    return source.special.get(key, "punctuation")


def _title(source: Source, found: dict[str, LayerScores]) -> str:
    """The layers that give most of their attention to one kind, else to all together; where there are none, the mean that is furthest
    above chance."""
    does = {key: one.mostly_layers for key, one in found.items() if one.mostly_layers}
    if does:
        (key, numbers), *rest = does.items()
        verb = "sends most of its" if len(numbers) == 1 else "send most of their"
        first = f"{layers(numbers)} {verb} attention to {kind(source, key)}"
        return capitalised(listed([first, *(f"{layers(numbers)} to {kind(source, key)}" for key, numbers in rest)])) + "."
    together = source.read_sum(MEASURE, list(found)).mostly_layers if len(found) > 1 else []
    if together:
        verb = "sends most of its" if len(together) == 1 else "send most of their"
        kinds = listed([kind(source, key) for key in found])
        return capitalised(f"{layers(together)} {verb} attention to {kinds} together, and no layer most of it to one of these.")
    each = [(key, highest(one.means)) for key, one in found.items()]
    key, layer = max(each, key=lambda at: rounded(excess(found[at[0]], at[1])))
    one = found[key]
    kinds = listed([kind(source, key) for key in found], "or")
    even = "" if one.even is None else f", where uniform attention gives {one.even:.2g}"
    best = f"layer {layer + 1} gives {kind(source, key)} {one.means[layer]:.2g}{even}"
    kinds += ", or to these together" if len(found) > 1 else ""
    return f"No layer sends half of its attention to {kinds}; furthest above chance, {best}."


def excess(scores: LayerScores, layer: int) -> float:
    """How far a layer's mean is on the way from uniform attention to nothing but this."""
    even = scores.even or 0.0
    return float((scores.means[layer] - even) / (1 - even))
