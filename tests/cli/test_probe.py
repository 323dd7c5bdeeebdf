"""headscope probe: the table it prints, the folder it writes, and mistakes in one sentence."""

import json

import polars as pl
import pytest

TREE = "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n"
BARE = "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n\n"


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    (tmp_path / "trees.conllu").write_text(12 * f"# newdoc\n{TREE}")
    (tmp_path / "one.conllu").write_text(TREE)
    (tmp_path / "bare.conllu").write_text(BARE)
    (tmp_path / "plain.txt").write_text("Dogs bark.\n")
    (tmp_path / "vectors.txt").write_text("dogs 1 2 3\nbark 2 3 4\n. 0 1 0\n")
    (tmp_path / "uneven.txt").write_text("dogs 1 2 3\nbark 2 3\n")
    (tmp_path / "strange.txt").write_text("chien 1 2 3\naboyer 2 3 4\n")
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("mine")
    monkeypatch.chdir(tmp_path)
    return tmp_path


BASE = ["probe", "-c", "trees.conllu", "--test", "trees.conllu", "-o", "run", "-q", "--epochs", "1"]
CASES = {
    "no such treebank": (["-c", "missing.conllu"], "There is no file or folder 'missing.conllu'"),
    "no trees to learn from": (["-c", "bare.conllu"], "'bare.conllu' has no usable sentence (1 not annotated)"),
    "no trees to test on": (["--test", "bare.conllu"], "'bare.conllu' has no usable sentence"),
    "plain text": (["-c", "plain.txt"], "'plain.txt' has no usable sentence"),
    "all too long": (["--max-length", "4"], "9 longer than 4 tokens"),
    "one sentence": (["-c", "one.conllu"], "One training sentence is too few"),
    "unknown probe": (["--probe", "atention"], "There is no probe named 'atention'. Did you mean 'attention'?"),
    "no vectors": (["--embeddings", "missing.txt"], "missing.txt"),
    "wrong dimension": (["--embeddings", "uneven.txt"], "uneven.txt"),
    "all unknown": (["--embeddings", "strange.txt"], "None of the 3 words is known to"),
    "no model": (["-m", "./nowhere"], "There is no folder './nowhere'"),
    "no limit": (["--limit", "0"], "--limit 0 is too small"),
    "no passes": (["--epochs", "0"], "--epochs 0 is too small"),
    "unknown format": (["--format", "xml"], "There is no format named 'xml'"),
    "folder in use": (["-o", "thesis"], "'thesis' is not empty and not a run"),
}


@pytest.mark.parametrize("case", CASES)
def test_one_sentence_and_nothing_behind(workplace, main, case):
    extra, words = CASES[case]
    arguments = [*BASE, *extra] if extra[0] not in ("-c", "--test", "-o", "--epochs") else _instead(*extra)
    before = sorted(workplace.rglob("*"))
    status, output, errors = main(*arguments)
    assert status == 2, errors
    assert words in errors
    assert errors.startswith("headscope: ") and errors.count("\n") == 1, errors
    assert output == ""
    assert sorted(workplace.rglob("*")) == before


def _instead(option: str, value: str) -> list[str]:
    changed = list(BASE)
    changed[changed.index(option) + 1] = value
    return changed


def test_the_table_and_the_folder(workplace, main):
    status, output, errors = main(*BASE, "--probe", "attention", "--probe", "right-branching", "--format", "json")
    assert status == 0, errors
    rows = json.loads(output)
    assert [row["probe"] for row in rows] == ["right-branching", "attention only"]
    assert rows[0]["uas"] == 0.5  # Dogs → bark is right; bark hangs on the root, not on the full stop
    frame = pl.read_parquet(workplace / "run" / "probes.parquet")
    assert frame["probe"].unique(maintain_order=True).to_list() == ["right-branching", "attention"]
    assert errors == ""
    assert main(*BASE)[0] == 2
    assert main(*BASE, "--force", "--probe", "right-branching", "--no-control")[0] == 0
    assert "control" not in pl.read_parquet(workplace / "run" / "probes.parquet")["metric"].to_list()


