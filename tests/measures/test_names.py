"""What every measure says of itself, and what it answers to keys that it does not have."""

import doctest
import inspect
import json
from typing import get_args

import pytest

from headscope.description import SPECIAL, Description, Section
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES, make, parse
from headscope.measures.measure import Need
from headscope.quantities import Quantity
from headscope.types import UnitKind

every_measure = pytest.mark.parametrize("name", list(MEASURES))
with_own_keys = pytest.mark.parametrize("name", [name for name, measure in MEASURES.items() if not measure.open_keys])
with_open_keys = pytest.mark.parametrize("name", [name for name, measure in MEASURES.items() if measure.open_keys])


@every_measure
def test_a_measure_explains_itself(name):
    kind = MEASURES[name]
    assert kind.name == name
    assert kind.unit in get_args(UnitKind)
    assert isinstance(kind.quantity, Quantity) and kind.quantity.name
    assert isinstance(kind.section, Section) and kind.section.name
    assert kind.needs <= set(get_args(Need))
    assert {"sentence": {"trees"}, "window": {"mentions"}}.get(kind.unit, set()) == kind.needs & {"trees", "mentions"}
    assert kind.title[0].isupper() and not kind.title.endswith(".")
    assert kind.read.endswith(".") and len(kind.read) > 60
    assert len(kind.formula) > 10


@with_own_keys
def test_a_measure_has_words_for_its_keys(name):
    measure = make(name)
    assert measure.keys and set(measure.keys) == set(MEASURES[name].known)
    keys = [measure.key(key) for key in measure.keys]
    phrases = [key.does for key in keys]
    assert len(set(phrases)) == len(phrases) and len({key.short for key in keys}) == len(keys)
    assert all(phrase and phrase[0].islower() and not phrase.endswith(".") for phrase in phrases)
    assert all(key.plural != key.does for key in keys)


@with_open_keys
def test_a_measure_whose_keys_the_corpus_has_takes_any_and_has_words_for_each(name):
    measure = make(name)
    assert measure.keys == () and not measure.chosen
    chosen = make(f"{name}=nsubj,nmod:poss,all")
    assert chosen.keys == ("nsubj", "nmod:poss", "all") and chosen.chosen
    phrases = [measure.key(key).does for key in ("all", "nsubj", "nmod:poss")]
    assert len(set(phrases)) == 3
    assert "nsubj" in phrases[1] and "nmod:poss" in phrases[2]
    assert all(phrase[0].islower() and not phrase.endswith(".") for phrase in phrases)


@every_measure
def test_a_measure_carries_a_formula_and_a_worked_example(name):
    kind = MEASURES[name]
    assert "__doc__" in vars(kind), "the docstring is inherited"
    assert name in inspect.getdoc(kind).splitlines()[0] and "=" in inspect.getdoc(kind).splitlines()[0]
    examples = doctest.DocTestParser().get_examples(kind.__doc__)
    assert any(kind.__name__ + "(" in example.source for example in examples) and examples[-1].want.strip()


@every_measure
def test_what_a_measure_says_survives_the_manifest(name):
    special = {"cls": "<s>", "sep": "</s>"}
    about = MEASURES[name]().described([("all", ""), ("nsubj", "both")] if MEASURES[name].open_keys else (), special)
    again = Description.from_json(json.loads(json.dumps(about.to_json())))
    assert again == about and about.keys
    said = json.dumps(about.to_json())
    assert not any(SPECIAL[name] in said for name in special), "special tokens are called what the model's tokenizer calls them"


@with_own_keys
def test_an_unknown_key_is_refused(name):
    with pytest.raises(HeadscopeError):
        make(f"{name}=nonsense")


def test_an_unknown_key_gets_a_suggestion():
    with pytest.raises(HeadscopeError, match=r"no key of 'token' named 'sepp'\. Did you mean 'sep'\? Known: cls, punct, sep"):
        make("token=cls,sepp")


def test_an_unknown_measure_gets_a_suggestion():
    with pytest.raises(HeadscopeError, match=r"no measure named 'entropi'\. Did you mean 'entropy'\?"):
        make("entropi")


@pytest.mark.parametrize("key", ["x", "1.5", "--1", "+", "-", "101", "-101", "1000", "1e1", "0x1", " - 1", "−1"])
def test_a_bad_offset_is_refused(key):
    with pytest.raises(HeadscopeError, match="is not an offset: expected a whole number from -100 to \\+100"):
        make(f"offset={key}")


def test_offsets_are_written_with_their_sign_sorted_and_once():
    assert make("offset=3,+3,-2,0,-0,+0").keys == ("-2", "0", "+3")
    assert make("offset=-100,100").keys == ("-100", "+100")


def test_a_further_offset_has_words_too():
    measure = make("offset=-2,+3,-1")
    assert [measure.key(key).does for key in measure.keys] == [
        "attends 2 tokens back",
        "attends to the previous token",
        "attends 3 tokens ahead",
    ]


def test_keys_come_in_the_measure_s_own_order():
    assert make("token=punct,cls").keys == ("cls", "punct")


@pytest.mark.parametrize("spec", ["offset=", "token= , ,"])
def test_an_equals_sign_without_a_key_is_refused(spec):
    with pytest.raises(HeadscopeError, match="asks for no key"):
        parse(spec)
