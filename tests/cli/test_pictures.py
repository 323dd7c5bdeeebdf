"""A vision transformer and a folder of pictures, from the command line."""

import json

import numpy as np
import pytest
import torch
import transformers


@pytest.fixture(scope="module")
def vision(tmp_path_factory):
    """A small model of 2 layers × 4 heads that cuts a picture into 2 × 3 patches, and four pictures."""
    place = tmp_path_factory.mktemp("vision")
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    torch.manual_seed(0)
    transformers.utils.logging.disable_progress_bar()
    transformers.ViTModel(transformers.ViTConfig(**sizes, image_size=[16, 24], patch_size=8)).save_pretrained(place / "vit")
    transformers.utils.logging.enable_progress_bar()
    settings = {"size": {"height": 16, "width": 24}, "resample": 2, "image_mean": [0.5] * 3, "image_std": [0.2] * 3}
    (place / "vit" / "preprocessor_config.json").write_text(json.dumps(settings))
    (place / "pictures").mkdir()
    for seed in range(4):
        pixels = np.random.default_rng(seed).integers(0, 256, (16, 24, 3)).astype(np.uint8)
        np.save(place / "pictures" / f"{seed}.npy", pixels)
    return place


def test_a_folder_of_pictures_is_a_corpus(headscope, vision, tmp_path):
    done = headscope(
        "measure", "-m", vision / "vit", "-c", vision / "pictures", "--measure", "offset", "-q", "-o", tmp_path / "run"
    )
    assert done.returncode == 0, done.stderr
    shown = headscope("show", tmp_path / "run").stdout
    assert "vit on pictures · 8 heads · 4 units · 28 tokens" in shown and "offset" in shown


@pytest.mark.parametrize(("model", "corpus", "said"), [("vit", None, "reads images"), (None, "pictures", "reads text")])
def test_pictures_and_text_are_not_mixed(headscope, vision, tmp_path, model, corpus, said):
    given = ["-m", vision / model] if model else []
    given += ["-c", vision / corpus] if corpus else []
    done = headscope("measure", *given, "-o", tmp_path / "run")
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()
