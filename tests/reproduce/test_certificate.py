"""The certificate: what is judged and what is not, by runs whose numbers are known; and the rows beside a plain run."""

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.reproduce import beside, certificate, departures, paper
from headscope.reproduce.certificate import STATUSES
from headscope.reproduce.probed import ProbeRun
from headscope.reproduce.situation import is_wikipedia
from headscope.results.manifest import CorpusRecord, Manifest

SHAPE = (12, 12)
LABELS = {"dependency.nn": 0.3, "dependency.prep": 0.3}  # what tells Stanford Dependencies


def relation(good) -> np.ndarray:
    values = np.full((2, *SHAPE), 0.1)
    values[0, 7, 9] = good
    return values


def treebank(planted, scores, **options):
    rules = {name: {"offset +1": 0.2} for name in scores}
    return planted({name: relation(good) for name, good in scores.items()}, rules, corpus="wsj", format="conllx", **options)


def row_of(found, id):
    return next(row for row in found.rows if row.id == id)


def test_within_the_interval_and_not(planted):
    scores = {**LABELS, "dependency.dobj": 0.868, "dependency.det": 0.90, "dependency.auxpass": 0.942}
    found = certificate([treebank(planted, scores, spread=0.05)])
    assert found.comparable and "there is a verdict" in found.remark
    dobj, det, auxpass = (row_of(found, f"dependency.{name}") for name in ("dobj", "det", "auxpass"))
    assert dobj.status == "within the interval" and dobj.explained == () and dobj.difference == pytest.approx(0, abs=1e-9)
    assert (dobj.paper, dobj.paper_where, dobj.where, dobj.corpus) == (0.868, "8-10", "8-10", "wsj")
    assert det.status == "differs: outside the interval" and det.difference == pytest.approx(0.90 - 0.943)
    assert det.explained == ("first-token", "float16", "same-sentences", "other-texts")
    assert auxpass.status == "differs: the notebook's number is within the interval"
    assert auxpass.explained[0] == "miscopied" and (auxpass.paper, auxpass.notebook) == (0.825, 0.941)


def test_the_second_column_is_as_published(planted):
    ours = treebank(planted, {**LABELS, "dependency.det": 0.90}, spread=0.05)
    theirs = treebank(planted, {**LABELS, "dependency.det": 0.943}, spread=0.05, as_published=True, words_from="first")
    found = certificate([ours], [theirs])
    det = row_of(found, "dependency.det")
    assert found.both and (det.ours, det.as_published) == (pytest.approx(0.90), pytest.approx(0.943))
    assert det.as_published_low < 0.943 < det.as_published_high
    assert det.status == "differs: as published it is within the interval"
    alone = row_of(certificate([], [theirs]), "dependency.det")
    assert (
        alone.ours is None
        and alone.as_published == pytest.approx(0.943)
        and alone.status.startswith("not run: needs a treebank")
    )


def test_a_departure_that_the_run_shares_explains_nothing(planted):
    shared = treebank(planted, {**LABELS, "dependency.det": 0.90}, spread=0.01, words_from="first", limit=200)
    assert row_of(certificate([shared]), "dependency.det").explained == ("float16", "same-sentences", "limit", "other-texts")


def test_other_models_and_other_data_are_never_judged(planted):
    scores = {**LABELS, "dependency.dobj": 0.868}
    other = certificate([treebank(planted, scores, model="bert-8x8")])
    assert not other.comparable and "of the model and the data, and no failure of either" in other.remark
    dobj = row_of(other, "dependency.dobj")
    assert dobj.status == "no verdict: another model" and dobj.explained == ("model",)
    judged = {row.id for row in other.rows if row.status.startswith(("differs", "within", "holds"))}
    assert judged == {f"dependency.{name}.baseline" for name in ("nn", "prep", "dobj")}, "an offset asks no model"
    assert dobj.ours == pytest.approx(0.868) and dobj.difference is not None
    universal = certificate([treebank(planted, {"dependency.obj": 0.868, "dependency.case": 0.5})])
    assert row_of(universal, "dependency.dobj").status == "no verdict: another treebank"
    assert not {"differs", "within the interval", "holds"} & universal.counts.keys()


def test_texts_and_bounds(planted):
    sep = np.full(SHAPE, 0.3)
    sep[5:10] = 0.54
    peak = np.full(SHAPE, 0.5)
    tables = {"token.sep": sep, "peak.all": peak}
    found = certificate([planted(tables, spread=0.01)])
    above = row_of(found, "token.sep.6-10")
    assert above.status == "holds" and above.said == "above 0.5" and above.explained == ()
    assert row_of(found, "peak.lowest").status == "differs: not at most 0.1"
    assert row_of(found, "token.sep.layer-6").status == "within the interval", "0.55 was read off a plot to 0.02"
    assert row_of(found, "token.sep.layer-1").status == "differs: outside the interval"
    elsewhere = certificate([planted(tables, corpus="novel")])
    assert row_of(elsewhere, "token.sep.6-10").status == "no verdict: another text"
    few = certificate([planted(tables, groups=3)])
    assert row_of(few, "token.sep.layer-6").status == "no verdict: too little data for an interval"


