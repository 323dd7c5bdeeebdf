"""headscope examples: from the file of a run, and by another pass where that does not hold what is asked for."""

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest

from headscope.answers.answer import Example, Prediction, Wanted
from headscope.answers.examples import FILE, Placed, to_bytes
from headscope.api.measure import measure
from headscope.corpora.bundled import ANNOTATED
from headscope.types import Head


@pytest.fixture(scope="module")
def folder(bundled, tmp_path_factory) -> Path:
    """A run of the first sentences of a file of its own."""
    place = tmp_path_factory.mktemp("examples")
    shutil.copy(ANNOTATED, place / "mine.conllu")
    measure(bundled, str(place / "mine.conllu"), ["dependency", "coreference"], limit=80, folder=place / "run", progress=False)
    return place / "run"


OBJ = ("--head", "7-5", "--relation", "obj")


def test_another_pass(main, folder):
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    status, output, errors = main("examples", folder, *OBJ, "--top", 2)
    assert status == 0 and errors == "", "so quick a pass says nothing in a log"
    lines = output.splitlines()
    assert re.fullmatch(r"bert-8x8 on mine · head 7-5 on obj, dependent-to-head: \d+(\.\d)?% of \d+ cases right", lines[0])
    assert lines[2] == "right, most confident first" and lines[8] == "wrong, most confident first"
    for line, sentence in ((lines[3], lines[4]), (lines[5], lines[6]), (lines[9], lines[10])):
        weight, word, predicted = re.match(r"([\d.]+)  (\S+) → (\S+)", line).groups()
        assert 0 < float(weight) <= 1 and f"*{word}*" in sentence and f"**{predicted}**" in sentence
        assert "'mine.conllu', line " in line
    gold = re.search(r"\[gold: (\S+)\]", lines[9])[1]
    assert f"[{gold}]" in lines[10] and "[gold" not in lines[3]
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before, "nothing is written"


def test_forms_and_only_one_kind(main, folder):
    status, output, errors = main("examples", folder, *OBJ, "--top", 3, "--wrong", "-q", "--format", "json")
    rows = json.loads(output)
    assert status == 0 and errors == "" and [(row["kind"], row["rank"]) for row in rows] == [("wrong", n) for n in (1, 2, 3)]
    assert [row["weight"] for row in rows] == sorted((row["weight"] for row in rows), reverse=True)
    for row in rows:
        words = row["sentence"].split(" ")
        assert words[row["word_place"] - 1] == row["word"] and words[row["predicted_place"] - 1] == row["predicted"]
        assert words[int(row["gold_places"]) - 1] == row["gold"] != row["predicted"]
    table = main("examples", folder, *OBJ, "--right", "-q", "--top", 1)[1]
    assert "right, most confident" in table and "wrong, most" not in table
    text = main("examples", folder, *OBJ, "-q", "--top", 1, "--format", "csv", "--direction", "head-to-dependent")[1]
    assert {row["direction"] for row in csv.DictReader(io.StringIO(text))} == {"head-to-dependent"}


def kept(words, predicted=1):
    wanted = Wanted("encoder", Head(6, 4), "dependency", "obj", "dependent-to-head")
    return Example(
        wanted, "right" if predicted == 1 else "wrong", 0, "d", "p", words, (Prediction(0, 0, predicted, (1,), 0.9),)
    )


