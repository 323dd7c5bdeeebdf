"""A figure's files: SVG, a page, PNG, PDF; all of it or nothing; and what happens where a package is missing."""

import base64
import hashlib
import html
import re
import sys
from xml.etree import ElementTree

import pytest

from headscope.errors import HeadscopeError
from headscope.figures import draw
from headscope.figures.figure import Drawing, Figure
from headscope.figures.svg import Element, text


@pytest.fixture
def figure() -> Figure:
    drawing = Drawing(40.0, (Element("rect", width=30, height=20, class_="fill-next"), text(10, 30, "a < b", "token")))
    return Figure("small", "A title that says what is found.", "A caption that says how to read it.", drawing)


def test_svg_has_its_title_above_and_its_caption_below(figure, read):
    root = read(figure.svg).root
    texts = {one.text: float(one.get("y")) for one in root.iter() if one.tag.endswith("text")}
    moved = float(re.search(r"translate\(0 ([\d.]+)\)", figure.svg)[1])
    assert texts["A title that says what is found."] < moved < texts["A caption that says how to read it."]
    assert root.get("viewBox").startswith("0 0 720 ") and root.get("aria-label") == figure.title
    assert root.get("width") is None and root.get("height") is None


def test_long_titles_and_captions_take_more_lines(figure, read):
    long = Figure("long", "word " * 60, "word " * 200, figure.drawing)
    drawn = read(long.svg)
    assert len(drawn.of_class("title")) > 3
    assert float(drawn.root.get("viewBox").split()[3]) > 250


def test_dark_is_for_screens_and_not_for_prints(figure):
    assert "@media screen and (prefers-color-scheme: dark)" in figure.svg
    assert "@media" not in figure._document(dark=False)


def test_every_rule_is_scoped_to_the_figure(figure):
    sheet = next(one for one in ElementTree.fromstring(figure.svg).iter() if one.tag.endswith("style")).text
    plain = re.sub(r"@media[^{]+\{", "", sheet)
    selectors = [one for rule in re.findall(r"([^{}]+)\{", plain) for one in rule.split(",")]
    assert len(selectors) > 50 and all(one.strip().startswith(".headscope") for one in selectors)


def test_every_class_that_is_drawn_with_colour_has_a_rule(full_run):
    from headscope.figures import FIGURES

    for name in (name for name, entry in FIGURES.items() if not entry.annotated):
        svg = draw(full_run(), name).svg
        used = {part for group in re.findall(r'class="([^"]+)"', svg) for part in group.split()}
        styled = {one for one in used if one.startswith(("fill-", "line-", "step-"))}
        assert styled and all(f".headscope .{one} {{" in svg for one in styled), name


@pytest.mark.parametrize("suffix", [".svg", ".html", ".SVG"])
def test_saved_by_the_files_name(figure, tmp_path, suffix):
    path = tmp_path / f"figure{suffix}"
    figure.save(path)
    assert path.read_bytes().startswith(b"<svg" if suffix.lower() == ".svg" else b"<!DOCTYPE html>")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_the_page_holds_everything_and_admits_only_its_styles(figure):
    page = figure.to_html().decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    # In HTML a style element's text is taken as it is; inside a drawing, as in XML, its escapes are read.
    page_sheet, drawing_sheet = re.findall(r"<style>(.*?)</style>", page)
    for sheet in (page_sheet, html.unescape(drawing_sheet)):
        assert "sha256-" + base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode() in policy
    assert policy.count("sha256-") == 2
    assert "<figcaption>A caption that says how to read it.</figcaption>" in page
    assert "not why the model answers" in page and "<script" not in page


def test_png_and_pdf(figure, tmp_path):
    pytest.importorskip("vl_convert")
    figure.save(tmp_path / "a.png")
    figure.save(tmp_path / "a.pdf")
    png = (tmp_path / "a.png").read_bytes()
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20], "big") == 1800
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_without_the_converter_it_says_what_to_install(figure, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(HeadscopeError, match=r"pip install 'headscope\[figures\]'"):
        figure.save(tmp_path / "a.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("figure.jpg", r"ends in \.svg, \.html, \.png or \.pdf"),
        ("figure", r"can't hold a figure"),
        ("folder.svg", "is a folder"),
        ("nowhere/figure.svg", "is no folder that can be written to"),
    ],
)
def test_what_can_not_be_written(figure, tmp_path, name, words):
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(HeadscopeError, match=words):
        figure.save(tmp_path / name)
    assert [one.name for one in tmp_path.iterdir()] == ["folder.svg"]


def test_a_failed_write_leaves_the_old_file(figure, tmp_path, monkeypatch):
    path = tmp_path / "a.svg"
    path.write_text("old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(HeadscopeError, match="The disk is full"):
        figure.save(path)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
