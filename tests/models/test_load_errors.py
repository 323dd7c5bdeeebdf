"""load(): what can be wrong with a model ends in a sentence that says what to do."""

import json
import shutil
import socket
from importlib import import_module

import pytest
import torch
from huggingface_hub import constants
from safetensors.torch import load_file, save_file

import headscope as hs
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.tokens import Encoded, Encoder, collate

loading = import_module("headscope.models.load")  # the module; the package has the function of that name


@pytest.fixture(scope="module")
def saved(build, folder):
    module = build("bert").float()
    module.resize_token_embeddings(16384)
    return folder(module)


@pytest.fixture
def tiny(saved, tmp_path):
    """A saved model to spoil."""
    return shutil.copytree(saved, tmp_path / "tiny")


@pytest.fixture
def offline(monkeypatch):
    """The Hub does not answer, and whoever asks it anyway fails the test."""
    monkeypatch.setattr(loading, "_hub_answers", lambda: False)
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("the network was used"))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("the network was used"))


def refused(place, sentence, **options):
    with pytest.raises(HeadscopeError, match=sentence) as error:
        load(place, **options)
    assert "\n" not in str(error.value)


def change(folder, **fields):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | fields))


def test_the_folder_that_the_others_spoil_loads(tiny):
    assert load(tiny).stacks == {"encoder": (3, 4)}


def test_a_folder_without_a_config(tmp_path):
    refused(tmp_path, "holds no model: expected a config.json, as save_pretrained writes it")


def test_a_missing_folder(offline, tmp_path):
    for name in (str(tmp_path / "nowhere"), "./nowhere", "~/nowhere", "a/b/c", "a\\b"):
        refused(name, "There is no folder '.*nowhere'|There is no folder 'a.b")


def test_a_file(tmp_path):
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"")
    refused(path, "is a file: give a model's folder, a Hub name, or a bundled model: bert-8x8, gpt-8x8")


@pytest.mark.parametrize("name", ["nobody/no-such-model", "no-such-model-at-all"])
def test_a_hub_name_without_the_hub(offline, name):
    refused(name, f"'{name}' is not a folder, not in the cache, and the Hub can't be reached. .*-m bert-8x8 or -m gpt-8x8")


@pytest.mark.parametrize(("name", "meant"), [("gpt-8x9", "gpt-8x8"), ("bert8x8", "bert-8x8"), ("GPT-8x8", "gpt-8x8")])
def test_a_bundled_name_spelt_wrongly(offline, name, meant):
    refused(name, f"There is no bundled model '{name}', and no folder of that name. Did you mean '{meant}'?")


@pytest.mark.parametrize("name", ["a" * 300, "white space", "emoji ☃", "..", "trailing.", "a//b"])
def test_a_name_that_no_model_can_have(offline, name):
    refused(name, ".")


def test_whether_the_hub_answers(monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("asked although HF_HUB_OFFLINE is set"))
    assert not loading._hub_answers()
    monkeypatch.undo()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(loading, "getproxies", dict)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{listener.getsockname()[1]}")
        assert loading._hub_answers()
    assert not loading._hub_answers()


@pytest.mark.parametrize("device", ["potato", "cpu:x", "cuda", "mps", "meta"])
def test_a_device_that_is_not_there(monkeypatch, device):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    refused("bundled", f"'{device}' is not (a device. Expected auto, cpu|present here. Present: cpu)", device=device)


@pytest.mark.parametrize("dtype", ["int8", "float", "torch.float32", ""])
def test_a_dtype_that_is_none(dtype):
    refused("bundled", f"'{dtype}' is not a dtype. Expected auto, float32, float16, bfloat16, float64", dtype=dtype)


@pytest.mark.parametrize("family", ["mamba", "fnet"])
def test_a_model_without_maps(build, folder, family):
    module = build(family).float()
    module.resize_token_embeddings(16384)
    refused(folder(module, family), f"'{family}' gives no attention weights to measure")


def test_remote_code_without_permission(tiny):
    change(tiny, model_type="my-own", auto_map={"AutoConfig": "code.Config", "AutoModel": "code.Model"})
    (tiny / "code.py").write_text("raise SystemExit('ran')\n")
    refused(tiny, "'tiny' brings its own code. Read it, and if you trust it, ask for it with --trust-remote-code")


