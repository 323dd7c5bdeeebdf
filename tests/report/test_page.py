"""The page as text: what is in it, what cannot get out of it."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from headscope.report.page import embed, render

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]></SCRIPT >",
    "&lt;b&gt; &amp;",
    "\u2028\u2029",
    "\ud83d",
    "quote \" ' ` \\ {title} %s",
    "مرحبا 日本語 👩‍👩‍👧 e\u0301",
]


class Page(HTMLParser):
    """The elements of a page with their text, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.content: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        self._inside = f"{tag} {attributes.get('type') or ''}".strip()

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.content[self._inside] = self.content.get(self._inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    @property
    def policy(self) -> dict[str, str]:
        [text] = [a["content"] or "" for tag, a in self.elements if a.get("http-equiv") == "Content-Security-Policy"]
        return dict(part.strip().split(" ", 1) for part in text.split(";"))


def hostile_payload(text: str) -> dict[str, Any]:
    score = {"id": text, "measure": text, "key": text, "words": text, "finding": text, "value": [[0.5]], "low": [[None]]}
    return {"title": text, "summary": [text], "facts": [[text, text]], text: text, "scores": [score]}


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_string_stays_a_string(text: str) -> None:
    page = render(hostile_payload(text))
    page.encode("utf-8")
    parsed = Page(page)
    harmless = Page(render(hostile_payload("harmless")))
    assert [tag for tag, _ in parsed.elements] == [tag for tag, _ in harmless.elements]
    assert json.loads(parsed.content["script application/json"]) == hostile_payload(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_embedded_json_has_no_character_that_html_reads(text: str) -> None:
    data = embed({text: [text]})
    assert not re.search("[<>&\u2028\u2029\ud800-\udfff]", data)
    assert json.loads(data) == {text: [text]}


def test_the_title_is_escaped() -> None:
    page = Page(render(hostile_payload("</title><script>alert(1)</script>")))
    assert page.content["title"] == "</title><script>alert(1)</script>"
    assert [tag for tag, _ in page.elements].count("script") == 2


def test_the_policy_admits_this_script_and_this_style_sheet_only() -> None:
    page = Page(render(hostile_payload("harmless")))

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert page.policy == {
        "default-src": "'none'",
        "script-src": hashed(page.content["script module"]),
        "style-src": hashed(page.content["style"]),
        "base-uri": "'none'",
        "form-action": "'none'",
        "img-src": "data: blob:",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }


def test_nothing_is_loaded_from_anywhere() -> None:
    page = Page(render(hostile_payload("harmless")))
    loading = {"src", "href", "srcset", "action", "data", "poster", "background", "style"}
    assert not [(tag, a) for tag, a in page.elements if loading & a.keys()]
    assert not re.search(r"@import|url\(", page.content["style"])
    script = page.content["script module"]
    assert not re.search(
        r"\bimport\b|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|outerHTML|insertAdjacentHTML|\beval\(", script
    )
    # The one address is the name of the SVG namespace, which nobody fetches.
    assert set(re.findall(r"https?://[^\"'`\s]+", script)) == {"http://www.w3.org/2000/svg"}


def test_the_same_payload_gives_the_same_page() -> None:
    assert render(hostile_payload("x")) == render(hostile_payload("x"))


def test_without_scripts_the_page_says_what_is_needed() -> None:
    assert "JavaScript" in render(hostile_payload("x")).split("<noscript>")[1].split("</noscript>")[0]


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_cannot_say_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        embed({"value": number})
