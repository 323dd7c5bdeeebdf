"""Where no head does anything with syntax, no page says that one does: trees drawn at random, and the words of each sentence shuffled."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.corpora.bundled import ANNOTATED
from headscope.findings.claims import claims
from headscope.findings.findings import findings
from headscope.models import load
from headscope.report.cards import cards
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.open import open_run
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

Word = tuple[str, int, str]  # its form, its governor (from 1; 0 is the root), its relation
BRANCHING = "left- or right-branching"


def documents() -> Iterator[list[list[Word]]]:
    """The sentences of every second document of the annotated corpus."""
    for document in ANNOTATED.read_text(encoding="utf-8").split("# newdoc")[1::2]:
        blocks = [[line.split("\t") for line in block.split("\n") if line[:1].isdigit()] for block in document.split("\n\n")]
        yield [[(row[1], int(row[6]), row[7]) for row in block if row[0].isdigit()] for block in blocks if block]


def write(path: Path, made: Iterator[list[list[Word]]]) -> Path:
    lines = []
    for number, document in enumerate(made):
        lines.append(f"# newdoc id = d{number}")
        for sentence in document:
            lines += [
                "\t".join((str(at), form, "_", "X", "_", "_", str(head), relation, "_", "_"))
                for at, (form, head, relation) in enumerate(sentence, 1)
            ]
            lines.append("")
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def random_tree(words: int, generator: np.random.Generator) -> list[int]:
    """Governors from 1, 0 the root's: each word hangs on one that was taken before it, in a random order."""
    order, heads = generator.permutation(words), [0] * words
    for at in range(1, words):
        heads[order[at]] = int(order[generator.integers(at)]) + 1
    return heads


def with_random_trees(seed: int) -> Iterator[list[list[Word]]]:
    generator = np.random.default_rng(seed)
    for document in documents():
        made = []
        for sentence in document:
            heads = random_tree(len(sentence), generator)
            made.append(
                [
                    (form, head, "root" if head == 0 else f"r{len(form)}")
                    for (form, _, _), head in zip(sentence, heads, strict=True)
                ]
            )
        yield made


def with_shuffled_words(seed: int) -> Iterator[list[list[Word]]]:
    """Each word keeps its governor and its relation, and goes elsewhere."""
    generator = np.random.default_rng(seed)
    for document in documents():
        made = []
        for sentence in document:
            order = generator.permutation(len(sentence))
            place = {int(old): new for new, old in enumerate(order, 1)}
            made.append(
                [(sentence[old][0], place[sentence[old][1] - 1] if sentence[old][1] else 0, sentence[old][2]) for old in order]
            )
        yield made


def said_of(scores: Scores) -> list[str]:
    """Sentences of the first screen and of the cards that say that a head finds something in annotated text."""
    known = claims(scores)
    summaries = [one["summary"] for one in cards(scores, known, 0)]
    return [one.text for one in findings(scores, known)] + [one for one in summaries if "right " in one or "fixed" in one]


def test_random_trees_are_found_by_no_head(bundled, tmp_path):
    corpus = write(tmp_path / "random.conllu", with_random_trees(2))
    assert said_of(measure(bundled, corpus, ["tree"], progress=False)) == []


@pytest.mark.parametrize("model", ["bert-8x8", "gpt-8x8"])
def test_words_in_a_random_order_have_no_syntax(model, tmp_path):
    """Heads still find some governors by what the words mean, in a quarter of the cases at most: no luck, and nothing to tell."""
    corpus = write(tmp_path / "shuffled.conllu", with_shuffled_words(2))
    scores = measure(load(model), corpus, ["dependency", "tree"], progress=False)
    known = claims(scores)
    assert sum(best.p is not None and best.p <= known.bar for _, best in known.looked) > 0
    assert said_of(scores) == [] and known.made == known.trees == ()


def test_the_real_trees_are_found(report):
    scores = open_run(report.folder)
    known = claims(scores)
    assert [str(claim.head) for claim in known.trees if claim.series.key == "uuas"] == ["4-6"]
    assert {"obj", "case", "det", "aux", "mark"} <= {claim.series.key for claim in known.made}


def made(seed: int, best: float = 0.14, heads: int = 64) -> Scores:
    """A run whose heads all have 14% of the edges, as random trees would give them, document by document by chance; the last has more."""
    generator, edges = np.random.default_rng(seed), np.full(GROUPS, 24.0)
    tally, series = Tally(), Series("c", "encoder", "tree", "uuas")
    share = np.full(heads, 0.14)
    share[-1] = best
    tally.add(series, generator.binomial(24, share, (GROUPS, heads)).reshape(GROUPS, 8, heads // 8).astype(float), edges)
    tally.add(series._replace(baseline=BRANCHING), generator.binomial(24, 0.14, GROUPS)[:, None, None].astype(float), edges)
    record = CorpusRecord("c", "c", "conllu", "0", 25, 300, 3000, 0, 0, {}, ["1/1"], "sentence")
    return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": [8, heads // 8]}}, [record], {"tree": ["uuas"]}, {}, 1.0))


def test_the_best_of_64_heads_is_mostly_the_luckiest():
    assert [one.text for seed in range(40) for one in findings(made(seed))] == []


def test_what_is_sure_is_told_from_a_size_on():
    assert findings(made(0, best=0.25)) == [], "sure, and too little to tell"
    [found] = findings(made(0, best=0.6))
    assert found.heads == (Head(7, 7),) and found.text.startswith("Head 8-8 finds the edges of the parse most: ")
