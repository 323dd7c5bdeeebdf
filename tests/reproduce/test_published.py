"""The published numbers: each has a source and a way to ours, or a reason why there is none; and they are written down once."""

import copy
import json
import re
from importlib import resources
from pathlib import Path

import pytest

import headscope
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES
from headscope.probes import NAMES
from headscope.reproduce import paper
from headscope.reproduce.ours import WAYS
from headscope.reproduce.published import PARTS, read
from headscope.reproduce.situation import OTHERS
from headscope.runs.variants import CHOICES

PAPER = paper()
OF_PROBES = {"probe", "sentences"}


@pytest.mark.parametrize("number", PAPER.numbers, ids=lambda number: number.id)
def test_every_number_has_a_source_and_a_way_to_ours(number):
    assert number.what and number.section and number.part in PARTS
    assert re.search(r"section \d|notebook|figure 1", number.source)
    assert number.paper is not None or number.notebook is not None or number.said
    way = number.way
    if way.kind == "none":
        assert way.reason
    elif way.kind in OF_PROBES:
        assert number.part == "probes" and (way.kind == "sentences" or way.probe in NAMES)
    else:
        assert way.kind in WAYS and way.measure in MEASURES and not way.reason
        keys = MEASURES[way.measure]([]).keys
        assert not keys or way.kind in ("units", "same-layer") or way.key in keys
    if number.unit == "percent":
        assert all(0 < printed < 100 for printed in (number.paper, number.notebook) if printed is not None)
    if number.unit in ("percent", "share", "nats") and (number.paper, number.notebook) != (None, None):
        assert number.precision > 0, "what was printed was rounded"


def test_how_many_there_are():
    by_kind = {kind: sum(number.way.kind == kind for number in PAPER.numbers) for kind in ("best", "best-baseline", "probe")}
    assert by_kind == {"best": 33, "best-baseline": 33, "probe": 6}
    assert sum(number.part == "coreference" for number in PAPER.numbers) == 17
    layers = [number for number in PAPER.numbers if ".layer-" in number.id]
    assert len(layers) == 5 + 12 * 5 and layers[0].id == "token.sep.layer-1"


def test_numbers_that_were_looked_up():
    """Spot checks against the paper and its notebook."""
    printed = {
        "dependency.dobj": (86.8, None, "8-10"),
        "dependency.dobj.baseline": (40.0, None, "-2"),
        "dependency.auxpass": (82.5, 94.1, "4-10"),
        "dependency.pobj": (76.3, None, "9-6 <"),
        "dependency.quantmod": (None, 68.0, "1-4 <"),
        "coreference.head.nominal": (58, None, "5-4"),
        "coreference.sieves.proper": (77, None, ""),
        "probe.attention-words": (77, 78.0, ""),
        "entropy.cls.last": (3.89, 3.92, ""),
        "entropy.all.layer-8": (None, 1.77, ""),
        "token.sep.layer-12": (None, 0.07, ""),
        "token-from-sep.layer-10": (None, 0.37, ""),
        "offset.next": (5, 3, "layers 1, 2, 2, 3, 6"),
        "segments": (1000, 992, ""),
    }
    assert {id: (n.paper, n.notebook, n.where) for id in printed if (n := PAPER.number(id))} == printed
    assert PAPER.number("dependency.dobj").held(86.8) == 0.868 and PAPER.number("entropy.cls.last").held(3.89) == 3.89
    with pytest.raises(HeadscopeError, match=r"Did you mean 'dependency\.dobj'"):
        PAPER.number("dependency.dobi")


def test_departures_have_sentences_and_options_that_exist():
    used = {id for number in PAPER.numbers for id in number.departures} | {*OTHERS, "limit", "sentences", "other-texts"}
    assert used == set(PAPER.departures), "each explains a number, or what data it is of"
    for departure in PAPER.departures.values():
        assert departure.what.endswith(".") and departure.sentence.startswith(departure.what)
        for name, value in departure.options.items():
            assert (name, value) == ("as_published", "probe") or CHOICES[name].published == value
    published = {name for name, choice in CHOICES.items() if choice.published}
    assert published == {name for one in PAPER.departures.values() for name in one.options} - {"as_published"}


def test_numbers_are_written_down_once():
    """No other file of the package repeats them."""
    printed = {f"{n}" for number in PAPER.numbers if number.unit == "percent" for n in (number.paper, number.notebook) if n}
    once = {text for text in printed if not text.endswith(".0")}
    for name in ("published.py", "published_probes.py", "dependency.py", "coreference.py", "probes.py"):
        text = Path(headscope.__file__).parent.joinpath("tables", name).read_text()
        assert not once & set(re.findall(r"\d+\.\d+", text)), name


DATA = json.loads(resources.files("headscope").joinpath("reproduce", "clark2019.json").read_text(encoding="utf-8"))


def _twice(data):
    data["families"][0]["numbers"][1]["id"] = "segments"


def _unknown_departure(data):
    data["families"][1]["departures"] = ["weather"]


def _unknown_field(data):
    data["families"][0]["numbers"][0]["papre"] = 3


def _no_number(data):
    del data["families"][0]["numbers"][1]["notebook"]


def _unknown_unit(data):
    data["families"][0]["unit"] = "miles"


BROKEN = {
    "two numbers have the id segments": _twice,
    "unknown departures: weather": _unknown_departure,
    "unknown fields: papre": _unknown_field,
    "sentences has no published number": _no_number,
    "unknown part, unit or bound": _unknown_unit,
}


@pytest.mark.parametrize("words", BROKEN)
def test_broken_data_is_refused(words):
    data = copy.deepcopy(DATA)
    BROKEN[words](data)
    with pytest.raises(ValueError, match=words):
        read(data)


def test_an_unknown_paper():
    with pytest.raises(HeadscopeError, match=r"There is no paper named 'clark2018'\. Did you mean 'clark2019'\?"):
        paper("clark2018")
