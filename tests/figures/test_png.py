"""PNG files: small, and nobody sees that they are."""

import io

import numpy as np
import pytest
from PIL import Image

from headscope.figures import draw
from headscope.figures.png import SEEN, small_png


def png(array):
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    return out.getvalue()


def opened(data):
    return Image.open(io.BytesIO(data))


def test_strokes_keep_their_colour_and_large_areas_keep_it_exactly():
    """A page of one ground with thousands of shades of grey, and one thin stroke of a rare colour."""
    random = np.random.default_rng(0)
    array = np.full((300, 300, 3), (236, 238, 241), np.uint8)
    array[100:200] = (np.arange(100)[:, None] + random.integers(0, 40, (100, 300)))[..., None] + 60
    array[250, 20:280] = (213, 94, 0)
    made = opened(small_png(png(array)))
    again = np.asarray(made.convert("RGB"))
    assert made.mode == "P" and (again[:100] == (236, 238, 241)).all()
    assert np.abs(again[250, 150].astype(int) - (213, 94, 0)).max() <= 2
    assert np.abs(again.astype(int) - array).max() <= SEEN


def test_a_picture_of_too_many_colours_keeps_them():
    array = np.random.default_rng(0).integers(0, 256, (200, 200, 3)).astype(np.uint8)
    made = opened(small_png(png(array)))
    assert made.mode == "RGB" and (np.asarray(made) == array).all()


def test_what_it_shows_is_written_into_it():
    made = opened(small_png(png(np.zeros((4, 4, 3), np.uint8)), 300.0, "Head 7-7 finds „es“."))
    assert made.info["Description"] == "Head 7-7 finds „es“." and round(made.info["dpi"][0]) == 300


def test_the_figure_of_patterns_fits_a_page_and_a_mail(full_run):
    pytest.importorskip("vl_convert")
    figure = draw(full_run(8, 8, groups=40, spread=0.01), "patterns")
    assert len(figure.to_png()) < 800_000
    assert figure.drawing.height / figure.drawing.width < 1.42
