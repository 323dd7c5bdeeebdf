"""Head words of mentions: annotated, by the tree, the last word, and the finder for tags of two kinds or none at all."""

from dataclasses import replace

import pytest

from headscope.corpora import open_corpus
from headscope.measures.coreference.mention_heads import MENTION_HEADS, find_head
from headscope.types import Mention, Sentence


def phrase(text, tree=None):
    """`the/DT king/NN` as a sentence, and a mention that is all of it."""
    words, tags = zip(*(one.rsplit("/", 1) for one in text.split()), strict=True)
    sentence = Sentence(words, tree, None if tree is None else ("dep",) * len(words), None if set(tags) == {"_"} else tags)
    return sentence, Mention(0, len(words), "e")


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("king/NN", "king"),
        ("the/DT old/JJ king/NN", "king"),
        ("the/DT king/NN of/IN Spain/NNP", "king"),
        ("the/DT king/NN who/WP ruled/VBD Spain/NNP", "king"),
        ("the/DT king/NN ,/, an/DT old/JJ man/NN", "king"),
        ("the/DT king/NN ruling/VBG Spain/NNP", "king"),
        ("the/DT big/JJ ,/, red/JJ house/NN", "house"),
        ("Mia/NNP and/CC Leo/NNP", "Mia"),
        ("Mia/NNP 's/POS cat/NN", "cat"),
        ("Mia/NNP 's/POS", "Mia"),
        ("her/PRP$ cat/NN", "cat"),
        ("the/DT king/NN himself/PRP", "king"),
        ("the/DT day/NN the/DT king/NN died/VBD", "day"),
        ("all/DT of/IN them/PRP", "all"),
        ("those/DT who/WP left/VBD", "those"),
        ("more/JJR than/IN ten/CD men/NNS", "men"),
        ("over/IN ten/CD men/NNS", "men"),
        ("man/NN -/HYPH eating/VBG tigers/NNS", "tigers"),
        ("the/DT rich/JJ", "rich"),
        ("the/DT following/VBG", "following"),
        ("John/NNP Smith/NNP", "Smith"),
        ("visited/VBD", "visited"),
        ("the/DET king/NOUN of/ADP Spain/PROPN", "king"),
        ("the/DET king/NOUN that/PRON ruled/VERB", "king"),
        ("the/DET king/NOUN who/PRON ruled/VERB", "king"),
        ("Mia/PROPN 's/PART cat/NOUN", "cat"),
        ("a/DET plan/NOUN to/PART win/VERB", "plan"),
        ("his/PRON mother/NOUN", "mother"),
        ("the/_ king/_ of/_ Spain/_", "king"),
        ("Mia/_ 's/_ cat/_", "cat"),
        ("he/_", "he"),
        ("./. ./.", "."),
    ],
)
def test_the_finder_without_a_tree(text, head):
    sentence, mention = phrase(text)
    assert sentence.words[find_head(sentence, mention)] == head


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("the/DT king/NN of/IN Spain/NNP", "Spain"),
        ("Mia/NNP 's/POS", "Mia"),
        ("the/DT dogs/NNS ’/POS", "dogs"),
        ("\"/`` Jaws/NNP \"/''", "Jaws"),
        ("?/. !/.", "!"),
    ],
)
def test_the_last_word_passes_over_markers_and_punctuation(text, head):
    sentence, mention = phrase(text)
    assert sentence.words[find_head(sentence, mention, "last")] == head


def test_the_tree_s_head_hangs_on_a_word_outside():
    # "I saw the king of Spain": the ← king, king ← saw, of ← Spain, Spain ← king
    sentence = Sentence(("I", "saw", "the", "king", "of", "Spain"), (1, -1, 3, 1, 5, 3), ("dep",) * 6)
    assert find_head(sentence, Mention(2, 6, "e")) == 3
    assert find_head(sentence, Mention(4, 6, "e")) == 5
    assert find_head(sentence, Mention(0, 6, "e")) == 1  # the root hangs on nothing


def test_of_several_heads_the_one_with_most_words_counts_then_the_first():
    # Both "a" and "c" hang outside; "b" is under "c".
    sentence = Sentence(("a", "b", "c", "out"), (3, 2, 3, -1), ("dep",) * 4)
    assert find_head(sentence, Mention(0, 3, "e")) == 2
    assert find_head(sentence, Mention(0, 2, "e")) == 0


def test_which_source_comes_first():
    sentence, mention = phrase("old/NN king/NN of/IN Spain/NNP", (-1, 0, 3, 0))
    annotated = replace(mention, head=3)
    assert [find_head(sentence, annotated, how) for how in MENTION_HEADS] == [3, 0, 3]
    assert [find_head(sentence, mention, how) for how in MENTION_HEADS] == [0, 0, 3]
    bare = replace(sentence, heads=None, relations=None)
    assert [find_head(bare, mention, how) for how in MENTION_HEADS] == [1, 1, 3]
    assert [find_head(bare, annotated, how) for how in MENTION_HEADS] == [3, 1, 3]


def test_a_mention_inside_a_sentence_is_counted_in_the_sentence():
    sentence = Sentence(("then", "the", "king", "left"), tags=("RB", "DT", "NN", "VBD"))
    assert [find_head(sentence, Mention(1, 3, "e"), how) for how in MENTION_HEADS] == [2, 2, 2]


def test_the_finder_against_annotated_heads(shared_data):
    """Of GUM's mentions; most of what is left are names, whose first word UD takes and the finder the last."""
    sentences = [s for d in open_corpus(shared_data / "gum" / "en_gum-ud-dev.conllu").documents() for s in d.sentences]
    cases = [(s, m) for s in sentences for m in s.mentions]
    tagged = [find_head(replace(s, heads=None, relations=None), m, "tree") == m.head for s, m in cases]
    bare = [find_head(replace(s, heads=None, relations=None, tags=None), m, "tree") == m.head for s, m in cases]
    trees = [find_head(s, m, "tree") == m.head for s, m in cases]
    assert len(cases) > 7000
    assert sum(tagged) / len(cases) > 0.93 and sum(bare) / len(cases) > 0.9 and sum(trees) / len(cases) > 0.99
