"""One batch → sums by document group: keys that only the corpus knows, baselines by their names, exact however it is cut."""

from typing import ClassVar

import numpy as np
import pytest
import torch

from headscope.measures import Maps, Observation
from headscope.measures.measure import Measure
from headscope.runs.accumulate import observe
from headscope.runs.figures import BatchFigures, Figures
from headscope.runs.plan import make_measures
from headscope.tallies import GROUPS, Tally, group_of, to_bytes
from headscope.tokens import collate, encode_annotated
from headscope.tokens.units import annotated
from headscope.types import Series, Unit

HALF, EVEN = 0.5, 0.25


class Colours(Measure):
    """colours = what it is told: a measure whose keys are what a unit has."""

    name, title, read, formula = "colours", "Colours", "", ""
    words: ClassVar[dict[str, str]] = {}
    open_keys = True

    def __init__(self, keys=None):
        self.keys = ()

    def observe(self, maps: Maps) -> Observation:
        raise NotImplementedError


def figures(names, values, weights, baseline=""):
    """Two layers of one head, unless it is a baseline; `values` are by series and unit."""
    layers = 1 if baseline else 2
    part = Figures("encoder", Colours(), baseline, layers, 1)
    for layer in range(layers):
        seen = torch.tensor(values, dtype=torch.float64)[..., None] / (layer + 1)
        part.put(layer, Observation(seen, torch.tensor(weights, dtype=torch.float64), tuple(names)))
    return part


def test_batches_with_other_keys_add_up_to_the_keys_of_all():
    tally = Tally()
    first = figures([("red", "in"), ("blue", "in")], [[HALF, 1.0], [EVEN, 0.0]], [[2, 1], [4, 0]])
    second = figures([("green", "out"), ("red", "in")], [[1.0], [0.0]], [[3], [1]])
    BatchFigures(("a", "b"), 9, [first]).add_to(tally, "c")
    BatchFigures(("a",), 9, [second]).add_to(tally, "c")
    red, blue, green = (Series("c", "encoder", "colours", *name) for name in (("red", "in"), ("blue", "in"), ("green", "out")))
    assert set(tally) == {red, blue, green}
    assert tally.value(red).tolist() == [[0.5], [0.25]], "(2 · ½ + 1 · 1 + 1 · 0) / 4, and half of it in layer 2"
    assert tally.value(blue).tolist() == [[0.25], [0.125]] and tally.value(green).tolist() == [[1.0], [0.5]]
    places = {group_of("a"): 3, group_of("b"): 1}
    assert {int(g): tally.weights(red)[g] for g in np.flatnonzero(tally.weights(red))} == places
    assert tally.totals(red).shape == (GROUPS, 2, 1)


def test_a_key_that_nobody_counts_under_is_no_series():
    tally = Tally()
    part = figures([("red", ""), ("blue", "")], [[HALF], [0.0]], [[1], [0]])
    BatchFigures(("a",), 1, [part]).add_to(tally, "c")
    assert [series.key for series in tally] == ["red"]
    nothing = figures([], np.zeros((0, 1)), np.zeros((0, 1)))
    BatchFigures(("a",), 1, [nothing, Figures("encoder", Colours(), "", 2, 1)]).add_to(tally, "c")
    assert len(tally) == 1


def test_baselines_are_kept_under_their_names():
    tally = Tally()
    parts = [figures([("red", "in")], [[HALF]], [[1]])]
    parts += [figures([("red", "")], [[value]], [[1]], name) for name, value in (("left", 1.0), ("right", EVEN))]
    BatchFigures(("a",), 1, parts).add_to(tally, "c")
    values = {(series.direction, series.baseline): tally.value(series).tolist() for series in tally}
    assert values == {("in", ""): [[0.5], [0.25]], ("", "left"): [[1.0]], ("", "right"): [[0.25]]}


