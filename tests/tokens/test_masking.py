"""Masking for a loss: a share of the tokens, pieces of words each on its own, and what is said of it."""

import re
from pathlib import Path

from headscope.models.bundled import FOLDER
from headscope.tokens import Encoder
from headscope.tokens.masking import IGNORED, Masking, mask
from headscope.types import Unit

ROOT = Path(__file__).parent.parent.parent
TEXT = "Strawberries grow beside the marmalade factory, where unfathomably sleepy caterpillars photosynthesise. " * 3


def test_the_share_is_of_tokens_not_of_words():
    from transformers import AutoTokenizer

    encoder = Encoder(AutoTokenizer.from_pretrained(FOLDER))
    ((row,), _) = encoder.encode([Unit("d", TEXT, TEXT)], 128)
    tokens = [at for at, token in enumerate(row.ids) if not encoder.is_special(token)]
    words = {row.words[at] for at in tokens}
    assert round(0.15 * len(words)) < round(0.15 * len(tokens)), "the text can tell them apart"
    _, labels = mask(row, encoder, list(range(1000, 1100)), Masking(masked=1.0, random=0.0))
    chosen = [at for at, label in enumerate(labels) if label != IGNORED]
    assert len(chosen) == round(0.15 * len(tokens)) and set(chosen) <= set(tokens)
    parts = [{at in chosen for at in tokens if row.words[at] == word} for word in words]
    assert {True, False} in parts, "a word may be hidden in part"


def test_every_page_says_so():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    wrong = re.compile(r"(15% of the|loss at masked|predicting masked)\s+words|share of (the )?words predicted")
    assert [path for path in pages if wrong.search(path.read_text(encoding="utf-8"))] == []
    said = (ROOT / "docs" / "measures" / "gradient.md").read_text(encoding="utf-8")
    assert re.search(r"15% of the\s+tokens", said) and "share of tokens predicted" in said
    assert "share of tokens predicted" in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
