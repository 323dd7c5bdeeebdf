"""Attention made elsewhere: what is written is what is read, and what is read is measured as if the model had been there."""

import gc
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
import torch
import transformers

from headscope.api.measure import measure
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.measures import Maps, make
from headscope.models import Model
from headscope.models.connect import connect
from headscope.models.maps import Line, MapsWriter, check_model, open_maps, unit_line, unit_maps
from headscope.models.maps.lines import read_lines
from headscope.tokens import batches, chunks, collate, pairs

TOKENS = ("[CLS]", "it", ".", "[SEP]", "yes", ",", "[SEP]")
NAMES = ["offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak"]


def random_maps(lengths, layers=2, heads=3, dtype=np.float64, seed=0):
    random = np.random.default_rng(seed)
    made = {}
    for number, n in enumerate(lengths, 1):
        weights = random.random((layers, heads, n, n)) ** 3
        made[f"m{number}"] = (weights / weights.sum(-1, keepdims=True)).astype(dtype)
    return made


def save(path: Path, maps: dict, lines: list[dict] | None = None, compressed: bool = False) -> Path:
    """A pair of files as another tool would write them, with NumPy and json alone."""
    if path.suffix == ".npz":
        (np.savez_compressed if compressed else np.savez)(path, **maps)
    else:
        safetensors.numpy.save_file({name: np.ascontiguousarray(array) for name, array in maps.items()}, path)
    if lines is None:
        lines = [{"id": name, "tokens": [f"w{i}" for i in range(array.shape[-1])]} for name, array in maps.items()]
    path.with_suffix(".jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def values(scores) -> dict:
    return {s: scores.value(s) for baselines in (False, True) for s in scores.series(baselines=baselines)}


def measured(path: Path, **options) -> dict:
    model, corpus = open_maps(path)
    return values(measure(model, corpus, NAMES, progress=False, **options))


def assert_same(one: dict, other: dict, tolerance: float) -> None:
    strip = [{(s.stack, s.measure, s.key, s.baseline): v for s, v in side.items()} for side in (one, other)]
    assert strip[0].keys() == strip[1].keys() and strip[0]
    for key, value in strip[0].items():
        np.testing.assert_allclose(strip[1][key], value, rtol=0, atol=tolerance, err_msg=str(key))


def write_from(model, corpus_units, path: Path, precision=torch.float32) -> Path:
    encoded, _ = model.encoder.encode(corpus_units, 64)
    with MapsWriter(path) as writer:
        for number, row in enumerate(encoded):
            (array,) = unit_maps(model, [row], precision)
            writer.add(f"{row.document}/{number}", array)
            writer.note(unit_line(f"{row.document}/{number}", row, model))
    return path


def _gpt2():
    """Causal; the bundled tokenizer's words."""
    sizes = {"n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 64, "initializer_range": 0.3}
    torch.manual_seed(0)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(vocab_size=16384, **sizes)).eval()


@pytest.mark.parametrize("family", ["bundled", "gpt2"])
def test_a_models_maps_measure_as_the_model_does(family, bundled, encoder, tmp_path, text_file):
    """Round trip in float32, for an encoder and a causal model: scores, baselines, kinds of tokens and groups."""
    model = bundled if family == "bundled" else connect(Model(family, _gpt2(), encoder))
    corpus = open_corpus(text_file(documents=6))
    units = [unit for chunk in chunks(corpus.documents(), "pair") for unit in chunk.units]
    path = write_from(model, units, tmp_path / "maps.npz")
    direct = measure(model, corpus, NAMES, max_length=64, progress=False)
    opened, texts = open_maps(path)
    assert opened.stacks == model.stacks
    again = measure(opened, texts, NAMES, progress=False)
    assert_same(values(direct), values(again), 5e-6)  # entropy: of rows in float32 here, of maps in float64 there
    for series in direct.series():
        other = series._replace(corpus="maps")
        assert np.array_equal(direct.tally.weights(series), again.tally.weights(other)), "the same groups of documents"
    assert again.manifest.model["road"] == "maps" and again.manifest.model["parameters"] == 0
    assert again.manifest.units == len(units) and again.manifest.tokens == direct.manifest.tokens


def test_npz_and_safetensors_give_the_same(tmp_path):
    maps = random_maps([5, 9, 2, 7], dtype=np.float32)
    plain = measured(save(tmp_path / "a.npz", maps))
    assert_same(plain, measured(save(tmp_path / "b.safetensors", maps)), 1e-9)
    assert_same(plain, measured(save(tmp_path / "c.npz", maps, compressed=True)), 1e-9)
    odd = {name: np.asfortranarray(array).astype(">f8") for name, array in maps.items()}
    assert_same(plain, measured(save(tmp_path / "d.npz", odd)), 1e-9)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float16, 2e-3), (np.float32, 1e-6), (np.float64, 0)])
