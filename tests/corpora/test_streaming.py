"""A corpus is read document by document: memory is that of one document, however long the file."""

import gzip
import json

import pytest

from headscope.corpora import open_corpus

WORDS = ["the", "old", "boat", "sank"]
HEADS = [3, 3, 4, 0]


def conllu(columns: int = 10) -> str:
    rows = zip(range(1, 5), WORDS, HEADS, strict=True)
    tail = ["_", "_"][: columns - 8]
    return (
        "".join("\t".join([str(at), word, "_", "X", "_", "_", str(head), "dep", *tail]) + "\n" for at, word, head in rows)
        + "\n"
    )


def conll2012() -> str:
    body = "".join(f"d 0 {at} {word} NN * - - - - * {'(1)' if at == 2 else '-'}\n" for at, word in enumerate(WORDS))
    return "#begin document (d); part 000\n" + (body + "\n") * 20 + "#end document\n"


UNITS = {
    "conllu": conllu(),
    "conllx": conllu(8),
    "conll2012": conll2012(),
    "clark": "".join(f"{word} {head}-dep\n" for word, head in zip(WORDS, HEADS, strict=True)) + "\n",
    "jsonl": json.dumps({"words": WORDS, "heads": HEADS}) + "\n",
    "plain": "the old boat sank\n\n",
}


MEASURE = """
import sys, tracemalloc
from headscope.corpora import open_corpus
for spec in sys.argv[1:]:
    corpus = open_corpus(spec)
    tracemalloc.start()
    count = sum(1 for _ in corpus.documents())
    print(count, tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
"""


@pytest.mark.parametrize("name", UNITS)
def test_memory_stays_flat(headscope, tmp_path, name):
    """A file ten times as long needs no more, but for the few hundred kilobytes of freed tuples that Python keeps for later;
    all of it at once would be 5 MB and more. In a process of its own, because the type checks of a test run keep memory too."""
    specs = []
    for size in (50_000, 500_000):
        with gzip.open(tmp_path / f"{size}.gz", "wt", compresslevel=1) as file:
            for _ in range(size // len(UNITS[name])):
                file.write(UNITS[name])
        specs.append(f"{name}:{tmp_path / f'{size}.gz'}")
    done = headscope(*specs, code=MEASURE)
    assert done.returncode == 0, done.stderr
    (fewer, small), (more, large) = (map(int, line.split()) for line in done.stdout.splitlines())
    assert more > 9 * fewer
    assert large < small + 700_000, (small, large)


def test_documents_come_before_the_file_ends(tmp_path):
    """The first document is there although the file breaks off later."""
    (tmp_path / "a.conllu").write_text(conllu() * 21 + "broken\n")
    documents = open_corpus(tmp_path / "a.conllu").documents()
    assert len(next(documents).sentences) == 20


def test_a_corpus_can_be_read_again(tmp_path):
    (tmp_path / "a.conllu").write_text(conllu() * 50)
    corpus = open_corpus(tmp_path / "a.conllu")
    assert list(corpus.documents()) == list(corpus.documents())
