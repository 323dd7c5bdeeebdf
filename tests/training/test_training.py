"""The two scripts of training/, run on a toy text of their own: a 2×2 model, some dozens of steps on the CPU."""

from __future__ import annotations

import json
import lzma
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoModelForPreTraining, AutoTokenizer

TRAINING = Path(__file__).resolve().parents[2] / "training"
SMALL = [
    "--device",
    "cpu",
    "--layers",
    "2",
    "--heads",
    "2",
    "--hidden",
    "32",
    "--feed-forward",
    "64",
    "--length",
    "32",
    "--long-length",
    "64",
    "--batch-size",
    "32",
    "--long-batch-size",
    "16",
    "--held-out",
    "0.1",
]


def script(name: str) -> ModuleType:
    """The scripts import each other as neighbours, as they do when run."""
    if str(TRAINING) not in sys.path:
        sys.path.insert(0, str(TRAINING))
    return import_module(name)


prepare, bert, pretrain, loop = script("prepare"), script("bert"), script("pretrain"), script("loop")


def toy_text(documents: int = 300) -> str:
    chance = random.Random(5)
    animals, verbs, places = ("cat", "dog", "owl", "mouse"), ("sees", "follows", "leaves"), ("House", "garden", "river")

    def sentence(animal: str) -> str:
        near = f"near the {chance.choice(places)}{chance.choice('.!?')}"
        return f"The {animal} {chance.choice(verbs)} the {chance.choice(animals)} {near}"

    def document() -> str:
        animal = chance.choice(animals)  # what makes the sentences of a document belong together
        return "\n".join(" ".join(sentence(animal) for _ in range(3)) for _ in range(2))

    return "\n\n".join(document() for _ in range(documents))


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("text") / "toy.txt"
    path.write_text(toy_text(), encoding="utf8")
    return path


