"""load(): what comes back, for the bundled model and for folders that a user saved."""

import shutil
import zlib
from pathlib import Path

import pytest
import torch
import transformers

import headscope
from headscope.models import load
from headscope.models.bundled import DEFAULT, FOLDER, FOLDERS
from headscope.tokens import collate
from headscope.types import Unit


def test_the_bundled_model(capfd):
    model = load("bundled")
    assert capfd.readouterr() == ("", ""), "loading is not quiet"
    assert model.name == "bert-8x8" and model.road == "tap"
    assert model.stacks == {"encoder": (8, 8)} and len(model.sites) == 8
    assert model.dtype == torch.float32 and model.difference < 1e-5
    assert model.encoder.longest == 256 and model.encoder.has_pairs
    assert not model.module.training and not any(p.requires_grad for p in model.module.parameters())


def test_bundled_is_what_is_loaded_unless_something_else_is_named():
    first, second = load(), load("bundled")
    assert first.identity == second.identity and len(first.identity["sha256"]) == 64
    for (name, mine), (_, theirs) in zip(first.module.named_parameters(), second.module.named_parameters(), strict=True):
        assert torch.equal(mine, theirs), name


def test_the_bundled_causal_model():
    model = load("gpt-8x8")
    assert model.name == "gpt-8x8" and model.road == "tap" and model.stacks == {"decoder": (8, 8)}
    assert model.encoder.longest == 512 and not model.encoder.has_pairs and model.difference < 1e-5


def test_bundled_models_by_name(bundled):
    assert load("bert-8x8").identity == bundled.identity == load(DEFAULT).identity
    assert set(FOLDERS) == {path.name for path in FOLDER.parent.iterdir() if (path / "config.json").is_file()}
    for folder in FOLDERS.values():
        assert (folder / "README.md").read_text(encoding="utf-8").startswith("# ")


def test_a_model_of_ones_own_goes_before_a_bundled_one_of_that_name(build, folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gpt-8x8").mkdir()  # a run, say
    assert load("gpt-8x8").stacks == {"decoder": (8, 8)}
    shutil.rmtree(tmp_path / "gpt-8x8")
    shutil.copytree(folder(build("gpt2").float(), "mine"), tmp_path / "gpt-8x8")
    assert load("gpt-8x8").stacks == {"decoder": (3, 4)}


def test_the_package_is_small_enough_to_install():
    """What a wheel holds, each file compressed as a wheel's are."""
    root = Path(headscope.__file__).parent
    files = [path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(zlib.compress(path.read_bytes(), 1)) for path in files) < 50e6


def test_transformers_speaks_again_afterwards():
    logging = transformers.utils.logging
    logging.set_verbosity_info()
    logging.enable_progress_bar()
    load("bundled")
    assert logging.get_verbosity() == logging.INFO and logging.is_progress_bar_enabled()


@pytest.mark.parametrize(
    ("family", "kind", "stacks"),
    [
        ("bert", "BertForMaskedLM", {"encoder": (3, 4)}),
        ("gpt2", "GPT2LMHeadModel", {"decoder": (3, 4)}),
        ("distilbert", "DistilBertModel", {"encoder": (3, 4)}),
        ("t5", "T5ForConditionalGeneration", {"encoder": (3, 4), "decoder": (2, 4), "cross": (2, 4)}),
        ("deberta", "DebertaV2Model", {"encoder": (3, 4)}),
    ],
)
def test_a_saved_model_loads_by_its_architecture(build, folder, capfd, family, kind, stacks):
    """With its language-model head, where it has one: some measures need a loss."""
    saved = build(family).float()
    path = folder(saved)
    capfd.readouterr()
    model = load(path)
    assert capfd.readouterr() == ("", "")
    assert type(model.module).__name__ == kind and model.stacks == stacks
    assert model.name == "tiny"
    weights = model.module.state_dict()
    for name, value in saved.state_dict().items():
        assert torch.equal(weights[name], value), name


def test_a_path_may_be_text_and_a_folder_that_says_nothing_is_named_with_its_parent(build, folder, tmp_path):
    path = folder(build("bert").float())
    shutil.copytree(path, tmp_path / "my-bert" / "final")
    assert load(str(tmp_path / "my-bert" / "final")).name == "my-bert/final"
    assert load(tmp_path / "my-bert" / "final").identity == load(path).identity


def test_other_weights_have_another_identity(build, folder):
    module = build("bert").float()
    before = load(folder(module)).identity
    module.bert.embeddings.word_embeddings.weight.data[7, 3] += 1
    after = load(folder(module)).identity
    assert before != after and load(folder(module)).identity == after


def test_half_precision_weights_come_as_float32_on_a_cpu(build, folder):
    assert load(folder(build("bert").half()), device="cpu").dtype == torch.float32


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_another_precision_on_a_cpu(build, folder, computes, dtype):
    computes(dtype)
    model = load(folder(build("bert").half()), device="cpu", dtype=dtype)
    assert model.dtype == getattr(torch, dtype) and model.road == "tap"


def test_an_architecture_that_transformers_does_not_know_falls_back_to_the_body(build, folder):
    path = folder(build("bert").float())
    config = path / "config.json"
    config.write_text(config.read_text().replace("BertForMaskedLM", "BertForSomethingOfMyOwn"))
    assert type(load(path).module).__name__ == "BertModel"


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2", "distilbert", "t5", "bart", "modernbert"])
def test_a_text_of_the_longest_length_can_be_read(build, folder, family):
    """RoBERTa's first positions are not for text: it reads two tokens less than it has positions."""
    module = build(family).float()
    module.resize_token_embeddings(16384)  # the bundled tokenizer's
    path = folder(module, tokenizer=False)
    tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDER)
    tokenizer.model_max_length = 10**30
    tokenizer.save_pretrained(path)
    model = load(path)
    longest = model.encoder.longest or 100
    assert longest >= 62
    model.encoder.check_length(longest)
    encoded, losses = model.encoder.encode([Unit("d", "the house was in the water " * 100)], longest)
    assert losses.cut_units == 1 and len(encoded[0]) == longest
    heard = []
    model.attend(collate(encoded, model.encoder, start=model.start), lambda site, call: heard.append(site))
    assert len(heard) == len(model.sites)
