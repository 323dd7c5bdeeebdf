"""Each kind of way to a number of ours, on runs whose numbers are known; and what is said where a run lacks something."""

from dataclasses import astuple

import numpy as np
import pytest

from headscope.reproduce import paper
from headscope.reproduce.ours import WAYS, Found, find, is_model
from headscope.reproduce.probed import ProbeRun, find_probed
from headscope.results.manifest import CorpusRecord, Manifest

PAPER = paper()
SHAPE = (12, 12)


def answer(scores, id, **options):
    return find(PAPER, PAPER.number(id), scores, **options)


def ramp() -> np.ndarray:
    """Layer n has n hundredths in all its heads."""
    return np.repeat(np.arange(1, 13)[:, None] / 100, 12, 1)


def test_layers(planted):
    scores = planted({"token.sep": ramp(), "token.cls": ramp()[::-1], "offset.0": ramp()})
    assert astuple(answer(scores, "token.sep.6-10")) == (*[pytest.approx(0.08)] * 3, "layers 6 to 10", "wiki")
    assert astuple(answer(scores, "token.sep.layer-3")) == (*[pytest.approx(0.03)] * 3, "", "wiki")
    highest = answer(scores, "token.cls.6-12")
    assert highest.value == pytest.approx(0.07) and highest.where == "layer 6"
    assert answer(scores, "offset.current").where == "layers 1 to 12"


def test_layers_of_a_shallower_model(planted):
    scores = planted({"token.sep": ramp()[:8], "entropy.cls": ramp()[:8]}, model="small")
    assert answer(scores, "token.sep.6-10").value == pytest.approx(0.07), "layers 6 to 8"
    assert answer(scores, "token.sep.layer-9") == "the model has 8 layers"
    last = answer(scores, "entropy.cls.last")
    assert last.value == pytest.approx(0.08) and last.where == "layer 8"


def test_heads_above_one_half_and_their_interval(planted):
    values = np.full(SHAPE, 0.1)
    values[2, 4], values[6, 2], values[6, 7] = 0.9, 0.8, 0.4999
    scores = planted({"offset.+1": values}, spread=0.1)
    assert answer(scores, "offset.next") == Found(2.0, 2.0, 3.0, "layers 3, 7", "wiki"), "7-8 may be above too"
    assert answer(planted({"offset.-1": np.full(SHAPE, 0.1)}), "offset.previous") == Found(0.0, 0.0, 0.0, "", "wiki")


def test_the_broadest_head_of_the_lowest_layers(planted):
    values = np.full(SHAPE, 0.5)
    values[1, 6], values[3, 3] = 0.08, 0.01
    found = answer(planted({"peak.all": values}), "peak.lowest")
    assert (found.value, found.where) == (pytest.approx(0.08), "2-7")


def test_a_head_that_the_paper_names_is_one_of_its_model(planted):
    values = np.full(SHAPE, 0.1)
    values[7, 6] = 0.7
    assert answer(planted({"token.sep": values}), "figure-1.sep").value == pytest.approx(0.7)
    assert answer(planted({"token.sep": values}, model="other"), "figure-1.sep") == "head 8-7 is one of bert-base-uncased"
    assert answer(planted({"token.cls": values}), "figure-1.sep") == "no token sep in this run"


def relation(good=0.8, at=(0, 7, 9)) -> np.ndarray:
    values = np.full((2, *SHAPE), 0.2)
    values[at] = good
    return values


def test_the_best_head_in_either_direction(planted):
    rules = {name: {"offset -2": 0.4, "offset +1": 0.3} for name in ("dependency.dobj", "dependency.pobj")}
    tables = {"dependency.dobj": relation(), "dependency.pobj": relation(0.7, (1, 8, 5))}
    scores = planted(tables, rules, format="conllx", spread=0.05)
    dobj = answer(scores, "dependency.dobj")
    assert (dobj.value, dobj.where) == (pytest.approx(0.8), "8-10") and dobj.low < 0.8 < dobj.high
    assert answer(scores, "dependency.pobj").where == "9-6 <"
    rival = answer(scores, "dependency.dobj.baseline")
    assert (rival.value, rival.where) == (pytest.approx(0.4), "-2")
    assert answer(scores, "dependency.prep") == "no prep in this treebank"


def test_the_nearest_relation_of_universal_dependencies(planted):
    scores = planted({"dependency.obj": relation()}, {"dependency.obj": {"offset -1": 0.4}}, format="conllu")
    assert answer(scores, "dependency.dobj").where == "8-10, as obj"
    assert answer(scores, "dependency.dobj.baseline").where == "-1, as obj"


