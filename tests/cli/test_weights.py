"""`--weights` on the command line."""

import json
import re

import numpy as np
import polars as pl
import pytest

import headscope as hs

TEXT = "The old king watered his tomatoes."


def test_two_kinds_in_one_run(main, tmp_path):
    folder = tmp_path / "run"
    status, _, errors = main(
        "measure", "--measure", "token", "--weights", "norm", "--weights", "raw", "--limit", "4", "-q", "-o", folder
    )
    assert status == 0, errors
    frame = pl.read_parquet(folder / "scores.parquet")
    assert frame["weights"].unique(maintain_order=True).to_list() == ["raw", "norm"]
    raw, norm = (
        frame.filter((pl.col("weights") == kind) & (pl.col("key") == "sep"))["value"].sum() for kind in ("raw", "norm")
    )
    assert 0 < norm < raw  # what is moved from [SEP] is less than what is attended to


def test_an_unknown_kind_is_a_sentence(main, tmp_path):
    status, _, errors = main("measure", "--measure", "token", "--weights", "norms", "-o", tmp_path / "run")
    assert status == 2 and "There is no kind of weights named 'norms'. Did you mean 'norm'?" in errors
    assert not (tmp_path / "run").exists()


def test_a_page_opens_with_the_weights_that_were_asked_for(main, tmp_path):
    assert main("view", TEXT, "--weights", "no-sink", "-o", tmp_path / "view.html")[0] == 0
    meta = json.loads(re.search(r'id="headscope-meta">(.*?)</script>', (tmp_path / "view.html").read_text())[1])
    assert meta["weights"]["first"] == "no-sink"
    assert main("view", TEXT, "--weights", "norm", "--head", "7-6", "-o", tmp_path / "view.svg")[0] == 0
    assert "what the head moves" in (tmp_path / "view.svg").read_text()


def test_heads_point_by_what_they_move(main):
    status, output, _ = main("predict", TEXT, "--head", "7-6", "--weights", "norm", "--format", "json")
    rows = json.loads(output)
    raw = json.loads(main("predict", TEXT, "--head", "7-6", "--format", "json")[1])
    assert status == 0 and sum(row["special"] for row in rows) < sum(row["special"] for row in raw)
    left = json.loads(main("predict", TEXT, "--head", "7-6", "--weights", "no-sink", "--format", "json")[1])
    assert all(row["special"] == 0 for row in left)
    status, output, _ = main("which", TEXT, "king", "old", "--weights", "norm", "--top", "2")
    assert status == 0 and "heads by what they move" in output


def test_maps_say_what_they_are_made_of_and_are_measured_as_that(main, tmp_path):
    options = ("--limit", "4", "--max-length", "32", "-q")
    assert main("maps", *options, "--weights", "norm", "-o", tmp_path / "m.npz")[0] == 0
    assert {json.loads(line)["weights"] for line in (tmp_path / "m.jsonl").read_text().splitlines()} == {"norm"}
    shown = ("--measure", "token", "-q")
    status, _, errors = main("measure", "--maps", tmp_path / "m.npz", *shown, "-o", tmp_path / "run")
    assert status == 2 and "written with --weights norm" in errors and not (tmp_path / "run").exists()
    status, _, errors = main("measure", "--maps", tmp_path / "m.npz", *shown, "--weights", "norm", "-o", tmp_path / "run")
    assert status == 0, errors
    assert main("measure", *options, *shown, "--weights", "norm", "-o", tmp_path / "direct")[0] == 0
    one, other = (
        pl.read_parquet(tmp_path / name / "scores.parquet").sort("key", "layer", "head") for name in ("run", "direct")
    )
    np.testing.assert_allclose(one["value"].to_numpy(), other["value"].to_numpy(), atol=1e-6)
    assert hs.open(tmp_path / "run").manifest.options["weights"] == ["norm"]


def test_maps_of_two_kinds_are_not_mixed(main, tmp_path):
    np.savez(tmp_path / "two.npz", a=np.full((1, 1, 2, 2), 0.5), b=np.full((1, 1, 2, 2), 0.5))
    lines = [{"id": "a", "tokens": ["x", "y"]}, {"id": "b", "tokens": ["x", "y"], "weights": "norm"}]
    (tmp_path / "two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(hs.HeadscopeError, match="mixes weights of two kinds, raw and norm"):
        hs.open_maps(tmp_path / "two.npz")
    lines[1]["weights"] = {"norm": 1}
    (tmp_path / "two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(hs.HeadscopeError, match="weights are not a kind that is known: expected raw, norm, no-sink"):
        hs.open_maps(tmp_path / "two.npz")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("view", TEXT, "--weights", "norms", "-o", "x.html"), "There is no kind of weights named 'norms'"),
        (("view", TEXT, "--kind", "neuron", "--weights", "norm", "-o", "x.html"), "A neuron view shows how attention weights"),
        (("predict", TEXT, "--head", "3-5", "--weights", "nosink"), "Did you mean 'no-sink'?"),
        (("which", TEXT, "king", "old", "--weights", "x"), "There is no kind of weights named 'x'"),
        (("maps", "--weights", "x", "-o", "x.npz"), "There is no kind of weights named 'x'"),
        (("serve", "--port", "0", "--weights", "x"), "There is no kind of weights named 'x'"),
    ],
)
def test_what_can_not_be_is_a_sentence(main, tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    status, _, errors = main(*arguments)
    assert status == 2 and sentence in errors and "Traceback" not in errors and not list(tmp_path.iterdir())
