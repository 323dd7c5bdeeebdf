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
    # A click puts it beside the small ones, large; a second one opens the head.
    assert not page.locator(".hs-large").is_visible()
    cells.first.click()
    page.wait_for_function(f"() => ({ink})(document.querySelector('.hs-large canvas')) > 100 * 100")
    assert cells.first.get_attribute("aria-selected") == "true"
    cells.first.click()
    one.settle()
    assert page.locator("h3").inner_text().startswith(name)
    assert f"view=head&stack=encoder&layer={best[0] + 1}&heads={best[1] + 1}" in page.evaluate("location.href")


def test_any_score_of_a_run_sorts(reader: Any, bundled: Any) -> None:
    """A real run of the bundled model: every score that it has stands in the menu, and puts the heads in its order."""
    import headscope as hs

    scores = hs.measure(bundled, hs.corpus("bundled"), ["offset", "token"], limit=8, progress=False)
    view = hs.model_view(bundled, "She found the key.", "It was hers.", run=scores)
    one = reader()
    path = one.folder / "view.html"
    view.save(path)
    page = one.page
    page.goto(path.as_uri())
    page.wait_for_selector(".hs-cell")
    known = {score["words"]: np.array(score["value"], dtype=float) for score in view.payload.meta["scores"]}
    assert page.get_by_label("order").locator("option").all_inner_texts() == ["layers and heads", *known]
    assert len(known) == 6
    for words, values in known.items():
        one.choose("order", words)
        one.settle()
        names = page.locator(".hs-cell").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label').match(/\\d+-\\d+/)[0])"
        )
        found = [values[int(layer) - 1, int(head) - 1] for layer, head in (name.split("-") for name in names)]
        assert len(set(names)) == 64
        assert np.array_equal(np.sort(np.nan_to_num(found, nan=-1))[::-1], np.nan_to_num(found, nan=-1)), words
    # What the signs mean is written below.
    assert "▶ next token" in page.locator(".hs-model > .hs-hint").inner_text()


def test_maps_without_special_tokens_and_of_one_text(reader: Any, made: Any, pair: Any) -> None:
    attention = made(1, 1).add("encoder", pair)
    one = reader()
    page = one.open(attention, "#view=model")
    picture = "(canvas) => canvas.toDataURL()"
    board = page.locator(".hs-board canvas")
    seen = {board.evaluate(picture)}
    page.get_by_label("hide special tokens").check()
    one.settle()
    seen.add(board.evaluate(picture))
    page.get_by_label("and renormalise").check()
    one.settle()
    seen.add(board.evaluate(picture))
    page.get_by_role("button", name="A→B", exact=True).click()
    one.settle()
    seen.add(board.evaluate(picture))
    page.get_by_label("words instead of tokens").check()
    one.settle()
    seen.add(board.evaluate(picture))
    assert len(seen) == 5, "each choice draws something else"
    assert "filter=A-B&special=hide&renormalise=1&words=1" in page.evaluate("location.href")
