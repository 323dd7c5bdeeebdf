"""One text under four typical heads: the paper's figure 1, with the heads chosen by the scores."""

from dataclasses import dataclass

from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.head import columns, draw_head
from headscope.figures.source import LayerScores, Source
from headscope.figures.svg import Element, text
from headscope.findings.wording import listed
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head

NAME = "four-heads"
LINE, TOP, GAP = 15.0, 52.0, 16.0


@dataclass(frozen=True)
class Choice:
    """A typical head: what it is the highest of all heads in."""

    head: Head
    sign: str
    heading: str
    number: str
    words: str


def four_heads(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """One text under four typical heads: broad, next or previous token, [SEP], punctuation."""
    source = Source(NAME, scores, corpus, stack)
    example = source.example()
    chosen = _choose(source)
    each = (style.WIDTH - 24 - GAP * 3) / 4
    made: list[Element] = []
    bottom = TOP
    for at, one in enumerate(chosen):
        x = 12 + at * (each + GAP)
        place = columns(example.queries, example.keys, x, TOP, each, line=LINE)
        made += [
            style.mark(one.sign, x + 6, 9.0, 5.5),
            text(x + 18, 14, one.heading, "heading"),
            text(x, 34, f"{one.head}: {one.number}", "tick quiet"),
            *draw_head(place, example.queries, example.keys, example.maps[one.head], _colour(one.sign)),
        ]
        bottom = max(bottom, place.bottom)
    title = f"One text under the heads that attend most {listed([f'{one.words} ({one.head})' for one in chosen])}."
    caption = (
        "In each panel, the token being updated is on the left and the tokens it attends to are on the right; the stronger a line, the "
        "larger the weight. Special tokens are grey; the second text is set off by a gap. Each head is the highest of all in its score, "
        "over the whole run; even: what attention spread evenly would have. " + source.about()
    )
    return Figure(NAME, title, caption, Drawing(bottom + 4, tuple(made)))


def _colour(sign: str) -> str:
    return "quiet" if sign == "broad" else sign  # the behaviour's own grey is too pale for strokes this thin


def _choose(source: Source) -> list[Choice]:
    """The highest head of each score; a kind of token that the model doesn't have is left out."""
    broad = source.read("entropy", "all")
    near = source.read_some("offset", ["-1", "+1"])
    kinds = source.read_some("token", ["sep", "punct"])
    made = [Choice(broad.top, "broad", "broad", _number(broad, " nats"), "broadly")]
    side = max(near, key=lambda key: rounded(float(near[key].values.max())))
    name = "next" if side == "+1" else "previous"
    made.append(_share(near[side], name, f"{name} token", f"to the {name} token"))
    words = {"sep": ("[SEP]", "to [SEP]"), "punct": ("punctuation", "to punctuation")}
    return made + [_share(kinds[key], key, *words[key]) for key in words if key in kinds]


def _share(scores: LayerScores, sign: str, heading: str, words: str) -> Choice:
    return Choice(scores.top, sign, heading, _number(scores), words)


def _number(scores: LayerScores, unit: str = "") -> str:
    even = "" if scores.even is None else f", even {scores.even:.{2 if not unit else 3}g}"
    return f"{scores.values[scores.top]:.2f}{unit}{even}"
