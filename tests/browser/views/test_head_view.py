"""The head view in a real browser: every control, against numbers that the test knows."""

import itertools
from typing import Any

import numpy as np
import pytest


def test_opens_from_disk_with_both_columns_drawn(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    assert page.locator(".hs-left bdi").all_inner_texts() == pair["texts"]
    assert page.locator(".hs-right bdi").all_inner_texts() == pair["texts"]
    assert page.locator(".hs-special").count() == 6
    assert one.ink() > 100
    # The second text stands a little lower than its turn would be.
    tops = [one.token("left", at).bounding_box()["y"] for at in range(9)]
    assert [round(below - above, 1) for above, below in itertools.pairwise(tops)] == [18.0] * 5 + [30.6] + [18.0] * 2


def test_layers_and_heads(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made(heads=12).add("encoder", pair))
    patches = page.locator(".hs-patch")
    pressed = lambda: [at for at in range(12) if patches.nth(at).get_attribute("aria-pressed") == "true"]  # noqa: E731
    assert pressed() == list(range(12))
    everything = one.ink()
    patches.nth(3).click()
    assert pressed() == [at for at in range(12) if at != 3]
    assert one.ink() < everything
    patches.nth(3).click()
    patches.nth(5).dblclick()
    assert pressed() == [5]
    assert page.locator("h3").inner_text() == "Head 1-6"
    page.get_by_role("button", name="Show none of the heads").click()
    assert pressed() == []
    assert one.ink() == 0
    assert "choose one" in page.locator(".hs-readout").inner_text()
    page.get_by_role("button", name="Show all heads").click()
    assert pressed() == list(range(12))
    assert one.ink() == pytest.approx(everything)
    one.choose("layer", "2")
    assert page.locator("h3").inner_text() == "Layer 2, heads 1 to 12"
    assert one.ink() != pytest.approx(everything)
    # Each head has a stroke of its own beside its number, in colour and dash.
    samples = page.locator(".hs-sample line").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).stroke + one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(samples)) == 12


def test_pointing_shows_a_row_from_the_left_and_a_column_from_the_right(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention, "#heads=2")
    weights = attention.weights["encoder"][0, 1]
    one.token("left", 3).hover()
    assert one.shows("right", weights[3])
    assert one.numbers("left") == {}
    assert "hs-dim" in page.locator("canvas.hs-base").get_attribute("class")
    best = int(weights[3].argmax())
    line = page.locator(".hs-readout").inner_text()
    assert line.startswith(f"grow attends to {pair['texts'][best]} {weights[3, best]:.2f}")
    one.token("right", 3).hover()
    assert one.shows("left", weights[:, 3])
    assert "grow is attended to by" in page.locator(".hs-readout").inner_text()
    page.mouse.move(1270, 890)
    assert one.numbers("left") == one.numbers("right") == {}
    # Several heads: their mean, and a box for each.
    page.get_by_role("button", name="Show all heads").click()
    one.token("left", 3).hover()
    assert one.shows("right", attention.weights["encoder"][0, :, 3].mean(0))
    assert "mean of 3 heads" in page.locator(".hs-readout").inner_text()


def test_a_click_keeps_and_shift_adds(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention, "#heads=2")
    weights = attention.weights["encoder"][0, 1]
    one.token("left", 3).click()
    page.mouse.move(1270, 890)
    assert one.shows("right", weights[3])
    one.token("left", 4).click(modifiers=["Shift"])
    assert one.shows("right", weights[3] + weights[4])
    assert "summed" in page.locator(".hs-readout").inner_text()
    assert page.locator(".hs-token[aria-selected=true]").count() == 2
    assert "token=left:3,4" in page.evaluate("location.href")
    one.token("left", 3).click(modifiers=["Shift"])
    assert one.shows("right", weights[4])
    one.token("right", 0).click()
    assert one.shows("left", weights[:, 0])
    page.keyboard.press("Escape")
    assert page.locator(".hs-token[aria-selected=true]").count() == 0
    assert "token=" not in page.evaluate("location.href")


