"""Which measures a run takes, on which corpora, and what it says of the others."""

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES
from headscope.runs.options import Options, Shard
from headscope.runs.plan import make_measures, make_plan
from headscope.types import Sentence

CAUSAL = {
    name for name, measure in MEASURES.items() if "causal" in measure.needs
}  # not of the encoder that is planned for here
WEIGHTS = {name for name, measure in MEASURES.items() if "weights" in measure.needs}  # nor of one that predicts no next token
CUT = {name for name, measure in MEASURES.items() if "cuts" in measure.needs}  # nor of texts so short, unless asked for by name
TEXT = {name for name, measure in MEASURES.items() if measure.unit == "pair"} - CAUSAL - CUT
SENTENCE = {name for name, measure in MEASURES.items() if measure.unit == "sentence"} - CUT


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "plain.txt"
    path.write_text("The river was old.\nShe saw it.\n\nIt rained.\n")
    return open_corpus(path)


@pytest.fixture(scope="module")
def parsed(write_sentences, short_sentences):
    """Trees, no mentions."""
    return open_corpus(write_sentences(short_sentences[:7]))


@pytest.fixture(scope="module")
def bare(write_sentences):
    """Words, and nothing said of them."""
    return open_corpus(write_sentences([Sentence(("nobody", "parsed", "this"))], "bare"))


@pytest.fixture(scope="module")
def both():
    """Trees and mentions."""
    return open_corpus(ANNOTATED)


def plan_of(model, corpora, names=None, **options):
    asked = Options(64, **options)
    return make_plan(model, corpora, None if names is None else make_measures(names, asked), asked, progress=False)


def taken(plan):
    """By corpus and kind of unit, the measures."""
    found = {}
    for one in plan.passes:
        found.setdefault((one.corpus.name, one.unit), set()).update(measure.name for measure in one.measures)
    return found


def test_plain_text_has_the_measures_of_text_and_says_why_not_the_others(bundled, plain):
    plan = plan_of(bundled, [plain])
    assert taken(plan) == {("plain", "pair"): TEXT}
    assert {"dependency", "idle"} <= set(plan.left_out) == set(MEASURES) - TEXT
    assert plan.left_out["dependency"] == plan.left_out["idle"] == "no corpus here is annotated for dependency trees"


def test_an_annotated_corpus_alone_has_all_that_it_is_annotated_for(bundled, parsed, both):
    plan = plan_of(bundled, [parsed])
    assert taken(plan) == {("parsed", "pair"): TEXT, ("parsed", "sentence"): SENTENCE}
    assert set(plan.left_out) == set(MEASURES) - TEXT - SENTENCE
    reasons = {reason for name, reason in plan.left_out.items() if name not in CAUSAL | CUT}
    assert reasons == {
        "no corpus here is annotated for coreference",
        "it does not predict the next token from what its heads write",
    }
    assert all("reads a text as a whole" in plan.left_out[name] for name in CAUSAL)
    plan = plan_of(bundled, [both], limit=3)
    assert set.union(*taken(plan).values()) == set(MEASURES) - CAUSAL - WEIGHTS - CUT
    assert set(plan.left_out) == CAUSAL | WEIGHTS | CUT
    assert {unit for _, unit in taken(plan)} == {"pair", "sentence", "window"}


def test_beside_plain_text_an_annotated_corpus_is_read_for_its_annotation_only(bundled, plain, parsed, both):
    for order in ([plain, parsed], [parsed, plain]):
        assert taken(plan_of(bundled, order)) == {("plain", "pair"): TEXT, ("parsed", "sentence"): SENTENCE}
    found = taken(plan_of(bundled, [both, plain, parsed], limit=3))
    assert {corpus for corpus, unit in found if unit == "pair"} == {"plain"}
    assert {corpus for corpus, unit in found if unit == "sentence"} == {"annotated", "parsed"}
    assert {corpus for corpus, unit in found if unit == "window"} <= {"annotated"}


def test_words_without_trees_are_text(bundled, bare):
    assert taken(plan_of(bundled, [bare])) == {("bare", "pair"): TEXT}


@pytest.mark.parametrize("name", ["dependency", "dependency=nsubj", "idle", "coreference"])
def test_asking_for_what_no_corpus_is_annotated_for_is_an_error_that_says_so(bundled, plain, bare, name):
    missing = "coreference" if name == "coreference" else "dependency trees"
    for corpora in ([plain], [bare], [plain, bare]):
        with pytest.raises(HeadscopeError) as error:
            plan_of(bundled, corpora, ["peak", name])
        asked = name.partition("=")[0]
        assert str(error.value) == f"'{asked}' can't be measured on 'bert-8x8': no corpus here is annotated for {missing}."


