"""Figure 5: sentences under the best heads of relations, with what is annotated beside what is predicted."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from headscope.answers.answer import Example, Prediction, Wanted
from headscope.answers.examples import Placed, to_bytes
from headscope.errors import HeadscopeError
from headscope.figures.sentence import LINE, draw_sentence
from headscope.figures.sentences import sentences
from headscope.figures.svg import group
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

WAYS = ("dependent-to-head", "head-to-dependent")
#          relation: share right of the best head, share right of the best offset
SHARES = {"all": (0.99, 0.1), "obj": (0.8, 0.4), "case": (0.9, 0.2), "det": (0.9, 0.6), "amod": (0.9, 0.85), "conj": (0.5, 0.25),
          "nmod:*": (0.9, 0.1), "punct": (0.9, 0.1), "nmod:poss (own word)": (0.9, 0.1)}  # fmt: skip
WORDS = ("She", "ate", "red", "apples", "and", "pears")


def make_scores(shares=SHARES, *, direction=WAYS[0], corpora=("trees",), heads=2, groups=20):
    """Head 1-2 is the best everywhere, in one direction; 100 cases in each of some groups."""
    tally = Tally()
    weights = np.where(np.arange(GROUPS) < groups, 100.0, 0.0)
    for corpus in corpora:
        for key, (value, offset) in shares.items():
            for way in WAYS:
                table = np.full((1, heads), offset / 2)
                table[0, heads - 1] = value if way == direction else 0.05
                tally.add(Series(corpus, "encoder", "dependency", key, way), weights[:, None, None] * table, weights)
            series = Series(corpus, "encoder", "dependency", key, "", "offset +1")
            tally.add(series, weights[:, None, None] * offset, weights)
    records = [CorpusRecord(name, name, "conllu", "0", 3, 9, 90, 0, 0, {}, ["1/1"]) for name in corpora]
    model = {"name": "my-model", "stacks": {"encoder": [1, heads]}}
    return Scores(tally, Manifest(model, records, {"dependency": []}, {}, 1.0))


def make_example(key, kind, *, words=WORDS, direction=WAYS[0], predicted=(1, 1)):
    """*apples* and *pears* are asked; the governor of both is *ate*."""
    n = len(words)
    weights = np.full((n, n), 0.01, np.float32)
    predictions = []
    for word, answer in zip((3, 5), predicted, strict=True):
        weights[(word, answer) if direction == WAYS[0] else (answer, word)] = 0.75
        predictions.append(Prediction(word, word, answer, (1,), 0.75))
    cls, sep = np.full(n, 0.01, np.float32), np.full(n, 0.125, np.float32)
    wanted = Wanted("encoder", Head(0, 1), "dependency", key, direction)
    return Example(wanted, kind, 0, "d", "p", words, tuple(predictions), weights, cls, sep)


@pytest.fixture
def run():
    def make(shares=SHARES, *, words=WORDS, direction=WAYS[0], corpora=("trees",), least=True, **options):
        scores = make_scores(shares, direction=direction, corpora=corpora, **options)
        found = []
        for corpus in corpora:
            for key in shares:
                found.append(Placed(corpus, make_example(key, "most right", words=words, direction=direction)))
                if least:
                    wrong = make_example(key, "least right", words=words, direction=direction, predicted=(2, 4))
                    found.append(Placed(corpus, wrong))
        scores.examples = to_bytes(found, "my-model")
        return scores

    return make


def texts(figure, *classes):
    every = ElementTree.fromstring(figure.svg).iter()
    return [one.text for one in every if one.tag.endswith("text") and set(classes) <= set(one.get("class").split())]


def test_the_four_relations_that_lead_most(run):
    figure = sentences(run())
    assert [name.split(" · ")[0] for name in texts(figure, "heading")] == ["case", "obj", "det", "conj"]
    assert figure.title == "Head 1-2 finds the noun of a preposition (case) in 90.0% of cases; a fixed offset in 20.0%."
    assert texts(figure, "tick", "strong") == ["best case: 2 of 2", "worst case: 0 of 2"] * 4
    assert figure.caption.endswith("my-model (1 layer of 2 heads) on trees.")
    assert "right 80.0% (80.0–80.0), best offset 40.0%" in texts(figure, "tick", "quiet")


def test_numbers_are_not_called_held_out_where_halves_differ_in_their_best_head(run):
    scores = run({"obj": (0.8, 0.4)})
    assert "picked on one half of the documents, scored on the other, with" in sentences(scores).caption
    series = Series("trees", "encoder", "dependency", "obj", WAYS[0])
    odd = (np.arange(GROUPS) % 2 == 1) & (np.arange(GROUPS) < 20)
    scores.measured.add(series, odd[:, None, None] * np.array([[65.0, 0.0]]), np.zeros(GROUPS))  # 1-1 wins the odd half
    other = Scores(scores.measured, scores.manifest)
    other.examples = scores.examples
    figure = sentences(other)
    assert "heads are picked and scored on the same documents" in figure.caption
    assert "80.0% of cases" in figure.title


def paths(element, colour):
    every = ElementTree.fromstring(str(element)).iter("path")
    return [one for one in every if f"line-{colour}" in one.get("class").split()]


def ends(path):
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))]
    return numbers[1], numbers[-1]


@pytest.mark.parametrize("special", [True, False])
def test_arches_go_where_the_weights_go(special):
    example = make_example("obj", "least right", predicted=(1, 4))
    made, bottom = draw_sentence(example, 0.0, 0.0, 160.0, ("[CLS]", "[SEP]") if special else None)
    drawn = group(*made)
    first = int(special)
    line = {at: (at + first + 0.5) * LINE for at in range(6)}
    assert bottom == (6 + 2 * special) * LINE
    assert [ends(one) for one in paths(drawn, "next")] == [(line[3], line[1]), (line[5], line[4])], "what is predicted"
    assert [one.get("stroke-dasharray") for one in paths(drawn, "next")] == [None, "3 2"], "the wrong one is dashed"
    assert [ends(one) for one in paths(drawn, "syntax")] == [(line[3], line[1]), (line[5], line[1])], "what is annotated"
    quiet = [ends(one) for one in paths(drawn, "quiet")]
    assert quiet == ([(line[3], 7.5 * LINE), (line[5], 7.5 * LINE)] if special else []), (
        "[SEP] gets 0.125, all others too little"
    )
    words = [one.text for one in ElementTree.fromstring(str(drawn)).iter("text") if "token" in one.get("class")]
    assert words == (["[CLS]", *WORDS, "[SEP]"] if special else list(WORDS))
    strong = [one.text for one in ElementTree.fromstring(str(drawn)).iter("text") if "strong" in one.get("class")]
    assert strong == ["apples", "pears"], "words that bear the relation"


def test_right_and_wrong_differ_by_shape(run):
    example = make_example("obj", "least right", predicted=(1, 4))
    made, _ = draw_sentence(example, 0.0, 0.0, 160.0)
    signs = paths(group(*made), "ink")
    assert [one.find("title").text for one in signs] == ["right", "wrong"] and signs[0].get("d") != signs[1].get("d")


def test_heads_that_are_read_the_other_way(run):
    example = make_example("obj", "most right", direction=WAYS[1])
    made, bottom = draw_sentence(example, 0.0, 0.0, 160.0)
    assert bottom == 6 * LINE, "what words give to [CLS] and [SEP] is no part of it"
    blue = [one for one in made if one.tag == "circle" and one.attributes["class"] == "fill-next"]
    assert [one.attributes["cy"] for one in blue] == [3.5 * LINE, 5.5 * LINE], "attention ends at the dependents"
    figure = sentences(run(direction=WAYS[1]))
    assert "head-to-dependent" in figure.caption and "head-to-dependent" in texts(figure, "tick", "quiet")[0]


HOSTILE = (
    "</svg><script>alert(1)</script>",
    "\x1b[31m\x00",
    "\u202eevil",
    "a" * 400,
    "e" + "\u0301" * 200,
    "日本語日本語日本語日本語",
)


def test_hostile_words_and_relations_are_only_text(run):
    scores = run({"obj": (0.8, 0.4), "</text>\x07\u202e" + "x" * 90: (0.9, 0.1)}, words=HOSTILE)
    figure = sentences(scores)
    root = ElementTree.fromstring(figure.svg)
    assert {one.tag.split("}")[1] for one in root.iter()} <= {
        "svg",
        "g",
        "desc",
        "style",
        "rect",
        "text",
        "title",
        "path",
        "circle",
    }
    assert not set(figure.svg) & set("\x1b\x00\x07\u202e") and b"<script" not in figure.to_html()
    for one in root.iter():
        if one.tag.endswith("text") and "token" in one.get("class"):
            assert len(one.text) <= 30
    assert "</text>‹07›‹202E›xxx" in figure.title, "visible"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_inside_its_box_whatever_the_number(run, number):
    long = tuple(f"word{'s' * at}" for at in range(40))
    figure = sentences(run(dict(list(SHARES.items())[1 : number + 1]), words=long, least=number % 2 == 0))
    root = ElementTree.fromstring(figure.svg)
    _, _, wide, high = map(float, root.get("viewBox").split())
    for one in root.iter():
        if one.tag.endswith("text") and "token" in one.get("class"):
            assert float(one.get("x")) >= 0 and float(one.get("x")) + len(one.text) * 11 * 0.61 < wide
            assert 0 < float(one.get("y")) < high
    assert figure.to_svg() == figure.to_svg() and not re.search(r"\son\w+=|href|url\(|nan|inf", figure.svg.split("</style>")[1])


def test_what_is_missing_is_said(run, full_run):
    with pytest.raises(HeadscopeError, match=r"needs the measure 'dependency'.*measure dependency first: headscope measure"):
        sentences(full_run())
    with pytest.raises(HeadscopeError, match=r"this run keeps none \(examples.parquet\)"):
        sentences(make_scores())
    scores = make_scores()
    scores.examples = to_bytes([Placed("trees", make_example("punct", "most right"))], "m")
    with pytest.raises(HeadscopeError, match="needs a sentence with two words of one relation"):
        sentences(scores)
    scores = run()
    scores.examples = b"no"
    with pytest.raises(HeadscopeError, match="is damaged"):
        sentences(scores)


def test_several_corpora(run):
    scores = run(corpora=("one", "two"))
    with pytest.raises(HeadscopeError, match="more than one corpus: say which of one, two"):
        sentences(scores)
    with pytest.raises(HeadscopeError, match="no corpus in this run named 'three'"):
        sentences(scores, corpus="three")
    assert sentences(scores, corpus="two").caption.endswith("on two.")
