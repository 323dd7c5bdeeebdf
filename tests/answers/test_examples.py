"""What a run keeps of its heads' predictions: which, and the file."""

from io import BytesIO

import numpy as np
import polars as pl
import pytest

from headscope.answers.answer import Example, Prediction, Wanted
from headscope.answers.examples import (
    COLUMNS,
    KEPT,
    SENTENCES,
    Placed,
    from_bytes,
    kept_examples,
    make_examples,
    to_bytes,
    typical,
    wanted_of,
)
from headscope.api.measure import finish
from headscope.corpora import open_corpora
from headscope.errors import HeadscopeError
from headscope.findings.best import best_heads
from headscope.runs.local import run
from headscope.runs.options import Options
from headscope.runs.plan import make_measures, make_plan
from headscope.types import Head, Series


@pytest.fixture(scope="module")
def made(bundled):
    """The bundled model over the annotated documents, and what is kept of it."""
    options = Options()
    plan = make_plan(bundled, open_corpora(["annotated"]), make_measures(["dependency"], options), options, progress=False)
    scores = finish(run(plan, progress=False))
    return plan, scores, make_examples(plan, scores, progress=False)


def test_the_best_head_of_everything_that_is_not_small(made):
    _, scores, data = made
    found = from_bytes(data)
    best = [(b.key, b.head, b.direction) for b in best_heads(scores, "dependency") if not b.small]
    kept = list(dict.fromkeys((one.wanted.key, one.wanted.head, one.wanted.direction) for _, one in found))
    assert kept[: len(best)] == best
    assert {corpus for corpus, _ in found} == {"annotated"}
    assert ("obj", Head(6, 4), "dependent-to-head") in best and "ccomp" not in {key for key, _, _ in kept}
    kinds = [one.kind for _, one in found if (one.wanted.key, one.wanted.head) == ("obj", Head(6, 4))]
    assert kinds == ["right"] * KEPT + ["wrong"] * KEPT + ["most right"] * SENTENCES + ["least right"] * SENTENCES
    assert len(data) < 1_000_000


def test_and_every_head_where_it_leads_furthest(made):
    _, scores, data = made
    kept = {one.wanted for _, one in from_bytes(data)}
    found = typical(scores, "annotated", "encoder")
    assert {one.head for one in found} > {Head(6, 4), Head(3, 5)} and len({one.head for one in found}) == len(found)
    assert set(found) <= kept
    for one in found:
        series = Series("annotated", "encoder", "dependency", one.key, one.direction)
        low, _ = scores.interval(series)
        lead = scores.value(series)[one.head] - scores.best_baseline(series)[1]
        assert low[one.head] > scores.best_baseline(series)[1]
        for other in scores.series():
            if (
                other.key in ("root", "punct", "all")
                or other.key.endswith((":*", "(own word)"))
                or scores.tally.weights(other).sum() < 100
            ):
                continue
            rule = scores.best_baseline(other)[1]
            assert scores.value(other)[one.head] - rule <= lead or scores.interval(other)[0][one.head] <= rule, (one, other)


def test_kept_predictions_are_what_they_say(made):
    plan, _, data = made
    sentences = [s for d in plan.passes[0].corpus.documents() for s in d.sentences]
    for _, one in from_bytes(data):
        sentence = sentences[one.order]
        assert one.words == sentence.words and one.place == sentence.place
        for p in one.predictions:
            assert p.gold == ((sentence.heads[p.word],) if sentence.heads[p.word] >= 0 else ())
            assert one.kind not in ("right", "wrong") or p.right == (one.kind == "right")
        if one.weights is not None and one.wanted.direction == "dependent-to-head":
            for p in one.predictions:
                assert one.weights[p.asked, p.predicted] == pytest.approx(p.weight, abs=1e-3), "half precision"


def test_the_same_bytes_twice(made):
    plan, scores, data = made
    assert make_examples(plan, scores, progress=False) == data


