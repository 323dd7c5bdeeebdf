"""Attention, what it moves, and without sinks: the switch, live, against the weights that Python has."""

from dataclasses import replace
from typing import Any

import numpy as np

from headscope.views.attention import Attention
from headscope.views.payload import payload

TOKENS = ["[CLS]", "the", "king", "slept", "[SEP]"]
ROW = 2  # "king"


def attention() -> Attention:
    """Two heads; from "king", the second gives all but nothing to [SEP]."""
    chance = np.random.default_rng(3)
    powers = np.exp(2 * chance.standard_normal((1, 2, 5, 5)))
    maps = (powers / powers.sum(-1, keepdims=True)).astype(np.float32)
    maps[0, 1, ROW] = [0.001, 0.001, 0.001, 0.001, 0.996]
    made = Attention.from_arrays(maps, TOKENS, name="toy")
    norms = np.exp(chance.standard_normal((1, 2, 5))).astype(np.float32)
    return replace(made, stacks={"encoder": replace(made.stack(), norms=norms)})


class Page:
    """What `reader.open` takes."""

    def __init__(self, seen: Attention) -> None:
        self.payload = lambda: payload(seen)


def test_the_switch_is_live_and_part_of_the_link(reader: Any) -> None:
    seen = attention()
    one = reader()
    page = one.open(Page(seen), "#layer=1&heads=1")
    errors = payload(seen).meta["weights"]["errors"]

    def shown(kind: str) -> bool:
        row = seen.under(kind).stack().maps[0, 0, ROW]
        numbers = one.numbers("right")
        return all(abs(numbers.get(at, 0) - weight) <= errors[kind] + 0.0101 for at, weight in enumerate(row)) and bool(numbers)

    one.token("left", ROW).click()
    assert shown("raw") and "weights" not in page.evaluate("location.hash")
    page.get_by_role("button", name="what it moves").click()
    assert shown("norm") and not shown("raw")
    assert (
        "takes from" in page.locator(".hs-readout").inner_text()
        and "what the head moves" in page.locator(".hs-readout").inner_text()
    )
    assert page.evaluate("location.hash").find("weights=norm") > 0
    assert page.locator(".hs-head h3").inner_text() == "Head 1-1 · what it moves"
    page.get_by_role("button", name="without sinks").click()
    assert shown("no-sink") and one.numbers("right").keys() <= {1, 2, 3}
    # A head that rests there: an empty row, and a word that says so; in the picture too.
    page.locator(".hs-patch").nth(1).dblclick()
    one.settle()
    assert page.locator(".hs-left .hs-weight").nth(ROW).inner_text() == "rests"
    assert page.locator(".hs-readout").inner_text().startswith("king rests on [SEP]: without sinks, less than 1%")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save SVG").click()
    assert ">rests<" in download.value.path().read_text()
    # The model view has it too, and the link brings it back.
    one.view("Model")
    assert page.get_by_role("button", name="without sinks").get_attribute("aria-pressed") == "true"
    page.reload()
    page.wait_for_selector(".hs-model")
    assert page.get_by_role("button", name="without sinks").get_attribute("aria-pressed") == "true"


def test_maps_alone_say_why_they_have_no_norms(reader: Any, axe: Any) -> None:
    seen = attention()
    bare = replace(seen, stacks={"encoder": replace(seen.stack(), norms=None)})
    page = reader().open(Page(bare), "#weights=norm")
    moves = page.get_by_role("button", name="what it moves")
    assert moves.is_disabled() and "only maps are known" in moves.get_attribute("title")
    assert page.get_by_role("button", name="attention", exact=True).get_attribute("aria-pressed") == "true"
    assert axe(page) == []