def test_filters_by_text(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention, "#heads=1&token=left:3")
    weights = attention.weights["encoder"][0, 0, 3]
    inks = []
    for name, kept in [("A→A", range(6)), ("A→B", range(6, 9)), ("B→A", []), ("B→B", []), ("all", range(9))]:
        button = page.get_by_role("button", name=name, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        assert one.shows("right", [weight if at in kept else 0 for at, weight in enumerate(weights)]), name
        inks.append(one.ink())
    assert sum(inks[:4]) >= inks[4] > max(inks[:4])


def test_special_tokens_go_with_and_without_renormalising(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention, "#heads=1&token=left:3")
    kept = [at for at, special in enumerate(pair["special"]) if not special]
    row = attention.weights["encoder"][0, 0, 3][kept]
    assert not page.get_by_label("and renormalise").is_visible(), "it would change nothing"
    page.get_by_label("hide special tokens").check()
    assert page.locator(".hs-left bdi").all_inner_texts() == [pair["texts"][at] for at in kept]
    assert one.shows("right", row)
    page.get_by_label("and renormalise").check()
    assert one.shows("right", row / row.sum())
    assert "special=hide&renormalise=1" in page.evaluate("location.href")


def test_words_instead_of_tokens(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention, "#heads=1&token=left:3")
    page.get_by_label("words instead of tokens").check()
    assert page.locator(".hs-left bdi").all_inner_texts() == [
        "[CLS]",
        "straw",
        "##berriesgrow",
        "here",
        "[SEP]",
        "they",
        "do",
        "[SEP]",
    ]
    mean = attention.weights["encoder"][0, 0, [2, 3]].mean(0)  # from its pieces
    merged = np.concatenate([mean[:2], [mean[2] + mean[3]], mean[4:]])
    assert one.shows("right", merged)


def test_the_threshold_leaves_weak_strokes_out(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    before = one.ink()
    page.get_by_label("weights from").fill("0.4")
    assert page.locator("output").inner_text() == "40%"
    assert 0 < one.ink() < before
    assert "threshold=0.4" in page.evaluate("location.href")


def test_encoder_decoder_and_cross_attention(reader: Any, made: Any, pair: Any, tokens_of: Any) -> None:
    target = tokens_of(["<s>", "ils", "poussent"])
    attention = made().add("encoder", pair).add("decoder", target, causal=True).add("cross", target, pair)
    for stack in attention.meta["stacks"]:
        stack["telling"] = {"layer": 0, "head": 0}  # which each opens with
    one = reader()
    page = one.open(attention, "#heads=1")
    one.choose("attention", "cross")
    one.settle()
    assert page.locator(".hs-left bdi").all_inner_texts() == target["texts"]
    assert page.locator(".hs-right bdi").all_inner_texts() == pair["texts"]
    one.token("left", 1).hover()
    assert one.shows("right", attention.weights["cross"][0, 0, 1])
    one.choose("attention", "decoder")
    one.token("left", 0).hover()
    assert one.numbers("right") == {0: 1.0}
    assert "stack=decoder" in page.evaluate("location.href")
    assert page.get_by_role("button", name="A→B").count() == 0


def test_long_texts_scroll_with_a_map_beside_them(reader: Any, made: Any, long_tokens: Any, ink: str) -> None:
    one = reader()
    page = one.open(made().add("encoder", long_tokens(200)))
    scroller = page.locator(".hs-scroller")
    assert scroller.evaluate("(box) => box.scrollHeight > 3 * box.clientHeight")
    page.wait_for_function(f"() => ({ink})(document.querySelector('.hs-map canvas')) > 1000")  # drawn a little later
    before = page.locator(".hs-frame").bounding_box()
    box = page.locator(".hs-map").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] - 8)
    one.settle()
    assert scroller.evaluate("(box) => box.scrollTop") > 1000
    assert page.locator(".hs-frame").bounding_box()["y"] > before["y"] + 100
    assert one.ink() > 100
    # Both columns moved together, and the one drawing still lies between them.
    assert one.token("left", 190).bounding_box()["y"] == one.token("right", 190).bounding_box()["y"]
    one.token("left", 190).hover()
    assert any(at > 150 for at in one.numbers("right"))


# The colour in the middle of each head's part of a token's box, on the upper canvas: one [red, green, blue, opacity] a head.
BOXES = """([at, heads]) => {
  const canvas = document.querySelectorAll(".hs-stage canvas")[1];
  const token = document.querySelectorAll(".hs-right .hs-token")[at].getBoundingClientRect();
  const place = canvas.getBoundingClientRect();
  const scale = canvas.width / place.width;
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const y = Math.round((token.top + 4 - place.top) * scale);
  return Array.from({ length: heads }, (_, head) => {
    const x = token.left + 1 + ((token.width - 2) * (head + 0.5)) / heads;
    return [...context.getImageData(Math.round((x - place.left) * scale), y, 1, 1).data];
  });
}"""


def test_a_box_for_each_head_as_strong_as_its_weight(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention)
    one.token("left", 3).hover()
    one.settle()
    weights = attention.weights["encoder"][0, :, 3]  # head × key
    hues = page.locator(".hs-sample").evaluate_all("(all) => all.map((one) => getComputedStyle(one).stroke)")
    for key in range(9):
        boxes = page.evaluate(BOXES, [key, 3])
        for head, (*colour, opacity) in enumerate(boxes):
            assert opacity / 255 == pytest.approx(0.8 * weights[head, key], abs=0.02)
            if opacity > 60:  # fainter colours are rounded too much to be compared
                hue = [int(part) for part in hues[head].removeprefix("rgb(").removesuffix(")").split(",")]
                assert colour == pytest.approx(hue, abs=6)


