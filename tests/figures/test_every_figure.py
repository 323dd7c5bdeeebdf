"""What holds of every figure: the gallery, from one head to 24 layers of 16."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from headscope.errors import HeadscopeError
from headscope.figures import FIGURES as ALL_FIGURES
from headscope.figures import draw, draw_all, figure_files
from headscope.figures.lettering import width
from headscope.results.scores import Scores

pytestmark = pytest.mark.slow  # hundreds of figures are drawn

FIGURES = [name for name, entry in ALL_FIGURES.items() if not entry.annotated]  # of trees: see test_sentences.py
SHAPES = [(1, 1), (1, 4), (8, 1), (8, 8), (24, 16)]


@pytest.fixture(scope="module")
def gallery(full_run):
    """Every figure of made-up runs of several shapes, with and without intervals."""
    made = {}
    for shape in SHAPES:
        scores = full_run(*shape, groups=3 if shape[0] == 8 else 40, spread=0.01)  # 3: too few for intervals
        made |= {(name, shape): draw(scores, name) for name in FIGURES}
    return made


CASES = [(name, shape) for name in FIGURES for shape in SHAPES]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_well_formed_and_inside_its_box(gallery, case):
    _is_inside(gallery[case], 720)


@pytest.fixture(scope="module")
def eight(full_run):
    return full_run(8, 8, groups=40, spread=0.01)


@pytest.mark.parametrize("wide", [438.9, 300.0])
@pytest.mark.parametrize("name", [name for name in FIGURES if name not in ("layers", "tokens-by-source")])
def test_laid_out_anew_for_a_narrow_column(eight, name, wide):
    """3.3 inches, and the narrowest there is: nothing is cut off, and type is as large as in a wide figure."""
    _is_inside(draw(eight, name, width=wide), wide)


def test_the_next_figure_is_wide_again(eight):
    assert [draw(eight, "offsets", width=wide).drawing.width for wide in (300.0, 720.0)] == [300.0, 720.0]


def _is_inside(figure, page):
    root = ElementTree.fromstring(figure.svg)
    _, _, wide, high = map(float, root.get("viewBox").split())
    assert wide == page and root.get("width") is None
    for element in root.iter():
        for name, value in element.attrib.items():
            assert "nan" not in value and "inf" not in value, (element.tag, name)
        if element.tag.endswith("text") and "letter" not in element.get("class"):
            size = {"title": 18 * 1.17, "heading": 14, "tick": 12}.get(element.get("class").split()[0], 13.0)
            size = float(element.get("font-size", size))
            across = 0.61 * size * len(element.text) if "token" in element.get("class") else width(element.text, size * 0.95)
            start = float(element.get("x")) - {"end": 1, "middle": 0.5}.get(element.get("text-anchor"), 0) * across
            assert start >= -1 and start + across <= wide + 1, element.text
            assert 0 <= float(element.get("y")) <= high
        if element.tag.endswith("circle"):
            assert 0 <= float(element.get("cx")) <= wide and 0 <= float(element.get("cy")) <= high


@pytest.mark.parametrize("name", FIGURES)
def test_the_same_bytes_twice(full_run, name):
    first, second = (draw(full_run(groups=40, spread=0.01), name) for _ in range(2))
    assert first.to_svg() == second.to_svg() and first.to_html() == second.to_html()


@pytest.mark.parametrize("name", FIGURES)
def test_says_what_it_shows_and_of_what(full_run, name):
    figure = draw(full_run(name="my-model"), name)
    assert figure.name == name
    assert figure.title[0].isupper() or figure.title[0] in "[0123456789"
    assert figure.title.endswith(".") and "\n" not in figure.title
    assert figure.caption.endswith("my-model (3 layers of 4 heads) on c, 200 segments.")
    assert ALL_FIGURES[name].what


@pytest.mark.parametrize("name", FIGURES)
def test_nothing_runs_and_nothing_is_fetched(full_run, name):
    text = draw(full_run(), name).svg
    assert "<script" not in text and "url(" not in text and "@import" not in text
    assert re.findall(r"\w+://[^\s\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\son\w+=|href|style=", text)


def test_lines_are_told_apart_without_colour(full_run):
    """Where several lines share a panel, their dashes differ as well as their colours."""
    dashes = re.findall(r'class="mean line-\w+ (dash-\w+)"', draw(full_run(), "gradient").svg)
    assert len(set(dashes)) == len(dashes) == 4


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("offsets", "offset"), ("tokens", "token"), ("tokens-by-source", "token-from-sep"), ("gradient", "gradient"),
        ("entropy", "entropy"), ("clusters", "divergence"), ("layers", "divergence"), ("patterns", "pattern"),
    ],
)  # fmt: skip
def test_a_missing_measure_is_named(run, name, measure):
    with pytest.raises(
        HeadscopeError, match=f"needs the measure '{measure}'.*measure {measure} first: headscope measure --measure {measure}"
    ):
        draw(run({"peak.all": [[0.5]]}), name)


def test_what_could_not_be_measured_says_why(run):
    scores = run({"peak.all": [[0.5]]}, left_out={"gradient": "the model has no language-model head"})
    with pytest.raises(HeadscopeError, match=r"could not be measured: the model has no language-model head\."):
        draw(scores, "gradient")


@pytest.mark.parametrize("name", ["four-heads", "patterns"])
def test_a_run_without_an_example_says_so(full_run, name):
    scores = full_run()
    scores.example = None
    with pytest.raises(HeadscopeError, match="this run keeps none"):
        draw(scores, name)


def test_several_stacks_and_corpora(full_run):
    scores = full_run(stacks=("encoder", "decoder"), corpora=("one", "t/wo"))
    with pytest.raises(HeadscopeError, match="say which of"):
        draw(scores, "offsets")
    with pytest.raises(HeadscopeError, match="no stack in this run named 'middle'"):
        draw(scores, "offsets", corpus="one", stack="middle")
    with pytest.raises(HeadscopeError, match="no corpus in this run named 'three'"):
        draw(scores, "offsets", corpus="three", stack="encoder")
    assert "m, decoder (3 layers of 4 heads) on one" in draw(scores, "offsets", corpus="one", stack="decoder").caption
    names = {made.name: made for made in draw_all(scores)}
    assert {"offsets-encoder-one", "offsets-decoder-t_wo"} <= set(names)
    assert (
        names["four-heads-decoder-one"].figure is None and "no example of the stack" in names["four-heads-decoder-one"].reason
    )
    assert {made.name for made in draw_all(scores, corpus="one", stack="encoder")} == set(ALL_FIGURES)


def test_a_corpus_with_other_scores_beside_it_is_left_alone(run, full_run):
    scores, other = full_run(), run({"peak.all": [[0.5] * 4] * 3}, corpora=("annotated",))
    manifest = scores.manifest
    both = Scores(
        scores.measured + other.measured,
        replace(manifest, corpora=[*manifest.corpora, *other.manifest.corpora], measures=manifest.measures | {"peak": ["all"]}),
        scores.example,
    )
    assert "on c, 200 segments." in draw(both, "offsets").caption
    assert set(figure_files(both)) == {f"figures/{name}.svg" for name in FIGURES}


def test_a_run_that_read_no_running_text_says_what_it_read(run):
    """A measure that makes its own input, one of parsed sentences, and one of the weights alone."""
    scores = run({"induction.prefix": [[0.5] * 4] * 3}, corpora=("induction",))
    (record,) = scores.manifest.corpora
    for unit, words in (("own", "200 sequences"), ("sentence", "200 sentences")):
        record.unit = unit
        assert draw(scores, "behaviours").caption.endswith(f"m (3 layers of 4 heads) on induction, {words}.")
    record.unit, record.units, record.tokens = "none", 0, 0
    assert draw(scores, "behaviours").caption.endswith("m (3 layers of 4 heads).")


def test_of_several_it_is_said_how_to_choose(full_run):
    scores = full_run(stacks=("encoder", "decoder"), corpora=("one", "two"))
    with pytest.raises(HeadscopeError, match=r"say which of .*, with --(stack|corpus) \(in Python: (stack|corpus)='\w+'\)\."):
        draw(scores, "offsets")


def test_files_of_a_run_are_those_that_can_be_drawn(run, full_run):
    assert set(figure_files(full_run())) == {f"figures/{name}.svg" for name in FIGURES}
    files = figure_files(run({"offset.+1": [[0.5]]}))
    assert list(files) == ["figures/behaviours.svg", "figures/offsets.svg"]
    assert files["figures/offsets.svg"].startswith(b"<svg xmlns=")


HOSTILE = ["[CLS]", "</svg><script>alert(1)</script>", "\x00\x01", "\u202eevil\u202c", "]]>", "&amp;", '"', "\ud800", "\uffff",
           "", " ", "\n", "\u200b", "a" * 500, "e" + "\u0301" * 300, "日本語日本語日本語", "שלום", "[SEP]"]  # fmt: skip


@pytest.mark.parametrize("name", ["four-heads", "patterns"])
def test_hostile_tokens_are_only_text(full_run, name, read):
    figure = draw(full_run(text=HOSTILE), name)
    drawn = read(figure.svg)
    assert {one.tag.split("}")[1] for one in drawn.root.iter()} <= {
        "svg", "g", "desc", "style", "rect", "text", "title", "path", "polygon", "circle", "line", "polyline",
    }  # fmt: skip
    for element in drawn.of_class("token"):
        assert len(element.text) <= 45 and not set(element.text) & set("\u202e\u202c\u200b\n\x00\ufffe"), element.text
    assert any("‹202E›" in (one.text or "") for one in drawn.of_class("token"))
    assert b"<script" not in figure.to_html()


def test_hostile_names_of_models_and_corpora(full_run):
    scores = full_run(name="<b>\u202e" + "x" * 300, corpora=("</desc>&\x07",))
    for name in FIGURES:
        figure = draw(scores, name)
        ElementTree.fromstring(figure.svg)
        assert "\u202e" not in figure.svg
        assert b"<b>" not in figure.to_html() and b"</desc>&" not in figure.to_html()
