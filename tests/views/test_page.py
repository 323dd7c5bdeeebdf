"""The page as text: what is in it, what cannot get out of it, what it may do."""

import base64
import hashlib
import json

from headscope.pages import static
from headscope.views.attention import Attention
from headscope.views.page import render
from headscope.views.payload import decompress, payload


def render_tokens(make_maps, tokens, name="attention"):
    n = len(tokens)
    return render(payload(Attention.from_arrays(make_maps(1, 2, n, n), list(tokens), name=name)))


def test_a_hostile_token_stays_a_string(make_maps, page, hostile):
    text = render_tokens(make_maps, hostile, name=hostile[0])
    parsed, harmless = page(text), page(render_tokens(make_maps, ["a"] * len(hostile)))
    assert parsed.tags == harmless.tags
    meta = json.loads(parsed.content["headscope-meta"])
    assert meta["stacks"][0]["queries"]["texts"] == list(hostile)
    assert meta["title"] == parsed.content["title"] == hostile[0]
    assert text.encode().decode() == text and "\0" not in text


def test_a_lone_surrogate_can_be_written(make_maps, page):
    text = render_tokens(make_maps, ["\ud800", "b"], name="\udfff")
    text.encode()
    assert json.loads(page(text).content["headscope-meta"])["stacks"][0]["keys"]["texts"] == ["\ufffd", "b"]


def test_the_policy_admits_this_script_and_this_style_and_nothing_else(make_maps, page):
    parsed = page(render_tokens(make_maps, ["a", "b"]))

    def digest(content: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"

    assert parsed.content["script module"] == static("views.js") and parsed.content["style"] == static("views.css")
    assert parsed.policy == {
        "default-src": "'none'",
        "script-src": digest(parsed.content["script module"]),
        "style-src": digest(parsed.content["style"]),
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    first = next(tag for tag, attributes in parsed.elements if tag in ("script", "style") or "http-equiv" in attributes)
    assert first == "meta", "the policy stands before what it is about"


def test_nothing_comes_from_elsewhere(make_maps, page):
    parsed = page(render_tokens(make_maps, ["a"]))
    assert not [attributes for _, attributes in parsed.elements if {"src", "href", "style"} & set(attributes)]
    assert not [name for _, attributes in parsed.elements for name in attributes if name.startswith("on")]


def test_the_data_is_the_compressed_bytes(make_maps, page, pair):
    made = payload(pair)
    parsed = page(render(made))
    assert base64.b64decode(parsed.content["headscope-data"], validate=True) == made.data
    assert json.loads(parsed.content["headscope-meta"]) == made.meta
    assert decompress(made.data)
    assert ("main", {"id": "headscope-view"}) in parsed.elements
    assert render(made) == render(made)
