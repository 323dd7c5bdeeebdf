"""training/gpt.py on a CPU: its tokenizer, batches, checkpoints, folder and mistakes, on a toy text."""

import json
import random
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM, AutoTokenizer

import headscope as hs

TRAINING = Path(__file__).resolve().parents[2] / "training"
SMALL = [
    *("--device", "cpu", "--layers", "2", "--heads", "2", "--hidden", "32", "--feed-forward", "48", "--length", "32"),
    *("--batch-size", "16", "--held-out", "0.1", "--vocabulary-size", "300", "--vocabulary-share", "1", "--shortest", "20"),
    *("--learning-rate", "1e-2", "--warm-up", "5"),
]


def script(name: str) -> ModuleType:
    """The scripts import each other as neighbours, as they do when run."""
    if str(TRAINING) not in sys.path:
        sys.path.insert(0, str(TRAINING))
    return import_module(name)


gpt, loop = script("gpt"), script("loop")


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(5)

    def sentence() -> str:
        return f"The {chance.choice(('cat', 'dog', 'owl'))} sees the {chance.choice(('house', 'café', 'river'))}."

    path = tmp_path_factory.mktemp("text") / "toy.txt"
    path.write_text(
        "\n\n".join("\n".join(f"{sentence()} {sentence()}" for _ in range(2)) for _ in range(200)) + "\n\nShort.\n", "utf8"
    )
    return path


