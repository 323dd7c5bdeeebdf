"""headscope reproduce: the bundled pair from end to end, again from its runs, and mistakes in one sentence."""

import csv
import io
import json

import polars as pl
import pytest

from headscope.reproduce import paper

PARTS = ("text", "treebank", "coreference", "probes")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, headscope):
    """A few units of every part, by the paper's words and as published."""
    place = tmp_path_factory.mktemp("work") / "certificate"
    done = headscope("reproduce", "clark2019", "--limit", "6", "--as-published", "-o", place, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert f"Wrote {place / 'certificate.md'}." in done.stderr and f"probes as published: {place}" in done.stderr
    return place, json.loads(done.stdout)


def test_every_part_is_filled(folder):
    place, rows = folder
    names = {path.name for path in place.iterdir()}
    assert names == {"certificate.md", "certificate.parquet", *PARTS, *(f"{part}-as-published" for part in PARTS)}
    assert [row["id"] for row in rows] == [number.id for number in paper().numbers]
    held = {row["id"]: row for row in rows if row["ours"] is not None}
    wanted = ("offset.next", "gradient.sep", "clusters.same-layer", "dependency.dobj", "coreference.head.all", "training")
    for id in (*wanted, *(number.id for number in paper().numbers if number.way.kind == "probe")):
        assert held[id]["as_published"] is not None, id
    assert held["segments"]["ours"] == 6 and held["training"]["ours"] == 6
    assert held["dependency.dobj"]["where"].endswith(", as obj") and "treebank" in held["dependency.dobj"]["explained"]
    assert not any(row["status"].startswith(("not run", "differs", "within", "holds")) for row in rows), "it is another model"
    assert held["entropy.all.layer-1"]["as_published"] != held["entropy.all.layer-1"]["ours"], "other segments, and smoothed"
    probes = json.loads((place / "probes-as-published" / "manifest.json").read_text())
    assert probes["options"]["as_published"] and (probes["options"]["epochs"], probes["options"]["batch_size"]) == (1, 1)
    assert not {record["sha256"] for record in probes["corpora"][:1]} & {record["sha256"] for record in probes["corpora"][1:]}


def test_the_same_certificate_from_the_runs(folder, main, tmp_path):
    place, rows = folder
    status, output, errors = main("reproduce", "clark2019", "--from", place, "--format", "json")
    assert status == 0 and errors == "" and json.loads(output) == rows
    status, output, _ = main("reproduce", "clark2019", "--from", place, "--format", "markdown", "-o", tmp_path / "again", "-q")
    assert (
        status == 0 and output == (place / "certificate.md").read_text() == (tmp_path / "again" / "certificate.md").read_text()
    )
    frames = [pl.read_parquet(one / "certificate.parquet") for one in (place, tmp_path / "again")]
    assert frames[0].equals(frames[1]) and len(frames[0]) == len(rows)
    table = main("reproduce", "clark2019", "--from", place / "treebank", "--from", place / "probes", "-q")[1]
    assert table.startswith(
        "clark2019 · bert-8x8 on annotated\nThe paper's numbers are for bert-base-uncased (English Wikipedia"
    )
    assert "not run: needs a plain text (--text)" in table and "as_published" not in table.splitlines()[3]
    cells = list(csv.DictReader(io.StringIO(main("reproduce", "clark2019", "--from", place, "--format", "csv")[1])))
    assert [row["id"] for row in cells] == [row["id"] for row in rows]


def test_finished_parts_are_not_run_again(folder, main):
    place, _ = folder
    again = ["reproduce", "clark2019", "--limit", "6", "--as-published", "-o", place]
    files = [path for part in PARTS for path in (place / part).iterdir()]
    before = {path: path.stat().st_mtime_ns for path in files}
    kept = (place / "certificate.md").read_bytes()
    status, _, errors = main(*again)
    assert status == 2 and "text' holds a finished run" in errors
    status, output, errors = main(*again, "--resume", "--format", "markdown", "-q")
    assert status == 0, errors
    assert {path: path.stat().st_mtime_ns for path in files} == before
    assert (place / "certificate.md").read_bytes() == kept == output.encode()
    status, _, errors = main(*again[:2], "--limit", "5", "--part", "probes", "-o", place, "--resume", "-q")
    assert status == 2 and "probes' holds a finished run" in errors, "other probes than those that are there"


def test_on_the_kinds_of_data_that_the_paper_used(shared_data, main, tmp_path):
    """Wikipedia, the Wall Street Journal in Stanford Dependencies, and columns of CoNLL-2012; with a model that is not the paper's."""
    data = {
        "--text": shared_data / "wikipedia" / "sample.txt",
        "--treebank": shared_data / "wsj-sample-sd" / "wsj_sample_sd.conll",
        "--coreference": shared_data / "ontogum" / "ontogum.dev.v4_gold_conll",
    }
    given = [word for pair in data.items() for word in pair]
    status, output, errors = main(
        "reproduce", "clark2019", *given, "--limit", "16", "-o", tmp_path / "out", "--format", "json", "-q"
    )
    assert status == 0, errors
    rows = {row["id"]: row for row in json.loads(output)}
    filled = [row for row in rows.values() if row["ours"] is not None]
    assert {row["section"] for row in filled} == {number.section for number in paper().numbers}
    assert len(filled) > 120 and not any(row["status"].startswith("not run") for row in rows.values())
    assert rows["token.sep.layer-1"]["status"] == "no verdict: another model", "the text is of the paper's kind"
    assert rows["dependency.pobj"]["ours"] is not None and ", as" not in rows["dependency.dobj"]["where"]
    assert rows["coreference.sieves.all"]["status"].partition(":")[0] in ("no verdict", "within the interval", "differs")
    assert "model" not in rows["coreference.sieves.all"]["explained"].split(", "), "a rule asks no model"


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    (tmp_path / "plain.txt").write_text("Dogs bark.\n")
    (tmp_path / "bare.conllu").write_text("1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("mine")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


OUT = ["-o", "out", "-q"]
MISTAKES = {
    "unknown paper": (["clark2018", *OUT], "There is no paper named 'clark2018'. Did you mean 'clark2019'?"),
    "no folder": (["clark2019"], "Say where to keep the runs, with -o DIR"),
    "unknown format": (["clark2019", *OUT, "--format", "latex"], "There is no format named 'latex'"),
    "unknown part": (["clark2019", *OUT, "--part", "trebank"], "There is no part named 'trebank'. Did you mean 'treebank'?"),
    "no such text": (["clark2019", *OUT, "--text", "missing.txt"], "There is no file or folder 'missing.txt'"),
    "no trees": (["clark2019", *OUT, "--treebank", "plain.txt"], "--treebank 'plain.txt' has no dependency trees"),
    "no mentions": (["clark2019", *OUT, "--coreference", "bare.conllu"], "--coreference 'bare.conllu' has no coreference"),
    "half a pair": (["clark2019", *OUT, "--train", "annotated"], "--train needs --test too"),
    "no corpus for the part": (["clark2019", *OUT, "--text", "plain.txt", "--part", "treebank"], "There is nothing to run"),
    "somebody's folder": (["clark2019", "-o", "thesis"], "'thesis' holds something else than a reproduction ('chapter.tex')"),
    "a file": (["clark2019", "-o", "plain.txt"], "plain.txt"),
    "no units": (["clark2019", *OUT, "--limit", "0"], "--limit 0 is too small"),
    "no model": (["clark2019", *OUT, "-m", "./nowhere"], "There is no folder './nowhere'"),
    "no runs": (["clark2019", "--from", "empty"], "'empty' holds no finished run"),
    "no such runs": (["clark2019", "--from", "nowhere"], "There is no folder 'nowhere'"),
    "runs and a text": (["clark2019", "--from", "empty", "--text", "plain.txt"], "--text does not go with it"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence_and_leaves_nothing(workplace, main, case):
    arguments, words = MISTAKES[case]
    before = sorted(workplace.rglob("*"))
    status, output, errors = main("reproduce", *arguments)
    assert status == 2, errors
    assert words in errors and errors.startswith("headscope: ") and errors.count("\n") == 1, errors
    assert output == "" and sorted(workplace.rglob("*")) == before
