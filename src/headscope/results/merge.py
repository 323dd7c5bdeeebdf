"""Several runs as one: shards of a corpus add up, different corpora stand side by side."""

from collections.abc import Sequence
from dataclasses import replace

from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.runs.variants import CHOICES
from headscope.runs.variants import option as typed
from headscope.tallies import Tally

_MUST_AGREE = {"name": "model", "sha256": "weights", "revision": "revision", "stacks": "layers and heads", "dtype": "dtype"}


def merge(runs: Sequence[Scores]) -> Scores:
    """Adds runs of one model with the same measures and options. Exact: the order does not matter."""
    if not runs:
        raise HeadscopeError("There is nothing to merge: give the folders of one or more runs.")
    first = runs[0].manifest
    tally = Tally()
    corpora: dict[str, CorpusRecord] = {}
    for run in runs:
        _check(first, run.manifest)
        for corpus in run.manifest.corpora:
            mine = corpora.get(corpus.name)
            if mine is not None and mine.sha256 != corpus.sha256:
                raise HeadscopeError(
                    f"Two runs are of different corpora of the same name, '{corpus.name}': their texts differ."
                )
            corpora[corpus.name] = corpus if mine is None else mine + corpus
        tally += run.measured
    options = {key: value for key, value in first.options.items() if key != "fingerprint"}
    seconds = sum(run.manifest.seconds for run in runs)
    manifest = Manifest(first.model, list(corpora.values()), first.measures, options, seconds, first.left_out)
    for run in runs:  # shards need not have met the same relations
        for name, one in run.manifest.described.items():
            known = manifest.described.get(name, one)
            manifest.described[name] = replace(known, keys={**known.keys, **one.keys})
    return Scores(tally, manifest, runs[0].example)


def _check(mine: Manifest, other: Manifest) -> None:
    for field, words in _MUST_AGREE.items():
        if mine.model.get(field) != other.model.get(field):
            raise HeadscopeError(
                f"These runs don't belong together: the {words} is {mine.model.get(field)} and {other.model.get(field)}."
            )
    if mine.measures != other.measures:
        raise HeadscopeError(f"These runs have different measures: {_names(mine)}; {_names(other)}.")
    usual = {
        "weights": ["raw"],
        "max_length": None,
        "limit": None,
        "masking": None,
        "every": None,
        **{name: choice.default for name, choice in CHOICES.items()},
    }
    for option, value in usual.items():
        a, b = (run.options.get(option, value) for run in (mine, other))
        if a != b:
            raise HeadscopeError(f"These runs were made with different options: {typed(option)} {a} and {b}.")


def _names(manifest: Manifest) -> str:
    return ", ".join(f"{name} ({', '.join(keys)})" if keys else name for name, keys in manifest.measures.items())
