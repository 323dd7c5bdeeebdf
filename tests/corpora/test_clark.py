"""The paper's lines: a word, a space, head-relation."""

import pytest

from headscope.types import Sentence

TEXT = "The 3-det\nwell-known 3-amod\nco-op 4-nsubj\nsold 0-root\n3-4 6-num\nboats 4-dobj\n- 4-punct\n"


@pytest.mark.parametrize("text", [TEXT, TEXT.replace(" ", "\t"), TEXT.replace(" ", "  ") + "\n\n"])
def test_words_may_have_hyphens(read, text):
    [document] = read("dev.txt", text, format="clark")
    assert document.sentences == (
        Sentence(
            ("The", "well-known", "co-op", "sold", "3-4", "boats", "-"),
            (2, 2, 3, -1, 5, 3, 3),
            ("det", "amod", "nsubj", "root", "num", "dobj", "punct"),
            place="'dev.txt', line 1",
        ),
    )
    assert document.paragraphs == ("The well-known co-op sold 3-4 boats -",)


def test_relations_may_have_hyphens_too(read):
    [document] = read("dev.txt", "Go 0-root\non 1-prt-of-verb\n", format="clark")
    assert document.sentences[0].relations == ("root", "prt-of-verb")


def test_every_20_sentences_are_one_document(read):
    documents = read("dev.txt", "Go 0-root\n\n" * 25, format="clark")
    assert [(document.id, len(document.sentences)) for document in documents] == [("1", 20), ("2", 5)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Go 0-root\non\n", 2, "'on'; expected a word, a space, and head-relation, as in: board 9-dobj"),
        ("Go 0\n", 1, "expected a word, a space, and head-relation"),
        ("Go 0-\n", 1, "expected a word, a space, and head-relation"),
        ("Go -root\n", 1, "expected a word, a space, and head-relation"),
        (" 0-root\n", 1, "expected a word, a space, and head-relation"),
        ("Go x-root\n", 1, "the word has 'x' as its head"),
        ("Go 2-root\n\nGo 0-root\n", 1, "word 1 has the head 2, but there are 1 words"),
        ("Go 0-root\non 0-prt\n", 2, "words 1 and 2 are both roots"),
    ],
)
def test_what_is_broken(refusal, text, line, words):
    message = refusal("dev.txt", text, format="clark")
    assert message.startswith(f"'dev.txt', line {line}: ") and words in message
