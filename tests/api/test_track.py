"""Planted histories: every onset where it was planted, nothing where nothing was, and sentences that are true to the numbers."""

import importlib.util
import re
import tarfile
from itertools import pairwise
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


HISTORIES = Path(__file__).parent.parent.parent / "docs" / "history"


@pytest.fixture(scope="module", params=["gpt-8x8", "bert-8x8"])
def shipped(request, tmp_path_factory) -> tuple[str, Track, str]:
    """A history of docs/history, and what is said of it there, in one line."""
    folder = tmp_path_factory.mktemp("history")
    with tarfile.open(HISTORIES / f"{request.param}.tar.xz") as file:
        file.extractall(folder, filter="data")
    story = track(sorted((folder / request.param).iterdir()), progress=False)
    [said] = [part for part in (HISTORIES / "README.md").read_text("utf-8").split("\n# ") if part.startswith(request.param)]
    return request.param, story, " ".join(said.split())


def test_what_the_shipped_histories_are_said_to_show_is_so(shipped: tuple[str, Track, str]) -> None:
    """Every number that docs/history/README.md gives of their heads. It is made from the runs here; the words around it stand there."""
    name, story, said = shipped
    lines = story.to_polars()

    def of(measure: str, key: str, head: str | None, run: str, way: str | None = None) -> dict[str, float]:
        """Value, low, high and baseline; without a head, the mean of all."""
        rows = lines.filter((lines["measure"] == measure) & (lines["key"] == key) & (lines["run"] == run))
        rows = rows if head is None else rows.filter(rows["name"] == head)
        rows = rows if way is None else rows.filter(rows["direction"] == way)
        assert len(rows) == (1 if head else 64)
        return {column: float(rows[column].to_numpy().mean()) for column in ("value", "low", "high", "baseline")}

    def percent(*what: str | None, column: str = "value") -> int:
        return round(100 * of(*what)[column])  # type: ignore[arg-type]

    def whole(*what: str | None) -> str:
        return f"{percent(*what)}% ({percent(*what, column='low')}–{percent(*what, column='high')})"

    def rise(measure: str, key: str, head: str, bar: str = BASELINE, way: str = "") -> tuple[str, str]:
        what = (measure, key, way, head, bar)
        [row] = [
            one
            for one in story.onsets
            if (one.series.measure, one.series.key, one.series.direction, str(one.head), one.bar) == what
        ]
        return row.before, row.at

    here = "dependent-to-head"
    if name == "gpt-8x8":
        verb = ("dependency", "obj", "6-4", "final", here)
        assert rise(*verb[:3], way=here)[1] == "192" and f"({percent(*verb, column='baseline')}%) from step 192 on" in said
        assert (
            f"{percent(*verb)}% of the time ({percent(*verb, column='low')}–{percent(*verb, column='high')}) in the end" in said
        )
        assert rise("offset", "-1", "5-1", "previous") == ("384", "512")
        steps = ("512", "768", "1,024")
        first, second = ([percent("induction", "prefix", head, run) for run in steps] for head in ("7-4", "7-8"))
        assert (
            f"7-4 gives {first[0]}% to what followed them at step 512, {first[1]}% at step 768, {first[2]}% at step 1,024"
            in said
        )
        assert f"and {whole('induction', 'prefix', '7-4', 'final')} in the end" in said
        assert "7-8 gives {}%, {}%, {}% and".format(*second) + f" {whole('induction', 'prefix', '7-8', 'final')}" in said
        heads = lines.filter((lines["measure"] == "induction") & (lines["key"] == "prefix") & (lines["run"] == "final"))
        assert sum(value > 0.05 for value in heads["value"]) == 2
        sinks = {str(row.head): row for row in story.onsets if row.bar == "first"}
        assert f"{len(sinks)} heads come to give" in said
        assert (sinks["7-4"].at, sinks["7-8"].at) == ("3,072", "6,144")
        assert {row.before for row in sinks.values()} == {"2,048", "3,072", "4,096", "6,144"}
        shares = [percent("sink", "all", None, run) for run in ("0", "512", "1,024", "final")]
        assert "it {}% at step 0, {}% at step 512, {}% at step 1,024 and {}% in the end".format(*shares) in said
        return
    near = [
        [percent("offset", key, head, run) for run in ("512", "1,024", "final")] for key, head in (("+1", "3-5"), ("-1", "3-4"))
    ]
    assert "the next token {}% at step 512, {}% at step 1,024 and {}% in the end".format(*near[0]) in said
    assert "the previous one {}%, {}% and {}%".format(*near[1]) in said
    syntax = (("case", "3-7"), ("obj", "5-5"), ("conj", "7-2"))
    assert all(rise("dependency", *one, way=here) in {("1,024", "1,536"), ("1,536", "2,048")} for one in syntax)
    assert "end at {}%, {}% and {}%".format(*(percent("dependency", *one, "final", here) for one in syntax)) in said
    rests = [percent("token", "sep", "7-1", run) for run in ("1,536", "2,048", "3,072")]
    assert "it {}% at step 1,536, {}% at step 2,048, {}% at step 3,072".format(*rests) in said
    assert f"and {whole('token', 'sep', '7-1', 'final')} in the end" in said
    back = {key: [of("gradient", key, "7-1", run)["value"] for run in ("2,048", "final")] for key in ("sep", "other")}
    assert (
        "from {:.4f} at step 2,048 to {:.4f}, and that for other tokens rises from {:.4f} to {:.4f}".format(
            *back["sep"], *back["other"]
        )
        in said
    )
    last = lines.filter((lines["measure"] == "token") & (lines["key"] == "sep") & (lines["run"] == "final"))
    by_layer = [last.filter(last["layer"] == layer)["value"].to_numpy().mean() for layer in range(8)]
    assert int(np.argmax(by_layer)) + 1 == 7 and f"layer 7 gives it {round(100 * max(by_layer))}%" in said
    for key in ("obj", "det", "case", "amod", "conj", "aux", "cop", "nsubj", "mark"):
        rows = lines.filter((lines["measure"] == "dependency") & (lines["key"] == key) & (lines["run"] == "final"))
        assert re.search(rf"{key} {round(100 * rows['value'].to_numpy().max())}\b", said), key


