"""What must hold of every measure, whatever it measures: padding, the batch and the order of units change nothing."""

import numpy as np
import pytest

from headscope.measures import MEASURES, make

LENGTHS = (5, 1, 12, 12, 3, 8, 2, 20, 7)
TEXT = [name for name, measure in MEASURES.items() if measure.unit in ("pair", "own")]
ANNOTATED = [name for name, measure in MEASURES.items() if measure.unit in ("sentence", "window")]
every_measure = pytest.mark.parametrize("name", TEXT)
every_annotated = pytest.mark.parametrize("name", ANNOTATED)


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


@pytest.mark.parametrize(
    "name", [name for name in TEXT if "layers" not in MEASURES[name].needs and MEASURES[name].per == "head"]
)
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


@pytest.fixture(scope="module")
def units(random_annotated):
    """By kind of unit: sentences alone, and windows of one to three of them. Some have words without a token."""
    more = {"sentence": (), "window": (4, 6)}
    return {
        kind: [random_annotated(seed, n, *rest[: seed % 3], heads=3) for seed, n in enumerate(LENGTHS)]
        for kind, rest in more.items()
    }


def of(name, units):
    return units[MEASURES[name].unit]


def test_some_measures_read_annotation():
    assert {"dependency", "idle"} <= set(ANNOTATED) and {MEASURES[name].unit for name in ANNOTATED} <= {"sentence", "window"}


@every_annotated
def test_some_figure_of_annotated_units_is_not_trivial(annotated_figures, units, name):
    found = annotated_figures(make(name), of(name, units))
    heads = [figure for figures in found for (baseline, *_), figure in figures.items() if not baseline]
    assert len(heads) > len(LENGTHS) and np.std(np.concatenate(heads)) > 0.1
    assert len({key for figures in found for _, key, _ in figures}) >= few(name)
    assert any(missing_words(unit) for unit in of(name, units))


def few(name):
    """How many keys there must be at least for a test of them to tell: all that a measure has, or four."""
    return min(4, len(make(name).keys) or 4)


def missing_words(unit):
    return set(range(sum(len(sentence.words) for sentence in unit.sentences))) - set(unit.words)


@every_annotated
@pytest.mark.parametrize("garbage", [0.0, 1e6, None, np.nan, np.inf], ids=["zeros", "large", "random", "nan", "infinite"])
def test_padding_of_annotated_units_changes_nothing(annotated_figures, random_annotated, units, name, garbage):
    """A longer unit beside them pads tokens and words."""
    alone = [annotated_figures(make(name), [unit])[0] for unit in of(name, units)]
    longest = random_annotated(99, 40, heads=3)
    same(alone, annotated_figures(make(name), [*of(name, units), longest], garbage=garbage)[:-1])


@every_annotated
@pytest.mark.parametrize("size", [1, 3, len(LENGTHS)])
def test_the_batch_size_of_annotated_units_changes_nothing(annotated_figures, units, name, size):
    mine = of(name, units)
    whole = annotated_figures(make(name), mine)
    same(whole, [seen for at in range(0, len(mine), size) for seen in annotated_figures(make(name), mine[at : at + size])])


@every_annotated
def test_the_order_of_annotated_units_changes_nothing(annotated_figures, units, name):
    order = np.random.default_rng(3).permutation(len(LENGTHS))
    whole = annotated_figures(make(name), of(name, units))
    same([whole[i] for i in order], annotated_figures(make(name), [of(name, units)[i] for i in order]))


@every_annotated
def test_heads_are_measured_one_by_one_on_annotated_units(annotated_figures, units, name):
    whole = annotated_figures(make(name), of(name, units))
    for head in range(3):
        alone = annotated_figures(make(name), [unit._replace(maps=unit.maps[head : head + 1]) for unit in of(name, units)])
        same([{k: v[head : head + 1] if len(v) > 1 else v for k, v in seen.items()} for seen in whole], alone)


@every_annotated
def test_one_key_of_annotated_units_has_alone_the_figure_it_has_among_all(annotated_figures, units, name):
    """Also in batches in which nobody bears it."""
    whole = annotated_figures(make(name), of(name, units))
    keys = {key.removesuffix(" (own word)") for seen in whole for _, key, _ in seen}
    assert len(keys) >= few(name)
    for key in keys:
        expected = [{k: v for k, v in seen.items() if k[1].removesuffix(" (own word)") == key} for seen in whole]
        assert {} in expected or key == "all"
        same(expected, annotated_figures(make(f"{name}={key}"), of(name, units)), tolerance=0)
        same(expected, [annotated_figures(make(f"{name}={key}"), [unit])[0] for unit in of(name, units)])