def test_a_finger_is_enough(reader: Any, made: Any, pair: Any) -> None:
    """400 pixels, no pointer that hovers: a tap keeps a token, another lets it go."""
    attention = made().add("encoder", pair)
    one = reader(viewport={"width": 400, "height": 800}, has_touch=True)
    page = one.open(attention, "#heads=2")
    one.token("left", 3).tap()
    assert one.shows("right", attention.weights["encoder"][0, 1, 3])
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 400 for box in _boxes(page, ".hs-weight:not(:empty)"))
    page.locator(".hs-patch").nth(0).tap()
    assert page.locator("h3").inner_text() == "Layer 1, heads 1 and 2"
    one.token("left", 3).tap()
    assert page.locator(".hs-token[aria-selected=true]").count() == 0


def _boxes(page: Any, selector: str) -> list[dict[str, float]]:
    found = page.locator(selector)
    return [found.nth(at).bounding_box() for at in range(found.count())]


def test_rows_show_long_words_whole(reader: Any, made: Any, tokens_of: Any) -> None:
    """Two rows instead of two columns: words are not cut, a text that is too wide scrolls sideways, keys turn too."""
    word = "Donaudampfschifffahrtsgesellschaft"
    side = tokens_of(["[CLS]", word, 'ה"עגבניות"', *[f"token{at}" for at in range(40)], "[SEP]"])
    attention = made().add("encoder", side)
    one = reader()
    page = one.open(attention, "#heads=2")
    assert page.locator(".hs-left bdi").nth(1).inner_text() != word
    page.get_by_label("text in rows").check()
    assert page.locator(".hs-left bdi").nth(1).inner_text() == word
    assert "layout=rows" in page.evaluate("location.href")
    assert one.wide() == 0 and page.locator(".hs-scroller").evaluate("(box) => box.scrollWidth > box.clientWidth")
    above, below = one.token("left", 1).bounding_box(), one.token("right", 1).bounding_box()
    assert above["y"] + above["height"] < below["y"] and above["x"] == below["x"] and above["width"] > 250
    one.token("left", 1).hover()
    under = """(all) => all.filter((one) => one.textContent).every(
      (one) => one.getBoundingClientRect().top > one.parentElement.getBoundingClientRect().top)"""
    seen = page.locator(".hs-right .hs-weight").evaluate_all(under)
    assert seen and one.numbers("right")
    one.token("left", 1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").endswith(", 3")
    assert page.evaluate("document.activeElement.closest('.hs-right') !== null")
    before = one.ink()
    page.locator(".hs-scroller").evaluate("(box) => (box.scrollLeft = 900)")
    assert one.ink() != pytest.approx(before) and one.ink() > 50
    # Whatever a token's direction, it stands in the middle of its own box.
    box, text = one.token("left", 2).bounding_box(), page.locator(".hs-left bdi").nth(2).bounding_box()
    assert abs(box["x"] + box["width"] / 2 - text["x"] - text["width"] / 2) < 1


def test_the_small_maps_choose_and_the_large_one_stays(reader: Any, made: Any, pair: Any) -> None:
    """The way from a small map to the large one crosses others, which must change nothing; there the weight under the pointer is said."""
    attention = made(4, 4).add("encoder", pair)
    attention.meta["stacks"][0]["telling"] = {"layer": 2, "head": 1}
    one = reader()
    page = one.open(attention)
    assert page.locator("h3").inner_text() == "Head 3-2"
    cells = page.locator(".hs-cell")
    assert cells.count() == 16
    cells.nth(6).click()
    assert page.locator("h3").inner_text() == "Head 2-3"
    assert page.locator(".hs-large .hs-name").inner_text() == "Head 2-3"
    for at in (10, 14, 13):
        cells.nth(at).hover()
        assert page.locator("h3").inner_text() == "Head 2-3"
    row, key = 3, 1
    box = page.locator(".hs-map canvas").bounding_box()
    # Nine tokens of at most 26 pixels; the map ends two pixels before the canvas, the names of tokens stand before it.
    cell = min(26, (box["width"] - 16 - 2) / 9, 26)
    page.mouse.move(box["x"] + box["width"] - 2 - (9 - key - 0.5) * cell, box["y"] + box["height"] - 2 - (9 - row - 0.5) * cell)
    texts, weights = pair["texts"], attention.weights["encoder"][1, 2]
    line = page.locator(".hs-value").inner_text()
    assert line.startswith(f"{texts[row]} → {texts[key]} "), line
    assert float(line.split()[-1]) == pytest.approx(weights[row, key], abs=0.0051)
    assert page.locator("h3").inner_text() == "Head 2-3"
    cells.nth(5).click(modifiers=["Shift"])
    assert page.locator("h3").inner_text() == "Layer 2, heads 2 and 3"


def test_controls_without_effect_are_not_there(reader: Any, made: Any, tokens_of: Any) -> None:
    one = reader()
    page = one.open(made(1, 1).add("encoder", tokens_of(["a", "b", "c"])))
    assert page.locator("select:visible, .hs-patch:visible, .hs-cell:visible").count() == 0
    assert page.get_by_role("button").all_inner_texts() == ["Save SVG", "Save PNG"]
    assert page.locator("input:visible").evaluate_all("(all) => all.map((one) => one.type)") == ["checkbox", "range"]