def test_too_few_cases_have_no_interval(planted):
    scores = planted({"dependency.dobj": relation()}, {"dependency.dobj": {"offset -1": 0.4}}, groups=1)
    for id in ("dependency.dobj", "dependency.dobj.baseline"):
        found = answer(scores, id)
        assert found.low is None and found.high is None, id


def test_coreference_rules_and_the_head_that_is_best_over_all(planted):
    best, other = np.full(SHAPE, 0.2), np.full(SHAPE, 0.3)
    best[4, 3], other[4, 3], other[0, 0] = 0.6, 0.5, 0.9
    rules = {f"coreference.{key}": {"nearest": 0.27, "sieves": 0.69} for key in ("all", "nominal")}
    scores = planted({"coreference.all": best, "coreference.nominal": other}, rules, format="conll2012")
    assert answer(scores, "coreference.nearest.all").value == pytest.approx(0.27)
    nominal = answer(scores, "coreference.head.nominal")
    assert (nominal.value, nominal.where) == (pytest.approx(0.5), "5-4"), "1-1 is better at nominal mentions, not over all"
    assert answer(scores, "coreference.head.proper") == "no coreference proper in this run"
    assert answer(scores, "coreference.head match.all") == "no coreference all in this run"


def test_heads_of_one_layer_against_those_of_others(planted):
    layer = np.repeat(np.arange(12), 12)
    distances = np.where(layer[:, None] == layer, 0.1, 0.4)
    np.fill_diagonal(distances, 0)
    found = answer(planted({"offset.0": np.full(SHAPE, 0.1)}, distances=distances), "clusters.same-layer")
    assert found.value == pytest.approx(0.25)


def test_what_a_run_does_not_measure_is_not_its_number(planted):
    scores = planted({"offset.0": np.full(SHAPE, 0.1)})
    assert answer(scores, "entropy.uniform") is None and answer(scores, "probe.attention") is None
    assert answer(scores, "segments") == Found(992.0, corpus="wiki")
    assert answer(scores, "offset.current", corpus="another") is None
    assert answer(scores, "split-words") == "runs do not count split words"


def test_every_kind_of_way_is_used():
    assert set(WAYS) <= {number.way.kind for number in PAPER.numbers}


@pytest.mark.parametrize(
    ("name", "stacks", "same"),
    [
        ("bert-base-uncased", {"encoder": [12, 12]}, True),
        ("google-bert/bert-base-uncased", {"encoder": [12, 12]}, True),
        ("bert-base-uncased", {"encoder": [6, 12]}, False),
        ("bert-base-cased", {"encoder": [12, 12]}, False),
    ],
)
def test_which_model_is_the_papers(name, stacks, same):
    assert is_model(PAPER, {"name": name, "stacks": stacks}) is same


def probed(*rows, units=(36160, 1696)) -> ProbeRun:
    records = [CorpusRecord(n, n, "conllx", "0", 9, u, 9, 0, 0, {}, ["1/1"]) for n, u in zip("ab", units, strict=True)]
    manifest = Manifest({"name": "bert-base-uncased", "stacks": {"encoder": [12, 12]}}, records, {}, {}, 1.0)
    names = ("probe", "embeddings", "seed", "metric", "key", "value", "low", "high")
    return ProbeRun(manifest, [dict(zip(names, row, strict=True)) for row in rows])


def test_probes_over_seeds():
    run = probed(
        ("attention", "", 0, "uas", "argmax", 0.60, 0.58, 0.62),
        ("attention", "", 1, "uas", "argmax", 0.62, 0.60, 0.64),
        ("attention", "", 0, "uas", "tree", 0.1, None, None),
        ("attention-words", "glove", 0, "uas", "argmax", 0.77, None, None),
        ("structural", "", 0, "uuas", "tree", 0.8, 0.7, 0.9),
    )
    assert astuple(find_probed(PAPER.number("probe.attention"), run)) == (pytest.approx(0.61), 0.58, 0.64, "", "b")
    assert find_probed(PAPER.number("probe.attention-words"), run) == Found(0.77, None, None, "glove vectors", "b")
    assert find_probed(PAPER.number("probe.structural"), run).value == 0.8
    assert find_probed(PAPER.number("probe.right-branching"), run) == "no probe right-branching in this run"
    assert find_probed(PAPER.number("training"), run) == Found(36160.0, corpus="a")
    assert find_probed(PAPER.number("development"), run) == Found(1696.0, corpus="b")
    assert find_probed(PAPER.number("segments"), run) is None
