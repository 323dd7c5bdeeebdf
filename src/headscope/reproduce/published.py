"""The numbers of a paper as data: NAME.json beside this file → what each is, where it stands, and how ours is obtained.

In the file numbers of one kind are a family: what a family says holds for each of its numbers unless the number says otherwise.
With `"each": "layer"` a number is a list, one a layer. Numbers are as printed there, percent as percent; a `Row` has shares.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

from headscope.errors import unknown_name
from headscope.registry import Registry
from headscope.runs.variants import option

Part = Literal["text", "treebank", "coreference", "probes"]
PARTS: tuple[Part, ...] = get_args(Part)
UNITS = ("percent", "share", "nats", "ratio", "count", "gradient")
DEPENDENCY, COREFERENCE = "dependency", "coreference"  # the measures of the paper's tables 1 and 2
BOUNDS = ("", "above", "below", "at most")

PAPERS: Registry[str] = Registry("paper")
PAPERS.add("clark2019", "What Does BERT Look At? (Clark, Khandelwal, Levy and Manning 2019)")
PAPERS.add(
    "kobayashi2021",
    "Incorporating Residual and Normalization Layers into Analysis of Masked Language Models (Kobayashi, Kuribayashi, Yokoi and Inui 2021)",
)


@dataclass(frozen=True)
class Departure:
    """Something that may make our number another than the published one. `options` is what headscope has for it, by the names of
    `Variants`; a run that chose it shares it with the published code."""

    id: str
    what: str
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """What it is and, where there is one, the option that does the same.

        >>> Departure("float16", "Maps are stored as float16.", {"map_precision": "float16"}).sentence
        'Maps are stored as float16. The same with --map-precision float16.'
        """
        written = ["--as-published" if n == "as_published" else f"{option(n)} {v}" for n, v in self.options.items()]
        return f"{self.what} The same with {', '.join(written)}." if written else self.what


@dataclass(frozen=True)
class Way:
    """How ours is obtained: `kind` names a function of `ours` or `probed`, the rest is what it needs. Layers count from 1, -1 is the
    last. `universal` is the nearest relation of Universal Dependencies."""

    kind: str
    measure: str = ""
    key: str = ""
    universal: str = ""
    name: str = ""
    threshold: float = 0.0
    first: int = 1
    last: int = -1
    take: str = "mean"
    head: str = ""
    probe: str = ""
    metric: str = ""
    words: bool = False
    position: int = 0
    reason: str = ""

    def held_as(self, has: Callable[[str], bool]) -> str | None:
        """What a treebank calls the relation: as the paper does or, where it has no such, by the nearest of Universal Dependencies; None
        where it has neither.

        >>> object = Way("best", key="dobj", universal="obj")
        >>> [object.held_as(treebank.__contains__) for treebank in ({"nsubj", "obj"}, {"obj", "dobj"}, {"nsubj"})]
        ['obj', 'dobj', None]
        """
        return next((key for key in (self.key, self.universal) if key and has(key)), None)


@dataclass(frozen=True)
class Number:
    """One number of the paper. `paper` and `notebook` are as printed; with a `bound` the number is said to be above, below or at most
    that. `precision` is how far the printed number may be from the one that was meant. `setup` numbers describe data, and are not
    results."""

    id: str
    section: str
    what: str
    source: str
    unit: str
    part: Part
    way: Way
    paper: float | None = None
    notebook: float | None = None
    said: str = ""
    bound: str = ""
    precision: float = 0.0
    where: str = ""
    setup: bool = False
    model: str = ""  # where it is not the paper's first
    departures: tuple[str, ...] = ()

    @property
    def model_free(self) -> bool:
        """Whether no model is asked: offsets, rules, and probes that see no attention."""
        return self.way.kind in ("best-baseline", "rule") or self.way.probe in ("right-branching", "distances-words")

    def held(self, printed: float | None) -> float | None:
        """A printed number as a row holds it: percent as a share."""
        return None if printed is None else round(printed / 100, 6) if self.unit == "percent" else printed


@dataclass(frozen=True)
class Paper:
    """A paper's numbers, what they are of, and what may lie between them and ours."""

    name: str
    title: str
    authors: str
    address: str
    model: str
    stacks: dict[str, list[int]]
    data: dict[str, str]  # what each kind of data was
    departures: dict[str, Departure]
    numbers: tuple[Number, ...]

    @property
    def models(self) -> tuple[str, ...]:
        """The models that its numbers are of."""
        return tuple(dict.fromkeys((self.model, *(number.model for number in self.numbers if number.model))))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The kinds of data that its numbers are of."""
        held = {number.part for number in self.numbers}
        return tuple(part for part in PARTS if part in held)

    def number(self, id: str) -> Number:
        for number in self.numbers:
            if number.id == id:
                return number
        raise unknown_name(f"number of {self.name}", id, (number.id for number in self.numbers))


@cache
def paper(name: str = "clark2019") -> Paper:
    """A paper whose numbers are here."""
    PAPERS[name]  # an unknown one raises, and says what is known
    text = resources.files("headscope").joinpath("reproduce", f"{name}.json").read_text(encoding="utf-8")
    return read(json.loads(text))


def read(data: Mapping[str, Any]) -> Paper:
    """The data of a file, checked: what is wrong with it is a defect of ours."""
    listed = [Departure(one["id"], one["what"], one.get("option", {})) for one in data["departures"]]
    departures = {one.id: one for one in listed}
    numbers = _paired([number for family in data["families"] for number in _numbers(family)])
    _check(numbers, departures)
    about = {key: data[key] for key in ("name", "title", "authors", "address", "model", "stacks", "data")}
    return Paper(**about, departures=departures, numbers=numbers)


_OF_WAY = ("key", "universal", "name")  # given beside a number, because its id and its words are made of them


def _numbers(family: Mapping[str, Any]) -> Iterator[Number]:
    shared = {key: value for key, value in family.items() if key not in ("numbers", "each")}
    for one in family["numbers"]:
        merged = {**shared, **one}
        own = {key: merged.pop(key) for key in _OF_WAY if key in merged}
        way = {**shared.get("way", {}), **one.get("way", {}), **own}
        said = {key: merged[key].format(**own) if own else merged[key] for key in ("id", "what")}
        merged |= {"departures": tuple(merged.get("departures", ())), **said}
        if family.get("each") == "layer":
            for layer, value in enumerate(one["notebook"], 1):
                place = Way(**{**way, "first": layer, "last": layer})
                named = {"id": f"{said['id']}.layer-{layer}", "what": f"{said['what']} in layer {layer}"}
                yield _number({**merged, **named, "notebook": value, "way": place})
        else:
            yield _number({**merged, "way": Way(**way)})


def _paired(numbers: list[Number]) -> tuple[Number, ...]:
    """The numbers in their order, but the best offset of a relation right behind its best head."""
    offsets = {number.way.key: number for number in numbers if number.way.kind == "best-baseline"}
    made = []
    for number in (number for number in numbers if number.way.kind != "best-baseline"):
        behind = [offsets.pop(number.way.key)] if number.way.kind == "best" and number.way.key in offsets else []
        made += [number, *behind]
    return (*made, *offsets.values())


def _number(given: dict[str, Any]) -> Number:
    known = {one.name for one in fields(Number)}
    if strange := given.keys() - known:
        raise ValueError(f"{given.get('id')} has unknown fields: {', '.join(sorted(strange))}")
    for name in ("paper", "notebook", "precision"):
        given[name] = None if given.get(name) is None else float(given[name])
    return Number(**{**given, "precision": given["precision"] or 0.0})


def _check(numbers: tuple[Number, ...], departures: Mapping[str, Departure]) -> None:
    ids = [number.id for number in numbers]
    if twice := {id for id in ids if ids.count(id) > 1}:
        raise ValueError(f"two numbers have the id {min(twice)}")
    for number in numbers:
        if number.part not in PARTS or number.unit not in UNITS or number.bound not in BOUNDS:
            raise ValueError(f"{number.id} has an unknown part, unit or bound")
        if strange := set(number.departures) - departures.keys():
            raise ValueError(f"{number.id} points to unknown departures: {', '.join(sorted(strange))}")
        if number.paper is None and number.notebook is None and not number.said:
            raise ValueError(f"{number.id} has no published number and says nothing")
