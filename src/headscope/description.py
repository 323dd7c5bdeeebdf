"""What a measure says of itself, as data: all that tables, figures, queries and pages ask about it.

A run's manifest carries it, so that a finished run is read without torch, and without the measure itself if it was somebody's own.
Standard library only.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from headscope.forms import fitted
from headscope.quantities import SHARE, Quantity

# mostly: heads that do more of it than the quantity calls much. highest: the head with the most, where that is above the baseline.
# layer: the layer whose mean stands out. texts: in how many texts heads do it, on average. none: the score is shown, but no sentence of the
# first screen is made from it.
FindingRule = Literal["mostly", "highest", "layer", "texts", "none"]
# How a measure says what the model loses without a head: in all, or at words of a kind; empty: it does not.
Loss = Literal["", "whole", "words"]
# Where several scores say nearly the same, one speaks for stacks in which no token sees a later one, the other for the others.
Told = Literal["", "causal", "other"]


# The tokens that a text begins and ends with, as BERT calls them; and whatever token is the first.
SPECIAL = {"cls": "[CLS]", "sep": "[SEP]", "first": "the first token"}


@dataclass(frozen=True)
class LabelRule:
    """A head whose score is above the threshold gets the label; `order` says which label wins where several hold, the highest."""

    label: str
    above: float
    order: int
    # For a label that behaviours.json does not have: what it is called in a legend, its sign and its colour.
    words: str = ""
    sign: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Key:
    """One score of a measure: what a head with a high figure does, in the singular ("attends to the next token") and the plural, and
    what the figure is called at the head of a column ("next token")."""

    does: str
    short: str
    do: str = ""  # the plural, where `many` would not find it
    looks: str = ""  # the same for a head's own line, where that has other words: "looks from subjects to their predicates"
    causal: bool = True  # whether a causal mask leaves it any meaning
    finding: FindingRule = "mostly"
    told: Told = ""  # of which stacks a label or a finding is made from it; empty: of all
    opens: bool = False  # whether its finding comes before all others
    also: tuple[str, ...] = ()  # `measure.key`: what its finding says of the same heads beside, where that holds of all of them
    by_layer: bool = True  # whether tables of means by layer have a column for it
    label: LabelRule | None = None
    noun: str = ""  # what the figure is of: "the loss at a direct object (obj)"
    quantity: Quantity | None = None  # where its figure is of another quantity than the measure's others

    @property
    def plural(self) -> str:
        return self.do or many(self.does)

    def named(self, special: Mapping[str, str]) -> "Key":
        """The same with special tokens called what the model's tokenizer calls them: {sep} is `[SEP]` or `</s>`."""
        said = {name: named(getattr(self, name), special) for name in ("does", "short", "do", "looks", "noun")}
        return Key(**{**{one.name: getattr(self, one.name) for one in fields(self)}, **said})

    def own_quantity(self) -> dict[str, Any]:
        """For a page: its quantity, where it is not its measure's."""
        return {} if self.quantity is None else {"own_quantity": self.quantity.to_json()}

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "quantity": self.quantity and self.quantity.to_json()}


@dataclass(frozen=True)
class Section:
    """A part of the atlas; sections are shown in the order of their numbers."""

    id: str
    name: str
    order: int
    caveat: str = ""


