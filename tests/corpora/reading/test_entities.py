"""Mentions in CoNLL-U: brackets in Entity=, with the fields that the file declares."""

import pytest

from headscope.types import Mention

COREFUD = "# global.Entity = eid-etype-head-other\n"


def sentence(*words: str, comments: str = "", heads: list[int] | None = None) -> str:
    """One sentence from `form Entity`; a form that begins with * is an empty node."""
    lines, count, empty = [], 0, 0
    for text in words:
        form, _, entity = text.partition(" ")
        if form.startswith("*"):
            empty += 1
            name = f"{count}.{empty}"
        else:
            count, empty = count + 1, 0
            name = str(count)
        head = "_" if heads is None or "." in name else str(heads[count - 1])
        more = f"Bridge=e1<e2|Entity={entity}|SpaceAfter=No" if entity else "_"
        lines.append(f"{name}\t{form.lstrip('*')}\t_\tX\t_\t_\t{head}\t_\t_\t{more}\n")
    return comments + "".join(lines) + "\n"


@pytest.fixture
def mentions(read):
    """The mentions of each sentence of the first document: start, end, entity, head."""

    def run(text: str) -> list:
        [document] = read("a.conllu", text)
        return [
            None if one.mentions is None else [(m.start, m.end, m.entity, m.head) for m in one.mentions]
            for one in document.sentences
        ]

    return run


def test_corefud(mentions):
    text = COREFUD + sentence("The (e1-person-2(e2-thing-1", "cook e2)", "ate e1)", "soup (e3-food-1-x:y)(e4-food-1)")
    assert mentions(text) == [[(0, 3, "e1", 1), (0, 2, "e2", 0), (3, 4, "e3", 3), (3, 4, "e4", 3)]]


def test_gum_names_its_fields_otherwise(mentions):
    header = "# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity\n"
    words = ("The (7-place-new-nnnnn-cf1-2,3-coref-Some_City", "Some", "City 7)", "sleeps")
    assert mentions(header + sentence(*words)) == [[(0, 3, "7", 1)]], "without a tree, the first"
    assert mentions(header + sentence(*words, heads=[3, 3, 4, 0])) == [[(0, 3, "7", 2)]], "what the tree puts above"
    assert mentions(header + sentence(*words, heads=[0, 1, 1, 1])) == [[(0, 3, "7", 1)]], "neither is above"


def test_gums_first_releases_repeat_the_type_when_they_close(mentions):
    header = "# global.Entity = entity-GRP-infstat-MIN-coref_type-identity\n"
    assert mentions(header + sentence("The (place-7-new-2-coref", "city place-7)")) == [[(0, 2, "7", 1)]]


def test_head_counts_empty_nodes_and_minspan_does_not(mentions):
    words = ("They (e1-x-3", "*had", "here", "now e1)")
    assert mentions(COREFUD + sentence(*words)) == [[(0, 3, "e1", 1)]]
    assert mentions("# global.Entity = eid-etype-minspan\n" + sentence(*words)) == [[(0, 3, "e1", 2)]]
    assert mentions(COREFUD + sentence("They (e1-x-2", "*had", "here e1)")) == [[(0, 2, "e1", None)]], "the head is no word"


def test_a_head_that_is_not_filled_in_is_none(mentions):
    assert mentions(COREFUD + sentence("They (e1-x)", "it (e2-x-_)", "us (e3-x-)")) == [
        [(0, 1, "e1", None), (1, 2, "e2", None), (2, 3, "e3", None)]
    ]


def test_entities_nest_in_themselves_and_cross(mentions):
    text = COREFUD + sentence("a (e1--3", "b (e1--1", "c e1)(e2--1", "d e1)", "e e2)")
    assert mentions(text) == [[(0, 4, "e1", 2), (1, 3, "e1", 1), (2, 5, "e2", 2)]]


def test_annotated_without_a_mention_is_not_unannotated(mentions, read):
    plain = sentence("Rain")
    assert mentions(plain) == [None]
    assert mentions(COREFUD + plain) == [[]]
    assert mentions(plain + sentence("It (1)")) == [[], [(0, 1, "1", None)]]
    documents = read("b.conllu", f"# newdoc\n{sentence('It (1)')}# newdoc\n{plain}")
    assert [document.sentences[0].mentions for document in documents] == [(Mention(0, 1, "1"),), None]
    documents = read("c.conllu", f"{COREFUD}# newdoc\n{plain}# newdoc\n{plain}")
    assert [document.sentences[0].mentions for document in documents] == [(), ()]


def test_other_uses_of_entity_are_passed_over(mentions):
    assert mentions(sentence("Mia B-PER", "Lu I-PER")) == [None]
    assert mentions("# global.Entity = etype\n" + sentence("Mia (person", "Lu person)")) == [None]


