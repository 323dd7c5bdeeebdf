"""What sentences about many runs share: what is worth one, and how heads, labels and baselines are called in it."""

from dataclasses import dataclass

from headscope.comparison.track import Course, History, Onset, Track
from headscope.description import Description
from headscope.findings.labels import vocabulary
from headscope.names import OWN, SUBTYPES
from headscope.types import Head, Series, Stack

MOST_FOUND = 3  # relations of which it is said when, or where, a head finds them
LEAST_LEAD = 0.1  # over the baseline, at the end: less is not worth a sentence


@dataclass(frozen=True)
class Told:
    """A sentence, the score that it is made from and the heads that it names."""

    text: str
    series: Series | None = None
    stack: Stack | None = None
    heads: tuple[Head, ...] = ()


def kind(track: Track, label: str, many: bool) -> str:
    """What a head with a label is called: "an induction head"."""
    words = next((one.words for one in vocabulary(track.first) if one.name == label), label)
    return f"{words} heads" if many else f"{'an' if words[:1].lower() in 'aeio' else 'a'} {words} head"


def of_stack(track: Track, series: Series) -> str:
    return f" of the {series.stack}" if len(track.first.manifest.model["stacks"]) > 1 else ""


def worth_telling(track: Track, one: Course) -> bool:
    """Shares and correlations of something that has a name: not of all words, nor of a relation's subtypes or of it without them."""
    about, quantity = track.first.about(one.series.measure), track.first.quantity(one.series)
    whole = one.series.key not in about.keywords and not one.series.key.endswith((OWN, SUBTYPES))
    return whole and (quantity.percent or quantity.converts)


def rule_of(about: Description, one: Course) -> str:
    """What the baseline is called in a sentence."""
    return about.counts or ("uniform attention" if one.against == "uniform" else one.against)


def lead(history: History, row: Onset) -> float:
    level = history.course(row.series).baseline[-1, row.head.layer, row.head.head]
    return round(row.last - float(level), 6)
