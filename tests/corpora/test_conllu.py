"""CoNLL-U, rule by rule: what is a word, where a document ends, what the running text is, what is a tree."""

import pytest

from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.types import Sentence

TWO = """
# newdoc id = kitchen
# newpar
# sent_id = k-1
# text = Mia doesn't cook.
1   Mia   Mia  PROPN NNP Number=Sing   4 nsubj _ _
2-3 doesn't _  _     _   _             _ _     _ _
2   does  do   AUX   VBZ Number=Sing|Person=3 4 aux _ _
3   n't   not  PART  RB  _             4 advmod _ _
4   cook  cook VERB  VB  VerbForm=Inf  0 root  _ SpaceAfter=No
5   .     .    PUNCT .   _             4 punct _ _

# sent_id = k-2
1   Leo   Leo  PROPN NNP _ 2 nsubj _ _
2   does  do   VERB  VBZ _ 0 root  _ _
2.1 cook  cook VERB  _   _ _ _     0:root _
3   ,     ,    _     ,   _ 2 punct _ SpaceAfter=No
"""


def test_a_document_as_it_stands(read, table):
    [document] = read("a.conllu", table(TWO))
    assert document.id == "kitchen"
    assert document.paragraphs == ("Mia doesn't cook. Leo does ,",)
    assert document.sentences == (
        Sentence(
            ("Mia", "does", "n't", "cook", "."),
            (3, 3, 3, -1, 3),
            ("nsubj", "aux", "advmod", "root", "punct"),
            ("PROPN", "AUX", "PART", "VERB", "PUNCT"),
            ("Number=Sing", "Number=Sing|Person=3", "", "VerbForm=Inf", ""),
            None,
            "'a.conllu', line 5 (sentence k-1)",
        ),
        Sentence(
            ("Leo", "does", ","),
            (1, -1, 1),
            ("nsubj", "root", "punct"),
            ("PROPN", "VERB", ","),
            None,
            None,
            "'a.conllu', line 13 (sentence k-2)",
        ),
    )


def word(at: int, form: str, head: object = 0, more: str = "_") -> str:
    return f"{at}\t{form}\t_\tX\t_\t_\t{head}\troot\t_\t{more}\n"


def test_documents_and_paragraphs_as_marked(read):
    text = "".join(
        f"{marks}{word(1, form)}\n"
        for marks, form in [
            ("# newdoc id = a\n", "One"),
            ("# newpar id = a-2\n", "Two"),
            ("", "Three"),
            ("# newpar_block = p (1 s)\n", "Four"),
            ("#newdoc\n#newpar\n", "Five"),
            ("# newdoc id =\n", "Six"),
        ]
    )
    documents = read("a.conllu", text)
    assert [document.id for document in documents] == ["a", "2", "3"]
    assert [document.paragraphs for document in documents] == [("One", "Two Three Four"), ("Five",), ("Six",)]


def test_a_document_without_paragraphs_has_one_a_sentence(read):
    [document] = read("a.conllu", "# newdoc id = a\n" + (word(1, "Yes") + "\n") * 30)
    assert document.paragraphs == ("Yes",) * 30


def test_without_documents_every_20_sentences_are_one(read):
    documents = read("a.conllu", (word(1, "Yes") + "\n") * 45 + "# newdoc id = last\n" + (word(1, "No") + "\n") * 25)
    assert [(d.id, len(d.sentences)) for d in documents] == [("1", 20), ("2", 20), ("3", 5), ("last", 25)]


def test_the_running_text_keeps_spaces_and_the_form_of_a_range(read):
    text = (
        "# newpar\n"
        + word(1, "(", 3, "SpaceAfter=No")
        + "2-3\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        + word(2, "de", 3, "SpaceAfter=No")
        + word(3, "le", 0)
        + word(4, ")", 3, "Gloss=x|SpaceAfter=No|Note=SpaceAfter")
        + "\n"
        + word(1, "!", 0, "NoSpaceAfter=No")
        + "\n"
        + word(1, "Go")
    )
    [document] = read("a.conllu", text)
    assert document.paragraphs == ("(du)! Go",)
    assert [sentence.words for sentence in document.sentences] == [("(", "de", "le", ")"), ("!",), ("Go",)]


def test_the_text_line_is_the_running_text(read):
    [document] = read("a.conllu", "# text = Go  on\n# text_en = no\n" + word(1, "Go") + word(2, "on", 1))
    assert document.paragraphs == ("Go  on",)


def test_what_is_not_annotated_is_none(read):
    lines = [f"{at}\t{form}\t_\t_\t_\t_\t_\t_\t_\t_\n" for at, form in enumerate(["No", "tree", "here"], 1)]
    [document] = read("a.conllu", "".join(lines))
    assert document.sentences == (Sentence(("No", "tree", "here"), place="'a.conllu', line 1"),)


