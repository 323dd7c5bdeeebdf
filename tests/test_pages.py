"""What every page holds itself to, and that a page can be written with nothing but the standard library."""

import json
import re
import subprocess
import sys

import pytest

from headscope import pages as safe
from headscope.pages import clean, digest, embed, policy, static


@pytest.mark.parametrize("text", ["</script>", "<!--", "&amp;", "\u2028", "\ud800", "\0"])
def test_embedded_json_has_no_character_that_html_reads(text):
    data = embed({text: [text]})
    assert not re.search("[<>&\u2028\u2029\ud800-\udfff\0]", data)
    assert json.loads(data) == {text: [text]}


def test_a_number_that_json_has_no_word_for_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        embed([float("nan")])


def test_halves_of_characters_become_a_sign_that_can_be_sent():
    assert clean("\ud83d") == "\ufffd" and clean("a\udfffb") == "a\ufffdb"
    assert clean("\ud83d\ude00") == "😀", "two halves that belong together are one"
    assert clean("é\0日") == "é\0日"


def test_a_policy_admits_by_hash_and_takes_more():
    rules = policy("let a = 1", "b {}", "img-src data:").split("; ")
    assert f"script-src '{digest('let a = 1')}'" in rules and f"style-src '{digest('b {}')}'" in rules
    assert rules[0] == "default-src 'none'" and rules[-1] == "img-src data:"
    assert digest("let a = 1") != digest("let a = 2")


@pytest.mark.parametrize("name", ["views.js", "views.css", "serve.js", "serve.css", "report.js", "report.css"])
def test_every_built_file_can_stand_in_a_page(name):
    assert len(static(name)) > 1000


def test_a_built_file_that_would_end_its_own_element_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "views" / "static"
    folder.mkdir(parents=True)
    (folder / "a.js").write_text("'</SCRIPT>'")
    monkeypatch.setattr(safe.resources, "files", lambda _: tmp_path)
    with pytest.raises(ValueError, match=r"a\.js cannot be put inside a page"):
        static("a.js")


@pytest.mark.slow
def test_it_brings_nothing_along():
    """A report is drawn where the views' own requirements are not installed."""
    code = (
        "import sys, headscope\n"
        "before = set(sys.modules)\n"
        "import headscope.pages\n"
        "ours = {name for name in set(sys.modules) - before if not name.partition('.')[0] in sys.stdlib_module_names}\n"
        "print(sorted(ours))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "['headscope.pages']", done.stderr
