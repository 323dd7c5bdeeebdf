"""Predicted governors → how many are right, sentence by sentence, so that whoever reads it can sum, average or resample sentences.

UAS is the share of words whose governor (or the root) was found; UUAS the share of a tree's edges between words that were found,
whichever way. Punctuation counts only where it says so. What comes out are counts, never shares.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64

from headscope.probes.fitting.decoding import argmax_heads, found_edges, tree_heads, undirected
from headscope.probes.fitting.features import Batches, Parsed
from headscope.probes.probe import Probe
from headscope.types import Sentence
from headscope.workers import workers

UAS, WITH_PUNCTUATION, UUAS, RELATION = "uas", "uas-punct", "uuas", "relation"
DECODINGS: dict[str, Callable[[Any], Int64[np.ndarray, " dependent"]]] = {"argmax": argmax_heads, "tree": tree_heads}
PUNCTUATION = "punct"

Scored = Float32[np.ndarray, "dependent candidate"]
Name = tuple[str, str]  # metric and key
Heads = dict[int, Int64[np.ndarray, " dependent"]]  # by the number of the sentence


@dataclass(frozen=True)
class Counts:
    """Of each sentence, how many were right, and of how many."""

    right: Float64[np.ndarray, " sentence"]
    total: Float64[np.ndarray, " sentence"]

    @property
    def value(self) -> float:
        """The share that is right over all sentences; NaN where nothing was asked.

        >>> Counts(np.array([1.0, 3.0]), np.array([2.0, 3.0])).value
        0.8
        """
        total = self.total.sum()
        return float(self.right.sum() / total) if total else float("nan")


def predict(probe: Probe, batches: Batches) -> dict[int, Scored]:
    """The scores of every sentence's candidates, the root last, by the sentence's number."""

    def one(at: int) -> list[tuple[int, Scored]]:
        batch = batches[at]
        with torch.inference_mode():
            scores = probe(batch).float().cpu().numpy()
        lengths = [len(batches.parsed.sentences[number].words) for number in batch.members]
        inside = [np.array([*range(n), batch.width]) for n in lengths]
        return [
            (number, scores[row, :n][:, inside[row]])
            for row, (number, n) in enumerate(zip(batch.members, lengths, strict=True))
        ]

    with workers(batches.device) as pool:
        return dict(pair for pairs in pool.map(one, range(len(batches))) for pair in pairs)


def counts(parsed: Parsed, scored: dict[int, Scored], decodings: Sequence[str] = tuple(DECODINGS)) -> dict[Name, Counts]:
    """Every metric under every decoding, and each relation by the first of them."""
    found: dict[Name, Counts] = {}
    for decoding in decodings:
        heads = {number: DECODINGS[decoding](scores) for number, scores in scored.items()}
        found |= {(metric, decoding): one for metric, one in attachment(parsed, heads).items()}
        if decoding == decodings[0]:
            found |= {(RELATION, relation): one for relation, one in by_relation(parsed, heads).items()}
    return found


def attachment(parsed: Parsed, heads: Heads) -> dict[str, Counts]:
    """UAS without and with punctuation, and UUAS."""
    rows: dict[str, list[tuple[int, int]]] = {UAS: [], WITH_PUNCTUATION: [], UUAS: []}
    for number, mine in heads.items():
        gold, counted = np.asarray(parsed.heads_of(number)), is_word(parsed.sentences[number])
        right = mine == gold
        rows[UAS].append((int(right[counted].sum()), int(counted.sum())))
        rows[WITH_PUNCTUATION].append((int(right.sum()), len(right)))
        rows[UUAS].append(found_edges(undirected(mine), gold, counted))
    return {metric: _counts(pairs) for metric, pairs in rows.items()}


def by_relation(parsed: Parsed, heads: Heads) -> dict[str, Counts]:
    """UAS of the words that bear each relation, the most frequent relation first."""
    known = [relation for number in heads for relation in parsed.sentences[number].relations or ()]
    names, inverse = np.unique(known, return_inverse=True)
    right = np.concatenate([mine == np.asarray(parsed.heads_of(number)) for number, mine in heads.items()])
    sentence = np.repeat(np.arange(len(heads)), [len(mine) for mine in heads.values()])
    found = {}
    for at in np.argsort(-np.bincount(inverse), kind="stable") if len(known) == len(right) else ():
        mine = inverse == at
        tally = [np.bincount(sentence[mine], weight, len(heads)) for weight in (right[mine], None)]
        found[str(names[at])] = Counts(tally[0].astype(np.float64), tally[1].astype(np.float64))
    return found


def is_word(sentence: Sentence) -> Bool[np.ndarray, " word"]:
    """Which words are not punctuation, by their relation.

    >>> is_word(Sentence(("Go", "!"), (-1, 0), ("root", "punct"))).tolist()
    [True, False]
    """
    relations = sentence.relations or ("",) * len(sentence.words)
    return np.array([relation.split(":")[0] != PUNCTUATION for relation in relations], dtype=bool)


def _counts(pairs: Sequence[tuple[int, int]]) -> Counts:
    both = np.array(pairs, dtype=np.float64).reshape(-1, 2)
    return Counts(both[:, 0], both[:, 1])