ALONE = ["probe", "-c", "trees.conllu", "-o", "run", "-q", "--epochs", "1", "--probe", "attention", "--no-control"]


def test_one_treebank_alone_is_split_and_said_so(workplace, main):
    status, output, errors = main(*ALONE)
    assert status == 0, errors
    said = "Trained on 9 sentences of 9 documents of trees, tested on 3 sentences of 3 others."
    assert said in output and said in main("table", "run", "probes")[1]
    assert main("figure", "run", "probes", "-o", "bars.svg")[0] == 0
    assert "9 documents of trees" in " ".join((workplace / "bars.svg").read_text().split())
    assert main(*ALONE, "--test", "trees.conllu", "--force")[1].splitlines()[:2] == output.splitlines()[:2]


LONGER = (
    TREE[:-1].replace("\n3\t.", "\n3\tloudly\t_\t_\t_\t_\t2\tadvmod\t_\t_\n4\tnow\t_\t_\t_\t_\t2\tadvmod\t_\t_\n5\t.") + "\n"
)


def test_what_both_treebanks_have_is_counted_and_left_out_where_asked(workplace, main):
    (workplace / "more.conllu").write_text(3 * LONGER + TREE)
    (workplace / "trees.conllu").write_text(12 * f"# newdoc\n{TREE}" + LONGER)
    before = sorted(workplace.rglob("*"))
    status, output, errors = main(*ALONE, "-m", "./nowhere", "--test", "more.conllu")
    assert (status, output) == (2, "") and errors.count("\n") == 1 and sorted(workplace.rglob("*")) == before
    assert "3 of the 3 sentences of 'more.conllu' with 5 words or more are in 'trees.conllu' too, the first" in errors
    assert "“Dogs bark loudly now .”" in errors and "--leave-out-shared" in errors
    status, output, errors = main(*ALONE, "--test", "more.conllu", "--leave-out-shared")
    assert status == 0 and "Trained on 12 sentences of trees, tested on 4 sentences of more." in output, errors
    manifest = json.loads((workplace / "run" / "manifest.json").read_text())
    assert manifest["corpora"][0]["skipped"] == {"tested on too": 1} and manifest["options"]["leave_out_shared"] is True
    (workplace / "trees.conllu").write_text(3 * LONGER)
    status, _, errors = main(*ALONE, "--test", "more.conllu", "--leave-out-shared", "--force")
    assert status == 2 and "All 3 sentences of 'trees.conllu' are tested on too" in errors


def test_one_document_cannot_be_split(workplace, main):
    arguments = ["one.conllu" if word == "trees.conllu" else word for word in ALONE]
    status, _, errors = main(*arguments, "-m", "./nowhere")
    assert status == 2 and "'one.conllu' has 1 document, too few to learn from some and test on others" in errors
    arguments = ["plain.txt" if word == "trees.conllu" else word for word in ALONE]
    assert "'plain.txt' has no usable sentence: probes need sentences with dependency trees" in main(*arguments)[2]


def test_vectors_from_a_file(workplace, main):
    status, output, errors = main(
        *BASE, "--probe", "attention-words", "--embeddings", "vectors.txt", "--seed", "1", "--seed", "2"
    )
    assert status == 0, errors
    assert "attention + words" in output
    frame = pl.read_parquet(workplace / "run" / "probes.parquet")
    assert frame["embeddings"].unique().to_list() == ["vectors.txt"] and set(frame["seed"]) == {1, 2}


def test_help_names_every_option(main):
    status, output, _ = main("probe", "--help")
    assert status == 0
    for option in ("--test", "--probe", "--embeddings", "--seed", "--keep-maps", "--as-published", "--ablation", "--size"):
        assert option in output
