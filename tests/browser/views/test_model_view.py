"""The model view in a real browser."""

from typing import Any

import numpy as np


def test_the_model_view_sorts_and_opens_heads(reader: Any, made: Any, pair: Any, ink: str) -> None:
    attention = made(4, 4).add("encoder", pair)
    one = reader()
    page = one.open(attention)
    one.view("Model")
    cells = page.locator(".hs-cell")
    assert cells.count() == 16
    assert page.locator(".hs-board canvas").evaluate(ink) > 16 * 60 * 60
    assert cells.nth(1).get_attribute("aria-label") == "Head 1-2, next token"
    assert page.locator(".hs-mark").inner_text() == "▶"
    one.choose("order", "attends to the next token")
    one.settle()
    values = np.array(attention.meta["scores"][0]["value"])
    best = np.unravel_index(values.argmax(), values.shape)
    name = f"Head {best[0] + 1}-{best[1] + 1}"
    assert cells.first.get_attribute("aria-label").startswith(name)
    assert f"attends to the next token: {values.max():.2f}" in cells.first.get_attribute("aria-label")
    cells.first.hover()
    assert page.locator(".hs-readout").inner_text().startswith(name)
    # Beside the small maps, the one pointed at, large.
    assert one.ink(".hs-preview canvas") > 280 * 280
    cells.first.click()
    one.settle()
    assert page.locator("h3").inner_text().startswith(name)
    assert f"view=head&stack=encoder&layer={best[0] + 1}&heads={best[1] + 1}" in page.url