@pytest.fixture(scope="module")
def data(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    assert prepare.main([str(folder), str(text), "--vocabulary-size", "120", "--vocabulary-share", "0.5"]) == 0
    return folder


@pytest.fixture(scope="module")
def out(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    options = ["--steps", "60", "--learning-rate", "1e-2", "--warm-up", "10", "--checkpoints"]
    assert pretrain.main([str(data), str(folder), *SMALL, *options]) == 0
    return folder


def test_prepared_text_reads_as_the_text(text: Path, data: Path) -> None:
    meta = json.loads((data / "meta.json").read_text())
    tokens, starts, ends = (
        np.load(data / f"{name}.npy", allow_pickle=False) for name in ("tokens", "sentence_starts", "document_ends")
    )
    entries = (data / "vocab.txt").read_text(encoding="utf8").split("\n")
    pieces = np.array(entries)[tokens]
    words = "".join(piece.removeprefix("##") if piece.startswith("##") else f" {piece}" for piece in pieces).split()
    assert words == "".join(f" {mark} " if mark in ".!?" else mark for mark in text.read_text().lower()).split()
    assert meta["vocabulary"] == len(entries) - 1 <= 120 and meta["documents"] == 300 and meta["tokens"] == len(tokens)
    assert [entries[meta[name]] for name in ("pad", "unk", "cls", "sep", "mask")] == entries[:5]
    assert tokens.dtype == np.uint16
    assert all(pieces[start] == "the" for start in starts) and all(pieces[end - 1] in ".!?" for end in ends)


def test_layout_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "TAIL", 0)
    monkeypatch.setattr(prepare, "SHORTEST", 2)
    end, vocabulary = prepare.DOCUMENT_END, {".": 1, '"': 2}
    # document 1: 7 7 . | 8 8 8 . "     document 2: 9 9 . | 6 .     (two marks in a row are one end)
    stream = np.array([7, 7, 1, 8, 8, 8, 1, 2, end, end, 9, 9, 1, 6, 1, end], np.uint16)
    tokens, starts, limits, documents = prepare.lay_out(stream, vocabulary)
    assert tokens.tolist() == [7, 7, 1, 8, 8, 8, 1, 2, 9, 9, 1, 6, 1] and documents == 2
    assert starts.tolist() == [0, 3, 8]  # the start at 11 has only two tokens left
    assert limits.tolist() == [8, 8, 13]


def test_compressed_text_and_a_given_vocabulary_give_the_same_tokens(text: Path, data: Path, tmp_path: Path) -> None:
    compressed = tmp_path / "toy.txt.xz"
    compressed.write_bytes(lzma.compress(text.read_bytes()))
    (tmp_path / "vocab.txt").write_bytes((data / "vocab.txt").read_bytes())
    assert prepare.main([str(tmp_path), str(compressed)]) == 0
    for name in ("tokens.npy", "sentence_starts.npy", "document_ends.npy", "meta.json", "vocab.txt"):
        assert (tmp_path / name).read_bytes() == (data / name).read_bytes()
    assert not list(tmp_path.glob(".*"))


def numbered_corpus(sentence: int = 10, document: int = 50, count: int = 4000) -> Any:
    """Every token is its own place in the stream plus 10, so that a batch shows where it was cut."""
    starts = torch.arange(0, count - 300, sentence)
    meta = {"vocabulary": count + 10, "pad": 0, "unk": 1, "cls": 2, "sep": 3, "mask": 4}
    return pretrain.Corpus(torch.arange(count, dtype=torch.int32) + 10, starts, (starts // document + 1) * document, 100, meta)


def test_batch_layout() -> None:
    corpus, length = numbered_corpus(), 64
    batch = pretrain.cut_batch(corpus, 500, length, torch.Generator().manual_seed(3), 100, len(corpus.starts))
    assert batch.predicted.shape == batch.labels.shape == (500, 10)  # 16% of 64
    real = batch.labels != -100
    places = batch.ids.gather(1, batch.predicted)
    masked, kept = (places == 4) & real, (places == batch.labels) & real
    assert masked.sum() / real.sum() == pytest.approx(0.8, abs=0.03) and kept.sum() / real.sum() == pytest.approx(0.1, abs=0.03)
    original = batch.ids.scatter(1, batch.predicted, torch.where(real, batch.labels, places))
    for ids, segments, mask, predicted, unrelated in zip(
        original.tolist(),
        batch.segments.tolist(),
        batch.mask.tolist(),
        batch.predicted.tolist(),
        batch.unrelated.tolist(),
        strict=True,
    ):
        first, second = (place for place, token in enumerate(ids) if token == 3)
        a, b = [token - 10 for token in ids[1:first]], [token - 10 for token in ids[first + 1 : second]]
        assert ids[0] == 2 and len(set(predicted)) == len(predicted)
        assert a == list(range(a[0], a[0] + len(a))) and b == list(range(b[0], b[0] + len(b)))
        assert a[0] % 10 == 0 and a[0] // 50 == a[-1] // 50 and b[0] // 50 == b[-1] // 50  # a sentence; inside one document
        assert (b[0] == a[-1] + 1 and a[0] // 50 == b[-1] // 50) if not unrelated else b[0] % 10 == 0
        assert segments == [0] * (first + 1) + [1] * (second - first) + [0] * (length - 1 - second)
        assert mask == [True] * (second + 1) + [False] * (length - 1 - second)
        assert ids[second + 1 :] == [0] * (length - 1 - second)
    assert not batch.mask.all()
    special = (original == 2) | (original == 3) | (original == 0)
    assert not (special.gather(1, batch.predicted) & real).any()


def test_half_of_the_second_segments_follow() -> None:
    corpus = numbered_corpus(document=1000)  # with longer documents, few end before the second segment
    batch = pretrain.cut_batch(corpus, 2000, 64, torch.Generator().manual_seed(3), 0, len(corpus.starts))
    assert batch.unrelated.float().mean() == pytest.approx(0.5, abs=0.05)
    assert (batch.labels != -100).float().mean() == 1 and batch.predicted.shape[1] / 64 == pytest.approx(0.16, abs=0.01)


def test_short_sequences_predict_all_they_have_and_held_out_stays_apart() -> None:
    corpus = numbered_corpus(sentence=25, document=25)
    batch = pretrain.cut_batch(corpus, 100, 400, torch.Generator().manual_seed(3), 0, corpus.held_out)
    assert ((batch.labels != -100).sum(1) == batch.mask.sum(1) - 3).all()  # 64 places to predict, 50 tokens to be had
    assert batch.labels.max() < corpus.starts[corpus.held_out] + 10


def test_folder_is_whole_and_loads(out: Path, data: Path) -> None:
    final = out / "final"
    names = {"config.json", "model.safetensors", "vocab.txt", "tokenizer.json", "tokenizer_config.json", "README.md"}
    assert {path.name for path in final.iterdir()} == names
    assert {weight.dtype for weight in load_file(final / "model.safetensors").values()} == {torch.float16}
    config = json.loads((final / "config.json").read_text())
    assert config["architectures"] == ["BertForPreTraining"] and config["dtype"] == "float16"
    for kind in (AutoModelForPreTraining, AutoModel):
        model, report = kind.from_pretrained(final, output_loading_info=True)
        assert not report["missing_keys"] and not report["mismatched_keys"]
        assert model.dtype == torch.float16 and not (kind is AutoModelForPreTraining and report["unexpected_keys"])
    assert {path.name for path in out.iterdir()} == {
        "final",
        *(f"step-{step}" for step in (0, 16, 24, 32, 48)),
    }  # and they are whole models too
    assert all({path.name for path in folder.iterdir()} == names for folder in out.iterdir())


def test_tokenizer(out: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(out / "final")
    encoded = tokenizer("The CAT sees the House.", "The owl leaves!")
    tokens = tokenizer.convert_ids_to_tokens(encoded["input_ids"])
    middle = tokens.index("[SEP]")
    assert tokens[0] == "[CLS]" and tokens[-1] == "[SEP]" and tokens.count("[SEP]") == 2
    assert encoded["token_type_ids"] == [0] * (middle + 1) + [1] * (len(tokens) - middle - 1)
    assert tokenizer.decode(encoded["input_ids"], skip_special_tokens=True) == "the cat sees the house. the owl leaves!"
    assert tokenizer.model_max_length == 64 and tokenizer.pad_token_id == 0 and tokenizer.mask_token_id == 4


def test_the_saved_model_has_learnt(out: Path, data: Path) -> None:
    recipe = bert.Recipe(layers=2, heads=2, hidden=32, feed_forward=64, length=32, long_length=64, long_batch_size=16)
    corpus = pretrain.load_corpus(data, 0.1, "cpu")
    torch.manual_seed(0)
    before = pretrain.held_out(bert.make_model(recipe, corpus.meta["vocabulary"], 0), corpus, recipe)
    saved = AutoModelForPreTraining.from_pretrained(out / "final", dtype=torch.float32)
    after = pretrain.held_out(saved, corpus, recipe)
    assert after[0] < 0.6 * before[0]
    card = (out / "final" / "README.md").read_text(encoding="utf8")
    assert "2 layers × 2 heads" in card and "60 steps" in card and f"{51 * 32 * 32 + 9 * 16 * 64:,} tokens" in card
    measured = float(card.split("masked-word loss ")[1].split()[0])
    assert measured == pytest.approx(after[0], abs=0.01)  # float16 rounds


def test_defaults_are_the_bundled_models() -> None:
    model = bert.make_model(bert.Recipe(), 16384, 0)
    assert model.num_parameters() / 1e6 == pytest.approx(10.8, abs=0.05)
    when = ((0, 0.0), (2499, 0.1), (9999, 0.55), (9999, 1.0))
    rates = [loop.learning_rate(bert.Recipe(), loop.line, *one) for one in when]
    assert rates == pytest.approx([8e-7, 2e-3, 1e-3, 4e-5]) and bert.Recipe().weight_decay == 0.1


def test_seconds_end_a_run_and_force_replaces(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [str(data), str(tmp_path), *SMALL, "--seconds", "0.2", "--report-every", "1"]
    assert pretrain.main(command) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("held out: words ") and shown.err.startswith("step 1 0s words ")
    first = (tmp_path / "final" / "model.safetensors").read_bytes()
    assert pretrain.main(command) == 2 and "--force" in capsys.readouterr().err
    assert pretrain.main([*command, "--force", "--seed", "1"]) == 0
    assert (tmp_path / "final" / "model.safetensors").read_bytes() != first
    assert [path.name for path in tmp_path.iterdir()] == ["final"]


def test_a_folder_cut_off_in_writing_replaces_nothing(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "final").mkdir()
    (tmp_path / "final" / "old").touch()

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bert, "write_tokenizer", cut_off)
    with pytest.raises(KeyboardInterrupt):
        pretrain.main([str(data), str(tmp_path), *SMALL, "--steps", "1", "--force"])
    assert [path.name for path in (tmp_path / "final").iterdir()] == ["old"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no text file"),
        (b"", "The vocabulary learnt from this text has none of . ! ?"),
        (b"The cat sees the dog. " * 8, "The text is too little"),
        (b"The cat sees the dog.\n\n" * 200, "Every document is too short"),
        (b"caf\xe9. " * 400, "is not UTF-8 text"),
    ],
)
def test_prepare_says_what_is_wrong(
    content: bytes | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "text.txt"
    if content is not None:
        source.write_bytes(content)
    assert prepare.main([str(tmp_path / "data"), str(source), "--vocabulary-share", "1"]) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1
    assert not list((tmp_path / "data").glob("*"))  # a vocabulary left behind would be used for the next, larger text


def test_a_broken_archive_as_a_command(tmp_path: Path) -> None:
    (tmp_path / "text.xz").write_bytes(lzma.compress(b"The cat sees the dog. " * 100)[:-20])
    command = [sys.executable, str(TRAINING / "prepare.py"), str(tmp_path), str(tmp_path / "text.xz")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr == f"{tmp_path / 'text.xz'} is not a whole .xz file.\n" and not done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--held-out", "0.001"], "The text is too little"),
        (["--held-out", "0.999"], "The text is too little"),
        (["--heads", "3"], "--hidden 32 cannot be divided among --heads 3."),
        (["--long-length", "600"], "--length 32 and --long-length 600 must rise"),
        (["--batch-size", "0"], "--batch-size is 0; it must be at least 1."),
        (["--held-out", "nan"], "--held-out is nan; it must lie between 0 and 1."),
        (["--learning-rate", "0"], "--learning-rate is 0.0; it must be more than 0."),
        (["--seconds", "0"], "--seconds must be more than 0"),
        (["--steps", "3", "--learning-rate", "1e30"], "The loss is no longer a number"),
    ],
)
def test_pretrain_says_what_is_wrong(
    options: list[str], said: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pretrain.main([str(data), str(tmp_path), *SMALL, *options]) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1 and not list(tmp_path.iterdir())


def test_pretrain_needs_prepared_text_and_a_gpu(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pretrain.main([str(tmp_path), str(tmp_path), *SMALL]) == 2
    assert "holds no prepared text: run prepare.py first." in capsys.readouterr().err
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert pretrain.main([str(data), str(tmp_path)]) == 2
    assert "--device cpu" in capsys.readouterr().err
