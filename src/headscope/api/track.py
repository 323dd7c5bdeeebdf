"""Many runs of models of one shape as one story: every score of every head as a line, when it rises, who takes over, how seeds agree.

`places` has the order of the runs, `onsets` what a rise is, `takeovers` and `seeds` how heads of different runs are matched, `story`
the sentences. Runs are read one after the other, and of each only its numbers are kept: twenty runs take no more memory than their
lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from headscope.api.open import RunLike, Scores, run_of
from headscope.comparison.matching import check_names
from headscope.comparison.pairs import check_shapes, pairs_of
from headscope.comparison.places import Place, arrange, label, place_of
from headscope.comparison.seeds import Agreement, agreeing, matched
from headscope.comparison.takeovers import takeovers
from headscope.comparison.track import Course, History, Track
from headscope.errors import HeadscopeError
from headscope.findings.labels import Label, behaviours, rules, told
from headscope.findings.wording import listed
from headscope.results.manifest import Manifest
from headscope.results.sample_text import Example
from headscope.runs.progress import reading
from headscope.tables.track import onset_table, opening
from headscope.types import Series, Stack

__all__ = ["Track", "onset_table", "opening", "track"]


@dataclass(frozen=True)
class _Read:
    """What is kept of a run: of each score that the first run has too, under its name there, value, low, high, baseline and its name."""

    place: Place
    manifest: Manifest
    example: Example | None
    behaviours: dict[Stack, list[Label]]
    numbers: dict[Series, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, str]]


def track(
    runs: Sequence[RunLike],
    by: str | None = None,
    *,
    within: str = "layer",
    measures: Sequence[str] | None = None,
    weights: str | None = None,
    progress: bool = True,
) -> Track:
    """Follows every score of every head through many runs, given as scores or as their folders. `by` is what the runs differ in: "step",
    "size", "seed", "language", or "given" for the order in which they are given; without it, what their manifests and the names of their
    folders tell. `within` is where a head's partner in another seed is looked for, a "layer" or the whole "stack". `measures` and `weights`
    are as in `compare`.
    """
    check_names("position", within)
    if isinstance(runs, str | Path | Scores):
        raise HeadscopeError("A story needs at least two runs, got one.")
    if len(runs) < 2:
        raise HeadscopeError(f"A story needs at least two runs, got {len(runs)}.")
    first: Scores | None = None
    read: list[_Read] = []
    alone: dict[str, list[str]] = {}
    for run in reading(runs, "reading runs", progress):
        scores = run_of(run)
        scores = scores.under(weights or scores.weights[0])
        first = first or scores
        check_shapes(first.manifest, scores.manifest)
        place = place_of(scores.manifest, Path(run) if isinstance(run, str | Path) else None)
        read.append(_read(first, scores, place, measures, alone))
    assert first is not None
    arranged = arrange([one.place for one in read], by)
    common = [series for series in read[0].numbers if all(series in one.numbers for one in read)]
    if not common:
        raise HeadscopeError("These runs have no score in common, that all of them have.")
    left_out = [_told_once(words, names, read[0].place.name) for words, names in alone.items()]
    naming = _naming(first)
    made = []
    for name, numbers in arranged.histories:
        mine = [read[number] for number in numbers]
        courses = tuple(_course(series, mine, naming) for series in common)
        examples = tuple(one.example for one in mine)
        made.append(
            History(
                name,
                tuple(one.place for one in mine),
                tuple(label(one.place, arranged.along) for one in mine),
                tuple(one.manifest for one in mine),
                examples,
                tuple(one.behaviours for one in mine),
                courses,
                tuple(takeovers(examples)),
            )
        )
    histories = tuple(made)
    agreements = _agreements(histories, within, same_model=arranged.across == "language") if arranged.across else ()
    return Track(first, arranged.along, arranged.across, histories, tuple(agreements), tuple(left_out))


def _told_once(words: str, runs: list[str], first: str) -> str:
    """What `pairs_of` says of the first run and one other, of all others that it is true of.

    >>> _told_once("only in the first: sink.all", ["a", "b"], "x"), _told_once("only in the second: sink.all", ["a"], "x")
    ('not in a and b: sink.all', 'not in x, but in a: sink.all')
    """
    names = listed(runs) if len(runs) < 4 else f"{len(runs)} others" if "second" in words else f"{len(runs)} runs"
    which, _, scores = words.partition(": ")
    return f"not in {first}, but in {names}: {scores}" if which.endswith("second") else f"not in {names}: {scores}"


def _read(first: Scores, scores: Scores, place: Place, measures: Sequence[str] | None, alone: dict[str, list[str]]) -> _Read:
    pairs, unpaired = pairs_of(first, scores, measures)
    for words in unpaired:
        alone.setdefault(words, []).append(place.name)
    numbers = {pair.first: _numbers(scores, pair.second) for pair in pairs}
    stacks: list[Stack] = list(scores.manifest.model["stacks"])
    return _Read(place, scores.manifest, scores.example, {stack: behaviours(scores, stack=stack) for stack in stacks}, numbers)


def _numbers(scores: Scores, series: Series) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, str]:
    value = scores.value(series)
    known = {other.baseline: np.broadcast_to(scores.value(other), value.shape) for other in scores.baseline_series(series)}
    best = scores.best_baseline(series)
    level = known[best[0]] if best is not None else np.full(value.shape, np.nan)
    return value, *scores.interval(series), level, best[0] if best is not None else ""


def _naming(first: Scores) -> Callable[[Series], tuple[str, float | None]]:
    """The label that a head gets from a score, and from which value on; of several corpora, from the first that has the score."""
    known = {(rule.measure, rule.key, rule.direction): rule for rule in rules(first)}
    corpora: dict[tuple[str, ...], str] = {}
    for series in first.series():
        if first.tally.groups(series):
            corpora.setdefault(series[1:5], series.corpus)

    def of(series: Series) -> tuple[str, float | None]:
        rule = known.get((series.measure, series.key, series.direction))
        if rule is None or not told(first.key(series), series.stack) or corpora.get(series[1:5]) != series.corpus:
            return "", None
        return rule.label, rule.threshold

    return of


def _course(series: Series, runs: list[_Read], naming: Callable[[Series], tuple[str, float | None]]) -> Course:
    value, low, high, baseline = (np.stack([one.numbers[series][part] for one in runs]) for part in range(4))
    name, bar = naming(series)
    return Course(series, value, low, high, baseline, runs[-1].numbers[series][4], name, bar)


def _agreements(histories: tuple[History, ...], within: str, *, same_model: bool) -> list[Agreement]:
    """Every two histories, in the last run that both have by name; where both go on after it, or have none, in their last ones."""
    made = []
    for one, two in combinations(histories, 2):
        shared = [name for name in one.labels if name in two.labels]
        if shared and shared[-1] not in (one.labels[-1], two.labels[-1]):
            shared = []  # of models that were trained on, each for other steps, an early state says little
        places = (
            (one.labels.index(shared[-1]), two.labels.index(shared[-1]))
            if shared
            else (len(one.labels) - 1, len(two.labels) - 1)
        )
        stacks: dict[Stack, tuple[int, int]] = {
            stack: (shape[0], shape[1]) for stack, shape in one.manifests[0].model["stacks"].items()
            if any(course.series.stack == stack for course in one.courses)
        }  # fmt: skip
        values = {
            stack: [
                (a.value[places[0]], b.value[places[1]])
                for a, b in zip(one.courses, two.courses, strict=True)
                if a.series.stack == stack
            ]
            for stack in stacks
        }
        examples = (one.examples[places[0]], two.examples[places[1]])
        match, matchings = matched(stacks, examples, values, same_model=same_model, within=within)
        by_score = {
            number: agreeing(_above(a, places[0]), _above(b, places[1]), matchings[a.series.stack])
            for number, (a, b) in enumerate(zip(one.courses, two.courses, strict=True))
            if _tells(a, places[0]) and _tells(b, places[1])
        }
        share, chance = np.mean(list(by_score.values()), 0).tolist() if by_score else (np.nan, np.nan)
        made.append(Agreement(one.name, two.name, shared[-1] if shared else "", match, matchings, share, chance, by_score))
    return made


def _above(course: Course, run: int) -> np.ndarray:
    """Which heads are above the baseline with their whole interval."""
    return np.asarray(course.low[run] > course.baseline[run])


def _tells(course: Course, run: int) -> bool:
    """Whether a score has a baseline and intervals."""
    return bool(np.isfinite(course.baseline[run]).any() and np.isfinite(course.low[run]).any())
