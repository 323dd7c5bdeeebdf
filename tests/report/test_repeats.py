"""What repeats another measure: by the numbers, whatever the measures are called."""

import numpy as np
import pytest

from headscope.report.sections.repeats import ALIKE, repeats, sentences
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


def run(tables: dict[str, dict[str, np.ndarray]]) -> Scores:
    """A run of measures with these numbers, the same in every group of documents."""
    tally = Tally()
    for measure, keys in tables.items():
        for key, table in keys.items():
            tally.add(Series("text", "encoder", measure, key), np.tile(table, (GROUPS, 1, 1)), np.ones(GROUPS))
    model = {"name": "made", "sha256": "0f" * 32, "stacks": {"encoder": [3, 4]}, "dtype": "float32", "road": "tap"}
    record = CorpusRecord("text", "text.txt", "plain", "a" * 64, 200, 1000, 100_000, 0, 0, {}, ["1/1"])
    return Scores(tally, Manifest(model, [record], {name: list(keys) for name, keys in tables.items()}, {}, 1.0))


KEYS = ("cls", "sep", "punct")


def tables(shift: float) -> dict[str, dict[str, np.ndarray]]:
    """Two measures of the same keys, apart by `shift` in half of the heads."""
    chance = np.random.default_rng(3)
    first = {key: chance.uniform(0, 0.5, (3, 4)) for key in KEYS}
    half = np.arange(12).reshape(3, 4) % 2
    return {"token": first, "token-from-rest": {key: table + shift * half for key, table in first.items()}}


@pytest.mark.parametrize(("shift", "found"), [(0.0, True), (1.9 * ALIKE, True), (2.1 * ALIKE, False)])
def test_measures_that_agree_to_the_second_decimal_are_one(shift, found):
    made = repeats(run(tables(shift)), ["token", "token-from-rest"])
    assert [(one.measure, one.of) for one in made] == ([("token-from-rest", "token")] if found else [])
    if found:
        assert made[0].mean == pytest.approx(shift / 2) and made[0].most == pytest.approx(shift)


def test_the_first_is_kept_and_others_are_compared_with_what_is_kept():
    content = tables(0.0)
    content["token-from-sep"] = {key: table + 0.001 for key, table in content["token"].items()}
    scores = run(content)
    made = repeats(scores, ["token-from-sep", "token", "token-from-rest"])
    assert [(one.measure, one.of) for one in made] == [("token", "token-from-sep"), ("token-from-rest", "token-from-sep")]
    assert "by 0.001 on average and 0.001 at most." in sentences(scores, made)[0]


def test_other_keys_and_other_quantities_are_never_the_same():
    content = tables(0.0)
    del content["token-from-rest"]["punct"]
    assert repeats(run(content), ["token", "token-from-rest"]) == []
    same = {"all": np.full((3, 4), 0.5)}
    assert repeats(run({"entropy": same, "peak": same}), ["entropy", "peak"]) == []  # nats and a share
