"""Table 3: rows in the paper's order, seeds together, and a sentence on the order that says no more than the intervals carry."""

import json
from io import BytesIO

import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.runs.seal import sealed
from headscope.tables.probe_source import COLUMNS, TITLES, Number, read_probes, summaries
from headscope.tables.probes import order_sentence, probes_table
from headscope.tables.published_probes import ORDER, PROBES

OURS = {"right-branching": 0.26, "random-words": 0.30, "distances-words": 0.58, "attention": 0.61, "attention-words": 0.77}
WORDS = ("random-words", "distances-words", "attention-words")


def row(probe, metric, key, value, *, half=0.005, seed=0, model="m", corpus="c", embeddings=None, seconds=1.5):
    ends = (None, None) if half is None else (value - half, value + half)
    kind = ("model" if probe in WORDS else "") if embeddings is None else embeddings
    return dict(zip(COLUMNS, (model, corpus, probe, kind, seed, metric, key, value, *ends, seconds), strict=True))


def rows_of(values=OURS, **options):
    """Every number that the table has, made from each probe's UAS."""
    made = []
    for probe, value in values.items():
        for metric, key, change in (
            ("uas", "argmax", 0), ("uas", "tree", 0.02), ("uas-punct", "argmax", -0.03), ("uuas", "tree", 0.05),
            ("control", "argmax", -0.2), ("selectivity", "argmax", 0.2 - value),
        ):  # fmt: skip
            made.append(row(probe, metric, key, value + change, **options))
    return made


def records(table) -> list[dict]:
    return json.loads(table.to("json"))


def test_titles_and_names_are_those_of_the_probes():
    from headscope.probes import NAMES
    from headscope.probes import PROBES as REGISTERED

    assert tuple(TITLES) == NAMES
    assert all(REGISTERED[name].title == title for name, title in TITLES.items() if name in REGISTERED)
    assert set(PROBES) <= set(TITLES)


def test_columns_are_those_of_the_rows_that_runs_write():
    from headscope.probes.rows import Row

    assert tuple(Row.__annotations__) == COLUMNS


def test_the_papers_order():
    assert ORDER == ("right-branching", "random-words", "distances-words", "attention", "attention-words")


def test_rows_and_columns():
    made = [*rows_of(), row("structural", "uuas", "tree", 0.8), row("best-offset", "uas", "argmax", 0.27)]
    table = probes_table(list(reversed(made)))
    found = records(table)
    assert [one["probe"] for one in found] == list(TITLES.values())
    last = found[5]
    assert (last["uas"], last["as_tree"], last["with_punctuation"]) == pytest.approx((0.77, 0.79, 0.74))
    assert (last["uuas"], last["control"], last["selectivity"]) == pytest.approx((0.82, 0.57, 0.2))
    assert (last["uas_low"], last["uas_high"]) == pytest.approx((0.765, 0.775))
    assert (last["paper"], last["paper_metric"], last["embeddings"], last["seconds"]) == (0.77, "uas", "model", 1.5)
    assert found[6]["uas"] is None and (found[6]["paper"], found[6]["paper_metric"]) == (0.8, "uuas")
    assert found[1]["paper"] is None and found[0]["embeddings"] is None
    text = table.to("table").splitlines()
    assert text[0] == "m on c · probing classifiers"
    assert text[3].split() == [
        "probe", "embeddings", "uas", "with_punctuation", "as_tree", "uuas", "control", "selectivity", "paper", "seconds",
    ]  # fmt: skip
    line = next(one for one in text if one.startswith("attention + words"))
    expected = "attention + words model 77.0 (76.5–77.5) 74.0 79.0 82.0 (81.5–82.5) 57.0 20.0 (19.5–20.5) 77 1.5"
    assert " ".join(line.split()) == expected
    assert "80 (UUAS)" in next(one for one in text if one.startswith("structural"))


@pytest.mark.parametrize("kind", ["polars", "dictionaries", "rows", "probed"])
def test_what_it_is_made_from_does_not_matter(kind, tmp_path):
    from headscope.api.probe import Probed
    from headscope.probes.rows import Row
    from headscope.results.manifest import Manifest

    plain = rows_of()
    kinds = [Row(**one) for one in plain]
    given = {
        "polars": pl.DataFrame(plain),
        "dictionaries": plain,
        "rows": kinds,
        "probed": Probed(kinds, Manifest({}, [], {}, {}, 1.0)),
    }
    assert records(probes_table(given[kind])) == records(probes_table(plain))


def test_seeds_are_averaged_and_their_intervals_joined():
    made = [row("attention", "uas", "argmax", value, seed=seed) for seed, value in ((3, 0.5), (4, 0.6))]
    (found,) = records(probes_table(made))
    assert (found["uas"], found["uas_low"], found["uas_high"]) == pytest.approx((0.55, 0.495, 0.605))
    assert found["seeds"] == 2 and found["seconds"] == 3.0
    assert "seeds" in probes_table(made).to("table").splitlines()[2]
    made.append(row("attention", "uas", "argmax", 0.7, seed=5, half=None))
    (found,) = records(probes_table(made))
    assert found["uas"] == pytest.approx(0.6) and found["uas_low"] is None, "no interval where one is missing"


