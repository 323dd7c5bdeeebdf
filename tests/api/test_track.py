"""Planted histories: every onset where it was planted, nothing where nothing was, and sentences that are true to the numbers."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import headscope as hs
from headscope.api.track import onset_table, opening, track
from headscope.comparison.onsets import FROM_START, NONE
from headscope.comparison.track import BASELINE, Onset, Track
from headscope.quantities import SHARE
from headscope.types import Series

_SPEC = importlib.util.spec_from_file_location("planted_runs", Path(__file__).parent.parent / "planted_runs.py")
planted = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(planted)


@pytest.fixture(scope="module")
def story() -> Track:
    return track(planted.planted_history(), progress=False)


def found(story: Track, measure: str, key: str, head: str, bar: str) -> Onset | None:
    rows = [
        row for row in story.onsets if (row.series.measure, row.series.key, str(row.head), row.bar) == (measure, key, head, bar)
    ]
    assert len(rows) < 2
    return rows[0] if rows else None


def test_every_onset_is_where_it_was_planted(story: Track) -> None:
    events = {
        ("induction", "prefix", "2-3", "induction"): ("256", "512"),
        ("induction", "prefix", "2-3", BASELINE): ("256", "512"),
        ("sink", "all", "2-3", "first"): ("512", "1,024"),
        ("offset", "-1", "1-2", "previous"): ("64", "128"),
        ("offset", "-1", "2-1", BASELINE): ("0", "64"),
    }
    for name, (before, at) in events.items():
        row = found(story, *name)
        assert row is not None and (row.before, row.at) == (before, at), name
    labelled = [row for row in story.onsets if row.bar != BASELINE]
    assert len(labelled) == 3 and len(story.onsets) == 3 + 4, "and nothing else rises"
    assert story.onsets[:3] == labelled, "labels come first"


def test_what_was_above_from_the_start_has_no_onset_but_may_cease(story: Track) -> None:
    course = story.histories[0].course(Series("text", "decoder", "offset", "-1"))
    assert course.becomes[1, 1] == NONE and course.ceases[1, 1] == 3 and course.onsets[1, 1] == NONE
    [row] = story.histories[0].ceasing()
    assert (str(row.head), row.before, row.at) == ("2-2", "128", "256")


def test_a_flat_history_has_no_onset() -> None:
    runs = [planted.planted_run(f"step-{step}", {planted.SINK: {(0, 0): 0.7}}, seed=step) for step in planted.STEPS]
    flat = track(runs, progress=False)
    assert flat.onsets == [] and not list(flat.histories[0].ceasing()) and not flat.histories[0].takeovers
    assert (flat.histories[0].course(Series("text", "decoder", "sink", "all")).onsets[0, 0]) == FROM_START
    assert flat.sentences == ["No line rises above its baseline and stays there, of 48; 1 are above it from the start."]


def test_sentences_are_true_to_the_numbers(story: Track) -> None:
    text = "\n".join(story.sentences)
    assert "Between steps 256 and 512, head 2-3 becomes an induction head: it continues what was repeated" in text
    [row] = [row for row in story.onsets if row.bar == "induction"]
    assert (
        f"followed it before, {SHARE.text(row.value, row.low, row.high)}, up from 1.8%; at step 1,024 it becomes a first token head too, 70"
        in text
    )
    assert "Between steps 64 and 128, head 1-2 becomes a previous token head: it attends to the previous token, 80" in text
    assert "Between steps 128 and 256, head 2-2 ceases to be a previous token head: 1." in text
    assert "4 of 48 lines rise above their baseline and stay there; 0 are above it from the start." in text


def test_a_rise_without_a_label_is_told_with_its_half_way() -> None:
    """Head 1-3 attends to the current token, slowly; head 2-2 does a little, which is not worth a sentence."""
    slow = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.6)
    current = ("offset", "0")
    runs = [
        planted.planted_run(f"step-{step}", {current: {(0, 2): value or 0.018, (1, 1): 0.018 + value / 20}})
        for step, value in zip(planted.STEPS, slow, strict=True)
    ]
    [text, count] = track(runs, progress=False).sentences
    assert text.startswith(
        "Between steps 0 and 64, head 1-3 overtakes uniform attention, and is half way up at step 512: in the end it attends"
    )
    assert (
        "to the current token, 60" in text
        and text.endswith("uniform attention 2.0%.")
        and count.startswith("2 of 48 lines rise")
    )
    others = [
        planted.planted_run(f"seed-1-step-{step}", {current: {(0, 0): 0.5}} if step > 100 else {}) for step in planted.STEPS
    ]
    for run in runs:
        run.manifest.model["name"] = f"seed-0-{run.manifest.model['name']}"
    told = track([*runs, *others], progress=False).sentences[0]
    assert told.startswith(
        "In all 2 seeds a head attends to the current token. The best is half way up at step 512 in seed 0 (head 1-3, in the end 60"
    )
    assert "and at step 128 in seed 1 (head 1-1, in the end 50" in told


def test_a_head_that_takes_over_is_found_and_one_that_stays_is_not() -> None:
    runs = [
        planted.planted_run(f"step-{step}", {}, maps=maps)
        for step, maps in ((0, None), (8, None), (16, (1, 0, 2, 3, 4, 5)), (32, (1, 0, 2, 3, 4, 5)))
    ]
    made = track(runs, progress=False)
    assert [(one.run, str(one.before), str(one.after)) for one in made.histories[0].takeovers] == [
        (2, "1-1", "1-2"),
        (2, "1-2", "1-1"),
    ]
    assert all(one.distance < 1e-6 < one.own for one in made.histories[0].takeovers)
    assert any("Between steps 8 and 16, head 1-2 takes over from head 1-1" in text for text in made.sentences)


def test_seeds_are_matched_and_agree() -> None:
    """The second seed has the heads of the second layer in another place, and learns later."""
    mine = planted.planted_history()
    theirs = []
    for run, step in enumerate(planted.STEPS):
        scores = {planted.PREFIX: {(1, 0): 0.5} if run >= 5 else {}, planted.PREVIOUS: {(0, 1): 0.8} if run >= 2 else {}}
        theirs.append(planted.planted_run(f"seed-1-step-{step}", scores, maps=(0, 1, 2, 5, 4, 3), seed=1))
    for one in mine:
        one.manifest.model["name"] = f"seed-0-{one.manifest.model['name']}"
    made = track([*theirs, *mine], progress=False)
    assert (made.along, made.across, [one.name for one in made.histories]) == ("step", "seed", ["0", "1"])
    [agreement] = made.agreements
    assert agreement.match == "divergence" and agreement.matchings["decoder"].partner.tolist() == [0, 1, 2, 5, 4, 3]
    # Of 48 pairs of heads and scores, two differ: the sink of 2-3, and the slight rise of 2-1.
    assert agreement.share == pytest.approx(46 / 48) and agreement.chance < agreement.share
    assert any(
        "In all 2 seeds a head becomes an induction head: at step 512 in seed 0 (head 2-3)" in text for text in made.sentences
    )
    assert any("at step 1,024 in seed 1 (head 2-1)" in text for text in made.sentences)


def test_tables_have_every_line_and_every_onset(story: Track) -> None:
    lines = story.to_polars()
    assert len(lines) == 7 * 6 * 8 and lines["step"].unique().sort().to_list() == [float(step) for step in planted.STEPS]
    row = lines.filter(
        (lines["run"] == "512") & (lines["name"] == "2-3") & (lines["measure"] == "induction") & (lines["key"] == "prefix")
    )
    assert row["value"].item() == pytest.approx(0.5, abs=2e-3) and row["baseline"].item() == pytest.approx(planted.BASE)
    assert row["low"].item() < row["value"].item() < row["high"].item()
    assert len(story.onsets_to_polars()) == len(story.onsets) == len(onset_table(story).rows)
    table = onset_table(story, 2).to_text()
    assert "2 of 7 rows are shown" in table and "previous" in table
    assert opening(story).startswith("first  step-0 on text · 6 heads") and "7 runs, by training step: 0, 64, 128" in opening(
        story
    )


def test_runs_that_do_not_go_together_are_refused() -> None:
    runs = planted.planted_history()
    with pytest.raises(hs.HeadscopeError, match="at least two runs, got 1"):
        hs.track(runs[:1])
    with pytest.raises(hs.HeadscopeError, match="models of one shape"):
        hs.track([runs[0], planted.planted_run("step-9", {}, heads=4)])
    with pytest.raises(hs.HeadscopeError, match="Two runs have the same training step"):
        hs.track([runs[0], runs[0]], by="step")
    with pytest.raises(hs.HeadscopeError, match="measure in these runs"):
        hs.track(runs, measures=["ofset"], progress=False)


def test_the_order_given_is_kept() -> None:
    runs = planted.planted_history()[::-1]
    made = hs.track(runs, by="given", progress=False)
    assert made.histories[0].labels == tuple(f"step-{step}" for step in planted.STEPS[::-1])
    again = hs.track(runs, progress=False)
    assert np.array_equal(again.histories[0].courses[0].value, made.histories[0].courses[0].value[::-1])


def test_lines_are_drawn_as_a_figure(story: Track) -> None:
    made = hs.figure(story, "induction.prefix")
    assert made.title.startswith("1 of 6 heads rise above uniform attention: continues what was repeated")
    assert made.svg.count("<polyline") == 12 and made.svg.count("head 2-3 rises") == 1 == made.svg.count("rises</title>")
    assert "training step 0 to 2,048" in made.caption
    with pytest.raises(hs.HeadscopeError, match=r"Did you mean 'induction\.prefix'\?"):
        hs.figure(story, "induction.prefx")
