"""One head made by hand for every label and every pattern: measured as attention from a file, found and named."""

import json

import numpy as np
import pytest
import torch

from headscope.api.measure import measure
from headscope.findings.labels import behaviours, patterns
from headscope.measures import Maps
from headscope.measures.measure import Effects
from headscope.measures.pattern import Pattern
from headscope.models.maps import open_maps
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.tokens import Side
from headscope.types import Series

FIRST = "the old man saw the old dog , and the dog saw a bird in the straw ##berry field near the small river house ."
SECOND = "a bird saw the man near the river , and the old house had a straw ##berry garden in the field , not a dog ."
TOKENS = ["[CLS]", *FIRST.split(), "[SEP]", *SECOND.split(), "[SEP]"]
N = len(TOKENS)
TEXT = [0] * (len(FIRST.split()) + 2) + [1] * (len(SECOND.split()) + 1)
SPECIAL = [at for at, token in enumerate(TOKENS) if token in ("[CLS]", "[SEP]")]


def words() -> list[int | None]:
    found: list[int | None] = []
    number = -1
    for token in TOKENS:
        if token in ("[CLS]", "[SEP]"):
            found.append(None)
        else:
            number += not token.startswith("##")
            found.append(number)
    return found


def spread(targets: list[int], fallback: int) -> np.ndarray:
    row = np.zeros(N)
    row[targets or [fallback]] = 1 / max(1, len(targets))
    return row


def head(choose) -> np.ndarray:
    """Each token puts its weight evenly on the tokens chosen for it; on itself where there is none."""
    return np.stack([spread([j for j in range(N) if choose(i, j)], i) for i in range(N)])


WORDS = words()
HEADS = {
    "next": head(lambda i, j: j == i + 1),
    "previous": head(lambda i, j: j == i - 1),
    "broad": np.full((N, N), 1 / N),
    "cls": head(lambda i, j: TOKENS[j] == "[CLS]"),
    "sep": head(lambda i, j: TOKENS[j] == "[SEP]"),
    "punct": head(lambda i, j: TOKENS[j] in (".", ",")),
    "same": head(lambda i, j: i != j and TOKENS[i] == TOKENS[j] and TEXT[i] == TEXT[j]),
    "same-other": head(lambda i, j: TOKENS[i] == TOKENS[j] and TEXT[i] != TEXT[j]),
    "pieces": head(lambda i, j: i != j and WORDS[i] is not None and WORDS[i] == WORDS[j]),
    "delimiter": head(lambda i, j: j in SPECIAL),
    "itself": np.eye(N),
}
BEHAVIOURS = {name: name if name in ("next", "previous", "broad", "cls", "sep", "punct") else "mixed" for name in HEADS}
BEHAVIOURS["delimiter"] = "sep"  # two of the three delimiters
PATTERNS = {name: name if name in Pattern.known else "mixed" for name in HEADS} | {"cls": "delimiter", "sep": "delimiter"}


@pytest.fixture(scope="module")
def scores(tmp_path_factory) -> Scores:
    """Thirty documents, so that there are intervals."""
    folder = tmp_path_factory.mktemp("planted")
    maps = np.stack(list(HEADS.values()))[None]
    np.savez(folder / "planted.npz", **{f"d{at}": maps for at in range(30)})
    lines = [{"id": f"d{at}", "tokens": TOKENS, "special": SPECIAL, "segment": TEXT, "word_ids": WORDS} for at in range(30)]
    (folder / "planted.jsonl").write_text("\n".join(map(json.dumps, lines)))
    model, corpus = open_maps(folder / "planted.npz")
    return measure(model, corpus, ["offset", "token", "entropy", "pattern"], progress=False)


def test_every_behaviour_is_named(scores):
    found = {name: label.label for name, label in zip(HEADS, behaviours(scores), strict=True)}
    assert found == BEHAVIOURS
    assert set(found.values()) >= {"next", "previous", "broad", "cls", "sep", "punct", "mixed"}


def test_every_pattern_that_maps_alone_show_is_named(scores):
    found = {name: label.label for name, label in zip(HEADS, patterns(scores), strict=True)}
    assert found == PATTERNS


@pytest.mark.parametrize("key", ["related", "related-other", "predictive"])
def test_the_patterns_that_need_a_model_are_named(key):
    """What a model would have told is told by hand: which words are related, and what masking a word does."""
    count, n = 30, 8
    real = torch.ones(count, n, dtype=torch.bool)
    none = torch.zeros_like(real)
    places = torch.arange(n).expand(count, -1)
    texts = torch.tensor([0] * 4 + [1] * 4).expand(count, -1)
    side = Side(places, real, none, none, none, texts, places, places, (n,) * count)
    related = torch.zeros(count, n, n, dtype=torch.bool)
    for i, j in ((0, 2), (1, 3), (4, 6), (0, 5), (3, 7)):
        related[:, i, j] = related[:, j, i] = True
    one_text = texts[:, :, None] == texts[:, None, :]
    first, second = torch.tensor([0, 1, 2, 4, 5]).expand(count, -1), torch.tensor([3, 6, 7, 1, 2]).expand(count, -1)
    drop = torch.tensor([0.0, 1.0, 2.0, 3.0, 0.5]).expand(count, -1)
    effects = Effects(first, second, drop, torch.ones_like(drop, dtype=torch.bool))
    alpha = torch.full((count, 1, n, n), 1e-3, dtype=torch.float64)
    if key == "predictive":
        alpha[:, 0, first[0], second[0]] += drop / 20
    else:
        wanted = related & (one_text if key == "related" else ~one_text)
        alpha[:, 0] += wanted / wanted.sum(-1, keepdim=True).clamp(min=1)
    tally = Tally()
    for baseline, weights in (("", alpha), ("uniform", torch.full_like(alpha, 1 / n))):
        seen = Pattern().observe(Maps(weights, side, side, related=lambda rows: related[:, rows], effects=effects))
        for at, name in enumerate(Pattern().keys):
            if seen.weights[at].any():
                totals, weighed = np.zeros((GROUPS, 1, 1)), np.zeros(GROUPS)
                totals[:count, 0, 0], weighed[:count] = seen.values[at, :, 0].numpy(), seen.weights[at].numpy()
                tally.add(Series("c", "encoder", "pattern", name, "", baseline), totals, weighed)
    record = CorpusRecord("c", "c", "plain", "", count, count, count * n, 0, 0, {}, ["1/1"])
    manifest = Manifest(
        {"name": "planted", "stacks": {"encoder": [1, 1]}}, [record], {"pattern": list(Pattern().keys)}, {}, 0.0
    )
    (label,) = patterns(Scores(tally, manifest))
    assert label.label == key and label.score is not None and label.score > 0.9