@pytest.mark.parametrize("kind", ["empty", "cut", "noise", "pickle"])
def test_corrupt_weights(tiny, kind):
    path = tiny / "model.safetensors"
    whole = path.read_bytes()
    path.write_bytes(
        {"empty": b"", "cut": whole[: len(whole) // 2], "noise": bytes(range(256)) * 40, "pickle": b"\x80\x04N."}[kind]
    )
    refused(tiny, "The folder 'tiny' can't be loaded as a model")


def test_no_weights(tiny):
    (tiny / "model.safetensors").unlink()
    refused(tiny, "The folder 'tiny' can't be loaded as a model")


def test_weights_that_are_not_all_there(tiny):
    """transformers would draw the missing ones at random, and say so where nobody reads it."""
    path = tiny / "model.safetensors"
    save_file({k: v for k, v in load_file(path).items() if ".query." not in k}, path, {"format": "pt"})
    refused(tiny, "tiny")


def test_no_tokenizer(tiny):
    """transformers would make one that knows five tokens."""
    for path in (*tiny.glob("tokenizer*"), *tiny.glob("vocab*"), *tiny.glob("special*")):
        path.unlink()
    refused(tiny, "tiny")


@pytest.mark.parametrize("text", ["{", "", "[]", "null", "5", "{}", '{"model_type": "my-own"}', "\x00"])
def test_a_config_that_is_none(tiny, text):
    (tiny / "config.json").write_text(text)
    refused(tiny, "The folder 'tiny' can't be loaded as a model")


@pytest.mark.parametrize(
    "fields", [{"num_hidden_layers": "many"}, {"num_attention_heads": 5}, {"hidden_size": -4}, {"hidden_size": 64}], ids=str
)
def test_a_config_that_does_not_fit(tiny, fields):
    change(tiny, **fields)
    refused(tiny, "The folder 'tiny' can't be loaded as a model")


@pytest.mark.parametrize("name", ["Trainer", "logging", "pipeline", "BertConfig", "BertTokenizer", 5])
def test_an_architecture_that_is_no_model(tiny, name):
    """Whatever `transformers` has under that name, only a model may come of it."""
    change(tiny, architectures=[name])
    try:
        assert load(tiny).stacks == {"encoder": (3, 4)}
    except HeadscopeError as error:
        assert "tiny" in str(error)


def test_elmo_is_told_from_a_folder_without_a_model(tmp_path):
    (tmp_path / "elmo_options.json").write_text('{"lstm": {"dim": 4096}}')
    refused(tmp_path, "looks like ELMo: it is made of LSTMs, which have no attention weights to show")


FITS = "The tokenizer does not fit the model: it gives '.+' the id [0-9,]+, and the model has embeddings for 120 tokens. Give the tokenizer"


def test_a_tokenizer_of_another_model(build, folder, bundled, text_file):
    """Where a text has a token that the model does not have, through every door."""
    place = folder(build("bert").float(), "other")  # 120 tokens, with a tokenizer of 16,384
    model = load(place)
    assert model.encoder.vocabulary == 120 and model.difference < 1e-5
    doors = (
        lambda: hs.attend(model, "She found the old key."),
        lambda: hs.predict(model, "1-1", "She found the old key."),
        lambda: hs.measure(model, text_file(1), ["offset"], max_length=32, progress=False),
        lambda: hs.measure(model, "annotated", ["dependency"], max_length=32, limit=4, progress=False),
        lambda: hs.attend(model.module, "She found the old key.", tokenizer=bundled.encoder.tokenizer),
    )
    for door in doors:
        with pytest.raises(HeadscopeError, match=FITS):
            door()
    with pytest.raises(HeadscopeError, match=r"gives '.+' the id [0-9]+, and the model has embeddings for 3 tokens"):
        Encoder(bundled.encoder.tokenizer, vocabulary=3)


def test_a_padding_token_that_the_model_does_not_have_is_not_needed(build, folder):
    """As where a tokenizer was given one and the model was not resized: what it fills up is hidden."""
    model = load(folder(build("llama").float(), "padless"))
    model.encoder.tokenizer.pad_token_id = 16_000
    side = collate([Encoded("d", ids, (0,) * len(ids), (0,) * len(ids)) for ids in ((5, 6, 7), (5,))], model.encoder).source
    assert side.ids.tolist() == [[5, 6, 7], [5, 0, 0]] and side.lengths == (3, 1)
