"""For everybody: what a screen reader hears, what a notebook's own theme does, and tokens of all the world's scripts."""

import json
from pathlib import Path
from typing import Any

import pytest

LETTERS = json.loads((Path(__file__).parents[2] / "views" / "letters.json").read_text())


@pytest.mark.parametrize("view", ["Head", "Model", "Neuron"])
def test_everything_has_a_name_and_a_role(reader: Any, made: Any, pair: Any, view: str) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair, dimensions=4))
    one.view(view)
    # What can be used, as a screen reader is told of it.
    heard = page.locator(".headscope-view").aria_snapshot()
    assert 'group "View"' in heard
    assert f'button "{view}" [pressed]' in heard
    if view == "Model":
        assert 'grid "All heads"' in heard and 'gridcell "Head 2-3"' in heard
    else:
        assert 'listbox "Tokens being updated"' in heard and 'listbox "Tokens attended to"' in heard
        assert 'option "##berries, 3"' in heard
        assert 'combobox "layer"' in heard
    unnamed = [
        line for line in heard.splitlines() if line.strip(" -:") in ("button", "combobox", "checkbox", "slider", "option")
    ]
    assert unnamed == []
    # What changes is said aloud, and drawings are not read out.
    assert page.locator(".hs-readout").get_attribute("aria-live") == "polite"
    hidden = "(all) => all.every((one) => one.closest('[aria-hidden=true], [aria-label]'))"
    assert page.locator("canvas").evaluate_all(hidden)


def test_a_notebook_may_be_dark_where_the_system_is_light(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    view = page.locator(".headscope-view")
    background = "(view) => getComputedStyle(view).backgroundColor"
    light, drawn = view.evaluate(background), page.locator("canvas.hs-base").evaluate("(canvas) => canvas.toDataURL()")
    page.evaluate("document.body.setAttribute('data-jp-theme-light', 'false')")
    one.settle()
    assert (light, view.evaluate(background)) == ("rgb(255, 255, 255)", "rgb(17, 19, 22)")
    assert page.locator("canvas.hs-base").evaluate("(canvas) => canvas.toDataURL()") != drawn
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.body.setAttribute('data-jp-theme-light', 'true')")
    one.settle()
    assert view.evaluate(background) == light
    assert page.locator("canvas.hs-base").evaluate("(canvas) => canvas.toDataURL()") == drawn


def test_tokens_of_all_scripts_are_shown_as_the_list_says(reader: Any, made: Any, tokens_of: Any) -> None:
    """What Python draws (tests/views/test_lettering.py) and what stands in a real page are the same."""
    cases = [case for case in LETTERS if not any("\ud800" <= character <= "\udfff" for character in case["token"])]
    assert len(cases) >= len(LETTERS) - 1  # half a character can't be in a page: it is replaced on the way
    one = reader()
    page = one.open(made(1, 1).add("encoder", tokens_of([case["token"] for case in cases])))
    names = page.locator(".hs-left .hs-token").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert names == [f"{case['visible']}, {at + 1}" for at, case in enumerate(cases)]
    # Nothing that is shown moves what stands beside it: every token begins or ends where its column does.
    edges = page.locator(".hs-left bdi").evaluate_all(
        "(all) => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    )
    assert len(set(edges)) == 1
