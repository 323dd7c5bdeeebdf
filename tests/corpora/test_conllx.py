"""CoNLL-X: eight or ten columns, no comments."""

import pytest

from headscope.types import Sentence

WORDS = ("Leo", "sold", "well-known", "boats")
ROWS = """
1 Leo        _ PROPN NNP  Number=Sing 2 nsubj _ _
2 sold       _ _     VBD  _           0 root  _ _
3 well-known _ ADJ   JJ   _           4 amod  _ _
4 boats      _ NOUN  NNS  Number=Plur 2 dobj  _ _
"""


@pytest.mark.parametrize("columns", [8, 10])
@pytest.mark.parametrize("between", ["\t", "  "])
def test_reads_a_sentence(read, columns, between):
    text = "\n".join(between.join(line.split()[:columns]) for line in ROWS.strip().split("\n"))
    [document] = read("a.conllx", text)
    assert document.id == "1" and document.paragraphs == ("Leo sold well-known boats",)
    assert document.sentences == (
        Sentence(
            WORDS,
            (1, -1, 3, 1),
            ("nsubj", "root", "amod", "dobj"),
            ("PROPN", "VBD", "ADJ", "NOUN"),
            ("Number=Sing", "", "", "Number=Plur"),
            None,
            "'a.conllx', line 1",
        ),
    )


def test_every_20_sentences_are_one_document(read, table):
    documents = read("a.conllx", (table(ROWS) + "\n") * 41)
    assert [(document.id, len(document.sentences), len(document.paragraphs)) for document in documents] == [
        ("1", 20, 20),
        ("2", 20, 20),
        ("3", 1, 1),
    ]


def test_a_sentence_without_heads_has_no_tree(read):
    [document] = read("a.conllx", "1\tGo\t_\tX\tX\t_\t_\t_\n")
    assert (document.sentences[0].heads, document.sentences[0].relations) == (None, None)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("1 Go _ X X _ 0\n", 1, "7 columns in '1 Go _ X X _ 0'; expected 8 or 10"),
        ("1 Go _ X X _ 0 root\n2 on _ X X _ 1 prt _\n", 2, "9 columns"),
        ("1 Go _ X X _ 0 root\n\n2 on _ X X _ 0 root\n", 3, "the word number is '2'; expected word 1"),
        ("1 Go _ X X _ 3 root\n", 1, "word 1 has the head 3, but there are 1 words"),
        ("1 Go _ X X _ a root\n", 1, "has 'a' as its head"),
        ("# text = Go\n1 Go _ X X _ 0 root _ _\n", 1, "This looks like CoNLL-U: try conllu:FILE"),
        ("1-2 Goon _ X X _ _ _ _ _\n", 1, "This looks like CoNLL-U: try conllu:FILE"),
        ("1.1 Goon _ X X _ _ _ _ _\n", 1, "This looks like CoNLL-U: try conllu:FILE"),
    ],
)
def test_what_is_broken(refusal, text, line, words):
    message = refusal("a.conllx", text)
    assert message.startswith(f"'a.conllx', line {line}: ") and words in message
