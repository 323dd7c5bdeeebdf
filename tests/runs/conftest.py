"""Small annotated corpora, written here."""

import importlib.util
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from transformers import AutoTokenizer

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.models.bundled import FOLDER
from headscope.tokens import Encoder
from headscope.types import Sentence


def line(sentence: Sentence, **more: Any) -> str:
    """A sentence as a line of JSON; heads are counted from 1 there."""
    heads = None if sentence.heads is None else [head + 1 for head in sentence.heads]
    said = {"words": sentence.words, "heads": heads, "relations": sentence.relations, **more}
    return json.dumps({name: value for name, value in said.items() if value is not None})


@pytest.fixture(scope="session")
def short_sentences() -> list[Sentence]:
    """The short ones of the bundled corpus: more than two chunks of them."""
    found = [sentence for document in open_corpus(ANNOTATED).documents() for sentence in document.sentences]
    found = [sentence for sentence in found if len(sentence.words) <= 16]
    assert len(found) > 2 * 64
    return found


@pytest.fixture(scope="session")
def write_sentences(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Sentences as a corpus of documents of three."""

    def write(sentences: Sequence[Sentence], name: str = "parsed") -> Path:
        path = tmp_path_factory.mktemp("corpus") / f"{name}.jsonl"
        path.write_text("\n".join(line(sentence, document=f"d{at // 3}") for at, sentence in enumerate(sentences)))
        return path

    return write


@pytest.fixture(scope="session")
def odd_sentences(short_sentences: list[Sentence]) -> list[Sentence]:
    """Among the usual ones: words without a token, a sentence of nothing else, two without a tree, one that is too long for 48
    tokens."""
    usual = short_sentences[:20]
    invisible, longer = "\u200b", 60
    return [
        *usual[:7],
        Sentence(("the", invisible, "house", invisible), (2, 2, -1, 2), ("det", "dep", "root", "dep")),
        *usual[7:11],
        Sentence((invisible, invisible), (-1, 0), ("root", "dep")),
        Sentence(("nobody", "parsed", "this")),
        *usual[11:],
        Sentence(("the",) * longer, (-1, *range(longer - 1)), ("root", *["dep"] * (longer - 1))),
        Sentence(("nor", "this")),
    ]


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return Encoder(AutoTokenizer.from_pretrained(FOLDER))


@pytest.fixture(scope="session")
def by_plain_maps() -> ModuleType:
    """What a run should give, by another way."""
    spec = importlib.util.spec_from_file_location("headscope_test_by_plain_maps", Path(__file__).with_name("by_plain_maps.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
