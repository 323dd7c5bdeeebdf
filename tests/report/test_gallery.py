"""A static site of runs: an address for each model and head, nothing that breaks out of a page, and nobody's file replaced."""

import json
import re
import struct
from html.parser import HTMLParser

import pytest

import headscope as hs
from headscope.api import gallery as door
from headscope.errors import HeadscopeError
from headscope.report.site import Atlas, Places, write_site
from headscope.report.site.index_page import _finding

HOSTILE = 'a/../<img src=x onerror=alert(1)>"&'


def named(scores, name):
    scores.manifest.model["name"] = name
    return scores


@pytest.fixture(scope="module")
def runs(made_run):
    """Two stacks, and a hostile name; small, since every head has its page and its pictures."""
    first = named(made_run(2, 2, planted=False, relations=2), HOSTILE)
    return first, named(made_run(1, 2, planted=False, relations=2, stacks=("encoder", "decoder")), "b")


@pytest.fixture(scope="module")
def site(runs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery") / "site"
    return hs.gallery(runs, folder, url="https://name.example/heads/", progress=False)


class Links(HTMLParser):
    """What a page refers to, its tags for previews, and all tags that it has."""

    def __init__(self, text):
        super().__init__()
        self.links, self.meta, self.tags, self.attributes = [], {}, [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        its = dict(attrs)
        self.tags.append(tag)
        self.attributes |= its.keys()
        self.links += [its[name] for name in ("href", "src") if name in its]
        if tag == "meta":
            self.meta[its.get("property") or its.get("name") or its.get("http-equiv")] = its.get("content")


def pages(site):
    folder = site.page.parent
    return {path.relative_to(folder).as_posix(): Links(path.read_text("utf-8")) for path in folder.rglob("*.html")}


def test_every_model_and_head_has_an_address(site):
    found = set(pages(site))
    (first,) = {name.split("/")[0] for name in found} - {"index.html", "b"}
    assert re.fullmatch(r"[A-Za-z0-9._-]+", first)
    of_first = {f"{first}/{layer}-{head}/index.html" for layer in (1, 2) for head in (1, 2)}
    of_second = {f"b/{stack}-1-{head}/index.html" for stack in ("encoder", "decoder") for head in (1, 2)}
    assert found == {"index.html", f"{first}/index.html", "b/index.html"} | of_first | of_second


def test_every_link_leads_somewhere(site):
    folder = site.page.parent
    for name, page in pages(site).items():
        for link in page.links:
            target = ((folder / name).parent / link.partition("#")[0]).resolve()
            assert target.is_relative_to(folder.resolve()) and (target.is_file() or (target / "index.html").is_file()), (
                name,
                link,
            )


def test_every_head_has_a_link_that_needs_no_script(site):
    """From the first page, and from the findings that name it; the atlas knows the way back."""
    links = pages(site)["index.html"].links
    heads = {name.removesuffix("index.html") for name in pages(site) if name.count("/") == 2}
    assert heads and heads <= set(links)
    for folder in {name.split("/")[0] for name in heads}:
        text = (site.page.parent / folder / "index.html").read_text("utf-8")
        assert json.loads(re.search(r'id="payload">(.*?)</script>', text)[1])["home"] == "../"


def test_a_finding_leads_to_the_heads_that_it_names(runs):
    one = Atlas("m", runs[0])
    made = _finding(one, {"text": "Heads 1-2 and 11-2 <b>", "heads": [{"stack": "encoder", "layer": 0, "head": 1}]})
    assert made == 'Heads <a href="m/1-2/">1-2</a> and 11-2 &lt;b&gt;'


def test_nothing_breaks_out_of_a_page_and_the_policy_is_strict(site):
    for name, page in pages(site).items():
        assert not any(name.startswith("on") for name in page.attributes), name
        policy = page.meta["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "script-src 'self'" in policy
    text = site.page.read_text("utf-8")
    assert "<img src=x" not in text and "&lt;img src=x" in text
    heads = json.loads(re.search(r'id="heads">(.*?)</script>', text)[1])
    assert HOSTILE in heads[0]["model"] and [len(one["heads"]) for one in heads] == [4, 4]


def test_links_have_pictures_where_there_is_something_to_make_them_with(site):
    pytest.importorskip("vl_convert")
    one = pages(site)["b/encoder-1-2/index.html"].meta
    assert one["og:image"] == "https://name.example/heads/b/encoder-1-2/card.png" and one["og:title"] == "b, head encoder/1-2"
    assert (site.page.parent / "b/encoder-1-2/card.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    size = struct.unpack(">II", (site.page.parent / "b/encoder-1-2/card.png").read_bytes()[16:24])
    assert (one["og:image:width"], one["og:image:height"]) == tuple(map(str, size))
    assert "og:image:width" not in pages(site)["b/index.html"].meta, "the grid is as large as the model"
    assert one["twitter:card"] == "summary_large_image" and one["og:description"].startswith("Head 1-2 ")


def test_without_the_package_there_are_drawings_and_a_sentence(runs, tmp_path, monkeypatch):
    monkeypatch.setattr(door, "find_spec", lambda name: None)
    made = hs.gallery(runs[1], tmp_path / "site", progress=False)
    assert "headscope[figures]" in made.remarks[0] and not list((tmp_path / "site").rglob("*.png"))
    assert "og:image" not in pages(made)["b/encoder-1-1/index.html"].meta
    assert (tmp_path / "site/b/encoder-1-1/card.svg").is_file()


def test_heads_share_one_bundle_of_code(site):
    folder = site.page.parent
    assert len(list(folder.rglob("*.js"))) == 2 and {path.parent.name for path in folder.rglob("*.js")} == {"assets"}
    sizes = [path.stat().st_size for name in pages(site) if name.count("/") == 2 for path in [folder / name]]
    assert max(sizes) < 6_000, "a head's page is small"
    assert (
        sum(path.stat().st_size for path in folder.rglob("*.*") if path.is_file())
        == site.total + (folder / "gallery.json").stat().st_size
    )


def test_models_of_many_heads_have_no_picture_of_each(runs, tmp_path, monkeypatch):
    monkeypatch.setattr(door, "MOST", 3)
    made = hs.gallery(runs[1], tmp_path / "site", progress=False)
    assert not list((tmp_path / "site").rglob("card.*")) and any("more than 3" in one for one in made.remarks)
    assert "img" not in pages(made)["b/encoder-1-1/index.html"].tags


def test_nobody_s_file_is_replaced_or_removed(tmp_path):
    site = tmp_path / "site"
    write_site(site, [("index.html", b"1"), ("m/1-1/index.html", b"2")])
    (site / "CNAME").write_text("name.example")
    with pytest.raises(HeadscopeError, match=r"holds a gallery.*--force"):
        write_site(site, [])
    (site / "other").mkdir()
    (site / "other/index.html").write_text("mine")
    with pytest.raises(HeadscopeError, match="no gallery wrote it"):
        write_site(site, [("index.html", b"3"), ("other/index.html", b"4")], force=True)
    assert (site / "index.html").read_bytes() == b"1" and (site / "other/index.html").read_text() == "mine"
    write_site(site, [("index.html", b"3")], force=True)
    left = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert left == {"index.html", "gallery.json", "CNAME", "other/index.html"} and not (site / "m").exists()


def test_a_list_that_points_outside_is_not_believed(tmp_path):
    mine, site = tmp_path / "mine.txt", tmp_path / "site"
    mine.write_text("mine")
    write_site(site, [("index.html", b"1")])
    (site / "gallery.json").write_text(json.dumps({"files": ["../mine.txt", str(mine), "index.html"]}))
    write_site(site, [("a.html", b"2")], force=True)
    assert mine.read_text() == "mine" and not (site / "index.html").exists()


def test_two_galleries_into_one_folder(runs, tmp_path):
    """The second says that the first is at work, before it draws anything and after, and takes nothing away from it."""
    site = tmp_path / "site"

    def files():
        yield "index.html", b"1"
        for ask in (
            lambda: hs.gallery(runs[1], site, progress=False),
            lambda: write_site(site, [("index.html", b"2")], force=True),
        ):
            with pytest.raises(HeadscopeError, match=r"^Another headscope gallery is writing to '.*site'. Wait for it, or"):
                ask()
        yield "m/index.html", b"1"

    write_site(site, files())
    left = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert left.keys() == {"index.html", "m/index.html", "gallery.json"} and left["index.html"] == b"1"


@pytest.mark.parametrize("name", ["../mine.html", "/mine.html", "m/../../mine.html"])
def test_a_journal_from_elsewhere_leads_nowhere_else(tmp_path, name):
    site = tmp_path / "site"
    write_site(site, [("index.html", b"1")])
    (site / ".headscope-journal").write_text(json.dumps([name, "gallery.json"]))
    with pytest.raises(HeadscopeError, match="is not a journal that headscope wrote"):
        write_site(site, [("index.html", b"2")], force=True)


def test_a_journal_whose_folder_is_a_link(tmp_path):
    site, other = tmp_path / "site", tmp_path / "other"
    write_site(site, [("m/index.html", b"1")])
    other.mkdir()
    (site / ".headscope-new").symlink_to(other)
    (site / ".headscope-journal").write_text(json.dumps(["m/index.html", "gallery.json"]))
    with pytest.raises(HeadscopeError, match="is a link, so the gallery there is not put in place"):
        write_site(site, [("index.html", b"2")], force=True)
    (site / ".headscope-journal").unlink()
    write_site(site, [("index.html", b"2")], force=True)
    assert (site / "index.html").read_bytes() == b"2" and not list(other.iterdir()), "what is staged does not go elsewhere"


def test_what_goes_wrong_leaves_nothing_behind(tmp_path):
    def files():
        yield "index.html", b"1"
        raise HeadscopeError("no more")

    with pytest.raises(HeadscopeError, match="no more"):
        write_site(tmp_path / "site", files())
    assert not (tmp_path / "site").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("mine")
    with pytest.raises(HeadscopeError, match="not empty and not a gallery"):
        write_site(tmp_path / "full", [], force=True)


@pytest.mark.parametrize("url", ["name.example", "ftp://name.example", "javascript:alert(1)"])
def test_an_address_that_is_none_is_refused(runs, tmp_path, url):
    with pytest.raises(HeadscopeError, match="is not an address"):
        hs.gallery(runs[1], tmp_path / "site", url=url)
    with pytest.raises(HeadscopeError, match="at least one run"):
        hs.gallery([], tmp_path / "site")


def test_folder_names_are_safe_and_unique():
    places = Places()
    names = ["m", "M", "m", "...", "", "con", "CON.x", "a" * 300, "x/y", "x-y", "assets"]
    made = [places.of(name) for name in names]
    assert len({one.lower() for one in made}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", one) for one in made)
    assert not {one.lower().partition(".")[0] for one in made} & {"con", "assets", "index"}