def test_every_width_is_measured_in_float64(tmp_path, dtype, tolerance):
    exact = random_maps([6, 4])
    path = save(tmp_path / "maps.npz", {name: array.astype(dtype) for name, array in exact.items()})
    model, _ = open_maps(path)
    assert model.dtype == torch.float64
    assert_same(measured(save(tmp_path / "exact.npz", exact)), measured(path), tolerance)


def test_a_hand_made_head_has_its_known_figures_whatever_it_is_batched_with(tmp_path):
    """Layer 2, head 1 looks at the next token, and the last one at itself."""
    maps = random_maps([7, 3, 12])
    maps["m1"][1, 0] = np.eye(7, k=1) + np.diag([0] * 6 + [1])
    path = save(tmp_path / "maps.npz", maps)
    model, corpus = open_maps(path)
    rows, _ = model.encoder.encode([u for d in corpus.documents() for u in [_unit(d)]], 1)
    for size in (1, 3):
        for mine in batches(rows, size):
            batch = collate(mine, model.encoder)
            seen = {}
            model.attend(batch, lambda site, call, seen=seen: seen.__setitem__(site.layer, call.weights))
            if any(row.document == "m1" for row in mine):
                at = [row.document for row in mine].index("m1")
                figure = make("offset").observe(Maps(seen[1], batch.source, batch.source)).values[:, at, 0]
                assert figure.tolist() == pytest.approx([0, 1 / 7, 6 / 7])


def _unit(document):
    (unit,) = pairs(document)
    return unit


def test_documents_decide_the_groups_and_each_map_is_a_unit_of_its_own(tmp_path):
    maps = random_maps([3, 3, 3])
    lines = [{"id": f"m{i}", "tokens": ["a", "b", "c"], "document": d} for i, d in ((1, "x"), (2, "x"), (3, "y"))]
    model, corpus = open_maps(save(tmp_path / "maps.npz", maps, lines))
    scores = measure(model, corpus, ["peak"], progress=False)
    assert (scores.manifest.units, scores.manifest.corpora[0].documents) == (3, 2)
    (series,) = scores.series()
    assert sorted(scores.tally.weights(series)[scores.tally.weights(series) > 0]) == [1, 2]


@pytest.mark.parametrize(
    ("tokens", "special", "kinds"),
    [
        ("[CLS] it . [SEP] yes [SEP]", None, "c--s-s"),
        ("<s> it </s> </s> yes </s>", None, "c-ss-s"),
        ("it . yes", None, "---"),
        ("it </s>", [1], "-s"),
        ("it <sep> yes <sep> <cls>", [1, 3, 4], "-s-sc"),
        ("<go> it <stop> yes <stop>", [0, 2, 4], "c-s-s"),
        ("[CLS] it [SEP] said", [0], "c---"),  # where special is known, a word that looks like it is none
        ("[CLS] [MASK] [SEP]", [0, 1, 2], "c-s"),
        ("[CLS] it [SEP]", [], "---"),
    ],
)
def test_kinds_of_tokens(tokens, special, kinds):
    line = Line("1", tuple(tokens.split()), None if special is None else tuple(special))
    assert line.kinds() == tuple({"c": "cls", "s": "sep", "-": ""}[k] for k in kinds)


def test_which_tokens_open_a_text_can_be_told_where_names_mislead():
    assert Line("1", ("</s>", "it"), special=(0,)).kinds() == ("sep", "")
    assert Line("1", ("</s>", "it"), special=(0,), cls=(0,)).kinds() == ("cls", "")