@pytest.fixture(scope="module")
def rows(bundled, short_sentences):
    units = [annotated(f"d{at % 5}", (sentence,)) for at, sentence in enumerate(short_sentences[:24])]
    return encode_annotated(bundled.encoder, units, 64)[0]


def test_the_model_s_layers_and_baselines_land_where_they_belong(bundled, rows):
    """Against every layer's observation, summed up by hand; a case is a case in whichever batch it is."""
    measures = make_measures(["dependency", "idle"])
    batch = collate(rows, bundled.encoder)
    tally, expected = Tally(), {}
    observe(bundled, measures, batch).add_to(tally, "c")

    def hear(site, call):
        maps = Maps(call.weights, batch.source, batch.source, sentences=batch.sentences)
        for measure in measures:
            seen = measure.observe(maps)
            for (key, direction), values, weights in zip(seen.names, seen.values, seen.weights, strict=True):
                if weights.any():
                    sums = expected.setdefault(Series("c", "encoder", measure.name, key, direction), np.zeros((GROUPS, 8, 8)))
                    for document, value, weight in zip(batch.documents, values, weights, strict=True):
                        sums[group_of(document), site.layer] += (value * weight).numpy()

    bundled.attend(batch, hear)
    assert {series for series in tally if not series.baseline} == set(expected)
    for series, sums in expected.items():
        np.testing.assert_allclose(tally.totals(series), sums, atol=1e-8)
    names = {(series.measure, series.baseline) for series in tally if series.baseline}
    assert names == {("idle", "uniform"), *(("dependency", f"offset {d:+d}") for d in range(-5, 6) if d)}
    assert all(tally.totals(series).shape == (GROUPS, 1, 1) for series in tally if series.baseline)


def test_attention_that_is_spread_evenly_rests_on_sep_as_on_any_token(bundled, rows):
    batch = collate(rows[:1], bundled.encoder)
    tally = Tally()
    observe(bundled, make_measures(["idle=all"]), batch).add_to(tally, "c")
    (uniform,) = {series for series in tally if series.baseline and series.direction == "dependent-to-head"}
    assert tally.value(uniform).item() == pytest.approx(1 / len(rows[0]), abs=1e-7)


def test_the_order_of_batches_changes_no_bit(bundled, rows):
    measures = make_measures(["dependency", "idle"])
    parts = [observe(bundled, measures, collate(rows[at : at + 8], bundled.encoder)) for at in (0, 8, 16)]
    tallies = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        tally = Tally()
        for at in order:
            parts[at].add_to(tally, "c")
        tallies.append(to_bytes(tally))
    assert len(set(tallies)) == 1


@pytest.mark.parametrize("way", ["mean", "first", "max"])
def test_how_words_attend_reaches_the_measure(bundled, rows, way):
    """A split word is asked in the way that the run says."""
    batch = collate(rows, bundled.encoder)
    assert any(len(set(row.words)) < len(row) - 1 for row in rows), "some word is split"
    tally = Tally()
    observe(bundled, make_measures(["dependency=all"]), batch, words_from=way).add_to(tally, "c")
    right = {}

    def hear(site, call):
        maps = Maps(call.weights, batch.source, batch.source, sentences=batch.sentences, words_from=way)
        seen = make_measures(["dependency=all"])[0].observe(maps)
        right[site.layer] = (seen.values[0] * seen.weights[0, :, None]).sum(0).tolist()

    bundled.attend(batch, hear)
    series = Series("c", "encoder", "dependency", "all", "dependent-to-head")
    np.testing.assert_allclose(tally.totals(series).sum(0), [right[layer] for layer in range(8)], atol=1e-6)


def test_running_text_has_no_sentences(bundled):
    """Measures of text go on as they did: no annotation is asked for."""
    rows, _ = bundled.encoder.encode([Unit("d", "She saw it.", "It rained.")], 32)
    tally = Tally()
    observe(bundled, make_measures(["peak"]), collate(rows, bundled.encoder)).add_to(tally, "c")
    assert {series.baseline for series in tally} == {"", "uniform"}
