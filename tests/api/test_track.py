"""Planted histories: every onset where it was planted, nothing where nothing was, and sentences that are true to the numbers."""

import importlib.util
import re
import tarfile
from pathlib import Path

import numpy as np
import pytest

import headscope as hs
from headscope.api.track import onset_table, opening, track
from headscope.comparison.onsets import FROM_START, NONE
from headscope.comparison.track import BASELINE, Onset, Track
from headscope.quantities import SHARE
from headscope.report.track_payload import payload
from headscope.results.scores import Scores
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
    assert flat.sentences == ["No line rises above its baseline and stays there, of 48; 1 is above it from the start."]


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


def test_two_runs_are_too_few_for_a_rise_and_it_is_said() -> None:
    [text] = track(planted.planted_history()[3:5], progress=False).sentences
    assert text.startswith("Nothing is said to rise in two runs: a third must show that it stays.")
    three = track(planted.planted_history()[3:6], progress=False).sentences
    assert "head 2-3 becomes an induction head" in three[0]
    assert three[-1] == "1 of 48 lines rises above its baseline and stays there; 2 are above it from the start."


@pytest.mark.parametrize("step", [64, 512, 2048])
def test_a_run_without_intervals_is_named(step: int) -> None:
    """With text in fewer than ten groups: nothing can be said of it, and the count of rises alone would hide that."""
    runs = [
        planted.planted_run(
            f"step-{one}", {planted.PREFIX: {(1, 2): 0.5} if one >= 128 else {}}, groups=5 if one == step else 200
        )
        for one in planted.STEPS
    ]
    text, count = track(runs, progress=False).sentences
    assert text.startswith(f"No interval can be given at step {step:,}: a run needs documents in at least 10 groups.")
    assert count.startswith("No line rises")
    others = track([run for run in runs if run.manifest.model["name"] != f"step-{step}"], progress=False).sentences
    assert "head 2-3 becomes an induction head" in others[0]


def test_what_matched_heads_do_in_every_seed_is_told() -> None:
    """Histories of one run each: head 2-3 of seed 0 is head 2-1 of seed 1, by their maps; head 1-1 does it in one seed alone."""
    one = planted.planted_run("seed-0", {planted.PREFIX: {(1, 2): 0.5, (0, 0): 0.9}})
    two = planted.planted_run("seed-1", {planted.PREFIX: {(1, 0): 0.4}}, maps=(0, 1, 2, 5, 4, 3), seed=1)
    text, _ = track([one, two], progress=False).sentences
    assert text == (
        "In both seeds a head continues what was repeated, attending to what followed it before: 50.0% in seed 0 (head 2-3; uniform "
        "attention 2.0%) and 40.0% in seed 1 (head 2-1; 2.0%)."
    )
    spoken = [
        planted.planted_run("model", {planted.PREFIX: {(1, 2): value}}, corpus=corpus)
        for corpus, value in (("en_ewt-ud-test", 0.5), ("de_gsd-ud-test", 0.4))
    ]
    made = track(spoken, by="language", progress=False)
    assert made.sentences[0].startswith("In both languages head 2-3 continues what was repeated")
    assert made.sentences[0].endswith(": 50.0% in en (uniform attention 2.0%) and 40.0% in de (2.0%).")
    data = payload(made)
    assert data["title"] == "6 heads in 2 languages" and data["summary"][2:] == ["en_ewt-ud-test", "de_gsd-ud-test"]
    assert "dot" in data["reading"][0] and "rises" not in data["caveat"]


def test_seeds_that_can_not_be_compared_have_a_sentence_and_no_number() -> None:
    runs = [planted.planted_run(f"seed-{seed}", {}, groups=5 if seed else 200) for seed in (0, 1)]
    text, compared = track(runs, progress=False).sentences
    assert text == "No interval can be given in seed-1 of seed 1: a run needs documents in at least 10 groups."
    assert compared.startswith("No score can be compared between seeds")
    more = [planted.planted_run(f"seed-{seed}", {}, groups=5 if seed == 4 else 200) for seed in range(5)]
    assert "100 to 100% over 6 pairs" in track(more, progress=False).sentences[-1]


def test_scores_that_some_runs_lack_are_told_once() -> None:
    def runs(lacking: tuple[int, ...]) -> list[Scores]:
        few, every = ("offset", "induction"), ("offset", "sink", "induction")
        return [planted.planted_run(f"step-{one}", {}, measured=few if one in lacking else every) for one in planted.STEPS]

    first = track(runs((0,)), progress=False)
    assert first.left_out == ("not in step-0, but in 6 others: sink.all, sink.strong, sink.rate",)
    assert track(runs((64, 128)), progress=False).left_out == ("not in step-64 and step-128: sink.all, sink.strong, sink.rate",)
    assert {one.series.measure for one in first.histories[0].courses} == {"offset", "induction"}


def test_heads_that_get_a_label_together_are_told_together() -> None:
    runs = [
        planted.planted_run(f"step-{one}", {planted.PREFIX: dict.fromkeys([(0, 0), (1, 2)], 0.5) if one >= 128 else {}})
        for one in planted.STEPS
    ]
    [text, _] = track(runs, progress=False).sentences
    assert text.startswith("Between steps 64 and 128, heads ") and " become induction heads: they continue" in text
    assert re.search(r", (1-1|2-3) with 50\.0% \([\d.–]+\), up from 1\.8%\.$", text)


