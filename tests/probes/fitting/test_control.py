"""The control task: by word type, the same everywhere, and never a word itself."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headscope.probes.fitting.control import BEHAVIOURS, behaviour, control_heads
from headscope.types import Sentence

WORDS = [f"word{number}" for number in range(3000)]


def test_the_lot_is_even_and_depends_on_the_seed():
    drawn = Counter(behaviour(word) for word in WORDS)
    assert set(drawn) == set(BEHAVIOURS) and all(900 < count < 1100 for count in drawn.values())
    same = sum(behaviour(word) == behaviour(word, seed=1) for word in WORDS)
    assert 900 < same < 1100, "another seed is another lot"


@pytest.mark.slow
def test_the_same_in_another_process_whatever_its_hash_seed():
    code = "from headscope.probes.fitting.control import behaviour; print(*(behaviour(f'word{n}') for n in range(50)))"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        assert done.stdout.split() == [behaviour(word) for word in WORDS[:50]], done.stderr


def by_behaviour() -> dict[str, str]:
    return {wanted: next(word for word in WORDS if behaviour(word) == wanted) for wanted in BEHAVIOURS}


@pytest.mark.parametrize(
    ("kinds", "heads"),
    [
        ("next next next", (1, 2, 0)),  # the last word has no next one: the first
        ("first first first", (2, 0, 0)),  # the first can't attach to itself: the last
        ("last last last", (2, 2, 0)),  # nor the last: the first
        ("first last next first last", (4, 4, 3, 0, 0)),
        ("next first", (1, 0)),
        ("last", (-1,)),
        ("next", (-1,)),
    ],
)
def test_governors_by_hand(kinds, heads):
    words = by_behaviour()
    assert control_heads(Sentence(tuple(words[kind] for kind in kinds.split()))) == heads


@given(st.lists(st.text(min_size=1), max_size=12))
def test_whatever_the_words_every_governor_is_another_word(words):
    sentence = Sentence(tuple(words), heads=(-1,) * len(words))
    heads = control_heads(sentence)
    assert len(heads) == len(words)
    if len(words) > 1:
        assert all(0 <= head < len(words) and head != at for at, head in enumerate(heads))
    assert heads == control_heads(Sentence(tuple(words))), "the tree has no say in it"
