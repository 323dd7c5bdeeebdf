"""CoNLL-2012: documents and parts, words and tags, the column of coreference."""

import pytest

from headscope.types import Mention, Sentence


def sentence(*words: str, between: str = "  ") -> str:
    """One sentence from `form coreference`, in the columns of the task."""
    rows = []
    for at, text in enumerate(words):
        form, _, coreference = text.partition(" ")
        rows.append(between.join(["doc", "0", str(at), form, "NN", "(TOP*)", "-", "-", "-", "Mia", "*", coreference or "-"]))
    return "\n".join(rows) + "\n\n"


def document(*sentences: str, name: str = "bc/x_1", part: str = "000") -> str:
    return f"#begin document ({name}); part {part}\n{''.join(sentences)}#end document\n"


@pytest.mark.parametrize("between", ["   ", "\t"])
def test_parts_are_documents(read, between):
    text = document(
        sentence("The (12|(7", "cook 12)", "'s", "hat 7)", between=between), sentence("It (7)", between=between)
    ) + document(sentence("No", between=between), part="001")
    first, second = read("a.v4_gold_conll", text)
    assert (first.id, second.id) == ("bc/x_1 part 000", "bc/x_1 part 001")
    assert first.paragraphs == ("The cook 's hat", "It")
    assert first.sentences == (
        Sentence(
            ("The", "cook", "'s", "hat"),
            tags=("NN",) * 4,
            mentions=(Mention(0, 4, "7"), Mention(0, 2, "12")),
            place="'a.v4_gold_conll', line 2",
        ),
        Sentence(("It",), tags=("NN",), mentions=(Mention(0, 1, "7"),), place="'a.v4_gold_conll', line 7"),
    )
    assert second.sentences[0].mentions == ()


def test_an_empty_last_column_is_no_mention(read):
    """As in LitBank: thirteen columns between tabs, all but the words `_`, and the last one empty where there is no mention."""
    words = [("A", "(1"), ("sailor", "1)"), ("saw", ""), ("_", ""), ("his", "(2|(1)"), ("_", ""), ("ship", "2)"), (".", "")]
    rows = ["\t".join(["x_brat", "0", str(at), word, *"_" * 8, mark]) for at, (word, mark) in enumerate(words)]
    [made] = read("x_brat.conll", "#begin document (x_brat); part 0\n" + "\n".join(rows) + "\n\n#end document\n")
    assert made.id == "x_brat part 0"
    assert made.sentences[0].words == ("A", "sailor", "saw", "_", "his", "_", "ship", ".")
    assert made.sentences[0].mentions == (Mention(0, 2, "1"), Mention(4, 7, "2"), Mention(4, 5, "1"))
    assert made.sentences[0].tags is None


def test_further_columns_stand_between(read):
    wide = sentence("Mia (3)").replace("*  (3)", "*  (ARG0*)  (V*)  (3)")
    assert read("a_conll", document(wide))[0].sentences[0].mentions == (Mention(0, 1, "3"),)


def test_one_entity_inside_itself(read):
    [made] = read("a_conll", document(sentence("a (1", "b (1)|(2", "c 1)", "d 2)|(1)")))
    assert made.sentences[0].mentions == (
        Mention(0, 3, "1"),
        Mention(1, 4, "2"),
        Mention(1, 2, "1"),
        Mention(3, 4, "1"),
    )


def test_a_mention_across_sentences_is_counted(skipped):
    [made], counts = skipped("a_conll", document(sentence("a (1"), sentence("b 1)", "c (1)")))
    assert [one.mentions for one in made.sentences] == [(), (Mention(1, 2, "1"),)]
    assert counts == {"mentions across sentences": 1}


BROKEN = {
    "never closed": (document(sentence("a (1", "b")), 2, "the entity '1' is opened, but never closed"),
    "never opened": (document(sentence("a", "b 1)")), 3, "the entity '1' is closed, but was not opened before"),
    "no bracket": (document(sentence("a 12")), 2, "the last column has '12'; expected (12, 12), (12) or -"),
    "an empty bracket": (document(sentence("a (1)|")), 2, "the last column has ''"),
    "double brackets": (document(sentence("a ((1)")), 2, "the last column has '((1)'"),
    "too few columns": (document("doc 0 0 Mia NN\n"), 2, "5 columns in 'doc 0 0 Mia NN'; expected 12 or more"),
    "numbers from one": (document(sentence("a").replace("  0  a", "  1  a")), 2, "the word number is '1'; expected 0"),
    "no number": (document(sentence("a").replace("  0  a", "  x  a")), 2, "the word number is 'x'; expected 0"),
    "outside": (sentence("a"), 1, "stands before any line '#begin document (NAME); part 000'"),
    "no name": ("#begin document\n" + sentence("a"), 1, "expected #begin document (NAME); part 000"),
    "no end": (document(sentence("a")).replace("#end document\n", ""), 1, "has no line '#end document'; is the file cut off?"),
    "begun twice": ("#begin document (x); part 000\n" + document(sentence("a")), 1, "'x part 000' has no line"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_named_with_its_line(refusal, skipped, name):
    text, line, words = BROKEN[name]
    message = refusal("a_conll", text)
    assert message.startswith(f"'a_conll', line {line}: ") and words in message
    left, counts = skipped("b_conll", text + document(sentence("b (1)"), name="good"))
    assert left[-1].id == "good part 000" and left[-1].sentences[0].mentions == (Mention(0, 1, "1"),)
    assert counts


def test_an_empty_word(refusal):
    text = document(sentence("x", between="\t").replace("\tx\t", "\t \t"))
    assert "line 2: the word has no form; expected it in column 4" in refusal("a_conll", text)
