"""Each head as a parser: is the word that a dependent attends to most its governor?"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor

from headscope.description import Key
from headscope.measures.asked import Asked, rounded, towards
from headscope.measures.measure import Maps, Measure, Need, Observation
from headscope.measures.relations import relation as in_words
from headscope.measures.sections import PARSERS
from headscope.measures.word_maps import first_tokens
from headscope.names import ALL, BOTH, OWN, SUBTYPES, TO_DEPENDENT, TO_HEAD, base_of
from headscope.types import Prediction, Sentence, UnitKind

POSSESSIVE = frozenset({"poss", "nmod:poss"})
MARKERS = frozenset({"'s", "'", "’s", "’"})
NOBODY = -3  # the prediction for a word that is alone in its sentence: no governor is written so
OFFSETS = {"five": tuple(d for d in range(-5, 6) if d), "published": (-3, -2, -1, 1, 2)}


class Dependency(Measure):
    """dependency r = share of the words w bearing the relation r for which argmax_v A_wv (`dependent-to-head`) or argmax_v A_vw
    (`head-to-dependent`) is w's governor; A is the word-level map, v any other word of the sentence, ties go to the earlier.

    A word that sees no other word, or that none sees, is wrong: in a causal model, where words only look back, the first word and
    the last. There `dependent-to-head` finds governors that stand before their dependents, `head-to-dependent` those that stand after.

    `both` is the argmax of A_wv + A_vw. `all` is every word; roots have no governor in the sentence and are always wrong. Words without
    a token are left out. If 's or ' follows a possessor, the prediction of this marker counts instead of the possessor's own (models
    point from the marker); the key with "(own word)" has the possessor's own. `nmod:*` means `nmod` and each of its subtypes.

    The baselines `offset d` predict the word d places later, clamped to the sentence; the place before the first word is the root.

    "it was late": *it* attends to *was*, *was* to *late*, *late* to *was*; the governor of *it* and of *was* is *late*, the root.

    >>> from headscope.measures.worked import parse_scores
    >>> rows = [[0., 1., 0.], [0., 0., 1.], [0., 1., 0.]]
    >>> found = parse_scores(Dependency(), rows, "it was late", [2, 2, -1], "nsubj cop root")
    >>> {key: share for (key, direction), share in found.items() if direction == "dependent-to-head"}
    {'all': 0.3333, 'cop': 1.0, 'nsubj': 0.0, 'root': 0.0}
    """

    name = "dependency"
    title = "Heads as parsers"
    read = (
        "Each point is a head: of the words with this relation, the share that attend most to their governor (or get the most "
        "attention from it). The dashed line is the best fixed offset: always the next word, the previous word, and so on."
    )
    causal_caveat = (
        "In this model a word only looks back. From the dependent, a head can find a governor that stands before it, as a verb stands "
        "before its object; a governor that stands later can only be found from its own side, by looking back at the dependent. Fixed "
        "offsets are held to the same: a rule that points back is one for dependents, a rule that points ahead is one for governors."
    )
    formula = "share of dependents w whose governor is argmax over v of A(w, v), or of A(v, w)"
    unit: ClassVar[UnitKind] = "sentence"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "trees"})
    section = PARSERS
    place = 10
    between = "words"
    known: ClassVar[Mapping[str, Key]] = {}
    counts = "the best fixed offset"
    behaviour = "syntax"
    keywords = (ALL, "root", "punct", "dep")
    folds = (TO_HEAD, TO_DEPENDENT, BOTH, "")
    open_keys = True

    takes: ClassVar[tuple[str, ...]] = ("possessors", "offsets", "directions")

    def __init__(
        self, keys: Sequence[str] | None = None, possessors: str = "marker", offsets: str = "five", directions: str = "two"
    ) -> None:
        self.keys = tuple(keys or ())
        self.chosen = keys is not None
        self.poss_rule, self.offsets = possessors == "marker", OFFSETS[offsets]
        self.directions = (TO_HEAD, TO_DEPENDENT, BOTH)[: {"two": 2, "three": 3}[directions]]

    def key(self, key: str, direction: str = "") -> Key:
        return in_words(key, direction)

    def observe(self, maps: Maps) -> Observation:
        gold = self._gold(maps)
        attention = maps.word_weights - gold.hidden
        answers = [_argmax(attention, way).masked_fill(gold.alone(way)[:, None], NOBODY) for way in self.directions]
        predicted = torch.cat(answers, 1)  # every direction's heads
        asked = predicted.gather(-1, gold.asked[:, None].expand_as(predicted))
        governors = gold.heads[:, None]
        shares = torch.cat([gold.members.shares(asked == governors), gold.own.shares(predicted == governors)])
        values = torch.cat(shares.chunk(len(self.directions), 2))
        names = tuple((key, direction) for direction in self.directions for key in (*gold.keys, *gold.own_keys))
        weights = torch.cat([gold.members.counts, gold.own.counts])
        return Observation(values, weights.repeat(len(self.directions), 1), names)

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """The fixed offsets, which no model is needed for."""
        gold = self._gold(maps)
        found = {}
        names = tuple((key, "") for key in gold.keys)
        for distance in self.offsets:
            right = (gold.at(distance) == gold.heads)[:, None]
            found[f"offset {distance:+d}"] = Observation(gold.members.shares(right), gold.members.counts, names)
        return found

    def answers(self, unit: Asked, key: str, direction: str, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
        (sentence,) = unit.sentences
        gold = unit.memo.get(self.name)
        if gold is None:
            tokens = torch.tensor([[at if had else -1 for at, had in enumerate(unit.present)]])
            made = Gold([sentence], tokens, len(sentence.words), (ALL,), self.poss_rule)
            never = made.never[0].numpy()
            if unit.causal:
                never = never | ~np.tri(len(never), dtype=bool)
            gold = unit.memo[self.name] = (made.asked[0].tolist(), never)
        markers, never = gold
        scored = towards(np.where(never, np.float32(-1), weights), direction)
        predicted = scored.argmax(1)
        for word, (head, relation) in enumerate(zip(sentence.heads or (), sentence.relations or (), strict=True)):
            if unit.present[word] and bears(key, relation):
                asked = word if key.endswith(OWN) else markers[word]
                answer = int(predicted[asked])
                if scored[asked, answer] >= 0:  # else there is no other word
                    yield Prediction(word, asked, answer, (head,) if head >= 0 else (), rounded(scored[asked, answer]))

    def _gold(self, maps: Maps) -> "Gold":
        gold = maps.memo.get(self.name)
        if gold is None:
            sentences = [one for (one,) in maps.sentences]
            known = (sentences, maps.queries.words, maps.word_number, self.keys, self.poss_rule)
            gold = maps.memo[self.name] = Gold(*known, maps.word_visible)
        assert isinstance(gold, Gold)
        return gold


def _argmax(attention: Float[Tensor, "batch head word word"], direction: str) -> Int[Tensor, "batch head word"]:
    """The first of the largest. `max` finds it faster than `argmax` does, along columns five times."""
    if direction == TO_HEAD:
        return attention.max(-1).indices
    if direction == TO_DEPENDENT:
        return attention.max(-2).indices
    return (attention + attention.mT).max(-1).indices


class Gold:
    """What the sentences of a batch say, as tensors; made once for all layers."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        tokens: Int[Tensor, "batch key"],
        number: int,
        wanted: Sequence[str],
        poss_rule: bool,
        visible: Bool[Tensor, "batch word word"] | None = None,
    ) -> None:
        device = tokens.device
        present = first_tokens(tokens, number) >= 0
        self._lengths = torch.tensor([len(s.words) for s in sentences], device=device)
        heads = [[*(s.heads or ()), *[-2] * (number - len(s.words))] for s in sentences]
        self.heads = torch.tensor(heads, device=device)  # -1: the root, -2: no word
        missing = ~present
        self.never = missing[:, None, :] | missing[:, :, None] | torch.eye(number, dtype=torch.bool, device=device)
        if visible is not None:
            self.never = self.never | ~visible
        self.hidden = 2.0 * self.never[:, None]  # taken off, it leaves no weight above 0
        relations = [relations_of(s) for s in sentences]
        self.asked = torch.tensor([_asked(s, number) for s in sentences], device=device)
        self.keys = keys_of(relations, wanted)
        column = {key: at for at, key in enumerate(self.keys)}
        none = len(column)
        rows = [[*(column.get(r, none) for r in row), *[none] * (number - len(row))] for row in relations]
        bearing = torch.tensor(rows, device=device)[..., None] == torch.arange(len(column), device=device)
        if ALL in column:
            bearing[..., column[ALL]] = True
        bearing &= present[..., None]
        self.members = Bearers(bearing)
        # Where the marker has no token it can't be asked.
        self.asked = torch.where(present.gather(1, self.asked), self.asked, torch.arange(number, device=device))
        ruled = [key for key in self.keys if key in POSSESSIVE]
        if not poss_rule:
            self.asked = torch.arange(number, device=device).expand_as(self.heads)
            ruled = []
        self.own_keys = [f"{key}{OWN}" for key in ruled]
        columns = [self.keys.index(key) for key in ruled]
        self.own = Bearers(bearing[..., columns])

    @cached_property
    def _places(self) -> Int[Tensor, "1 word"]:
        return torch.arange(self.heads.shape[1], device=self.heads.device)[None]

    def alone(self, direction: str) -> Bool[Tensor, "batch word"]:
        """The words that have nobody to point to in a direction."""
        if direction == BOTH:
            return (self.never & self.never.mT).all(-1)
        return self.never.all(-1 if direction == TO_HEAD else -2)

    def at(self, distance: int) -> Int[Tensor, "batch word"]:
        """The word at a distance, clamped to the sentence; before its first word, -1: the root."""
        return (self._places + distance).clamp(min=-1).minimum(self._lengths[:, None] - 1)


