"""Attention to the previous, the current and the next token, by layer."""

import numpy as np

from headscope.figures.by_layer import Panel, described, explained, panels
from headscope.figures.figure import Figure
from headscope.figures.source import LayerScores, Source
from headscope.findings.wording import capitalised, heads, listed, named
from headscope.results.scores import Scores
from headscope.ties import rounded

NAME, MEASURE = "offsets", "offset"
KINDS = {
    "-1": ("the previous token", "the previous", "previous", "previous"),
    "0": ("the current token", "the current one", "quiet", None),
    "+1": ("the next token", "the next", "next", "next"),
}


def offsets(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Attention to the previous, current and next token by layer."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(KINDS))
    row = [Panel(f"to {KINDS[key][0]}", KINDS[key][2], one, KINDS[key][3]) for key, one in found.items()]
    mark = "Each mark is a head: the share of its attention that goes there, averaged over all tokens"
    caption = explained(mark, list(found.values())) + source.about()
    return Figure(NAME, _title(found), caption, panels([row], "share"))


def _title(found: dict[str, LayerScores]) -> str:
    does = {key: one.mostly for key, one in found.items() if one.mostly}
    if not does:
        key = max(found, key=lambda key: rounded(float(np.nanmax(found[key].values))))
        best = described(found[key].top, found[key]).partition(" (")[0]
        places = listed([KINDS[one][0].removeprefix("the ").removesuffix(" token") for one in found], "or")
        return f"No head gives half of its attention to the {places} token; the highest is {best} to {KINDS[key][0]}."
    (key, names), *rest = does.items()
    first = f"{heads(names)} mostly {'attends' if len(names) == 1 else 'attend'} to {KINDS[key][0]}"
    return capitalised(listed([first, *(f"{named(names)} to {KINDS[key][1]}" for key, names in rest)])) + "."