@pytest.fixture(scope="module")
def out(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    assert gpt.main([str(folder), str(text), *SMALL, "--steps", "40", "--checkpoints"]) == 0
    return folder


def test_the_stream_is_the_text(text: Path) -> None:
    recipe = gpt.Recipe(vocabulary_size=300, vocabulary_share=1.0, shortest=20)
    tokenizer = gpt.learn_tokenizer([text], recipe)
    rows = gpt.encode([text], tokenizer, recipe.shortest)
    documents = text.read_text("utf8").split("\n\n")
    assert len(rows) == 200, "the short one is left out"
    for row, document in zip(rows, documents, strict=False):
        assert row[-1] == gpt.LAST and tokenizer.decode(row[:-1].tolist()) == document.strip()
    held, trained = gpt.streams(rows, gpt.Recipe(held_out=0.1, length=32), "cpu")
    assert held.tolist() == np.concatenate(rows[:20]).tolist() and len(held) + len(trained) == sum(map(len, rows))


def test_batches_are_cut_from_the_stream() -> None:
    stream = torch.arange(10, 510, dtype=torch.int32)
    ids = gpt.cut_batch(stream, 300, 16, torch.Generator().manual_seed(1))
    assert ids.shape == (300, 17) and (ids[:, 0] == gpt.FIRST).all()
    assert (ids[:, 2:] - ids[:, 1:-1] == 1).all() and ids.max() < 510


def test_the_loss_is_that_of_the_next_token() -> None:
    torch.manual_seed(1)
    model = gpt.make_model(gpt.Recipe(layers=1, heads=2, hidden=16, feed_forward=24, length=16), 40).eval()
    ids = torch.randint(0, 40, (2, 9))
    with torch.no_grad():
        logits = torch.log_softmax(model(input_ids=ids).logits, -1)
        expected = -np.mean([logits[row, at, ids[row, at + 1]].item() for row in range(2) for at in range(8)])
        assert gpt.losses(model, ids)[0].item() == pytest.approx(expected, abs=1e-5)


def test_checkpoints_are_whole_models_that_headscope_reads(out: Path) -> None:
    names = {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "README.md"}
    assert {path.name for path in out.iterdir()} == {"final", "step-0", "step-16", "step-24", "step-32"}
    assert all({path.name for path in folder.iterdir()} == names for folder in out.iterdir())
    weights = load_file(out / "final" / "model.safetensors")
    assert "lm_head.weight" not in weights and {one.dtype for one in weights.values()} == {torch.float16}
    assert json.loads((out / "final" / "config.json").read_text())["architectures"] == ["LlamaForCausalLM"]
    model = hs.load(out / "final")
    assert model.stacks == {"decoder": (2, 2)} and model.encoder.longest == 32 and model.road == "tap"
    assert hs.attend(model, "The cat").stack().queries.texts[0] == "<s>"


def test_it_has_learnt(out: Path, text: Path) -> None:
    def loss(folder: Path) -> float:
        return float((folder / "README.md").read_text("utf8").split("Held out: ")[1].split()[0])

    losses = [loss(out / name) for name in ("step-0", "step-16", "final")]
    assert losses == sorted(losses, reverse=True) and losses[2] < 0.5 * losses[0]
    model, tokenizer = (
        AutoModelForCausalLM.from_pretrained(out / "final", dtype=torch.float32),
        AutoTokenizer.from_pretrained(out / "final"),
    )
    held = torch.tensor([tokenizer(text.read_text("utf8")[:100])["input_ids"][:32]])
    with torch.no_grad():
        assert model(input_ids=held, labels=held).loss.item() == pytest.approx(losses[2], abs=0.8)
    assert "2 layers × 2 heads" in (out / "final" / "README.md").read_text("utf8")


def test_defaults_are_the_bundled_models() -> None:
    recipe = gpt.Recipe()
    assert gpt.make_model(recipe, 16384).num_parameters() / 1e6 == pytest.approx(10.62, abs=0.01)
    rates = [loop.learning_rate(recipe, loop.cosine, *when) for when in ((0, 0.0), (400, 0.0), (4500, 0.5), (9000, 1.0))]
    assert (
        rates == pytest.approx([5e-6, 2e-3, 1.05e-3, 1e-4])
        and recipe.steps * recipe.batch_size * recipe.length == 1_179_648_000
    )
    marks = [step for step in range(9000) if loop.is_checkpoint(step)]
    assert marks == [0, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192]


@pytest.mark.parametrize(
    ("precision", "device", "bf16"),
    [("auto", "cuda", True), ("auto", "cpu", False), ("bf16", "cpu", True), ("float32", "cuda", False)],
)
def test_precision_follows_the_device_unless_asked_for(precision: str, device: str, bf16: bool) -> None:
    assert gpt.Recipe(precision=precision).is_bf16(device) is bf16


@pytest.mark.parametrize(("precision", "kind"), [("auto", torch.float32), ("bf16", torch.bfloat16)])
def test_products_on_a_cpu_have_the_precision_asked_for(precision: str, kind: torch.dtype) -> None:
    with gpt.Recipe(precision=precision).autocast("cpu"):
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == kind


def test_another_seed_reads_the_same_tokens(out: Path, text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A history of several seeds: other weights, the same tokenizer, at the same steps."""
    options = ["--steps", "17", "--checkpoints", "--seed", "1"]
    assert gpt.main([str(tmp_path / "other"), str(text), *SMALL, *options, "--tokenizer", str(out / "final")]) == 0
    names = ("step-0", "step-16")
    for name in names:
        assert (tmp_path / "other" / name / "tokenizer.json").read_bytes() == (out / name / "tokenizer.json").read_bytes()
    weights = [
        load_file(folder / "step-0" / "model.safetensors")["model.embed_tokens.weight"] for folder in (out, tmp_path / "other")
    ]
    assert not torch.equal(*weights)
    capsys.readouterr()
    assert gpt.main([str(tmp_path / "third"), str(text), *SMALL, "--tokenizer", str(tmp_path)]) == 2
    assert "--tokenizer takes the folder of a model that gpt.py wrote" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--held-out", "0.0001"], "The text is too little: of 200 documents 0 are held out"),
        (["--heads", "3"], "--hidden 32 cannot be divided among --heads 3."),
        (["--vocabulary-size", "100"], "--vocabulary-size is 100; it must be at least 258"),
        (["--vocabulary-share", "0"], "--vocabulary-share is 0.0; it must be more than 0"),
        (["--first-weights", "0"], "--first-weights is 0.0; it must be more than 0."),
        (["--length", "2"], "--length is 2; it must be at least 4."),
        (["--steps", "2", "--learning-rate", "1e30"], "The loss is no longer a number"),
        (["--device", "cuda"], "There is no CUDA device here"),
        (["--precision", "half"], "--precision is 'half'; it must be one of auto, bf16, float32."),
    ],
)
def test_mistakes_are_one_sentence(
    options: list[str],
    said: str,
    text: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert gpt.main([str(tmp_path), str(text), *SMALL, *options]) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1 and not list(tmp_path.iterdir())


def test_a_text_that_is_not_there_and_a_model_that_is(
    out: Path, text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gpt.main([str(tmp_path), str(tmp_path / "none.txt"), *SMALL]) == 2
    assert "There is no text file" in capsys.readouterr().err
    assert gpt.main([str(out), str(text), *SMALL]) == 2 and "--force" in capsys.readouterr().err
