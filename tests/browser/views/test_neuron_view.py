"""The neuron view in a real browser: what it says adds up to the weights."""

import re
from typing import Any

import numpy as np
import pytest


def test_the_neuron_view_adds_up(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair, dimensions=8)
    one = reader()
    page = one.open(attention, "#view=neuron&layer=2&heads=3&token=left:4")
    vectors = attention.meta["stacks"][0]["vectors"]
    read = lambda block: np.frombuffer(attention.data, "<f4", int(np.prod(block["shape"])), block["at"]).reshape(block["shape"])  # noqa: E731
    query, keys = read(vectors["query"])[1, 2, 4], read(vectors["key"])[1, 2]
    dots = keys @ query
    one.token("right", 2).hover()
    line = page.locator(".hs-readout").inner_text().replace("−", "-")
    found = re.search(r"= ([+-][\d.]+), scaled ([+-][\d.]+), softmax (\d\.\d+)", line)
    assert found is not None, line
    softmax = np.exp(dots * 8**-0.5) / np.exp(dots * 8**-0.5).sum()
    assert [float(group) for group in found.groups()] == pytest.approx([dots[2], dots[2] * 8**-0.5, softmax[2]], abs=0.006)
    order = np.argsort(-(keys[2] * query))
    assert f"Most from dimensions {order[0] + 1} " in line
    assert "is what the model had" in page.locator(".hs-hint").first.inner_text()
    before = page.locator(".hs-wide > canvas").evaluate("(canvas) => canvas.toDataURL()")
    page.get_by_label("dimensions by contribution").check()
    one.settle()
    assert page.locator(".hs-wide > canvas").evaluate("(canvas) => canvas.toDataURL()") != before
    one.token("left", 1).click()
    assert "token=left:1" in page.evaluate("location.href")
    one.token("right", 2).click()
    assert "straw · ##berries" in page.locator(".hs-readout").inner_text()
    one.choose("head", "1")
    assert page.locator("h3").inner_text() == "Head 2-1"


def test_the_neuron_view_of_a_model_that_reads_from_left_to_right(reader: Any, made: Any, tokens_of: Any) -> None:
    attention = made().add("decoder", tokens_of(["a", "b", "c", "d"]), dimensions=4, causal=True)
    one = reader()
    page = one.open(attention, "#view=neuron&heads=1&token=left:1")
    assert "is what the model had" in page.locator(".hs-hint").first.inner_text()
    one.token("right", 3).hover()
    assert "softmax 0.00" in page.locator(".hs-readout").inner_text()


def test_what_python_knows_of_a_mask_goes_before_what_the_weights_look_like(reader: Any, made: Any, tokens_of: Any) -> None:
    attention = made().add("decoder", tokens_of(["a", "b", "c", "d"]), dimensions=4, causal=True)
    attention.meta["stacks"][0]["causal"] = False  # so something else must have made them 0
    one = reader()
    page = one.open(attention, "#view=neuron&heads=1&token=left:1")
    assert "differs from what the model had" in page.locator(".hs-hint").first.inner_text()


def test_without_vectors_it_is_not_offered(reader: Any, made: Any, pair: Any) -> None:
    page = reader().open(made().add("encoder", pair), "#view=neuron")
    assert page.get_by_role("group", name="View").get_by_role("button").all_inner_texts() == ["Head", "Model"]
    assert page.locator(".hs-head").is_visible()