@dataclass(frozen=True)
class Description:
    """A measure, described. `keys` are by key and direction; the direction is empty where it has no meaning."""

    name: str
    title: str
    read: str
    formula: str
    section: Section
    quantity: Quantity = SHARE
    unit: str = "pair"
    place: int = 0  # its place in its section
    second: bool = False  # gives way to others where a query names a bare key that they have too
    emphasis: float = 1.0  # how much a finding made from it counts against others
    pairs: bool = False  # its figures are of pairs of heads
    counts: str = ""  # a measure of right answers: what its baselines are called ("the best fixed offset"); empty for others
    behaviour: str = ""  # the behaviour of heads that are significantly right, where it counts right answers
    keywords: tuple[str, ...] = ()  # keys of which no claim is made: they hold others, or have no right answer
    folds: tuple[str, ...] | None = None  # the directions in which a relation's subtypes add up; None: keys have no subtypes
    open_keys: bool = False  # whether its keys are what the corpus has
    parts: bool = False  # whether its keys are parts of a head's attention that do not overlap, so that shares add up
    patterns: bool = False  # whether heads are labelled with the one of its keys that is furthest above chance
    keys: Mapping[tuple[str, str], Key] = field(default_factory=dict)
    rest: str = ""  # its keys are parts of one whole: what the rest is called ("other tokens"); empty: they are not
    beside: str = ""  # `measure.key`: the score beside which it is to be read, by the order that both put the heads in
    drops: bool = False  # its figure is the share of a head's tokens that weights without sinks do not count
    layered: bool = False  # its figures are of layers, not of heads
    loss: Loss = ""
    cases: str = ""  # what its figures are means over ("predicted tokens"); empty: what its unit says
    among: str = ""  # of which attention its shares are, where that is not all of a text's: "on repeated random tokens"

    def key(self, key: str, direction: str = "") -> Key:
        """What is said of one of its keys; of one that nobody described, no more than its name."""
        found = self.keys.get((key, direction)) or self.keys.get((key, ""))
        return found or Key(f"has a high {self.name} {key}", key, f"have a high {self.name} {key}", finding="none")

    def quantity_of(self, key: str, direction: str = "") -> Quantity:
        """What the figure of one of its keys is of."""
        return self.key(key, direction).quantity or self.quantity

    def to_json(self) -> dict[str, Any]:
        plain = {name: value for name, value in asdict(self).items() if name != "keys"}
        keys = [
            {"key": key, "direction": way, **{k: v for k, v in one.to_json().items() if v != _DEFAULTS.get(k, _DEFAULTS)}}
            for (key, way), one in self.keys.items()
        ]
        if not self.among:
            del plain["among"]
        return {**plain, "quantity": self.quantity.to_json(), "keys": keys}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], where: str = "") -> "Description":
        """What `to_json` made; raises ValueError with the place where the data has another form."""
        keys = {}
        for at, one in enumerate(fitted(data.get("keys", []), list[dict[str, Any]], f"{where}.keys")):
            place = fitted({name: one.get(name) for name in ("key", "direction")}, dict[str, str], f"{where}.keys[{at}]")
            keys[place["key"], place["direction"]] = fitted(one, Key, f"{where}.keys[{at}]")
        made: Description = fitted({**data, "keys": {}}, cls, where)
        return replace(made, keys=keys)


_DEFAULTS: dict[str, Any] = {one.name: one.default for one in fields(Key)}


def many(phrase: str) -> str:
    """What several heads do, from what one does: the verb in the plural.

    >>> many("attends to it"), many("carries it on"), many("does it"), many("watches it"), many("passes it on"), many("is broad")
    ('attend to it', 'carry it on', 'do it', 'watch it', 'pass it on', 'are broad')
    """
    verb, space, rest = phrase.partition(" ")
    irregular = {"is": "are", "has": "have", "does": "do", "goes": "go"}
    if verb in irregular:
        verb = irregular[verb]
    elif verb.endswith("ies") and len(verb) > 4:
        verb = f"{verb[:-3]}y"
    elif verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        verb = verb[:-2]
    else:
        verb = verb.removesuffix("s")
    return verb + space + rest


def named(phrase: str, special: Mapping[str, str]) -> str:
    """A phrase with special tokens called what the model's tokenizer calls them.

    >>> named("attends to {sep}", {"sep": "</s>"})
    'attends to </s>'
    """
    for name, token in special.items():
        phrase = phrase.replace(f"{{{name}}}", token)
    return phrase