def test_the_file_is_read_back_as_it_was_and_by_others(made):
    _, _, data = made
    found = from_bytes(data)
    again = from_bytes(to_bytes(found, "bert-8x8"))
    assert again == found and to_bytes(again, "bert-8x8") == data
    for (_, first), (_, second) in zip(found, again, strict=True):
        assert (first.weights is None) == (second.weights is None)
        if first.weights is not None:
            assert np.array_equal(first.weights, second.weights) and np.array_equal(first.sep, second.sep)
    frame = pl.read_parquet(BytesIO(data))
    assert frame.columns == list(COLUMNS) and dict(frame.schema) == COLUMNS
    assert set(frame.filter(layer=6, head=4)["name"]) == {"7-5"}
    older = BytesIO()
    frame.drop("name").write_parquet(older)
    assert from_bytes(older.getvalue()) == found, "runs that were made before heads had names are still read"
    assert frame.filter(key="obj", kind="right", layer=6, head=4)["rank"].to_list() == [1, 2, 3, 4, 5]


def test_a_run_with_too_few_cases_keeps_none(counted, made):
    small = counted({"obj": (np.ones((3, 2, 1, 1)), np.full(3, 2.0), {})})
    assert wanted_of(small) == {}
    assert make_examples(made[0], small, progress=False) is None


def example(kind="right", **changes):
    wanted = Wanted("encoder", Head(0, 0), "dependency", "obj", "dependent-to-head")
    about = {"words": ("a", "b"), "predictions": (Prediction(0, 0, 1, (1,), 0.5),)} | changes
    return Placed("c", Example(wanted, kind, 3, "d", "p", **about))


SERIES = Series("c", "encoder", "dependency", "obj", "dependent-to-head")


def test_kept_examples_answer_what_they_can():
    found = [example() for _ in range(KEPT)] + [example("wrong"), example("wrong")]
    assert len(kept_examples(found, SERIES, Head(0, 0), 1)) == 2
    assert len(kept_examples(found, SERIES, Head(0, 0), KEPT)) == KEPT + 2
    assert kept_examples(found, SERIES, Head(0, 0), KEPT + 1) is None, "there may be more right ones"
    for other in (SERIES._replace(corpus="d"), SERIES._replace(key="nsubj"), SERIES._replace(direction="head-to-dependent")):
        assert kept_examples(found, other, Head(0, 0), 1) is None
    assert kept_examples(found, SERIES, Head(0, 1), 1) is None
    assert kept_examples(found[KEPT:], SERIES, Head(0, 0), 99) == [one for _, one in found[KEPT:]], "all there are"


def test_words_of_all_kinds_survive():
    words = ("</svg>", "\x1b[31m", "\u202e", "", "日本", "\x00")
    (found,) = from_bytes(to_bytes([example(words=words)], "m"))
    assert found.example.words == words


def changed(column, value):
    """The file of a whole sentence, with something else in one column."""
    ones = {"weights": np.ones((2, 2), np.float32), "cls": np.ones(2, np.float32), "sep": np.ones(2, np.float32)}
    frame = pl.read_parquet(BytesIO(to_bytes([example("most right", **ones)], "m")))
    made = BytesIO()
    frame.with_columns(pl.Series(column, [value], dtype=COLUMNS[column])).write_parquet(made)
    return made.getvalue()


def prediction(**places):
    return [{"word": 0, "asked": 0, "predicted": 1, "gold": [1], "weight": 0.5} | places]


DAMAGED = {
    "empty": b"",
    "other": b"no parquet",
    "no such word": changed("predictions", prediction(predicted=7)),
    "negative": changed("predictions", prediction(asked=-1)),
    "no such gold": changed("predictions", prediction(gold=[2])),
    "no prediction": changed("predictions", []),
    "no such kind": changed("kind", "sure"),
    "map too small": changed("map", [1.0, 2.0, 3.0]),
    "no map": changed("map", None),
    "no words": changed("words", None),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_files_are_refused_with_a_sentence(case):
    with pytest.raises(HeadscopeError, match=r"'examples.parquet' is not one that headscope wrote, or is damaged"):
        from_bytes(DAMAGED[case])


def test_the_undamaged_file_is_taken():
    assert len(from_bytes(changed("rank", 1))) == 1