def test_what_was_not_run_says_what_it_needs(planted):
    found = certificate([treebank(planted, LABELS)])
    needs = {"segments": "--text", "coreference.head.all": "--coreference", "probe.attention": "--train, --test"}
    for id, option in needs.items():
        row = row_of(found, id)
        assert row.status.startswith("not run: needs") and option in row.status and row.ours is None and row.explained == ()
    assert row_of(certificate([planted({"peak.all": np.full(SHAPE, 0.5)})]), "gradient.sep").status == (
        "not run: needs the measure gradient"
    )
    assert row_of(found, "dependency.dobj").status == "not there: no dobj in this treebank"
    assert row_of(found, "coreference.neural system.all").status.startswith("not there: the neural")
    assert sum(found.counts.values()) == len(found.rows) == len(paper().numbers)
    assert all(row.status.partition(":")[0] in STATUSES for row in found.rows)


def probe_run(*, embeddings, labels=("dobj",), units=36160) -> ProbeRun:
    records = [CorpusRecord(n, n, "conllx", "0", 9, units, 9, 0, 0, {}, ["1/1"]) for n in ("train", "dev")]
    about = {"name": "bert-base-uncased", "stacks": {"encoder": [12, 12]}}
    base = {"probe": "attention-words", "embeddings": embeddings, "seed": 0, "low": 0.765, "high": 0.775, "value": 0.77}
    rows = [{**base, "metric": "uas", "key": "argmax"}, *({**base, "metric": "relation", "key": name} for name in labels)]
    return ProbeRun(Manifest(about, records, {}, {"embeddings": embeddings}, 1.0), rows)


def test_probes_are_judged_with_glove_only():
    assert (
        row_of(certificate([probe_run(embeddings="glove.6B.100d.txt")]), "probe.attention-words").status
        == "within the interval"
    )
    own = row_of(certificate([probe_run(embeddings="model")]), "probe.attention-words")
    assert own.status == "no verdict: other word vectors" and own.explained == ("vectors", "notebook")
    small = row_of(certificate([probe_run(embeddings="glove", labels=("obj", "case"), units=300)]), "probe.attention-words")
    assert small.status == "no verdict: another treebank" and "sentences" in small.explained


def test_probes_that_were_tested_on_what_they_learned_from_get_no_verdict():
    run = probe_run(embeddings="glove")
    run.manifest.corpora[1] = run.manifest.corpora[0]
    row = row_of(certificate([run]), "probe.attention-words")
    assert row.status == "no verdict: tested on what was learned from" and "seen" in row.explained


def test_of_several_runs_the_first_that_has_the_number(planted):
    first = treebank(planted, {**LABELS, "dependency.det": 0.9})
    second = treebank(planted, {**LABELS, "dependency.det": 0.5, "dependency.dobj": 0.6})
    found = certificate([first, second])
    assert row_of(found, "dependency.det").ours == pytest.approx(0.9)
    assert row_of(found, "dependency.dobj").ours == pytest.approx(0.6)


def test_runs_of_several_models_are_refused(planted):
    with pytest.raises(HeadscopeError, match="several models: a, b"):
        certificate([planted({"peak.all": np.full(SHAPE, 0.5)}, model=name) for name in ("a", "b")])


def test_beside_a_plain_run(planted):
    scores = planted({"offset.+1": np.full(SHAPE, 0.1), "token.sep": np.full(SHAPE, 0.2)}, model="mine")
    rows = beside(scores)
    assert {row.id for row in rows} >= {"offset.next", "token.sep.6-10", "token.sep.layer-12"}
    assert all(row.ours is not None and row.corpus == "wiki" for row in rows)
    assert [row.id for row in rows] == [n.id for n in paper().numbers if n.id in {row.id for row in rows}], "the paper's order"
    assert {id for row in rows for id in row.explained} <= departures().keys()
    assert beside(scores, corpus="wiki") == rows
    with pytest.raises(HeadscopeError, match="There is no corpus in this run named 'news'"):
        beside(scores, corpus="news")


@pytest.mark.parametrize(
    ("name", "origin", "format", "is_it"),
    [
        ("sample", "data/wikipedia/sample.txt", "plain", True),
        ("enwiki", "enwiki.txt", "plain", True),
        ("bundled", "bundled", "plain", False),
        ("wiki", "wiki.conllu", "conllu", False),
    ],
)
def test_what_is_taken_for_wikipedia(name, origin, format, is_it):
    assert is_wikipedia(CorpusRecord(name, origin, format, "0", 1, 1, 1, 0, 0, {}, ["1/1"])) is is_it
