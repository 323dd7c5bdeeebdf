"""A head's answers about the words of one annotated unit, by the rules of the measures `dependency` and `coreference`.

The measures count how many answers of a whole batch are right; here each answer is told, with the weight behind it.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Bool, Float32

from headscope.answers.answer import Prediction, Wanted
from headscope.measures.coreference.antecedents import Window, find_cases
from headscope.measures.dependency import POSSESSIVE, Gold
from headscope.names import ALL, BOTH, OWN, TO_DEPENDENT
from headscope.runs.options import Options
from headscope.ties import WEIGHT_DECIMALS, rounded
from headscope.types import Sentence, UnitKind

UNITS: dict[str, UnitKind] = {"dependency": "sentence", "coreference": "window"}


class AskedUnit:
    """The words of a unit and what is said of them, worked out once for all heads of a stack."""

    def __init__(self, sentences: Sequence[Sentence], present: tuple[bool, ...], options: Options) -> None:
        self.sentences, self.present, self.options = sentences, present, options

    @cached_property
    def gold(self) -> tuple[list[int], Bool[np.ndarray, "word word"]]:
        """Whose attention is asked for each word's governor, and which pairs of words are no answer."""
        (sentence,) = self.sentences
        tokens = torch.tensor([[at if had else -1 for at, had in enumerate(self.present)]])
        gold = Gold([sentence], tokens, len(sentence.words), (ALL,), self.options.possessors == "marker")
        return gold.asked[0].tolist(), gold.never[0].numpy()

    @cached_property
    def window(self) -> Window:
        options = self.options
        return find_cases(self.sentences, self.present, mention_heads=options.mention_heads, no_match=options.no_match)


def ask(wanted: Wanted, unit: AskedUnit, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
    """The head's answers about every word that the key is of, in the order of the words."""
    yield from (_ask_mentions if wanted.measure == "coreference" else _ask_dependents)(wanted, unit, weights)


def _ask_dependents(wanted: Wanted, unit: AskedUnit, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
    (sentence,) = unit.sentences
    markers, never = unit.gold
    scored = np.where(never, -1, towards(weights, wanted.direction))
    predicted = scored.argmax(1)
    for word, (head, relation) in enumerate(zip(sentence.heads or (), sentence.relations or (), strict=True)):
        if unit.present[word] and bears(wanted.key, relation):
            asked = word if wanted.key.endswith(OWN) else markers[word]
            answer = int(predicted[asked])
            if scored[asked, answer] >= 0:  # else there is no other word
                yield Prediction(word, asked, answer, (head,) if head >= 0 else (), _rounded(scored[asked, answer]))


def _ask_mentions(wanted: Wanted, unit: AskedUnit, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
    window = unit.window
    among = np.array(unit.present)
    if unit.options.antecedents == "mentions":
        among = np.zeros_like(among)
        among[[mention.head for mention in window.mentions]] = True
    for case in window.cases:
        if wanted.key in (ALL, case.mention.kind):
            word = case.mention.head
            scored = np.where(among, weights[word], -1)
            scored[word] = -1
            answer = int(scored.argmax())
            yield Prediction(word, word, answer, case.antecedents, _rounded(scored[answer]))


def towards(weights: Float32[np.ndarray, "word word"], direction: str) -> Float32[np.ndarray, "word word"]:
    """By word, how much speaks for each other word, in a direction.

    >>> towards(np.array([[0.5, 0.25], [0.75, 0.125]], np.float32), "head-to-dependent").tolist()
    [[0.5, 0.75], [0.25, 0.125]]
    """
    if direction == BOTH:
        return np.asarray(weights + weights.T)
    return weights.T if direction == TO_DEPENDENT else weights


def bears(key: str, relation: str) -> bool:
    """Whether a word with this relation is asked about under a key.

    >>> bears("nmod:*", "nmod:poss"), bears("nmod", "nmod:poss"), bears("all", "root"), bears("poss (own word)", "poss")
    (True, False, True, True)
    """
    if key.endswith(OWN):
        return relation in POSSESSIVE and relation == key.removesuffix(OWN)
    subtype = key.endswith(":*") and relation.partition(":")[0] == key.removesuffix(":*")
    return key in (ALL, relation) or subtype


def _rounded(weight: np.floating) -> float:
    return rounded(float(weight), WEIGHT_DECIMALS)
