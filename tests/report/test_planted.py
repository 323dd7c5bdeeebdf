"""From attention to the sentence on the page: heads planted in maps, and a real model whose weights are random."""

import json
import re

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.models.maps import open_maps
from headscope.report.payload import payload

# Objects at different distances from their verbs, so that no fixed offset finds more than a part of them.
SENTENCES = [
    ("she saw it .", [1, -1, 1, 1], ["nsubj", "root", "obj", "punct"]),
    ("she saw the dog .", [1, -1, 3, 1, 1], ["nsubj", "root", "det", "obj", "punct"]),
    ("she saw the old dog .", [1, -1, 4, 4, 1, 1], ["nsubj", "root", "det", "amod", "obj", "punct"]),
    ("whom she saw .", [2, 2, -1, 2], ["obj", "nsubj", "root", "punct"]),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Forty documents of each sentence. Head 1-1 attends evenly, 1-2 from objects to their verbs, 2-1 from verbs to their objects, and
    2-2 to the next token."""
    folder = tmp_path_factory.mktemp("planted")
    maps, lines = {}, []
    for at in range(40):
        for number, (text, governors, relations) in enumerate(SENTENCES):
            words = text.split()
            n = len(words) + 2
            rest = np.full((n, n), 1 / n)
            finder, sender, following = rest.copy(), rest.copy(), np.eye(n, k=1)
            following[-1, -1] = 1
            word, verb = relations.index("obj"), governors[relations.index("obj")]
            finder[word + 1] = np.eye(n)[verb + 1]
            sender[verb + 1] = np.eye(n)[word + 1]
            name = f"{at}-{number}"
            maps[name] = np.stack([np.stack([rest, finder]), np.stack([sender, following])])
            about = {
                "tokens": ["[CLS]", *words, "[SEP]"],
                "special": [0, n - 1],
                "word_ids": [None, *range(n - 2), None],
                "words": words,
            }
            lines.append(
                {"id": name, "document": f"d{at}", "heads": [at + 1 for at in governors], "deprels": relations, **about}
            )
    np.savez(folder / "planted.npz", **maps)
    (folder / "planted.jsonl").write_text("\n".join(map(json.dumps, lines)))
    model, corpus = open_maps(folder / "planted.npz")
    return payload(measure(model, corpus, ["dependency", "offset", "entropy"], progress=False))


def test_the_planted_head_is_the_finding(page):
    texts = [finding["text"] for finding in page["findings"]]
    assert (
        "Head 1-2 finds the verb of a direct object (obj) 100% of the time (97–100); the best fixed offset manages 25%."
        in texts
    )
    assert any(text.startswith("Head 2-2 mostly attends to the next token: ") for text in texts)
    assert page["verdict"] is None
    # Of the others nothing linguistic is said.
    assert not [text for text in texts if "obj" not in text and "governor" in text]


def test_the_planted_heads_cards(page):
    cards = {(card["layer"], card["head"]): card for card in page["cards"]}
    right = "right 100% of the time (97–100), where the best fixed offset manages 25%."
    assert cards[0, 1]["summary"].startswith(f"Head 1-2 looks from direct objects to their verbs (obj): {right}")
    assert [claim["key"] for claim in cards[0, 1]["claims"]] == ["obj"]
    # As good the other way round; the claim is the first head's, and the card says what this one does.
    assert "looks from verbs to their direct objects (obj): 100% (97–100), the best fixed offset 25%" in cards[1, 0]["summary"]
    assert cards[0, 0]["claims"] == cards[1, 0]["claims"] == []
    assert "obj" not in cards[0, 0]["summary"]
    assert re.match(r"Head 2-2 attends to the next token: \d+(\.\d)?% of its attention", cards[1, 1]["summary"])


def test_of_a_model_with_random_weights_the_page_says_that_no_head_does_anything_linguistic(untrained):
    corpora, wanted = "bundled", ["offset", "token", "entropy", "dependency", "coreference"]
    page = payload(measure(untrained, corpora, wanted, limit=200, progress=False))
    assert page["verdict"].startswith("No head of this model does anything linguistic. None of ")
    assert page["findings"] == []
    assert {label["label"] for label in page["labels"]} <= {"broad", "mixed"}
    for card in page["cards"]:
        assert card["claims"] == []
        assert not re.search("looks from|finds", card["summary"]), card["summary"]
