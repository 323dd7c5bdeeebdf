"""A model that reads less than 128 tokens: the default length is what it reads, and the number used is kept."""

import json

import pytest

import headscope as hs

READS = 24


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """The folder of a tiny BERT that reads 24 tokens."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    from headscope.models.bundled import FOLDER

    place, tokenizer = tmp_path_factory.mktemp("models") / "short", AutoTokenizer.from_pretrained(FOLDER)
    torch.manual_seed(0)
    shape = {"hidden_size": 24, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 3}
    BertForMaskedLM(BertConfig(vocab_size=len(tokenizer), max_position_embeddings=READS, **shape)).save_pretrained(place)
    tokenizer.save_pretrained(place)
    return place


TREES = "\n".join(
    "\n".join(
        f"{n}\t{word}\t{word}\tNOUN\t_\t_\t{n - 1}\t{'root' if n == 1 else 'dep'}\t_\t_" for n, word in enumerate(said, 1)
    )
    + "\n"
    for said in (["cats", "sleep"], ["the", "dog", "saw", "a", "bird"], ["word"] * 40)
)


@pytest.mark.slow
def test_every_verb_reads_what_the_model_reads(main, short, text_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trees.conllu").write_text(TREES)
    text, run = text_file(20, 8), ("--measure", "offset", "-q")
    for arguments in (
        ("measure", "-m", short, "-c", text, *run, "-o", "whole"),
        ("measure", "-m", short, "-c", text, *run, "-o", "one", "--shard", "1/2"),
        ("measure", "-m", short, "-c", text, *run, "-o", "two", "--shard", "2/2", "--max-length", READS),
        ("merge", "one", "two", "-o", "merged"),
        ("measure", "-m", short, "-c", text, *run, "-o", "whole", "--resume"),
        ("measure", "-m", short, "-c", text, *run, "-o", "none", "--dry-run"),
        ("maps", "-m", short, "-c", text, "-q", "-o", "maps.npz"),
        ("report", "-m", short, "-c", "trees.conllu", "--measure", "dependency", "--measure", "peak", "-q", "-o", "atlas"),
        ("predict", "cats sleep", "-m", short, "--head", "1-1"),
        ("view", "cats sleep", "-m", short, "-o", "view.html"),
    ):
        status, _, errors = main(*arguments)
        assert status == 0, (arguments, errors)
    for name in ("whole", "merged", "atlas"):
        assert hs.open(name).manifest.options["max_length"] == READS
    assert hs.open("whole").manifest.corpora[0].cut_units > 0
    lines = [json.loads(line) for line in (tmp_path / "maps.jsonl").read_text().splitlines()]
    assert max(len(line["tokens"]) for line in lines) == READS
    assert hs.open("atlas").manifest.corpora[0].skipped == {f"longer than {READS} tokens": 1}


@pytest.mark.slow
def test_probes_and_the_library(short, tmp_path):
    treebank = tmp_path / "trees.conllu"
    # Four documents of their own words: every fourth is tested on.
    treebank.write_text(
        "".join(f"# newdoc id = {d}\n{TREES.replace('bird', f'bird{d}').replace('word', f'word{d}')}\n" for d in range(4))
    )
    found = hs.probe(str(short), str(treebank), str(treebank), ["attention"], control=False, progress=False)
    assert found.manifest.options["max_length"] == READS
    scores = hs.measure(str(short), str(treebank), ["dependency"], progress=False)
    assert scores.manifest.options["max_length"] == READS


@pytest.mark.slow
def test_a_length_that_was_given_is_not_changed(main, short, text_file, tmp_path):
    """Also where it is the number that would be the default of other models."""
    place, text = tmp_path / "out", text_file(1)
    for verb in (("measure", "--measure", "offset", "-o", place), ("maps", "-o", tmp_path / "maps.npz")):
        status, _, errors = main(*verb, "-m", short, "-c", text, "-q", "--max-length", 128)
        assert status == 2 and f"--max-length 128 is longer than this model reads: at most {READS} tokens." in errors
        assert not list(tmp_path.glob("out*")) and not list(tmp_path.glob("maps*"))


@pytest.mark.slow
def test_a_model_that_reads_more_is_cut_at_128(bundled, text_file):
    assert bundled.encoder.longest == 256
    assert hs.measure(bundled, text_file(1), ["offset"], progress=False).manifest.options["max_length"] == 128
