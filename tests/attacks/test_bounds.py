"""Files that ask for all time or all memory: refused early, whatever --limit says; and bounds that can be raised."""

import gzip
import time
import tracemalloc

import pytest

from headscope.api.measure import measure, planned
from headscope.corpora import open_corpus
from headscope.corpora.reading import bounds as module
from headscope.corpora.reading.bounds import Bounds
from headscope.errors import HeadscopeError
from headscope.models import load

SECONDS, BYTES = 60.0, 400 * 2**20  # generous: a busy machine. Without bounds these files take minutes and gigabytes


@pytest.fixture
def quickly():
    """Reads a corpus to its end, which must be an error, in little time and memory."""

    def read(spec, words, **options):
        began = time.process_time()
        tracemalloc.start()
        try:
            with pytest.raises(HeadscopeError, match=words) as error:
                for _ in open_corpus(spec, **options).documents():
                    pass
            assert tracemalloc.get_traced_memory()[1] < BYTES
        finally:
            tracemalloc.stop()
        assert time.process_time() - began < SECONDS
        assert "\n" not in str(error.value)

    return read


def packed(path, block: bytes, times: int):
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(times):
            file.write(block)
    return path


def test_one_document_of_short_lines(tmp_path, quickly):
    path = packed(tmp_path / "a.txt.gz", b"a\n" * 2**16, 3)
    quickly(
        path, r"up to line \d+: a document of more than 1 MiB; expected a blank line between documents", bounds="document=1M"
    )
    quickly(path, "unpacks to more than 128 KiB", bounds="unpacked=128K,document=1G")


def test_nothing_but_newlines(tmp_path, quickly, monkeypatch):
    monkeypatch.setattr(module, "BLANK_LINES", 1000)
    monkeypatch.setattr("headscope.corpora.plain.BLANK_LINES", 1000)
    quickly(packed(tmp_path / "a.txt.gz", b"\n" * 2**20, 64), "has 1,000 empty lines in a row, up to line 1001")


def test_one_long_line_and_how_to_allow_it(tmp_path, quickly):
    path = tmp_path / "a.txt"
    path.write_bytes(b"word " * 300_000)
    quickly(path, r"line 1 is longer than 1 MiB: .* allow it: --bounds line=8M\.")
    assert len(list(open_corpus(path, bounds="line=8M").documents())) == 1


@pytest.mark.parametrize("name", ["conllu", "jsonl"])
def test_one_annotated_document(tmp_path, quickly, name):
    line = {
        "conllu": "1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
        "jsonl": '{"words": ["w"], "heads": [0], "document": "d"}\n',
    }[name]
    (tmp_path / "a").write_text(("# newdoc id = d\n" if name == "conllu" else "") + line * 5000)
    quickly(f"{name}:{tmp_path / 'a'}", "The document 'd': a document of more than 256 KiB", bounds="document=256K")
    assert len(list(open_corpus(f"{name}:{tmp_path / 'a'}").documents())) == 1


def test_a_limit_bounds_the_looking_for_annotation(small, tmp_path):
    """What lies behind is not read, so damage there is not found, and nothing says that it was looked for."""
    good = "1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "a.conllu").write_text(good * 2000 + "broken\n\n")
    with planned(small, str(tmp_path / "a.conllu"), ["dependency"], {"limit": 2, "max_length": 32}, progress=False) as plan:
        assert plan.units == 2
    with (
        pytest.raises(HeadscopeError, match="columns in 'broken'"),
        planned(small, str(tmp_path / "a.conllu"), ["dependency"], {"max_length": 32}, progress=False),
    ):
        pass


def test_damage_behind_the_limit_of_a_packed_file_is_not_claimed_to_be_fine(small, tmp_path, text_file):
    """A run with a limit reads no further than it must, and says of how many documents it knows; one without finds the damage."""
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(text_file(documents=4000).read_bytes(), mtime=0))
    whole = path.read_bytes()
    options = {"measures": ["peak"], "max_length": 32, "progress": False}
    for damaged in (
        whole[:-2000],
        whole[:-8] + bytes(8),
        whole[: len(whole) // 2] + b"\xff" * 99 + whole[len(whole) // 2 + 99 :],
    ):
        path.write_bytes(damaged)
        (found,) = measure(small, str(path), limit=8, **options).manifest.corpora
        assert found.units == 8 and found.documents <= 8, "no word about what was not read"
        with pytest.raises(HeadscopeError, match=r"a\.txt\.gz.* can't be unpacked: "):
            measure(small, str(path), **options)


def test_how_bounds_are_written():
    assert Bounds.parse("document = 1g ,line=2000") == Bounds(line=2000, document=2**30)
    for text, words in (
        ("lines=1M", "no bound named 'lines'. Did you mean 'line'"),
        ("line=much", "is not a size"),
        ("line=0", "size"),
    ):
        with pytest.raises(HeadscopeError, match=words):
            Bounds.parse(text)


@pytest.mark.parametrize("key", ["num_hidden_layers", "num_attention_heads", "vocab_size", "hidden_size"])
def test_a_config_of_a_billion_layers_is_refused_before_it_is_built(small_folder, tmp_path, monkeypatch, key):
    import json

    import transformers

    config = json.loads((small_folder / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, key: 10**9}))
    monkeypatch.setattr(transformers.AutoConfig, "from_pretrained", lambda *_, **__: pytest.fail("built"))
    with pytest.raises(HeadscopeError, match=rf"can't be a model: its config\.json has {key} = 1,000,000,000"):
        load(tmp_path)
