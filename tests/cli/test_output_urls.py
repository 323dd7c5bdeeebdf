"""-o with a URL: runs go there, all else is refused in a sentence before anything is made, and no folder `s3:` comes about."""

import pytest

import headscope as hs
from headscope.api.save import save
from headscope.errors import HeadscopeError
from headscope.runs.remote import RemoteRun

URL = "s3://bucket/work"
REFUSED = {
    "gallery": ["gallery", "run", "-o", URL],
    "figure": ["figure", "run", "offsets", "-o", f"{URL}/a.svg"],
    "all figures": ["figure", "run", "all", "-o", URL],
    "compare": ["compare", "run", "run", "-o", f"{URL}/a.html"],
    "compare into a folder": ["compare", "run", "run", "-o", URL],
    "track": ["track", "run", "run", "-o", URL],
    "maps": ["maps", "-m", "./nowhere", "-c", "annotated", "-o", f"{URL}/a.npz"],
    "view": ["view", "Hello.", "-m", "./nowhere", "-o", f"{URL}/a.html"],
    "reproduce": ["reproduce", "clark2019", "-m", "./nowhere", "-o", URL],
    "kept maps": ["probe", "-c", "annotated", "-m", "./nowhere", "-o", "probes", "--keep-maps", URL],
    "slurm's script": ["slurm", "-o", f"{URL}/a.sh", "--", "-c", "a.txt", "-o", "merged"],
    "slurm's run": ["slurm", "-o", "a.sh", "--", "-c", "a.txt", "-o", URL],
}
RUNS = {
    "measure": ["measure", "-m", "./nowhere"],
    "report": ["report", "-m", "./nowhere"],
    "probe": ["probe", "-m", "./nowhere", "-c", "annotated"],
    "merge": ["merge", "run"],
}


@pytest.fixture
def workplace(tmp_path, monkeypatch, made_run):
    monkeypatch.chdir(tmp_path)
    save(made_run(1, 2, planted=False, relations=2), "run")
    return tmp_path


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_written_here_alone_refuses_a_url(workplace, main, case):
    before = sorted(workplace.rglob("*"))
    status, output, errors = main(*REFUSED[case])
    assert (status, output) == (2, "") and errors.count("\n") == 1
    assert errors.startswith(f"headscope: '{URL}") and "' is a URL" in errors
    assert sorted(workplace.rglob("*")) == before


@pytest.mark.parametrize("verb", RUNS)
def test_a_store_without_a_place_in_it(workplace, main, verb):
    before = sorted(workplace.rglob("*"))
    status, output, errors = main(*RUNS[verb], "-o", "s3://")
    assert (status, output) == (2, "")
    assert errors == "headscope: 's3://' names a store, and no place in it: give a folder there, as in s3://BUCKET/FOLDER.\n"
    assert sorted(workplace.rglob("*")) == before


def test_in_python(workplace):
    figure = hs.figure("run", "offsets")
    for write in (lambda: figure.save(f"{URL}/a.svg"), lambda: hs.gallery(["run"], URL), lambda: hs.gallery(["run"], "s3://")):
        with pytest.raises(HeadscopeError, match=r"^'s3://.*' is a URL"):
            write()
    with pytest.raises(HeadscopeError, match="names a store, and no place in it"):
        RemoteRun("s3:///")
    assert {path.name for path in workplace.iterdir()} == {"run"}