def test_asking_for_annotated_measures_alone_reads_no_running_text(bundled, plain, parsed):
    with pytest.raises(HeadscopeError, match="Nothing that was asked for reads the corpus 'plain'"):
        plan_of(bundled, [plain, parsed], ["dependency=det", "idle"])
    with pytest.raises(HeadscopeError, match=r"no relation in 'parsed' named 'dett'\. Did you mean 'det'"):
        plan_of(bundled, [parsed], ["dependency=dett"])
    plan = plan_of(bundled, [parsed], ["dependency=det", "idle"])
    assert taken(plan) == {("parsed", "sentence"): {"dependency", "idle"}} and plan.left_out == {}
    (one,) = plan.passes
    assert (one.units, one.documents, one.name, one.gradient) == (7, 3, "parsed, sentences", False)
    assert plan.identity()["measures"] == {"dependency": ["det"], "idle": []}
    assert list(plan.identity()["corpora"]) == ["parsed"]


def test_passes_over_one_corpus_have_names_of_their_own(bundled, parsed):
    names = [one.name for one in plan_of(bundled, [parsed]).passes]
    assert names == ["parsed", "parsed, gradient", "parsed, sentences"]


def test_heads_are_cut_on_no_more_than_all_the_rest_takes(bundled, both):
    """Unless it is asked for by name: then on all. Work is counted, so that it is the same every time, and in every shard."""
    corpus = open_corpus("bundled")
    plans = [plan_of(bundled, [corpus, both]) for _ in range(2)]
    assert plans[0].every() == plans[1].every() and plans[0].identity() == plans[1].identity()
    (one,) = (one for one in plans[0].passes if one.cuts)
    rest = sum(other.whole * other.cost for other in plans[0].passes if not other.cuts)
    assert one.every > 1 and one.whole / one.every * one.cost <= rest and one.units == -(-140 // one.every)
    assert [measure.keys for measure in one.measures] == [("zero",)], "what its mean does is left out first"
    assert "name the measure" in plans[0].left_out["ablation mean"] and "ablation-by-relation" in plans[0].left_out
    shards = [plan_of(bundled, [corpus, both], shard=Shard(i, 2)) for i in (1, 2)]
    assert all(shard.every() == plans[0].every() for shard in shards)
    assert sum(part.units for shard in shards for part in shard.passes if part.cuts) == one.units
    (named, *_) = plan_of(bundled, [corpus, both], ["ablation", "dependency"]).passes
    assert named.cuts and named.every == 1 and named.units == 140 and named.measures[0].keys == ("zero", "mean")


def test_words_are_masked_one_by_one_in_every_fourth_unit_unless_asked_for_by_name(bundled, parsed):
    corpus = open_corpus("bundled")
    plan = plan_of(bundled, [corpus])
    assert plan.every()["pattern predictive"] == 4 and "pattern" not in plan.every()
    assert [one.tried for one in plan.passes if any(m.name == "pattern" for m in one.measures)] == [4]
    named = plan_of(bundled, [corpus], ["pattern"])
    assert named.every() == {} and [one.tried for one in named.passes] == [1]
    assert "every" not in plan_of(bundled, [parsed]).identity(), "of a few units all are tried"


def test_sentences_are_counted_as_they_will_be_read(bundled, both):
    for limit in (1, 70, None):
        (one,) = plan_of(bundled, [both], ["dependency"], limit=limit).passes
        assert one.units == min(limit or 10**6, 360)
    shards = [plan_of(bundled, [both], ["dependency"], shard=Shard(i, 4)).units for i in (1, 2, 3, 4)]
    assert shards == [128, 104, 64, 64]


def test_every_choice_about_words_makes_another_run(bundled, parsed):
    variants = ({}, {"words_from": "first"}, {"possessors": "own"}, {"offsets": "published"}, {"directions": "three"})
    plans = [plan_of(bundled, [parsed], ["dependency"], **chosen) for chosen in variants]
    assert len({plan.fingerprint() for plan in plans}) == len(variants)
    (one,) = plans[3].passes[0].measures
    assert one.offsets == (-3, -2, -1, 1, 2), "the options reach the measure"
    assert plans[2].passes[0].measures[0].poss_rule is False and len(plans[4].passes[0].measures[0].directions) == 3
