"""--without: heads that are switched off, in every verb that has it, told in what it writes, and mistakes in one sentence."""

import json
from pathlib import Path

import polars as pl
import pytest

from headscope.corpora.bundled import ANNOTATED

TREE = "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n"
MEASURE = ("measure", "-m", "bundled", "-c", "text.txt", "--measure", "peak", "--max-length", "32", "-q")


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    (tmp_path / "text.txt").write_text("The old king saw a river.\nIt was wide.\n\nNobody swam.\n")
    (tmp_path / "trees.conllu").write_text(12 * f"# newdoc\n{TREE}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_predict_shows_the_model_without_the_heads(main):
    text = "The old king watered his tomatoes."
    whole, cut = (main("predict", "--head", "7-5", *more, text)[1] for more in ((), ("--without", "3-5, 3-7")))
    assert cut.startswith("Head 7-5 of bert-8x8 without 3-5, 3-7, dependent-to-head")
    assert whole.splitlines()[3:] != cut.splitlines()[3:]


def test_a_run_tells_it_and_is_not_merged_or_continued_as_another(main, workplace):
    assert main(*MEASURE, "-o", "whole")[0] == main(*MEASURE, "--without", "3-5,3-7", "-o", "cut")[0] == 0
    told = json.loads(Path("cut/manifest.json").read_text())["model"]
    assert told["name"] == "bert-8x8 without 3-5, 3-7" and told["gates"] == {"3-5": 0, "3-7": 0}
    assert "gates" not in json.loads(Path("whole/manifest.json").read_text())["model"]
    assert main("show", "cut")[1].startswith("bert-8x8 without 3-5, 3-7 on text")
    assert set(pl.read_parquet("cut/scores.parquet")["model"]) == {"bert-8x8 without 3-5, 3-7"}
    status, _, errors = main("merge", "whole", "cut", "-o", "both")
    assert status == 2 and "These runs don't belong together: the model is bert-8x8 and bert-8x8 without 3-5, 3-7." in errors
    assert "model bert-8x8 / bert-8x8 without 3-5, 3-7" in main("compare", "whole", "cut")[1]
    assert (
        main("report", "-m", "bundled", "-c", "text.txt", "--measure", "peak", "--max-length", "32", "-q", "-o", "cut")[0] == 2
    )


def test_examples_find_the_model_with_its_gates_again(main, workplace):
    """What the run does not keep is found in another pass: with the same heads off."""
    base = ("measure", "-c", ANNOTATED, "--measure", "dependency=obj", "--limit", "24", "-q")
    for name, more in (("whole", ()), ("cut", ("--without", "3-4,3-5,4-4"))):
        assert main(*base, *more, "-o", name)[0] == 0
    tables = [main("examples", name, "--head", "7-5", "--relation", "obj", "--format", "csv")[1] for name in ("whole", "cut")]
    assert tables[0] != tables[1] and len(tables[1].splitlines()) > 1
    assert "bert-8x8 without 3-4, 3-5, 4-4 on" in main("examples", "cut", "--head", "7-5", "--relation", "obj")[1]


def test_probes_read_the_maps_that_are_left(main, workplace):
    base = [
        "probe",
        "-c",
        "trees.conllu",
        "--test",
        "trees.conllu",
        "-q",
        "--epochs",
        "1",
        "--probe",
        "attention",
        "--no-control",
    ]
    assert main(*base, "--without", "1-1,2-3", "-o", "cut")[0] == 0
    assert set(pl.read_parquet("cut/probes.parquet")["model"]) == {"bert-8x8 without 1-1, 2-3"}


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("3-5,foo", "'foo' is not a head: write layer-head"),
        ("3.5", "'3.5' is not a head: write layer-head, both counted from 1, as in 8-10. Did you mean 3-5?"),
        ("", "'' is not a head"),
        ("3-5,", "'' is not a head"),
        ("9-1", "There is no head 9-1: 'bert-8x8' has 8 layers of 8 heads, 1-1 to 8-8."),
        ("cross/1-1", "There is no stack in 'bert-8x8' named 'cross'."),
    ],
)
def test_mistakes(main, workplace, without, said):
    for verb in ((*MEASURE, "-o", "run"), ("predict", "--head", "1-1", "Dogs bark.")):
        status, output, errors = main(*verb, "--without", without)
        assert status == 2 and output == "" and said in errors
    assert not Path("run").exists()


def test_maps_have_no_heads_to_switch_off(main, workplace):
    status, _, errors = main("measure", "--maps", "maps.npz", "--without", "1-1", "-o", "run")
    assert status == 2 and "no head can be switched off" in errors
