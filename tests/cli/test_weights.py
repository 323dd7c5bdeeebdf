"""`--weights` on the command line."""

import polars as pl


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