class Bearers:
    """Which words of a batch bear which relation."""

    def __init__(self, members: Bool[Tensor, "batch word key"]) -> None:
        self._members = members.float()
        number = members.sum(1)
        self._number = number.clamp(min=1)[:, None].double()
        self.counts: Float[Tensor, "key batch"] = number.T.double()

    def shares(self, right: Bool[Tensor, "batch head word"]) -> Float[Tensor, "key batch head"]:
        """Of the words that bear each relation, the share that is right."""
        found = (right.float() @ self._members).double()  # whole numbers, exact in float32
        return (found / self._number).permute(2, 0, 1)


def relations_of(sentence: Sentence) -> tuple[str, ...]:
    """The relation that each word bears; nameless ones where only governors are annotated."""
    return sentence.relations or ("",) * len(sentence.words)


def bears(key: str, relation: str) -> bool:
    """Whether a word with this relation is asked about under a key.

    >>> bears("nmod:*", "nmod:poss"), bears("nmod", "nmod:poss"), bears("all", "root"), bears("poss (own word)", "poss")
    (True, False, True, True)
    """
    if key.endswith(OWN):
        return relation in POSSESSIVE and relation == key.removesuffix(OWN)
    return key in (ALL, relation) or key == base_of(relation) + SUBTYPES


def keys_of(relations: Sequence[Sequence[str]], wanted: Sequence[str]) -> list[str]:
    """`all` and the relations that there are; of these the wanted ones, where some are.

    >>> keys_of([["det", "nmod:poss", "root"]], []), keys_of([["det", "nmod:poss", "root"]], ["nmod:*", "obj"])
    (['all', 'det', 'nmod:poss', 'root'], ['nmod:poss'])
    """
    known = (ALL, *sorted({relation for row in relations for relation in row} - {"", ALL}))
    return [key for key in known if not wanted or key in wanted or key.partition(":")[0] + SUBTYPES in wanted]


def _asked(sentence: Sentence, number: int) -> list[int]:
    """Whose prediction counts for each word: its own, or that of the possessive marker right behind it."""
    asked = list(range(number))
    for at, relation in enumerate(sentence.relations or ()):
        if relation in POSSESSIVE and at + 1 < len(sentence.words) and sentence.words[at + 1] in MARKERS:
            asked[at] = at + 1
    return asked
