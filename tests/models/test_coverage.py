"""docs/architectures.md says of every family how it is served, and how far its maps are from the model's own at most."""

import os
import re
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers

from headscope.errors import HeadscopeError

DOCS = Path(__file__).parents[2] / "docs" / "architectures.md"
BEGIN, END = "<!-- coverage", "<!-- end of coverage -->"
HEADINGS = ("family", "stacks", "served by", "checked against", "largest difference", "values", "with transformers 5.0", "")
PROVEN, SAID = 1e-5, "proven, ≤ 1e-5"
REASONS = {"is changed before": "changed before they are read", "can't be listened to": "only maps are handed on"}
EXACT, ROUNDED = 1e-12, 1e-5  # what rounding may come to in float64 and in float32
OLDEST = transformers.__version__.startswith("5.0.")
ROADS = {"tap": "tap", "collect": "fallback", "refused": "refused"}
PLAIN, DENSE = "`output_attentions=True`, eager", "dense softmax of its queries and keys"


def bound(difference: float, single: bool = False) -> str:
    """A power of ten above it that another machine keeps to as well: a model in float32 may be exact on one and not on another."""
    return "≤ 1e-12" if difference <= EXACT and not single else "≤ 1e-5"


def row(known, difference, against, values):
    stacks = ", ".join(name for name in known.stacks) or "none"
    otherwise = "" if known.oldest is None else ROADS[known.oldest]
    shown = "—" if difference is None else bound(difference, known.single)
    return (known.title, stacks, ROADS[known.road], against, shown, values, otherwise, known.note)


@pytest.fixture(scope="module")
def differences(families, build, connected, reference, make_batch, vit):
    """Of every family the largest difference of any weight at a real query; None where it is refused."""
    found = {}
    for name, known in families.FAMILIES.items():
        if known.road == "refused":
            with pytest.raises(HeadscopeError, match="gives no attention weights"):
                connected(name)
            found[name] = None
            continue
        model = connected(name)
        batch = make_batch(model)
        own = build(name)
        expected, _ = reference(name, getattr(own, "base_model", own), model.inputs(batch))
        found[name] = 0.0

        def compare(site, call, name=name, model=model, batch=batch, expected=expected):
            for at, n in enumerate(model.sides(batch, site.stack)[0].lengths):
                change = (call.weights - expected[site.stack, site.layer])[at, :, :n].abs().max()
                found[name] = max(found[name], float(change))

        model.attend(batch, compare)
    found["vit"] = vit
    return found


@pytest.fixture(scope="module")
def vit():
    from headscope.models.images.patches import connect_images

    torch.manual_seed(20)
    sizes = {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
    config = transformers.ViTConfig(**sizes, image_size=24, patch_size=8, initializer_range=0.3)
    module = transformers.ViTModel(config).eval().double()
    model = connect_images("vit", module, {}, {})
    assert proven(model.values) == SAID
    batch = model.batch(np.random.default_rng(0).integers(0, 256, (24, 24, 3)).astype(np.uint8))
    heard = {}
    model.attend(batch, lambda site, call: heard.setdefault(site.layer, call.weights.clone()))
    module.set_attn_implementation("eager")
    with torch.inference_mode():
        expected = module(**model.inputs(batch), output_attentions=True).attentions
    assert len(heard) == len(expected) == 3 and model.road == "tap"
    return max(float((heard[at] - one).abs().max()) for at, one in enumerate(expected))


def proven(values):
    """What the table says of a model's values."""
    if values.reason is None:
        assert values.difference <= PROVEN
        return SAID
    return f"not available: {next(short for long, short in REASONS.items() if long in values.reason)}"


@pytest.fixture(scope="module")
def values(families, connected):
    """Of every family whether it is proven what its heads move; otherwise why not."""
    found = {}
    for name, known in families.FAMILIES.items():
        if known.road == "refused":
            found[name] = "—"
        else:
            found[name] = proven(connected(name).values)
    return found


def table(families, differences, values):
    rows = []
    for name, known in families.FAMILIES.items():
        against = DENSE if name == "longformer" else f"{DENSE}; {PLAIN}" if name == "led" else PLAIN
        rows.append(row(known, differences[name], "—" if known.road == "refused" else against, values[name]))
    rows.append(("ViT", "encoder", "tap", PLAIN, bound(differences["vit"]), SAID, "", "patches as tokens"))
    lines = [HEADINGS, ("---",) * len(HEADINGS), *rows]
    return "".join(f"| {' | '.join(line)} |\n".replace("|  |", "| |") for line in lines)


def cells(text):
    return [tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in text.splitlines() if line.startswith("|")]


@pytest.mark.slow
def test_the_table_is_what_the_tests_find(families, differences, values):
    made = table(families, differences, values)
    text = DOCS.read_text(encoding="utf-8")
    if os.environ.get("HEADSCOPE_WRITE_TABLES") == "1" and not OLDEST:
        text = re.sub(f"({BEGIN}.*?-->\n).*?({END})", lambda found: found[1] + made + found[2], text, flags=re.DOTALL)
        DOCS.write_text(text, encoding="utf-8")
    kept = text.partition(BEGIN)[2].partition(END)[0]
    ours, theirs = cells(made), cells(kept)
    assert [line[:4] for line in theirs] == [line[:4] for line in ours], made
    assert [line[5:] for line in theirs] == [line[5:] for line in ours], made
    for line, (name, difference) in zip(theirs[2:], differences.items(), strict=True):
        if difference is not None:
            assert difference <= float(line[4].removeprefix("≤ ")) <= ROUNDED, name


def test_every_family_that_was_promised_is_there(families):
    promised = (
        "BERT mBERT SciBERT RoBERTa DistilBERT ALBERT ELECTRA XLNet BART T5 MarianMT GPT-2 ModernBERT Longformer XLM-R Llama Qwen3 "
        "Gemma Mistral GPT-NeoX gpt-oss MobileBERT ViT Mamba"
    )
    text = DOCS.read_text(encoding="utf-8")
    named = {name.strip() for line in cells(text) for name in line[0].split(",")}
    assert {*promised.split(), "DeBERTa v2", "DeBERTa v3"} <= named
