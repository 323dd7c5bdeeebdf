"""A title says in bold what was found: of a model that has learnt nothing, that no head and no layer does it."""

import re

import pytest

from headscope.api.measure import measure
from headscope.figures import draw_all

MEASURES = ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "pattern", "gradient", "mixing", "divergence")
NOTHING = {
    "offsets": r"No head gives half of its attention to .*",
    "tokens": r"No layer sends half of its attention to .*",
    "tokens-by-source": r"In no layer does \[SEP\] attend to \[SEP\] twice as much as uniform attention would; .*",
    "gradient": r"(No kind of token in one layer stands out: .*|The loss depends most on attention to .*)",
    "no-op": r"Heads do not rest on \[SEP\]: in layer \d, .* gets (\d\.\d)% of their attention, where uniform attention gives it \1%\.",
    "entropy": r"All layers attend about equally broadly, .*",
    "clusters": r"Heads of one layer are not clearly more alike: .*",
    "layers": r"All pairs of layers are about equally unlike: .*",
    "patterns": r"No head clearly follows any of the \d patterns; .*",
}


@pytest.fixture(scope="module")
def titles(untrained):
    scores = measure(untrained, "bundled", MEASURES, weights=["raw", "norm"], limit=20, progress=False)
    return {made.name: made.figure.title for made in draw_all(scores) if made.figure is not None}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_found_in_random_weights(titles, name):
    assert re.fullmatch(NOTHING[name], titles[name]), titles[name]


def test_a_text_under_heads_of_which_one_is_typical(titles):
    """Attention that is spread evenly is broad: that alone passes its rule."""
    title = titles["four-heads"]
    passed, _, missed = title.partition("; ")
    assert re.fullmatch(r"One text under four heads: \d-\d attends broadly", passed)
    assert missed.startswith("no head attends to ") and missed.endswith("come nearest.")
