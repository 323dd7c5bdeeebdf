"""Two runs side by side: whether their heads can be compared at all, which of their scores are of the same thing, and what else
sets the runs apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from headscope.errors import HeadscopeError, unknown_name
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.runs.variants import CHOICES, option
from headscope.types import Series

WEIGHING = "kind of weights"


@dataclass(frozen=True)
class Pair:
    """A score of both runs. Paired: of the same corpus, so that the same documents are in both."""

    first: Series
    second: Series
    paired: bool


@dataclass(frozen=True)
class Contrast:
    """Something in which two runs differ: what it is, in the first, in the second."""

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.what} {self.first} / {self.second}"


def check_shapes(a: Manifest, b: Manifest) -> None:
    """Raises unless both models have the same stacks, layers and heads."""
    one, two = _shape(a), _shape(b)
    if one != two:
        raise HeadscopeError(
            f"Heads are compared one by one, so both runs must be of models of one shape: the first, {a.model['name']}, has {one}; "
            f"the second, {b.model['name']}, has {two}."
        )


def _shape(manifest: Manifest) -> str:
    stacks = manifest.model["stacks"].items()
    return ", ".join(f"{stack} {layers} layers of {heads} heads" for stack, (layers, heads) in stacks)


def pairs_of(a: Scores, b: Scores, measures: Sequence[str] | None = None) -> tuple[list[Pair], list[str]]:
    """The scores that both runs have, of these measures or of all, in the order of the first; and what only one has, in words.
    Raises where there is none.

    Corpora are put together where they are the same by their hash, then by name, and if then one is left on either side, these."""
    known = {**a.manifest.measures, **b.manifest.measures}
    for name in measures or ():
        if name not in known:
            raise unknown_name("measure in these runs", name, known)
    mine, theirs = (_by_score(run, measures) for run in (a, b))
    pairs: list[Pair] = []
    alone: dict[str, dict[str, None]] = {"first": {}, "second": {}}
    for what, left in mine.items():
        right = list(theirs.get(what, []))
        found, rest = _put_together(a.manifest, b.manifest, left, right)
        pairs += found
        alone["first"] |= dict.fromkeys(map(_name, rest[0]))
        alone["second"] |= dict.fromkeys(map(_name, rest[1]))
    alone["second"] |= dict.fromkeys(_name(series) for what in theirs if what not in mine for series in theirs[what])
    if not pairs:
        of = f" of {', '.join(measures)}" if measures else ""
        raise HeadscopeError(
            f"These runs have no score{of} in common: the first has {', '.join(a.manifest.measures)}; "
            f"the second {', '.join(b.manifest.measures)}."
        )
    order = {series: number for number, series in enumerate(a.series())}
    return sorted(pairs, key=lambda pair: order[pair.first]), [
        f"only in the {which}: {_some(list(names))}" for which, names in alone.items() if names
    ]


def _by_score(scores: Scores, measures: Sequence[str] | None) -> dict[Series, list[Series]]:
    """The series that have a figure, those that differ in the corpus alone together."""
    found: dict[Series, list[Series]] = {}
    for series in scores.series():
        if scores.tally.groups(series) and (not measures or series.measure in measures):
            found.setdefault(series._replace(corpus=""), []).append(series)
    return found


def _put_together(
    a: Manifest, b: Manifest, left: list[Series], right: list[Series]
) -> tuple[list[Pair], tuple[list[Series], list[Series]]]:
    """Pairs of series that differ in the corpus alone, and what is left on either side."""
    pairs: list[Pair] = []
    left, right = list(left), list(right)
    for same in (_same_text, _same_name):
        for one in list(left):
            two = next((other for other in right if same(a.corpus(one.corpus), b.corpus(other.corpus))), None)
            if two is not None:
                pairs.append(Pair(one, two, same is _same_text))
                left.remove(one)
                right.remove(two)
    if len(left) == len(right) == 1:
        pairs.append(Pair(left.pop(), right.pop(), False))
    return pairs, (left, right)


def _same_text(one: CorpusRecord, two: CorpusRecord) -> bool:
    return one.sha256 == two.sha256


def _same_name(one: CorpusRecord, two: CorpusRecord) -> bool:
    return one.name == two.name


def _name(series: Series) -> str:
    return f"{series.measure}.{series.key}"


def _some(names: list[str], most: int = 6) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def contrasts(a: Manifest, b: Manifest) -> list[Contrast]:
    """What sets two runs apart, beside their numbers: model, weights, corpora, options."""
    found = [
        Contrast(words, _short(a.model.get(field)), _short(b.model.get(field)))
        for field, words in (("name", "model"), ("sha256", "weights"), ("revision", "revision"), ("dtype", "dtype"))
        if a.model.get(field) != b.model.get(field)
    ]
    if [c.sha256 for c in a.corpora] != [c.sha256 for c in b.corpora]:
        found.append(Contrast("corpus", *(" + ".join(_corpus(c, a, b) for c in m.corpora) for m in (a, b))))
    if [c.shards for c in a.corpora] != [c.shards for c in b.corpora]:
        found.append(Contrast("shards", *("; ".join(", ".join(c.shards) for c in m.corpora) for m in (a, b))))
    usual: dict[str, Any] = {
        "weights": ["raw"],
        "max_length": None,
        "limit": None,
        **{name: choice.default for name, choice in CHOICES.items()},
    }
    if "masking" in a.options and "masking" in b.options:  # only runs with a loss have one
        usual["masking"] = None
    for name, value in usual.items():
        one, two = (manifest.options.get(name, value) for manifest in (a, b))
        if one != two:
            found.append(Contrast(WEIGHING if name == "weights" else option(name).removeprefix("--"), _short(one), _short(two)))
    return found


def _corpus(corpus: CorpusRecord, a: Manifest, b: Manifest) -> str:
    """Its name, and its hash where the other run has another of that name."""
    hashes = {c.sha256 for m in (a, b) for c in m.corpora if c.name == corpus.name}
    return f"{corpus.name} ({corpus.sha256[:8]})" if len(hashes) > 1 else corpus.name


def _short(value: Any) -> str:
    """A value for a sentence; hashes and commits are known by their first letters."""
    text = "none" if value is None else ", ".join(value) if isinstance(value, list) else str(value)
    return text[:8] if len(text) in (40, 64) else text
