"""One vocabulary of behaviours: what our measures label is in it, what others bring is added, and nothing of it is written twice."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from headscope.behaviours import BEHAVIOURS, NEUTRAL, vocabulary
from headscope.description import Description, Key, LabelRule, Section
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES

ROOT = Path(__file__).parent.parent
OWN = Description("copying", "Copying", "How much it copies.", "f", Section("copying", "Copying", 99))


def own(**rule):
    """A measure of somebody's own with one rule."""
    label = LabelRule("copy", 0.5, 70, **rule)
    return replace(OWN, keys={("all", ""): Key("copies the token after {sep}", "copies", label=label)})


def test_every_label_that_our_measures_give_has_a_sign_and_a_colour_of_its_own():
    known = {one.name for one in BEHAVIOURS}
    described = [MEASURES[name]().described() for name in MEASURES]
    given = {key.label.label for about in described for key in about.keys.values() if key.label is not None}
    given |= {about.behaviour for about in described if about.behaviour}
    assert {"next", "sep", "syntax", "coreference"} <= given <= known
    assert vocabulary(described) == vocabulary()
    for name in ("sign", "light", "dark", "words"):
        mine = [getattr(one, name) for one in BEHAVIOURS]
        assert len(set(mine)) == len(mine), name


def test_special_tokens_are_called_what_the_model_calls_them():
    words = {one.name: one.words for one in vocabulary(special={"cls": "<s>", "sep": "</s>"})}
    assert (words["cls"], words["sep"], words["next"]) == ("<s>", "</s>", "next token")
    assert {one.name: one.words for one in vocabulary()}["sep"] == "[SEP]"


def test_a_measure_brings_labels_of_its_own():
    *_, one, mixed = vocabulary([own(words="copies what follows {sep}", sign="©", colour="#004080")], {"sep": "</s>"})
    assert (one.name, one.words, one.sign, one.light, one.dark) == (
        "copy", "copies what follows </s>", "©", "#004080", "#4070a0"
    )  # fmt: skip
    assert mixed.name == "mixed" and mixed.light is None, "the last of the legend"


def test_a_label_that_says_no_more_is_grey_and_known_by_its_first_letter():
    *_, one, _ = vocabulary([own()])
    assert (one.words, one.sign, (one.light, one.dark)) == ("copy", "C", NEUTRAL)
    *_, counted, _ = vocabulary([replace(OWN, counts="the best rule", behaviour="agreement")])
    assert (counted.name, counted.sign) == ("agreement", "A")
    assert vocabulary([replace(OWN, behaviour="syntax")]) == vocabulary(), "ours stays as it is"


def test_what_is_no_colour_is_refused():
    with pytest.raises(HeadscopeError, match=r"The label 'copy' has the colour 'url.x.': write it as #rrggbb"):
        vocabulary([own(colour="url(x)")])


def test_no_colour_or_sign_of_a_behaviour_is_written_a_second_time():
    """Neither in Python nor in the sources of the pages, which get them with their data. Letters and dots are signs too, but stand
    everywhere."""
    colours = [colour for one in BEHAVIOURS for colour in (one.light, one.dark) if colour]
    signs = [one.sign for one in BEHAVIOURS if ord(one.sign) > 0x2000]
    assert (len(colours), len(signs)) == (24, 5)
    sheets = [*(ROOT / "web" / "src").rglob("*.css")]
    files = [*(ROOT / "src" / "headscope").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    assert len(sheets) > 10 and len(files) > 300

    def found(places, words):
        again = re.compile("|".join(words), re.IGNORECASE)
        return [(path.name, again.findall(path.read_text("utf-8"))) for path in places if again.search(path.read_text("utf-8"))]

    assert found(files, colours + signs) == found(sheets, colours) == []
