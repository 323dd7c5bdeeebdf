"""Vision transformers: patches as tokens, from a picture to maps, scores and a page."""

import json
import sys

import numpy as np
import pytest
import torch
import transformers

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.models.images.patches import ImageModel, open_images
from headscope.models.images.pixels import Preparation, open_image
from headscope.views.attend import attend, count_tokens
from headscope.views.head_view import head_view

SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48, "initializer_range": 0.3}
SETTINGS = {"size": {"height": 16, "width": 24}, "resample": 2, "image_mean": [0.5, 0.4, 0.3], "image_std": [0.2, 0.3, 0.4]}
KINDS = {
    "vit": (transformers.ViTModel, transformers.ViTConfig, 1),
    "dinov2": (transformers.Dinov2WithRegistersModel, transformers.Dinov2WithRegistersConfig, 5),
}

SPECIAL = ("[CLS]", "[REG1]", "[REG2]", "[REG3]", "[REG4]")


def picture(seed=0, height=16, width=24):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3)).astype(np.uint8)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Two rows of three patches; the second kind has four registers behind [CLS]."""
    made = {}
    transformers.utils.logging.disable_progress_bar()
    for kind, (model, config, _) in KINDS.items():
        torch.manual_seed(0)
        made[kind] = tmp_path_factory.mktemp("vision") / kind
        model(config(**SIZES, image_size=[16, 24] if kind == "vit" else 16, patch_size=8)).save_pretrained(made[kind])
        (made[kind] / "preprocessor_config.json").write_text(json.dumps(SETTINGS))
    transformers.utils.logging.enable_progress_bar()
    return made


@pytest.fixture(scope="module")
def vit(folders):
    return load(folders["vit"], device="cpu")


@pytest.mark.parametrize("kind", KINDS)
def test_patches_are_tokens_and_maps_are_the_model_s_own(folders, kind):
    model = load(folders[kind], device="cpu")
    assert isinstance(model, ImageModel) and model.road == "tap" and model.stacks == {"encoder": (2, 4)} and not model.causal
    special = KINDS[kind][2]
    attention = attend(model, picture())
    (side, maps) = attention.stack().queries, attention.stack().maps
    assert side.texts == (*SPECIAL[:special], "1,1", "1,2", "1,3", "2,1", "2,2", "2,3")
    assert side.special == (True,) * special + (False,) * 6 and count_tokens(model, "any") == len(side.texts)
    own = KINDS[kind][0].from_pretrained(folders[kind], attn_implementation="eager")
    levels = torch.tensor(picture()).permute(2, 0, 1) / 255
    mean, deviation = (torch.tensor(SETTINGS[name])[:, None, None] for name in ("image_mean", "image_std"))
    with torch.inference_mode():
        expected = own(pixel_values=((levels - mean) / deviation)[None], output_attentions=True).attentions
    assert np.abs(maps - torch.cat(expected).numpy()).max() < 1e-5
    assert maps.std(-1).mean() > 0.01


def test_a_patch_is_where_it_says(vit):
    """What patch 2,3 looks like reaches the token 2,3: painting it over changes the key of that token in the first layer alone."""
    plain = picture()
    painted = plain.copy()
    painted[8:16, 16:24] = 255
    before, after = (attend(vit, image, vectors=True).stack() for image in (plain, painted))
    changed = np.abs(before.vectors.key[0] - after.vectors.key[0]).max((0, 2)) > 1e-4
    assert [token for token, moved in zip(before.keys.texts, changed, strict=True) if moved] == ["2,3"]


def test_images_are_resized_cut_and_normalised():
    even = np.full((40, 60, 3), 51, np.uint8)
    made = Preparation.read(SETTINGS, 8, 8)(open_image(even))
    assert made.shape == (3, 16, 24)
    assert made[:, 0, 0].tolist() == pytest.approx([(0.2 - m) / s for m, s in ((0.5, 0.2), (0.4, 0.3), (0.3, 0.4))], abs=1e-6)
    cut = {"size": {"shortest_edge": 20}, "do_center_crop": True, "crop_size": 10, "do_normalize": False, "do_rescale": False}
    sides = np.zeros((40, 80), np.uint8)
    sides[:, 40:] = 200
    made = Preparation.read(cut, 8, 8)(open_image(sides))
    assert made.shape == (3, 10, 10) and made[0, 5, 0] == 0 and made[0, 5, -1] == 200, "not the middle"
    assert Preparation.read({}, 8, 9)(open_image(sides)).shape == (3, 8, 9)


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (np.zeros((4, 4, 2)), "expected [height, width, 3]"),
        (np.zeros((0, 4, 3)), "expected [height, width, 3]"),
        (np.full((4, 4, 3), 256), "levels from 0 to 255; this one has 256 to 256"),
        (np.full((4, 4, 3), np.nan), "levels from 0 to 255"),
        (np.array([["a"]]), "can't be read"),
        ("nowhere.png", "There is no image 'nowhere.png'"),
        (" ", "The path of the image is empty"),
    ],
)  # fmt: skip
def test_what_is_no_image_is_refused(vit, image, words):
    with pytest.raises(HeadscopeError) as error:
        attend(vit, image)
    assert words in str(error.value)


def test_a_damaged_file_and_a_second_image_are_refused(vit, tmp_path):
    (tmp_path / "a.npy").write_bytes(b"\x93NUMPY\x01\x00 nothing")
    with pytest.raises(HeadscopeError, match=r"a.npy' can't be read as an image"):
        attend(vit, tmp_path / "a.npy")
    np.save(tmp_path / "b.npy", np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(HeadscopeError, match=r"b.npy' can't be read as an image"):
        attend(vit, tmp_path / "b.npy")
    with pytest.raises(HeadscopeError, match="one image at a time"):
        attend(vit, picture(), "text")


def test_image_files_need_pillow(vit, tmp_path, monkeypatch):
    (tmp_path / "a.png").write_bytes(b"none")
    for name in ("PIL", "PIL.Image"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(HeadscopeError, match="needs Pillow: pip install pillow"):
        attend(vit, tmp_path / "a.png")


def test_pictures_that_pillow_opens(vit, tmp_path):
    pillow = pytest.importorskip("PIL.Image", reason="needs Pillow")
    pillow.fromarray(picture()).save(tmp_path / "a.png")
    expected = attend(vit, picture()).stack().maps
    for image in (tmp_path / "a.png", str(tmp_path / "a.png"), pillow.fromarray(picture())):
        assert np.array_equal(attend(vit, image).stack().maps, expected)
    (tmp_path / "b.png").write_bytes(b"none")
    with pytest.raises(HeadscopeError, match=r"b.png' can't be read as an image"):
        attend(vit, tmp_path / "b.png")


def test_a_folder_of_images_is_measured_by_position(vit, tmp_path):
    for seed in range(3):
        np.save(tmp_path / f"{seed}.npy", picture(seed))
    (tmp_path / "notes.txt").write_text("no image")
    scores = measure(vit, open_images(tmp_path), ["offset", "entropy", "peak", "sink"], batch_size=2, progress=False)
    assert scores.manifest.units == 3 and scores.manifest.tokens == 3 * 7
    maps = np.stack([attend(vit, picture(seed)).stack().maps for seed in range(3)])
    (series,) = scores.matching("sink", "all")
    assert scores.value(series) == pytest.approx(maps[..., 1:, 0].mean((0, -1)), abs=1e-6)
    assert scores.baseline(series) == pytest.approx(1 / 7)
    (series,) = scores.matching("peak", "all")
    assert scores.value(series) == pytest.approx(maps.max(-1).mean((0, -1)), abs=1e-6)


def test_a_folder_without_images_is_refused(tmp_path):
    with pytest.raises(HeadscopeError, match="There is no image in"):
        open_images(tmp_path)
    with pytest.raises(HeadscopeError, match="There is no image in"):
        open_images(tmp_path / "nowhere.png")


def test_a_page(vit, tmp_path):
    np.save(tmp_path / "a.npy", picture())
    head_view(vit, str(tmp_path / "a.npy")).save(tmp_path / "view.html")
    assert '"2,3"' in (tmp_path / "view.html").read_text(encoding="utf-8")