def test_the_second_text_begins_after_the_closing_tokens():
    assert Line("1", TOKENS).segments() == (0, 0, 0, 0, 1, 1, 1)
    assert Line("1", ("<s>", "a", "</s>", "</s>", "b", "</s>")).segments() == (0, 0, 0, 0, 1, 1)
    assert Line("1", ("a", "b"), segment=(1, 0)).segments() == (1, 0)


def test_punctuation_is_told_with_its_word_marks(tmp_path):
    tokens = [".", "##,", "Ġ.", "▁,", "a.", ",</w>", "?"]
    path = save(tmp_path / "maps.npz", random_maps([7]), [{"id": "m1", "tokens": tokens}])
    model, corpus = open_maps(path)
    rows, _ = model.encoder.encode([_unit(next(corpus.documents()))], 1)
    side = collate(rows, model.encoder).source
    assert side.punct[0].tolist() == [True, True, True, True, False, True, False]
    assert not side.has_cls and not side.has_sep


def test_lines_come_back_as_they_were_written(tmp_path):
    line = Line("é/1", ("[CLS]", "\u2028x", "y"), (0,), (0, 0, 1), (None, 0, 1), ("x", "y"), (0, 1), ("root", "obj"), "d", (0,))
    path = tmp_path / "maps.jsonl"
    path.write_text(line.to_json() + "\n\n" + json.dumps({"id": "2", "tokens": ["a"], "more": {}}) + "\n", encoding="utf-8")
    assert list(read_lines(path)) == [line, Line("2", ("a",))]


def test_causal_maps_are_a_decoders_and_their_even_attention_looks_back_only(tmp_path):
    maps = {name: np.tril(array) for name, array in random_maps([5, 1, 8]).items()}
    maps = {name: array / array.sum(-1, keepdims=True) for name, array in maps.items()}
    figures = measured(save(tmp_path / "maps.npz", maps))
    assert {series.stack for series in figures} == {"decoder"}
    uniform = next(v for s, v in figures.items() if (s.measure, s.key, s.baseline) == ("offset", "0", "uniform"))
    expected = np.mean([np.mean(1 / np.arange(1, n + 1)) for n in (5, 1, 8)])
    assert uniform[0, 0] == pytest.approx(expected)


def test_only_one_batch_is_read_at_a_time(tmp_path, monkeypatch):
    path = save(tmp_path / "maps.npz", random_maps([4] * 30))
    opened: list[str] = []
    real = zipfile.ZipFile.open

    def note(self, member, *rest, **options):
        opened.append(member.filename)
        return real(self, member, *rest, **options)

    monkeypatch.setattr(zipfile.ZipFile, "open", note)
    model, corpus = open_maps(path)
    assert len(opened) == 30 + 1, "headers, and one map that shows that the model is not causal"
    opened.clear()
    rows, _ = model.encoder.encode([_unit(d) for d in corpus.documents()], 1)
    model.attend(collate(rows[:5], model.encoder), lambda site, call: None)
    assert opened == [f"m{i}.npy" for i in range(1, 6)]


def test_short_rows_are_measured_as_they_are_and_remarked_on_once(tmp_path):
    maps = random_maps([4, 4, 4])
    maps["m2"][0, 1, 2] *= 0.5
    maps["m3"][1, :, :2] *= 0.9
    model, corpus = open_maps(save(tmp_path / "maps.npz", maps))
    assert model.rows.remark() is None
    measure(model, corpus, ["peak"], batch_size=2, progress=False)
    measure(model, corpus, ["peak"], progress=False)
    remark = model.rows.remark()
    assert remark is not None and "2 maps ('m2' for one) 7 rows sum to less than 1, the least to 0.5:" in remark


def test_float16_may_be_off_by_its_rounding(tmp_path):
    maps = random_maps([200], dtype=np.float16)
    assert abs(maps["m1"].astype(np.float64).sum(-1) - 1).max() > 1e-5
    model, corpus = open_maps(save(tmp_path / "maps.npz", maps))
    measure(model, corpus, ["peak"], progress=False)
    assert model.rows.remark() is None