def test_windows_lines_a_byte_order_mark_and_no_last_blank_line(read):
    text = "\ufeff# sent_id = s\r\n" + word(1, "Go").replace("\n", "\r\n") + "  \r\n" + word(1, "On").strip()
    [document] = read("a.conllu", text)
    assert [sentence.words for sentence in document.sentences] == [("Go",), ("On",)]
    assert document.sentences[0].tags == ("X",)


def test_words_may_hold_spaces_and_an_underscore(read):
    [document] = read("a.conllu", word(1, "10 000") + word(2, "_", 1))
    assert document.sentences[0].words == ("10 000", "_")


BROKEN = {
    "no root": ([(1, "a", 2), (2, "b", 1)], 2, "no word is the root"),
    "several roots": ([(1, "a", 0), (2, "b", 0)], 3, "words 1 and 2 are both roots"),
    "cycle": ([(1, "a", 0), (2, "b", 3), (3, "c", 4), (4, "d", 2)], 3, "the heads form a cycle, 2 → 3 → 4 → 2"),
    "out of range": ([(1, "a", 0), (2, "b", 9)], 3, "word 2 has the head 9, but there are 2 words"),
    "own head": ([(1, "a", 0), (2, "b", 2)], 3, "word 2 is its own head"),
    "no number": ([(1, "a", 0), (2, "b", "x")], 3, "the word has 'x' as its head; expected a word's number, or 0"),
    "negative": ([(1, "a", 0), (2, "b", "-1")], 3, "has '-1' as its head"),
    "endless number": ([(1, "a", 0), (2, "b", "9" * 5000)], 3, "as its head"),
    "a head missing": ([(1, "a", 0), (2, "b", "_")], 3, "has no head, though other words have one"),
    "a gap": ([(1, "a", 0), (3, "b", 1)], 3, "the word number is '3'; expected word 2"),
    "twice": ([(1, "a", 0), (1, "b", 1)], 3, "the word number is '1'; expected word 2"),
    "from zero": ([(0, "a", 0)], 2, "the word number is '0'; expected word 1"),
    "a name": ([("x", "a", 0)], 2, "the word number is 'x'; expected word 1"),
    "a range elsewhere": ([(1, "a", 0), ("1-2", "b", "_")], 3, "the word number is '1-2'; expected word 2"),
    "a range backwards": ([(1, "a", 0), ("2-1", "b", "_")], 3, "the word number is '2-1'; expected word 2"),
    "a range in a range": ([("1-2", "ab", "_"), (1, "a", 0), ("2-2", "b", "_")], 4, "the word number is '2-2'"),
    "a range too far": ([("1-3", "ab", "_"), (1, "a", 0)], 3, "the sentence ends after word 1; expected word 2"),
    "no words": ([("0.1", "a", "_")], 2, "the sentence ends after word 0; expected word 1"),
    "an empty word": ([(1, " ", 0)], 2, "the word has no form"),
    "words taken out": ([(1, "_", 0), (2, "_", 1)], 2, "every word is _, so this corpus is shared without its text"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_sentence_is_named_with_its_line(refusal, name):
    rows, line, words = BROKEN[name]
    message = refusal("a.conllu", "# sent_id = s-7\n" + "".join(word(*row) for row in rows))
    assert message.startswith(f"'a.conllu', line {line} (sentence s-7): ")
    assert words in message


def test_a_long_cycle_is_cut_short(refusal):
    ring = "".join(word(at, "a", at % 9 + 1) for at in range(1, 10))
    assert "1 → 2 → 3 → 4 → 5 → 6 → … → 1;" in refusal("a.conllu", ring + word(10, "b", 0))


@pytest.mark.parametrize(
    ("line", "count"), [("1\tGo\t_", 3), ("1 Go _ X _ _ 0 root _ _", 1), (word(1, "Go").strip() + "\tx", 11)]
)
def test_columns_are_ten_between_tabs(refusal, line, count):
    message = refusal("a.conllu", f"{word(1, 'Go')}\n{line}\n")
    assert message.startswith(f"'a.conllu', line 3: {count} columns in ")
    assert message.endswith("; expected 10, between tabs.")


def test_an_encoding_error_names_its_offset(tmp_path):
    (tmp_path / "a.conllu").write_bytes(word(1, "Go").encode() + b"\n" + word(1, "caf\xe9").encode("latin-1"))
    for skip in (False, True):  # a file in another encoding is not to be read in part
        with pytest.raises(HeadscopeError, match=r"'a.conllu' is not valid UTF-8: byte 0xe9 at offset 30 \(line 3, column 6\)"):
            list(open_corpus(tmp_path / "a.conllu", skip_broken=skip).documents())
