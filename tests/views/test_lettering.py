"""Tokens as Python draws them and the page shows them: one list (letters.json), which web/test/views/tokens.test.ts reads too."""

import json
from pathlib import Path

import pytest

from headscope.figures.lettering import cells, clusters, shortened, visible

CASES = json.loads((Path(__file__).parent / "letters.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_every_token_is_shown_as_the_list_says(case):
    assert visible(case["token"]) == case["visible"]
    assert cells(case["visible"]) == case["cells"]
    assert shortened(case["token"], 8) == case["short"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_nothing_shown_is_longer_than_its_room_or_looks_like_nothing(case):
    assert cells(case["short"]) <= 8
    assert case["visible"].strip() == case["visible"] != ""
    assert "".join(clusters(case["visible"])) == case["visible"]