def test_what_no_measure_can_use_is_counted(skipped):
    text = (
        COREFUD
        + sentence("One (e1--1", "two")
        + sentence("three e1)", "*none (e2--1)", "four (e3--1)(e3--1)")
        + sentence("five (e4[1/2])", "six", "seven (e4[2/2])")
    )
    [document], counts = skipped("a.conllu", text)
    assert [one.mentions for one in document.sentences] == [(), (Mention(1, 2, "e3", 1),), ()]
    assert counts == {
        "mentions across sentences": 1,
        "mentions of empty nodes": 1,
        "mentions given twice": 1,
        "mentions in parts without a head": 1,
    }


@pytest.mark.parametrize(
    ("head", "found"), [(1, (0, 2, "e1", 0)), (2, (0, 2, "e1", 1)), (3, (3, 5, "e1", 3)), (4, (3, 5, "e1", 4))]
)
@pytest.mark.parametrize("close", ["e1", "e1[1/2]"])
def test_of_a_mention_in_parts_the_one_with_the_head_stays(mentions, head, found, close):
    text = sentence(f"a (e1[1/2]-x-{head}", f"b {close})", "c", f"d (e1[2/2]-x-{head}", f"e {close.replace('1/', '2/')})")
    assert mentions(COREFUD + text) == [[found]]


def test_parts_in_two_sentences(skipped):
    documents, counts = skipped("a.conllu", COREFUD + sentence("a (e1[1/2]-x-1)") + sentence("b (e1[2/2]-x-1)"))
    assert [one.mentions for one in documents[0].sentences] == [(), ()]
    assert counts == {"mentions across sentences": 1}


BROKEN = {
    "never closed": (("a (e1", "b"), 3, "the entity 'e1' is opened, but never closed before the document ends"),
    "never opened": (("a", "b e1)"), 4, "the entity 'e1' is closed, but was not opened before"),
    "closed twice": (("a (e1)", "b e1)"), 4, "the entity 'e1' is closed, but was not opened before"),
    "no bracket": (("a (e1)x",), 3, "Entity='(e1)x' can't be read"),
    "brackets and nothing": (("a ()",), 3, "Entity='()' can't be read"),
    "no name": (("a (-person)",), 3, "the bracket '-person' names no entity"),
    "a head that is no number": (("a (e1-x-b)",), 3, "has the head 'b'; expected a position in the mention, counted from 1"),
    "a head from zero": (("a (e1-x-0)",), 3, "has the head '0'"),
    "a head outside": (("a (e1-x-3", "b e1)"), 3, "the head of a mention of 'e1' is its word 3, but it has 2"),
    "a part too many": (("a (e1[3/2])",), 3, "is part 3 of 2"),
    "a part without the first": (("a (e1[2/2])",), 3, "part 2 of 2 of the entity 'e1' follows on 0 parts"),
    "a part that never comes": (("a (e1[1/2])",), 3, "the entity 'e1' has parts that never come"),
    "parts that disagree": (("a (e1[1/2])", "b (e1[2/3])"), 4, "part 2 of 3 of the entity 'e1' follows on 1 parts"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_brackets_are_named_with_their_line(refusal, skipped, name):
    words, line, message = BROKEN[name]
    text = sentence(*words, comments=f"{COREFUD}# sent_id = s-1\n")
    said = refusal("a.conllu", text)
    assert said.startswith(f"'a.conllu', line {line} (sentence s-1): ") and message in said
    [left], counts = skipped("b.conllu", f"# newdoc id = bad\n{text}{sentence('c')}# newdoc id = good\n{sentence('d (e1)')}")
    assert left.id == "good" and left.sentences[0].mentions == (Mention(0, 1, "e1"),)
    assert list(counts.values()) == [1] and min(counts).startswith("documents with ")


def test_several_fields_that_nobody_declares(refusal):
    message = refusal("a.conllu", sentence("Mia (person-1)"))
    assert "line 1: the bracket '(person-1' has several fields, and nothing says which" in message
    assert "# global.Entity = eid-etype-head-other" in message


def test_a_broken_tree_takes_its_own_mentions_along_and_no_more(skipped):
    text = (
        COREFUD
        + sentence("Mia (e1--1)", heads=[0])
        + sentence("a (e1--1)", "b (e2--1", heads=[2, 1])
        + sentence("c e2)", "she (e1--1)", heads=[0, 1])
    )
    [document], counts = skipped("a.conllu", text)
    assert [one.mentions for one in document.sentences] == [(Mention(0, 1, "e1", 0),), (Mention(1, 2, "e1", 1),)]
    assert counts == {"sentences without a root": 1, "mentions across sentences": 1}
