"""Names that are known to be wrong from the command line alone: the sentence comes before torch is imported."""

import json
import subprocess
import sys

import pytest

from headscope.api import known
from headscope.errors import HeadscopeError
from headscope.measures import MEASURES
from headscope.probes import NAMES

WRONG = {
    "a measure": (["measure", "--measure", "entropi", "-o", "x"], "There is no measure named 'entropi'. Did you mean 'entropy'?"),
    "a measure of a report": (["report", "--measure", "entropi=a", "-o", "x"], "There is no measure named 'entropi'."),
    "weights": (["measure", "--weights", "nrom", "-o", "x"], "There is no kind of weights named 'nrom'. Did you mean 'norm'?"),
    "a corpus": (["measure", "-c", "bundeld", "-o", "x"], "There is no file 'bundeld', and there is no corpus named 'bundeld'. Did"),
    "a variant": (["measure", "--smoothing", "soft", "-o", "x"], "--smoothing 'soft' is not known: expected none or published."),
    "a head of --without": (["measure", "--without", "9-1", "-o", "x"], "There is no head 9-1: 'bert-8x8' has 8 layers of 8 heads, 1-1 to"),
    "a head of a view": (["view", "hi", "--head", "99-1", "-o", "x.html"], "There is no head 99-1: 'bert-8x8' has 8 layers of 8 heads"),
    "a view": (["view", "hi", "--kind", "hed", "-o", "x.html"], "There is no view named 'hed'. Did you mean 'head'?"),
    "weights of a view": (["view", "hi", "--weights", "nrom", "-o", "x.html"], "There is no kind of weights named 'nrom'."),
    "a head to predict": (["predict", "hi", "-m", "gpt-8x8", "--head", "1-9"], "There is no head 1-9: 'gpt-8x8' has 8 layers of 8 heads"),
    "weights of which": (["which", "a b", "a", "b", "--weights", "nrom"], "There is no kind of weights named 'nrom'."),
    "a probe": (["probe", "-c", "annotated", "--test", "annotated", "--probe", "foo", "-o", "x"], "There is no probe named 'foo'."),
    "a treebank": (["probe", "-c", "none.conllu", "--test", "annotated", "-o", "x"], "There is no file or folder 'none.conllu'."),
    "a corpus of maps": (["maps", "-c", "none.txt", "-o", "x.npz"], "There is no file or folder 'none.txt'."),
    "weights to serve": (["serve", "--weights", "nrom"], "There is no kind of weights named 'nrom'."),
    "a table": (["table", "run", "labelz"], "There is no"),
    "a list": (["list", "measurez"], "There is no list named 'measurez'."),
}  # fmt: skip


@pytest.mark.slow
def test_wrong_names_are_said_before_torch_is_imported(tmp_path):
    """All in one process, which must not have torch at its end; a process each would import typer anew."""
    code = (
        "import sys, io, contextlib, json\n"
        "from headscope.cli import main\n"
        "for line in sys.stdin:\n"
        "    sys.argv = ['headscope', *json.loads(line)]\n"
        "    said = io.StringIO()\n"
        "    with contextlib.redirect_stderr(said):\n"
        "        try: main()\n"
        "        except SystemExit as stop: status = stop.code\n"
        "    print(json.dumps([status, 'torch' in sys.modules, said.getvalue()]))\n"
    )
    asked = "".join(json.dumps(arguments) + "\n" for arguments, _ in WRONG.values())
    done = subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (name, (_, said)), (status, torch, errors) in zip(WRONG.items(), answers, strict=True):
        assert (status, torch) == (2, False), (name, errors)
        assert said in errors, name
    assert not list(tmp_path.iterdir())


def test_names_read_from_the_source_are_those_of_the_registries(monkeypatch):
    assert known.declared("measure") == list(MEASURES) and known.declared("probe") == list(NAMES)
    for package in ("headscope.measures", "headscope.probes"):
        monkeypatch.delitem(sys.modules, package)
    assert sorted(known.declared("measure")) == sorted(MEASURES) and sorted(known.declared("probe")) == sorted(NAMES)


@pytest.mark.parametrize(
    ("config", "refused"),
    [
        ({"num_hidden_layers": 2, "num_attention_heads": 3}, True),
        ({"n_layer": 2, "n_head": 3}, True),
        (
            {"num_hidden_layers": 2, "num_attention_heads": 3, "is_encoder_decoder": True},
            False,
        ),  # of which stack it is not known
        ({"num_hidden_layers": 2, "num_attention_heads": 3, "text_config": {"num_hidden_layers": 9}}, False),
        ({"num_hidden_layers": 2, "num_attention_heads": [3, 9]}, False),
        ({"num_hidden_layers": 2}, False),
        ([], False),
        ("{", False),
    ],
    ids=str,
)
def test_heads_of_a_folder(tmp_path, config, refused):
    """What is not known for certain is left to whoever loads the model."""
    (tmp_path / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))
    known.check_heads(str(tmp_path), ["2-3", "5"])
    for head in ("2-4", "3-1"):
        if refused:
            with pytest.raises(
                HeadscopeError, match=f"There is no head {head}: '{tmp_path}' has 2 layers of 3 heads, 1-1 to 2-3."
            ):
                known.check_heads(str(tmp_path), [head])
        else:
            known.check_heads(str(tmp_path), [head])
    known.check_heads("someone/on-the-hub", ["99-1"])


def test_corpora_that_may_be_there(tmp_path):
    (tmp_path / "text.txt").write_text("a")
    known.check_corpora(["bundled", "-", "hf:x:train", "s3://bucket/x.txt", f"plain:{tmp_path}/text.txt", str(tmp_path)])
    for spec in ("plain:none.txt", "nowhere"):
        with pytest.raises(HeadscopeError, match="There is no"):
            known.check_corpora([spec])