def test_seeds_that_were_trained_on_for_other_steps_are_matched_in_their_last_runs() -> None:
    runs = [
        planted.planted_run(f"seed-{seed}-step-{step}", {planted.PREFIX: {(1, 2 - seed): 0.5} if step else {}}, seed=seed)
        for seed, steps in ((0, (0, 64, 128)), (1, (0, 100, 200)))
        for step in steps
    ]
    made = track(runs, progress=False)
    [agreement] = made.agreements
    assert agreement.run == "" and agreement.share == pytest.approx(46 / 48), "step 0, which both have, says nothing"
    assert any("of the runs in the last run of each." in text for text in made.sentences)


def test_what_the_shipped_history_is_said_to_show_is_so(tmp_path: Path) -> None:
    """Every number of docs/history/README.md but the loss, which no run holds."""
    docs = Path(__file__).parent.parent.parent / "docs" / "history"
    with tarfile.open(docs / "runs.tar.xz") as file:
        file.extractall(tmp_path, filter="data")
    story = track(sorted((tmp_path / "seed-0").iterdir()), progress=False)
    assert opening(story).startswith("first  step-0 on test, trees"), (
        "in the order of the steps, whatever the order of the folders"
    )
    lines = story.to_polars()

    def percent(measure: str, key: str, head: str, run: str, column: str = "value", way: str | None = None) -> int:
        row = lines.filter(
            (lines["measure"] == measure) & (lines["key"] == key) & (lines["name"] == head) & (lines["run"] == run)
        )
        row = row if way is None else row.filter(row["direction"] == way)
        return round(100 * row[column].item())

    verb = ("dependency", "obj", "2-1")
    row = found(story, *verb, BASELINE)
    assert row is not None and (row.before, row.at, round(100 * row.level)) == ("64", "96", 62)
    assert [percent(*verb, "final", one, "dependent-to-head") for one in ("value", "low", "high")] == [100, 97, 100]
    noun = [
        percent("dependency", "det", "1-1", "final", one, "head-to-dependent") for one in ("value", "low", "high", "baseline")
    ]
    assert noun == [90, 87, 93, 71]
    looked_up = ("induction-text", "prefix")
    assert [percent(*looked_up, "2-4", run) for run in ("1,024", "1,536", "final")] == [14, 55, 54]
    assert [percent(*looked_up, "2-4", "final", one) for one in ("low", "high", "baseline")] == [53, 55, 6]
    assert [percent(*looked_up, head, run) for head in ("2-1", "2-2") for run in ("1,024", "1,536")] == [7, 44, 7, 33]
    heads = [f"{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4)]
    assert max(percent("induction", "prefix", head, "final") for head in heads) == 2
    assert not [row for row in story.onsets if row.bar != BASELINE], "no head becomes a sink, or anything that has a label"
    text = (docs / "README.md").read_text("utf-8")
    for said in ("(62%)", "100%, 97–100", "90% of the time (87–93", "14% of its",
                 "55% at step 1,536 (54% in the end, 53–55; uniform attention 6%)",
                 "from 7% each to 44% and 33%", "at most 2% in the end"):  # fmt: skip
        assert said in text.replace("\n", " "), said


def test_what_the_history_on_real_text_is_said_to_show_is_so(tmp_path: Path) -> None:
    docs = Path(__file__).parent.parent.parent / "docs" / "history"
    with tarfile.open(docs / "wikipedia.tar.xz") as file:
        file.extractall(tmp_path, filter="data")
    story = track(sorted((tmp_path / "wikipedia").iterdir()), progress=False)
    said = " ".join(story.sentences)
    assert "12 runs" in opening(story)
    assert "it overtakes uniform attention (1.2%) between steps 64 and 128" in said
    assert "85% of the time (80–88) in the end; it overtakes the best fixed offset (43%) between steps 1,024 and 1,536" in said
    assert "87% (80–92) in the end; it overtakes uniform attention (0%) between steps 2,048 and 3,072" in said
    lines = story.to_polars()
    last = lines.filter((lines["measure"] == "induction") & (lines["key"] == "prefix") & (lines["run"] == "final"))
    assert len(last) == 64 and round(100 * float(last["value"].to_numpy().max())) == 7
    text = (docs / "README.md").read_text("utf-8").replace("\n", " ")
    for words in ("85% (80–88)", "87% (80–92)", "at most 7% on random tokens"):
        assert words in text, words


def test_a_rise_without_a_label_is_told_with_its_half_way() -> None:
    """Head 1-3 attends to the current token, slowly; head 2-2 does a little, which is not worth a sentence."""
    slow = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.6)
    current = ("offset", "0")
    runs = [
        planted.planted_run(f"step-{step}", {current: {(0, 2): value or 0.018, (1, 1): 0.018 + value / 20}})
        for step, value in zip(planted.STEPS, slow, strict=True)
    ]
    [text, count] = track(runs, progress=False).sentences
    assert text.startswith("Head 1-3 attends to the current token, 60.0% (59.9–60.")
    assert text.endswith(
        " in the end; it overtakes uniform attention (2.0%) between steps 0 and 64, and is half way up at step 512."
    )
    assert count.startswith("2 of 48 lines rise above their baseline")
    others = [
        planted.planted_run(f"seed-1-step-{step}", {current: {(0, 0): 0.5}} if step > 100 else {}) for step in planted.STEPS
    ]
    for run in runs:
        run.manifest.model["name"] = f"seed-0-{run.manifest.model['name']}"
    told = track([*runs, *others], progress=False).sentences[0]
    assert told.startswith(
        "In both seeds a head attends to the current token. The best is half way up at step 512 in seed 0 (head 1-3, in the end 60"
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
        "In both seeds a head becomes an induction head: at step 512 in seed 0 (head 2-3)" in text for text in made.sentences
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