def test_several_models_and_vectors():
    made = rows_of() + rows_of(model="n") + [row("attention-words", "uas", "argmax", 0.8, embeddings="glove.txt")]
    table = probes_table(made)
    assert table.columns[:2] == ("model", "probe")
    found = records(table)
    assert [one["embeddings"] for one in found if one["model"] == "m" and one["probe"] == "attention + words"] == [
        "model",
        "glove.txt",
    ]
    assert "m on c: With model vectors: the paper's order holds" in table.finding
    assert "m on c: With glove.txt vectors: these come in the paper's order" in table.finding
    assert {one["probe"] for one in records(probes_table(made, model="n"))} == {TITLES[name] for name in OURS}
    with pytest.raises(HeadscopeError, match="There is no model among these probes named 'k'"):
        probes_table(made, model="k")
    with pytest.raises(HeadscopeError, match="There is no corpus among these probes named 'k'"):
        probes_table(made, corpus="k")


def test_the_order_holds():
    assert probes_table(rows_of()).finding == (
        "The paper's order holds: right-branching (26.0) < random attention + words (30.0) < distances + words (58.0) "
        "< attention only (61.0) < attention + words (77.0)."
    )


def test_what_differs_is_said():
    turned = probes_table(rows_of(OURS | {"attention": 0.5})).finding
    assert turned == (
        "Unlike in the paper, attention only (50.0) is behind distances + words (58.0); all other pairs are in its order."
    )
    close = probes_table(rows_of(OURS | {"attention": 0.585})).finding
    assert close == (
        "Unlike in the paper, attention only (58.5) is not significantly ahead of distances + words (58.0); "
        "all other pairs are in its order."
    )
    backwards = {name: Number(1 - one) for name, one in OURS.items()}
    assert order_sentence(backwards).endswith("; 7 more pairs are not in its order.")
    assert order_sentence({name: backwards[name] for name in ("attention", "attention-words")}) == (
        "Unlike in the paper, attention + words (23.0) is behind attention only (39.0)."
    )
    assert order_sentence({"attention": Number(0.5)}) == ""


def test_above():
    assert (
        Number(0.5).above(Number(0.4)) is True
        and Number(0.4).above(Number(0.5)) is False
        and Number(0.4).above(Number(0.4)) is None
    )
    wide = Number(0.5, 0.3, 0.7)
    assert wide.above(Number(0.4, 0.38, 0.42)) is None and wide.above(Number(0.2, 0.1, 0.29)) is True
    assert wide.above(Number(0.8, 0.71, 0.9)) is False


def test_nothing_to_show():
    with pytest.raises(HeadscopeError, match="There are no scores of probes here"):
        summaries([])


def test_reading_a_folder(tmp_path):
    with pytest.raises(HeadscopeError, match=r"There is no probes\.parquet in .*: make one with headscope probe"):
        read_probes(tmp_path)
    (tmp_path / "probes.parquet").write_bytes(b"nothing")
    with pytest.raises(HeadscopeError, match="can't be read as Parquet") as error:
        read_probes(tmp_path)
    assert "\n" not in str(error.value)
    pl.DataFrame({"model": ["m"]}).write_parquet(tmp_path / "probes.parquet")
    with pytest.raises(HeadscopeError, match="has no column corpus, probe, embeddings"):
        read_probes(tmp_path)
    pl.DataFrame(rows_of()).write_parquet(tmp_path / "probes.parquet")
    assert records(probes_table(read_probes(tmp_path))) == records(probes_table(rows_of()))


TRAINED = {
    "train": "t",
    "split": "corpora",
    "train_documents": 3,
    "train_sentences": 1200,
    "test_documents": 1,
    "test_sentences": 40,
}


def test_what_was_learned_from_is_said(tmp_path):
    made = [{**one, **TRAINED} for one in rows_of()]
    assert probes_table(made).finding.startswith(
        "Trained on 1,200 sentences of t, tested on 40 sentences of c. The paper's order"
    )
    split = [{**one, "split": "documents"} for one in made]
    assert "Trained on 1,200 sentences of 3 documents of t, tested on 40 sentences of 1 other." in probes_table(split).finding
    assert probes_table([{**one, "train_sentences": "many"} for one in made]).finding.startswith("The paper's order")
    several = probes_table([*made, *({**one, "model": "n", "train": "u"} for one in made)]).finding
    assert "Trained on 1,200 sentences of t," in several and "Trained on 1,200 sentences of u," in several


def test_an_older_run_that_was_tested_on_what_it_learned_from(tmp_path):
    """Its table does not tell; its manifest has one treebank twice."""
    corpus = CorpusRecord("c", "c.conllu", "conllu", "0" * 64, 2, 30, 300, 0, 0, {}, ["1/1"], "sentence")
    pl.DataFrame(rows_of()).write_parquet(buffer := BytesIO())
    manifest = Manifest({"name": "m", "stacks": {"encoder": [1, 1]}}, [corpus, corpus], {}, {}, 1.0)
    for name, data in sealed({"probes.parquet": buffer.getvalue(), "manifest.json": manifest.to_bytes()}).items():
        (tmp_path / name).write_bytes(data)
    finding = probes_table(read_probes(tmp_path)).finding
    assert finding.startswith(
        "Trained on 30 sentences of c and tested on 30 sentences of the same corpus: these numbers do not say"
    )


def test_hostile_names():
    table = probes_table([row("attention", "uas", "argmax", 0.5, model="\x1b[2Jm", corpus="c\n")])
    assert "\x1b" not in table.to("table")
