"""Small corpora, written line by line in the tests that read them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.types import Document


@pytest.fixture
def read(tmp_path) -> Callable[..., list[Document]]:
    """Writes a file and reads it as a corpus."""

    def run(name: str, text: str, format: str | None = None, skip_broken: bool = False) -> list[Document]:
        path = tmp_path / name
        path.write_text(text)
        return list(open_corpus(f"{format}:{path}" if format else path, skip_broken=skip_broken).documents())

    return run


@pytest.fixture
def refusal(read) -> Callable[..., str]:
    """The error that a file ends in, on one line."""

    def run(*arguments, **options) -> str:
        with pytest.raises(HeadscopeError) as error:
            read(*arguments, **options)
        assert "\n" not in str(error.value)
        return str(error.value)

    return run


@pytest.fixture
def skipped(tmp_path) -> Callable[[str, str], tuple[list[Document], dict[str, int]]]:
    """What is left of a broken file, and what was left out."""

    def run(name: str, text: str) -> tuple[list[Document], dict[str, int]]:
        Path(tmp_path, name).write_text(text)
        corpus = open_corpus(tmp_path / name, skip_broken=True)
        documents = list(corpus.documents())
        return documents, dict(corpus.skipped)

    return run


@pytest.fixture
def table() -> Callable[[str], str]:
    """Columns between tabs, from lines with columns between runs of spaces."""

    def make(text: str) -> str:
        lines = (line.strip() for line in text.strip("\n").split("\n"))
        return "".join((line if line.startswith("#") else "\t".join(line.split())) + "\n" for line in lines)

    return make
