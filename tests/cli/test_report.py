"""headscope report: probes on the page, and the page of a finished run made anew."""

import json
import re

import polars as pl
import pytest

from headscope.runs.seal import sealed

TREE = "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n"


@pytest.fixture
def workplace(tmp_path, monkeypatch, main, small_folder):
    """A model, trees, a text, and probes that were fitted to the trees."""
    (tmp_path / "model").symlink_to(small_folder)
    (tmp_path / "trees.conllu").write_text(12 * f"# newdoc\n{TREE}")
    (tmp_path / "text.txt").write_text("".join(f"Dogs bark {at} times. Cats do not.\n\n" for at in range(12)))
    monkeypatch.chdir(tmp_path)
    probe = (
        "probe",
        "-m",
        "./model",
        "-c",
        "trees.conllu",
        "--test",
        "trees.conllu",
        "--probe",
        "right-branching",
        "--probe",
        "attention",
    )
    assert main(*probe, "--no-control", "--epochs", "1", "-q", "-o", "probes")[0] == 0
    return tmp_path


REPORT = ("report", "-m", "./model", "-c", "text.txt", "-o", "atlas", "-q")


def payload_of(folder):
    text = re.search(r'<script type="application/json" id="payload">(.*?)</script>', (folder / "report.html").read_text())[1]
    return json.loads(text)


def probes_of(folder):
    """The section of probes, as the page has it."""
    [section] = [one for one in payload_of(folder)["sections"] if one["id"] == "probes"]
    return section


def unsealed(folder):
    """What a manifest says, without the digests of the files beside it."""
    manifest = json.loads((folder / "manifest.json").read_text())
    return {name: value for name, value in manifest.items() if name not in ("files", "digest")}


def test_probes_are_on_the_page_and_beside_it(workplace, main):
    assert main(*REPORT)[0] == 0
    assert any("--probes" in one["command"] for one in payload_of(workplace / "atlas")["absent"])
    assert not (workplace / "atlas" / "probes.parquet").exists()
    # A finished run is not measured again: only what is made of it is.
    tally = (workplace / "atlas" / "tally.safetensors").read_bytes()
    manifest = unsealed(workplace / "atlas")
    assert main(*REPORT, "--resume", "--probes", "probes")[0] == 0
    assert (workplace / "atlas" / "tally.safetensors").read_bytes() == tally
    assert unsealed(workplace / "atlas") == manifest
    section = probes_of(workplace / "atlas")
    said = "Trained on 9 sentences of 9 documents of trees, tested on 3 sentences of 3 others."
    assert said in section["charts"][0]["caption"] and said in section["tables"][0]["notes"]
    data = (workplace / "probes" / "probes.parquet").read_bytes()
    frame = pl.read_parquet(data).filter((pl.col("metric") == "uas") & (pl.col("key") == "argmax"))
    [dots] = [chart for chart in section["charts"] if chart["kind"] == "dots"]
    lines = [(line["value"], line["low"], line["high"]) for group in dots["groups"] for line in group["lines"]]
    assert lines == frame.select("value", "low", "high").rows() and len(lines) == 2
    assert (workplace / "atlas" / "probes.parquet").read_bytes() == data
    assert not section["missing"] and section["tables"]


def test_a_folder_that_has_probes_keeps_them(workplace, main):
    import headscope
    from headscope.report import report_files

    assert main(*REPORT, "--probes", "probes")[0] == 0
    page = (workplace / "atlas" / "report.html").read_bytes()
    assert main(*REPORT, "--resume")[0] == 0
    assert (workplace / "atlas" / "report.html").read_bytes() == page
    opened = headscope.open(workplace / "atlas")
    assert report_files(opened) == {"report.html": page}
    opened.save(workplace / "copy")
    assert (workplace / "copy" / "probes.parquet").read_bytes() == (workplace / "probes" / "probes.parquet").read_bytes()
    assert main(*REPORT, "--force")[0] == 0
    assert not (workplace / "atlas" / "probes.parquet").exists(), "a run made anew has no other run's probes"


def test_a_run_that_was_only_measured_gets_its_page(workplace, main):
    assert main("measure", *REPORT[1:])[0] == 0
    assert not (workplace / "atlas" / "report.html").exists()
    assert main(*REPORT, "--resume")[0] == 0
    assert (workplace / "atlas" / "report.html").exists() and (workplace / "atlas" / "figures").is_dir()


def renamed(folder, name):
    """Probes of another model: whole files, as that model's run would have them."""
    probes = folder / "probes"
    path = probes / "probes.parquet"
    pl.read_parquet(path).with_columns(pl.lit(name).alias("model")).write_parquet(path)
    manifest = json.dumps(unsealed(probes), indent=2) + "\n"
    for file, data in sealed({path.name: path.read_bytes(), "manifest.json": manifest.encode()}).items():
        (probes / file).write_bytes(data)


CASES = {
    "another model": (
        lambda folder: renamed(folder, "bert-base"),
        "The probes in 'probes' are of bert-base, the report of once-small:",
    ),
    "no folder": (lambda folder: (folder / "probes").rename(folder / "elsewhere"), "There is no probes.parquet in 'probes'"),
    "damaged": (
        lambda folder: (folder / "probes" / "probes.parquet").write_bytes(b"PAR1"),
        "'probes/probes.parquet' is damaged: its SHA-256 is not",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_no_probes_of_this_model_is_refused_before_anything_runs(workplace, main, case):
    change, words = CASES[case]
    change(workplace)
    status, output, errors = main(*REPORT, "--probes", "probes")
    assert status == 2 and output == "" and words in errors, errors
    assert errors.startswith("headscope: ") and errors.count("\n") == 1
    assert not (workplace / "atlas").exists()
