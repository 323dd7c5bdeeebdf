"""What must hold of every measure, whatever it measures: padding, the batch and the order of units change nothing."""

import numpy as np
import pytest

from headscope.measures import MEASURES, make

LENGTHS = (5, 1, 12, 12, 3, 8, 2, 20, 7)
every_measure = pytest.mark.parametrize("name", list(MEASURES))


def same(seen, other, tolerance=1e-9):
    assert len(seen) == len(other)
    for mine, theirs in zip(seen, other, strict=True):
        assert mine.keys() == theirs.keys()
        for key in mine:
            assert (mine[key] is None) == (theirs[key] is None), key
            if mine[key] is not None:
                assert np.isfinite(theirs[key]).all(), key
                assert mine[key] == pytest.approx(theirs[key], abs=tolerance), key


@pytest.fixture(scope="module")
def segments(random_segment):
    return [random_segment(seed, n, heads=3) for seed, n in enumerate(LENGTHS)]


@every_measure
def test_some_figure_is_not_trivial(observed, segments, name):
    """Otherwise the tests below would pass for a measure that always says 0."""
    figures = [figure for seen in observed(make(name), segments) for figure in seen.values() if figure is not None]
    assert len(figures) > len(LENGTHS) / 2 and np.std(figures) > 0.01


@every_measure
@pytest.mark.parametrize("garbage", [0.0, 1e6, None], ids=["zeros", "large", "random"])
def test_padding_changes_nothing(observed, segments, random_segment, name, garbage):
    alone = [observed(make(name), [segment])[0] for segment in segments]
    padded = observed(make(name), [*segments, random_segment(99, 33, heads=3)], garbage=garbage)
    same(alone, padded[:-1])


@every_measure
@pytest.mark.parametrize("garbage", [np.nan, np.inf], ids=["nan", "infinite"])
def test_rows_of_padding_may_hold_anything(observed, segments, random_segment, name, garbage):
    """A row that sees nothing is NaN in half precision; it is padding and must not spread."""
    alone = [observed(make(name), [segment])[0] for segment in segments]
    padded = observed(make(name), [*segments, random_segment(99, 33, heads=3)], garbage=garbage)
    same(alone, padded[:-1])


@every_measure
@pytest.mark.parametrize("size", [1, 3, len(LENGTHS)])
def test_the_batch_size_changes_nothing(observed, segments, name, size):
    whole = observed(make(name), segments)
    parts = [seen for at in range(0, len(segments), size) for seen in observed(make(name), segments[at : at + size])]
    same(whole, parts)


@every_measure
def test_the_order_of_units_changes_nothing(observed, segments, name):
    order = np.random.default_rng(3).permutation(len(segments))
    whole = observed(make(name), segments)
    moved = observed(make(name), [segments[i] for i in order])
    same([whole[i] for i in order], moved)


@pytest.mark.parametrize("name", [name for name, measure in MEASURES.items() if "layers" not in measure.needs])
def test_heads_are_measured_one_by_one(observed, segments, name):
    whole = observed(make(name), segments)
    for head in range(3):
        alone = observed(make(name), [segment._replace(maps=segment.maps[head : head + 1]) for segment in segments])
        only = [{k: None if v is None else v[head : head + 1] for k, v in seen.items()} for seen in whole]
        same(only, alone)


@every_measure
def test_one_key_alone_has_the_figure_it_has_among_all(observed, segments, name):
    whole = observed(make(name), segments)
    for key in make(name).keys:
        alone = observed(make(f"{name}={key}"), segments)
        assert [list(seen) for seen in alone] == [[key]] * len(segments)
        same([{key: seen[key]} for seen in whole], alone, tolerance=0)