def test_titles_of_lines_name_what_heads_are_held_against(shipped: tuple[str, Track, str]) -> None:
    name, story, _ = shipped
    finds = hs.figure(story, "dependency.case")
    assert re.fullmatch(r"\d+ of 64 heads comes? to find .*, more than the best fixed offset does\.", finds.title), finds.title
    assert "the dashed line is the best fixed offset; a triangle" in finds.caption
    if name == "bert-8x8":
        bare = hs.figure(story, "gradient.sep")
        assert bare.title == "How much each of 64 heads moves the loss by attending to [SEP]."
        assert "dashed" not in bare.caption and "triangle" not in bare.caption


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ((2, 2, 2, 4), "4 heads cease to be previous token heads, 3 of them {1}; the last (2-3) {3}."),
        ((2, 4, 4, 4), "4 heads cease to be previous token heads, 3 of them {3}; the first (1-1) {1}."),
        ((2, 2, 2, 2), "4 heads cease to be previous token heads {1}."),
        ((2, 3, 4, 5), "4 heads cease to be previous token heads: the first (1-1) {1}; the last (2-3) {4}."),
    ],
    ids=["most first", "most last", "all at once", "one by one"],
)
def test_many_heads_that_lose_a_label_are_told_of_in_one_sentence(gone: tuple[int, ...], expected: str) -> None:
    """Four heads are of one kind at first, until the run that `gone` says."""
    places = ((0, 0), (0, 1), (1, 1), (1, 2))
    runs = [
        planted.planted_run(
            f"step-{step}",
            {("offset", "-1"): {place: 0.8 if at < last else 0.02 for place, last in zip(places, gone, strict=True)}},
        )
        for at, step in enumerate(planted.STEPS)
    ]
    between = [f"between steps {one:,} and {other:,}" for one, other in pairwise(planted.STEPS)]
    told = track(runs, progress=False).sentences
    assert expected.format(*between) in told, told


def test_a_head_near_a_label_that_no_head_gets_is_told_of() -> None:
    """0.4 of its attention goes to the first token; a first token head has 0.6."""
    runs = [
        planted.planted_run(f"step-{step}", {planted.SINK: {(0, 2): 0.02 if at < 3 else 0.4}})
        for at, step in enumerate(planted.STEPS)
    ]
    told = track(runs, progress=False).sentences
    assert any(text.startswith("Head 1-3 attends to the first token, <s>, 40.0%") for text in told), told


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
    assert made.title.startswith(
        "1 of 6 heads comes to continue what was repeated, attending to what followed it before, more than uniform attention does"
    )
    assert made.svg.count("<polyline") == 12 and made.svg.count("head 2-3 rises") == 1 == made.svg.count("rises</title>")
    assert "training step 0 to 2,048" in made.caption
    with pytest.raises(hs.HeadscopeError, match=r"Did you mean 'induction\.prefix'\?"):
        hs.figure(story, "induction.prefx")
