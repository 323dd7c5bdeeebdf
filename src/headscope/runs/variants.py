"""Where the published code departs from the paper, and where the paper leaves a choice: each is an option of a run.

The default follows the paper's words; `published` is what its authors' code does. Another one is a field here, an argument of
`headscope.measure` and an option of the command line. Only their names and words are here; what they do is where it happens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from headscope.errors import HeadscopeError

# What it changes: what the model reads, the maps made of it, the gradient, how words are read off maps.
About = Literal["text", "maps", "loss", "words"]


@dataclass(frozen=True)
class Choice:
    """The values that a variant can have, the default first, with words for what each does."""

    words: Mapping[str, str]
    about: About
    published: str | None = None  # None: the published code does as the paper says, or does not tell

    @property
    def default(self) -> str:
        return next(iter(self.words))

    def check(self, name: str, value: str) -> None:
        """Raises where the variant of that name can't have this value."""
        if value not in self.words:
            raise HeadscopeError(f"{option(name)} '{value}' is not known: expected {' or '.join(self.words)}.")


def _choice(words: Mapping[str, str], about: About, published: str | None = None) -> Any:
    choice = Choice(words, about, published)
    return field(default=choice.default, metadata={"choice": choice})


@dataclass(frozen=True, kw_only=True)
class Variants:
    """The choices of a run.

    >>> Variants(segment_ids="zero").chosen()
    {'segment_ids': 'zero'}
    """

    segments: str = _choice(
        {
            "paragraphs": "two consecutive paragraphs per segment, cut at their ends",
            "filled": "lines joined until a segment is full, split at a random line, cut at random at the front or the back",
        },
        "text",
        published="filled",
    )
    segment_ids: str = _choice(
        {"pair": "segment ids 0 and 1 for the two texts", "zero": "segment ids all zero"}, "text", published="zero"
    )
    map_precision: str = _choice(
        {"full": "maps as computed", "float16": "maps rounded to float16 before they are measured"}, "maps", published="float16"
    )
    smoothing: str = _choice(
        {
            "none": "logarithms of the weights as they are",
            "published": "logarithms of smoothed weights: entropy of 0.9999·α + 0.0001/n, divergence of 0.999·α + 0.001/n",
        },
        "maps",
        published="published",
    )
    loss: str = _choice(
        {"mean": "a segment's loss is the mean over its predicted tokens", "sum": "a segment's loss is the sum over them"},
        "loss",
    )
    gradient_per: str = _choice(
        {
            "pair": "gradients averaged over pairs of tokens",
            "token": "gradients summed over the attended tokens of a kind, averaged over the attending tokens",
        },
        "loss",
    )

    words_from: str = _choice(
        {
            "mean": "attention from a split word is the mean over its tokens",
            "first": "attention from a split word is that of its first token",
            "max": "attention from a split word is the largest of its tokens'",
        },
        "words",
        published="first",
    )
    possessors: str = _choice(
        {
            "marker": "if 's or ' follows a possessor, this marker predicts the governor",
            "own": "the possessor itself predicts its governor",
        },
        "words",
    )
    offsets: str = _choice(
        {"five": "fixed offsets from -5 to 5 as baselines", "published": "fixed offsets from -3 to 2 as baselines"},
        "words",
        published="published",
    )
    directions: str = _choice(
        {"two": "each head read from dependent to head and from head to dependent", "three": "also by the sum of both"}, "words"
    )
    windows: str = _choice(
        {
            "sentences": "the model reads a document's mentions in windows of whole sentences",
            "first": "the model reads only the first tokens of a document",
        },
        "text",
        published="first",
    )
    antecedents: str = _choice(
        {"words": "all other words are candidates for the antecedent", "mentions": "only the heads of other mentions"}, "words"
    )
    mention_heads: str = _choice(
        {
            "annotated": "a mention's head is the annotated one, otherwise from its tree, otherwise by rule",
            "tree": "a mention's head is from its tree, otherwise by rule",
            "last": "a mention's head is its last word",
        },
        "words",
    )
    no_match: str = _choice(
        {"wrong": "head match without a match is wrong", "nearest": "head match without a match takes the nearest mention"},
        "words",
    )

    def __post_init__(self) -> None:
        for name, choice in CHOICES.items():
            choice.check(name, getattr(self, name))

    def chosen(self) -> dict[str, str]:
        """Those that are not at their default."""
        return {name: value for name, c in CHOICES.items() if (value := getattr(self, name)) != c.default}


CHOICES: dict[str, Choice] = {f.name: f.metadata["choice"] for f in fields(Variants)}
NOT_OF_MAPS = tuple(
    name for name, choice in CHOICES.items() if choice.about in ("text", "loss")
)  # can't be asked of maps alone


def choose(given: Mapping[str, str | None], *, as_published: bool, only_maps: bool = False) -> dict[str, str]:
    """A value for every variant: the one given; where None is, the published or the paper's. Of a file of maps only what
    concerns maps can be as published.

    >>> choose({"segment_ids": "pair"}, as_published=True)["smoothing"], choose({}, as_published=False)["smoothing"]
    ('published', 'none')
    """
    values = {}
    for name, choice in CHOICES.items():
        published = choice.published if as_published and not (only_maps and name in NOT_OF_MAPS) else None
        usual = choice.default if published is None else published
        values[name] = usual if (value := given.get(name)) is None else value
    return values


def option(name: str) -> str:
    """What it is called on the command line."""
    return f"--{name.replace('_', '-')}"