def test_what_is_kept_needs_no_model(main, folder, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(folder, run)
    found = [kept(("ate", "apples", ".")), kept(("\x1b[31mred", "</svg>", "\u202e"), 2), kept(("it",) * 60 + ("late",), 60)]
    (run / FILE).write_bytes(to_bytes([Placed("mine", one) for one in found], "m"))
    status, output, errors = main("examples", run, *OBJ)
    assert status == 0 and errors == ""
    assert "0.900  ate → apples · p\n       *ate* **apples** .\n" in output
    assert "*\ufffd[31mred* [</svg>] **\ufffd**" in output and "\x1b" not in output, "neutralised"
    assert "*it* [it] it it it it it it it it … it it it it it it it it **late**" in output, "long ones are cut"
    status, output, _ = main("examples", run, *OBJ, "--format", "json", "--top", 1)
    assert [row["word"] for row in json.loads(output)] == ["ate", "\x1b[31mred"]
    (run / FILE).write_bytes(b"no")
    status, _, errors = main("examples", run, *OBJ)
    assert status == 2 and "is damaged" in errors


def test_roots_and_possessors(main, folder):
    text = main("examples", folder, "--head", "3-5", "--relation", "root", "-q", "--top", 1)[1]
    assert "[gold: none, it is the root]" in text and "right: none" in text
    text = main("examples", folder, "--head", "8-4", "--relation", "nmod:poss", "-q", "--top", 99)[1]
    assert re.search(r"\S+ \(by 's\) → \S+", text)


def test_mentions(main, folder):
    status, output, _ = main("examples", folder, "--head", "5-2", "--relation", "coreference.pronoun", "--top", 2)
    assert status == 0
    assert re.match(r"bert-8x8 on mine · head 5-2 on coreference\.pronoun: \d+%", output)
    rows = json.loads(main("examples", folder, "--head", "5-2", "--relation", "coreference", "-q", "--format", "json")[1])
    assert len(rows) == 10 and all(row["predicted_place"] != row["word_place"] for row in rows)
    for row in rows:
        assert (str(row["predicted_place"]) in row["gold_places"].split(", ")) == (row["kind"] == "right")


def test_a_corpus_that_changed_or_moved(main, folder, tmp_path):
    status, _, errors = main("examples", folder, *OBJ, "-q", "-c", ANNOTATED)
    assert status == 0 and errors == "", "the same bytes elsewhere"
    other = tmp_path / "mine.conllu"
    other.write_bytes(ANNOTATED.read_bytes() + b"\n")
    status, output, errors = main("examples", folder, *OBJ, "-c", other)
    assert status == 2 and output == "" and "is not what the run read as 'mine': its SHA-256 begins with" in errors


def test_another_model(main, folder, bundled, tmp_path):
    import torch
    from transformers import BertModel

    model = BertModel.from_pretrained(bundled.module.config._name_or_path)
    with torch.no_grad():
        next(model.parameters()).mul_(1.5)
    model.save_pretrained(tmp_path / "other")
    bundled.encoder.tokenizer.save_pretrained(tmp_path / "other")
    status, output, errors = main("examples", folder, *OBJ, "-m", tmp_path / "other")
    assert status == 2 and output == "" and "The model 'other' is not the one of the run" in errors


CASES = {
    "no such head": (["--head", "9-1", "--relation", "obj"], "There is no head 9-1: this model has 8 layers of 8 heads"),
    "not a head": (["--head", "x", "--relation", "obj"], "'x' is not a head"),
    "no such relation": (["--head", "7-5", "--relation", "objj"], "Did you mean 'obj'?"),
    "no such direction": ([*OBJ, "--direction", "both"], "no direction of 'dependency' in this run named 'both'"),
    "no such kind of mention": (["--head", "7-5", "--relation", "coreference.pronouns"], "Did you mean 'pronoun'?"),
    "mentions have no direction": (
        ["--head", "7-5", "--relation", "coreference", "--direction", "both"],
        "'coreference' has no directions in this run",
    ),
    "no such file": ([*OBJ, "-c", "gone.conllu"], "There is no file or folder 'gone.conllu'"),
    "no such model": ([*OBJ, "-m", "./gone"], "There is no folder './gone'"),
    "no such format": ([*OBJ, "--format", "xml"], "no format named 'xml'"),
    "no such stack": ([*OBJ, "--stack", "decoder"], "no stack in this run named 'decoder'"),
}


@pytest.mark.parametrize("case", CASES)
def test_mistakes_are_one_sentence(main, folder, case):
    arguments, words = CASES[case]
    status, output, errors = main("examples", folder, *arguments)
    assert status == 2 and output == ""
    assert words in errors and errors.startswith("headscope: ") and errors.count("\n") == 1


def test_a_run_without_trees(main, bundled, text_file, tmp_path):
    measure(bundled, str(text_file()), ["peak"], folder=tmp_path / "plain", progress=False)
    status, _, errors = main("examples", tmp_path / "plain", *OBJ)
    assert status == 2 and "This run has no 'dependency' of which to show examples; measure it first" in errors
    status, _, errors = main("examples", tmp_path / "plain", "--head", "1-1", "--relation", "coreference")
    assert status == 2 and "This run has no 'coreference'" in errors
