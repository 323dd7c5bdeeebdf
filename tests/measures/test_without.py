"""A measure with fewer keys is the same measure otherwise."""

import pytest

from headscope.measures import MEASURES, make

OPTIONS = {
    "smoothing": "published",
    "gradient_per": "token",
    "possessors": "own",
    "offsets": "published",
    "directions": "three",
    "antecedents": "mentions",
    "mention_heads": "annotated",
    "no_match": "nearest",
}


@pytest.mark.parametrize("name", [name for name, one in MEASURES.items() if not one.open_keys])
def test_options_are_kept(name):
    measure = make(name, OPTIONS)
    first, *rest = measure.keys
    fewer = measure.without([first])
    assert fewer.keys == tuple(rest) and measure.keys == (first, *rest)
    same = {key: value for key, value in vars(measure).items() if key not in ("keys", "chosen", "offsets")}
    assert {key: vars(fewer)[key] for key in same} == same


def test_smoothing_is_kept():
    assert make("entropy", {"smoothing": "published"}).without(["cls"]).smoothing == 0.0001
