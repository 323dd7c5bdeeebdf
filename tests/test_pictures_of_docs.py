"""The README's picture and the page about the real BERT-base are of what headscope measures now."""

import base64
import importlib.util
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import headscope as hs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
IMAGE = re.compile(r'href="data:image/png;base64,([^"]+)"')


def load_script(path: Path):
    """A script of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"docs_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pixels(picture: str) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(base64.b64decode(picture))), np.int16)


def test_the_first_picture_shows_the_numbers_of_a_report(report):
    drawn = load_script(DOCS / "images" / "hero.py").hero(hs.open(report.folder)).svg
    kept = (DOCS / "images" / "hero.svg").read_text("utf-8")
    remedy = "Draw it again: headscope report -o ATLAS && python docs/make.py --run ATLAS"
    assert IMAGE.sub("", drawn) == IMAGE.sub("", kept), remedy
    maps, kept_maps = IMAGE.findall(drawn), IMAGE.findall(kept)
    assert len(maps) == len(kept_maps) == 64
    # Processors differ in last bits, and so do pixels by a level.
    assert all(np.abs(pixels(new) - pixels(old)).max() <= 2 for new, old in zip(maps, kept_maps, strict=True)), remedy
    readme = (ROOT / "README.md").read_text("utf-8")
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)", kept))
    for said in re.findall(r"\d+%", re.search(r"hero\.svg.*alt=\"([^\"]*)", readme)[1]):
        assert said in words or said.removesuffix("%") in words, said


def test_the_page_about_bert_base_has_the_numbers_of_its_maps(shared_data):
    module = load_script(DOCS / "bert_base" / "measure.py")
    measured = json.loads(json.dumps(module.measure(shared_data / "dodrio" / "sst2.npz")))
    assert measured == json.loads(module.NUMBERS.read_text("utf-8")), "python docs/bert_base/measure.py sst2.npz"


def test_the_readme_quotes_the_page_about_bert_base():
    numbers = json.loads((DOCS / "bert_base" / "numbers.json").read_text("utf-8"))
    rows = {
        row["relation"]: (f"{100 * row['accuracy']:.0f}%", f"{100 * row['offset_accuracy']:.0f}%")
        for row in numbers["relations"]
    }
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert "{} right, guessing by distance {}".format(*rows["det"]) in readme
    assert "4-10 from adjectives to theirs ({} and {})".format(*rows["amod"]) in readme


# A checkout as Dodrio's repository is laid out, with a sentence of ours.

TOKENS = ["[CLS]", "the", "old", "tom", "##ato", "grew", ".", "[SEP]"]
WORDS = ["the", "old", "tomato", "grew", "."]
EDGES = [(0, 2, "det"), (1, 2, "amod"), (2, 3, "nsubj"), (3, None, "root"), (4, 3, "punct")]


@pytest.fixture
def checkout(tmp_path):
    """Four sentences: one that is right, one without a map, one with another tree, one whose map is of fewer tokens."""
    data = tmp_path / "dodrio" / "public" / "data"
    (data / "sst2-attention-data").mkdir(parents=True)
    tree = {"words": WORDS, "list": [{"child": child, "parent": parent, "relation": name} for child, parent, name in EDGES]}
    trees = {"7": tree, "8": tree, "9": {**tree, "words": WORDS[::-1]}, "10": tree}
    (data / "sst2-dependencies.json").write_text(json.dumps(trees))
    saliency = {"tokens": [{"token": token, "negative": 0.1, "positive": 0.2} for token in [*TOKENS, "[PAD]"]], "meta": {}}
    (data / "sst2-saliency-list-grad-l1.json").write_text(json.dumps(dict.fromkeys(trees, saliency)))
    generator = np.random.default_rng(0)
    for number, length in ((7, 8), (9, 8), (10, 6)):
        maps = np.zeros((2, 3, 12, 12))
        maps[..., :length] = generator.dirichlet(np.ones(length), (2, 3, 12))
        (data / "sst2-attention-data" / f"attention-{number:04}.json").write_text(json.dumps(np.round(maps, 4).tolist()))
    return tmp_path / "dodrio"


def convert(*arguments) -> subprocess.CompletedProcess[str]:
    script = DOCS / "bert_base" / "convert.py"
    return subprocess.run([sys.executable, str(script), *map(str, arguments)], capture_output=True, text=True)


def test_published_maps_become_a_file_that_headscope_measures(checkout, tmp_path):
    done = convert(checkout, "-o", tmp_path / "sst2.npz")
    assert done.returncode == 0, done.stderr
    assert (
        "1 left out: there is no map" in done.stdout and "1 left out: the tree has other words than the tokens" in done.stdout
    )
    assert "1 left out: the map has another size than the tokens" in done.stdout
    line = json.loads((tmp_path / "sst2.jsonl").read_text("utf-8"))
    assert line["id"] == "7" and line["tokens"] == TOKENS and line["word_ids"] == [None, 0, 1, 2, 2, 3, 4, None]
    assert line["words"] == WORDS and line["heads"] == [3, 3, 4, 0, 4] and line["deprels"][:2] == ["det", "amod"]
    [maps] = np.load(tmp_path / "sst2.npz").values()
    assert maps.shape == (2, 3, 8, 8) and maps.dtype == np.float16
    published = json.loads((checkout / "public/data/sst2-attention-data/attention-0007.json").read_text("utf-8"))
    assert np.abs(maps - np.array(published)[:, :, :8, :8]).max() < 1e-3
    model, corpus = hs.open_maps(tmp_path / "sst2.npz")
    assert hs.measure(model, corpus, ["offset", "dependency"], progress=False).manifest.tokens == 8
    again = convert(checkout, "-o", tmp_path / "sst2.npz")
    assert again.returncode == 2 and "exist already" in again.stderr


def test_a_folder_that_is_no_checkout_is_refused(tmp_path):
    done = convert(tmp_path)
    assert done.returncode == 2 and "is no checkout of Dodrio" in done.stderr and not [*tmp_path.iterdir()]