def spoil(at, value):
    def change(maps):
        maps["m2"][at] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spoil((1, 2, 3, 0), np.nan), "head 2-3, row 3 counted from 0, has a weight that is not a number (NaN)"),
        (spoil((0, 0, 1, 1), np.inf), "head 1-1, row 1 counted from 0, has a sum of inf, more than 1"),
        (spoil((0, 1, 0), [-0.2, 0.6, 0.6, 0]), "head 1-2, row 0 counted from 0, has a negative weight (-0.2)"),
        (spoil((0, 1, 3), [0.5, 0.5, 0.02, 0]), "head 1-2, row 3 counted from 0, has a sum of 1.02, more than 1"),
    ],
)
@pytest.mark.parametrize("suffix", [".npz", ".safetensors"])
def test_what_is_no_attention_is_refused_with_its_id(tmp_path, change, words, suffix):
    maps = random_maps([4, 4, 6])
    change(maps)
    model, corpus = open_maps(save(tmp_path / f"maps{suffix}", maps))
    with pytest.raises(HeadscopeError) as error:
        measure(model, corpus, ["peak"], progress=False)
    assert "The map 'm2' is not attention: " + words in str(error.value)


def test_a_gradient_is_not_to_be_had(tmp_path):
    model, corpus = open_maps(save(tmp_path / "maps.npz", random_maps([4])))
    with pytest.raises(HeadscopeError, match="'gradient' can't be measured on 'maps'"):
        measure(model, corpus, ["gradient"], progress=False)
    scores = measure(model, corpus, progress=False)
    assert "gradient" in scores.manifest.left_out and "offset" in scores.manifest.measures


def test_models_of_several_stacks_are_refused(connected):
    with pytest.raises(HeadscopeError, match="has maps of 3 stacks"):
        check_model(connected("bart"))


def test_maps_of_parsed_sentences_are_scored_as_parsers(tmp_path):
    """A head that points each word at its governor, over words of one and two tokens, from a file."""
    tokens = ["[CLS]", "the", "straw", "##berry", "is", "red", ".", "[SEP]"]
    word_ids = [None, 0, 1, 1, 2, 3, 4, None]
    heads = [2, 4, 4, 0, 4]  # counted from 1
    maps = np.zeros((1, 2, 8, 8))
    maps[:, :, [0, 5, 7], [0, 7, 7]] = 1
    for token, word in enumerate(word_ids):
        if word is not None and heads[word]:
            targets = [at for at, other in enumerate(word_ids) if other == heads[word] - 1]
            maps[0, 0, token, targets] = 1 / len(targets)
            maps[0, 1, token, 7] = 1
    np.savez(tmp_path / "parsed.npz", one=maps)
    line = {"id": "one", "tokens": tokens, "special": [0, 7], "word_ids": word_ids}
    line |= {
        "words": ["the", "strawberry", "is", "red", "."],
        "heads": heads,
        "deprels": ["det", "nsubj", "cop", "root", "punct"],
    }
    (tmp_path / "parsed.jsonl").write_text(json.dumps(line))
    model, corpus = open_maps(tmp_path / "parsed.npz")
    scores = measure(model, corpus, ["dependency", "idle", "offset"], progress=False)
    found = {
        s.key: scores.value(s)[0, 0]
        for s in scores.series()
        if s.direction == "dependent-to-head" and s.measure == "dependency"
    }
    assert found == {"all": 0.8, "det": 1, "nsubj": 1, "cop": 1, "root": 0, "punct": 1}
    resting = scores.find("idle", "nsubj", direction="dependent-to-head")
    assert scores.value(resting)[0].tolist() == [0, 1]


def test_a_writer_that_is_stopped_within_a_map_says_nothing_later(tmp_path, monkeypatch) -> None:
    """A zip that could not be closed would close itself when it is collected, and complain of its file."""
    heard = []
    monkeypatch.setattr("sys.unraisablehook", heard.append)
    with pytest.raises(KeyboardInterrupt), MapsWriter(tmp_path / "maps.npz") as writer:
        within = writer._zip.open("a.npy", "w")
        within.write(b"some")
        raise KeyboardInterrupt
    within.close = within._zipfile = None  # as a handle is left whose own closing was interrupted
    del writer, within
    gc.collect()
    assert heard == [] and list(tmp_path.iterdir()) == []
