"""Number, gender and person: from features, from tags, from word lists; and that what nobody knows agrees with everything."""

import pytest

from headscope.measures.coreference.agreement import ANYTHING, FEMALE, MALE, PERSON, THING, Traits, find_traits
from headscope.measures.coreference.mention_heads import find_head
from headscope.types import Mention, Sentence


def traits(text, features=None, tree=None, relations=None):
    words, tags = zip(*(one.rsplit("/", 1) for one in text.split()), strict=True)
    sentence = Sentence(words, tree, relations, tags, features)
    mention = Mention(0, len(words), "e")
    return find_traits(sentence, mention, find_head(sentence, mention))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("he/PRP", Traits("Sing", MALE, "3")),
        ("Her/PRP$", Traits("Sing", FEMALE, "3")),
        ("its/PRP$", Traits("Sing", THING, "3")),
        ("they/PRP", Traits("Plur", ANYTHING, "3")),
        ("I/PRP", Traits("Sing", PERSON, "1")),
        ("we/PRP", Traits("Plur", PERSON, "1")),
        ("you/PRP", Traits("", PERSON, "2")),
        ("who/WP", Traits("", PERSON, "3")),
        ("these/DT", Traits("Plur", ANYTHING, "3")),
        ("thou/PRP", Traits()),
        ("the/DT king/NN", Traits("Sing", MALE, "3")),
        ("kings/NNS", Traits("Plur", MALE, "3")),
        ("the/DT ladies/NNS", Traits("Plur", FEMALE, "3")),
        ("the/DT airmen/NNS", Traits("Plur", MALE, "3")),
        ("a/DT horsewoman/NN", Traits("Sing", FEMALE, "3")),
        ("the/DT specimen/NN", Traits("Sing", ANYTHING, "3")),
        ("the/DT teachers/NNS", Traits("Plur", PERSON, "3")),
        ("children/NNS", Traits("Plur", PERSON, "3")),
        ("the/DT house/NN", Traits("Sing", THING, "3")),
        ("happiness/NN", Traits("Sing", THING, "3")),
        ("a/DT flurb/NN", Traits("Sing", ANYTHING, "3")),
        ("the/DT team/NN", Traits("", ANYTHING, "3")),
        ("a/DT king/_", Traits("Sing", MALE, "3")),
        ("the/DET women/NOUN", Traits("Plur", FEMALE, "3")),
        ("flurbs/NOUN", Traits("Plur", ANYTHING, "3")),
        ("Zorbas/PROPN", Traits("", ANYTHING, "3")),
        ("the/DET news/NOUN", Traits("", ANYTHING, "3")),
        ("the/DET glass/NOUN", Traits("Sing", ANYTHING, "3")),
        ("ten/NUM", Traits("", ANYTHING, "3")),
        ("Mia/NNP", Traits("Sing", FEMALE, "3")),
        ("Mr/NNP Anna/NNP", Traits("Sing", MALE, "3")),
        ("Mrs./NNP Jones/NNP", Traits("Sing", FEMALE, "3")),
        ("Dr./NNP Jones/NNP", Traits("Sing", PERSON, "3")),
        ("Dr./NNP Mary/NNP Jones/NNP", Traits("Sing", FEMALE, "3")),
        ("Queen/NN Zorba/NNP", Traits("Sing", FEMALE, "3")),
        ("Victoria/NNP Street/NNP", Traits("Sing", THING, "3")),
        ("Zorba/NNP", Traits("Sing", ANYTHING, "3")),
        ("Mia/NNP 's/POS brother/NN", Traits("Sing", MALE, "3")),
        ("Mia/NNP and/CC Leo/NNP", Traits("Plur", ANYTHING, "3")),
        ("Mia/NNP ,/, Tom/NNP and/CC Leo/NNP", Traits("Plur", ANYTHING, "3")),
        ("she/PRP and/CC I/PRP", Traits("Plur", ANYTHING, "")),
        ("the/DT king/NN of/IN Spain/NNP and/CC France/NNP", Traits("Sing", MALE, "3")),
        ("Mia/NNP or/CC Leo/NNP", Traits("Sing", FEMALE, "3")),
    ],
)
def test_from_tags_and_lists(text, expected):
    assert traits(text) == expected


@pytest.mark.parametrize(
    ("text", "features", "expected"),
    [
        ("you/PRON", "Number=Plur|Person=2", Traits("Plur", PERSON, "2")),
        ("they/PRON", "Number=Sing|Person=3", Traits("Sing", ANYTHING, "3")),  # what is annotated counts before the list
        ("it/PRON", "Gender=Fem|Number=Sing|Person=3", Traits("Sing", FEMALE, "3")),
        ("flurb/NOUN", "Number=Plur", Traits("Plur", ANYTHING, "3")),
        ("team/NOUN", "Number=Sing", Traits("", ANYTHING, "3")),  # one or many
        ("scissors/NOUN", "Number=Ptan", Traits("Plur", ANYTHING, "3")),
        ("Tür/NOUN", "Case=Nom|Gender=Fem|Number=Sing", Traits("Sing", FEMALE, "3")),
        ("hus/NOUN", "Gender=Com|Number=Sing", Traits("Sing", PERSON, "3")),
        ("x/NOUN", "Gender=Masc,Neut", Traits("Sing", MALE | THING, "3")),
        ("ihre/PRON", "Gender=Neut|Gender[psor]=Fem|Number=Plur|Number[psor]=Sing|Person=3", Traits("Sing", FEMALE, "3")),
        ("king/NOUN", "", Traits("Sing", MALE, "3")),
    ],
)
def test_from_features(text, features, expected):
    assert traits(text, (features,)) == expected


def test_what_is_joined_is_told_by_the_tree_where_there_is_one():
    text = "the/DET king/NOUN of/ADP Mia/PROPN and/CCONJ Leo/PROPN"
    of_two = ("det", "root", "case", "nmod", "cc", "conj")
    assert traits(text, tree=(1, -1, 3, 1, 5, 3), relations=of_two).number == "Sing"  # Mia and Leo are two, the king is one
    assert traits(text, tree=(1, -1, 3, 1, 5, 1), relations=of_two).number == "Plur"  # the king, and Leo


def test_agreement():
    he, she, it = (traits(f"{word}/PRP") for word in ("he", "she", "it"))
    they, i, you, we = (traits(f"{word}/PRP") for word in ("they", "I", "you", "we"))
    king, teacher, house, zorba, houses = (
        traits(text) for text in ("king/NN", "teacher/NN", "house/NN", "Zorba/NNP", "houses/NNS")
    )
    assert [he.agrees(other) for other in (he, she, it, they, king, teacher, house, zorba)] == [1, 0, 0, 0, 1, 1, 0, 1]
    assert [it.agrees(other) for other in (king, teacher, house, zorba, houses)] == [0, 0, 1, 1, 0]
    assert [they.agrees(other) for other in (king, houses, we)] == [0, 1, 0]
    assert [i.agrees(other) for other in (i, you, we, king, zorba)] == [1, 0, 0, 0, 0]
    everything = (he, she, it, they, i, you, we, king, teacher, house, zorba, houses)
    assert all(Traits().agrees(other) and other.agrees(Traits()) for other in everything)
    assert all(one.agrees(other) == other.agrees(one) for one in everything for other in everything)
