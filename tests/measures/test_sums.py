"""From maps to a tally: the figures add up to the oracle's mean over segments, however the corpus was split."""

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import ClassVar

import numpy as np
import pytest
import torch
from torch import nn

from headscope.description import Key
from headscope.measures import MEASURES, Maps, Measure, Observation, make
from headscope.models import Call, Model
from headscope.quantities import TOKENS
from headscope.runs.accumulate import observe
from headscope.tallies import Tally, group_of, to_bytes
from headscope.tokens import TokenBatch, batches, collate
from headscope.types import Series, Site

LAYERS, HEADS = 2, 3
# Those that need a gradient or values come from a real model only: tests/measures/test_gradient.py, test_mixing.py and tests/runs.
every_measure = pytest.mark.parametrize(
    "name", [name for name, measure in MEASURES.items() if measure.needs == {"maps"} and not measure.key_needs]
)


def attention_of(layer: int, ids: tuple[int, ...]) -> np.ndarray:
    """A made-up layer's maps [head, n, n]: the same for the same tokens."""
    return np.random.default_rng([layer, *ids]).dirichlet(np.full(len(ids), 0.4), (HEADS, len(ids)))


class Recorded(Model):
    """A model whose attention is known beforehand."""

    def attend(self, batch: TokenBatch, listener: Callable[[Site, Call], None]) -> None:
        longest = batch.source.ids.shape[1]
        for site in self.sites:
            weights = np.random.default_rng(longest).random((len(batch.documents), HEADS, longest, longest))
            for row, ids, n in zip(weights, batch.source.ids.tolist(), batch.source.lengths, strict=True):
                row[:, :n, n:] = 0
                row[:, :n, :n] = attention_of(site.layer, tuple(ids[:n]))
            listener(site, Call(None, torch.tensor(weights), None))


@pytest.fixture(scope="module")
def model(encoder):
    return Recorded("recorded", nn.Linear(1, 1), encoder, tuple(Site("encoder", layer, HEADS) for layer in range(LAYERS)))


@pytest.fixture(scope="module")
def units(encoded, random_segment):
    """Two dozen segments of ten documents."""
    lengths = np.random.default_rng(5).integers(1, 20, 24)
    return [encoded(random_segment(100 + at, int(n)).tokens, f"document {at % 10}") for at, n in enumerate(lengths)]


def add(tally, model, name, units, size=4):
    for rows in batches(units, size):
        observe(model, [make(name)], collate(rows, model.encoder)).add_to(tally, "corpus")
    return tally


def tally_of(model, name, units, size=4):
    return add(Tally(), model, name, units, size)


def close(tally, other):
    assert list(tally) == list(other)
    for series in tally:
        assert np.array_equal(tally.weights(series), other.weights(series))
        assert tally.totals(series) == pytest.approx(other.totals(series), abs=1e-9)
        assert tally.value(series) == pytest.approx(other.value(series), abs=1e-9)


@pytest.mark.parametrize("name", ["offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak"])
def test_the_value_is_the_oracle_s_mean_over_the_segments_that_have_the_source(oracle, model, units, name):
    tally = tally_of(model, name, units)
    texts = [model.encoder.tokenizer.convert_ids_to_tokens(list(unit.ids)) for unit in units]
    for key in make(name).keys:
        series = Series("corpus", "encoder", name, key)
        for layer in range(LAYERS):
            for head in range(HEADS):
                found = [
                    oracle.figures(attention_of(layer, unit.ids)[head], tokens)[name, key]
                    for unit, tokens in zip(units, texts, strict=True)
                ]
                counted = [figure for figure in found if figure is not None]
                assert tally.weights(series).sum() == len(counted)
                assert tally.value(series)[layer, head] == pytest.approx(sum(counted) / len(counted), abs=1e-9)
        even = [figure for tokens in texts if (figure := oracle.uniform(tokens)[name, key]) is not None]
        assert tally.value(series._replace(baseline="uniform")) == pytest.approx(sum(even) / len(even), abs=1e-9)


@every_measure
def test_sums_are_kept_by_the_document_s_group(model, units, name):
    whole = tally_of(model, name, units)
    documents = sorted({unit.document for unit in units})
    assert len({group_of(document) for document in documents}) == len(documents)
    for document in documents:
        alone = tally_of(model, name, [unit for unit in units if unit.document == document])
        group = group_of(document)
        for series in alone:
            assert alone.weights(series)[group] == whole.weights(series)[group] == alone.weights(series).sum() > 0
            assert alone.totals(series)[group] == pytest.approx(whole.totals(series)[group], abs=1e-9)
            assert np.count_nonzero(alone.totals(series).any((1, 2))) <= 1


class Half(Measure):
    """A figure for every unit, of which only those of more than five tokens have a say."""

    name = "half"
    quantity = TOKENS
    known: ClassVar[Mapping[str, Key]] = {"all": Key("has a figure", "figure")}

    def observe(self, maps: Maps) -> Observation:
        figures = maps.counts[None, :, None].expand(1, -1, maps.weights.shape[1])
        return Observation(figures, (maps.counts > 5)[None].double())


def test_units_without_weight_are_not_counted(model, units):
    tally = Tally()
    observe(model, [Half()], collate(units, model.encoder)).add_to(tally, "corpus")
    lengths = [len(unit) for unit in units if len(unit) > 5]
    assert 0 < len(lengths) < len(units)
    for series in tally:
        assert tally.weights(series).sum() == len(lengths)
        assert tally.value(series) == pytest.approx(sum(lengths) / len(lengths))


@every_measure
@pytest.mark.parametrize("size", [1, 3, 24])
def test_the_batch_size_changes_nothing(model, units, name, size):
    close(tally_of(model, name, units), tally_of(model, name, units, size))


@every_measure
def test_the_order_of_units_changes_nothing(model, units, name):
    order = np.random.default_rng(7).permutation(len(units))
    close(tally_of(model, name, units), tally_of(model, name, [units[i] for i in order]))


@every_measure
def test_parts_add_up_to_the_whole_exactly_and_in_any_order(model, units, name):
    """Chunks measured apart and added, in every order, give the same bytes as chunks measured one after the other."""
    parts = [units[:7], units[7:10], units[10:]]
    through = Tally()
    for part in parts:
        add(through, model, name, part)
    apart = [tally_of(model, name, part) for part in parts]
    for order in permutations(apart):
        merged = Tally()
        for tally in order:
            merged = merged + tally
        assert merged == through and to_bytes(merged) == to_bytes(through)
    close(tally_of(model, name, units), through)


@every_measure
def test_one_key_alone_has_the_sums_it_has_among_all(model, units, name):
    whole = tally_of(model, name, units)
    for key in make(name).keys:
        alone = tally_of(model, f"{name}={key}", units)
        assert list(alone) == [series for series in whole if series.key == key]
        for series in alone:
            assert alone.totals(series) == pytest.approx(whole.totals(series), abs=1e-9)
            assert np.array_equal(alone.weights(series), whole.weights(series))
