"""Who could be meant: the mentions of a window, the antecedents of each, and what simple rules take for them. No model here.

A window is some whole sentences of one document. Its mentions are ordered by where they begin, the longer first. An antecedent
of a mention is an earlier mention of the same entity with another head word; it may contain the mention ("a country and its
laws"). A mention that has one in the window is a case. Mentions of entities that are met only once are no cases, but rules may
take them for antecedents, where the corpus marks them.

Rules choose among the *candidates* of a mention: the mentions that begin before it and whose head word stands before its own,
but for those that contain it ("his mother" is not "his"). Nearest is the candidate whose head word is nearest.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from headscope.measures.coreference.agreement import Traits, find_traits
from headscope.measures.coreference.mention_heads import find_head, part_of
from headscope.types import Mention, Sentence

Kind = Literal["pronoun", "proper", "nominal"]
NO_MATCH = {
    "wrong": "where no mention has the same head word, head match has no answer and is wrong",
    "nearest": "where no mention has the same head word, head match answers with the nearest mention",
}
MARKERS = frozenset({"'s", "'", "’s", "’"})

NO_TOKEN = "mentions whose head word has no token"
SAME_HEAD = "mentions whose antecedents all have the same head word as they"


@dataclass(frozen=True)
class Placed:
    """A mention at its place in a window; `start`, `end` and `head` count the window's words.

    `text` is what it says, in small letters and without a closing possessive marker; `word` its head word, in small letters.
    """

    mention: Mention
    start: int
    end: int
    head: int
    kind: Kind
    text: tuple[str, ...]
    word: str
    traits: Traits

    def contains(self, other: "Placed") -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True)
class Case:
    """A mention with antecedents: the places of their head words, in order, and of the head words that the rules choose; None
    where a rule has no answer."""

    mention: Placed
    antecedents: tuple[int, ...]
    predictions: Mapping[str, int | None]

    def is_right(self, rule: str) -> bool:
        return self.predictions[rule] in self.antecedents


@dataclass(frozen=True)
class Window:
    """What a window's annotation says; `left_out` counts what could be no case, and why."""

    words: tuple[str, ...]
    mentions: tuple[Placed, ...]
    cases: tuple[Case, ...]
    left_out: Counter[str] = field(default_factory=Counter)


def find_cases(
    sentences: Sequence[Sentence],
    present: Sequence[bool] | None = None,
    *,
    mention_heads: str = "annotated",
    no_match: str = "wrong",
) -> Window:
    """The mentions of a window that have an antecedent in it, with their antecedents and the rules' answers.

    `present` tells which words the model got at all (None: all of them); a mention whose head word it did not get is left out,
    as a case, as an antecedent and as a candidate.

    >>> text = Sentence(("Mia", "saw", "her", "cat"), tags=("PROPN", "VERB", "PRON", "NOUN"), mentions=(
    ...     Mention(0, 1, "mia"), Mention(2, 4, "cat", 3), Mention(2, 3, "mia")))
    >>> [(case.mention.word, case.antecedents, case.predictions) for case in find_cases([text]).cases]
    [('her', (0,), {'nearest': 0, 'head match': None, 'sieves': 0})]
    """
    left_out: Counter[str] = Counter()
    placed = []
    for mention in _place(sentences, mention_heads):
        if present is None or present[mention.head]:
            placed.append(mention)
        else:
            left_out[NO_TOKEN] += 1
    cases = []
    for at, mention in enumerate(placed):
        earlier = [other for other in placed[:at] if other.mention.entity == mention.mention.entity]
        antecedents = tuple(sorted({other.head for other in earlier} - {mention.head}))
        if not antecedents:
            left_out[SAME_HEAD] += bool(earlier)
            continue
        candidates = [other for other in placed[:at] if other.head < mention.head and not other.contains(mention)]
        cases.append(Case(mention, antecedents, {name: rule(mention, candidates, no_match) for name, rule in RULES.items()}))
    return Window(tuple(word for s in sentences for word in s.words), tuple(placed), tuple(cases), +left_out)


def _place(sentences: Sequence[Sentence], mention_heads: str) -> list[Placed]:
    """All mentions of the window, in order."""
    found, offset = [], 0
    for sentence in sentences:
        for mention in sentence.mentions or ():
            head = find_head(sentence, mention, mention_heads)
            words = sentence.words[mention.start : mention.end]
            text = words[:-1] if len(words) > 1 and words[-1] in MARKERS else words
            found.append(
                Placed(
                    mention,
                    offset + mention.start,
                    offset + mention.end,
                    offset + head,
                    kind_of(sentence.words[head], sentence.tags[head] if sentence.tags else None),
                    tuple(word.casefold() for word in text),
                    sentence.words[head].casefold(),
                    find_traits(sentence, mention, head),
                )
            )
        offset += len(sentence.words)
    return sorted(found, key=lambda mention: (mention.start, -mention.end))


def kind_of(word: str, tag: str | None) -> Kind:
    """What kind of mention has this head word. A determiner that is a head ("these", "both") stands for a noun: a pronoun.

    >>> kind_of("her", "PRP$"), kind_of("both", "DET"), kind_of("Mia", "PROPN"), kind_of("cat", "NN"), kind_of("ten", "CD")
    ('pronoun', 'pronoun', 'proper', 'nominal', 'nominal')
    """
    part = part_of(word, tag)
    if part in ("pronoun", "possessive", "relative", "determiner"):
        return "pronoun"
    return "proper" if part == "proper" else "nominal"


def _nearest(candidates: Sequence[Placed]) -> int | None:
    return max((other.head for other in candidates), default=None)


def _head_match(mention: Placed, candidates: Sequence[Placed], no_match: str) -> int | None:
    found = _nearest([other for other in candidates if other.word == mention.word])
    return _nearest(candidates) if found is None and no_match == "nearest" else found


SIEVES: tuple[Callable[[Placed, Placed], bool], ...] = (
    lambda mention, other: other.text == mention.text,
    lambda mention, other: other.word == mention.word,
    lambda mention, other: other.traits.agrees(mention.traits),
    lambda mention, other: True,
)


def _sieves(mention: Placed, candidates: Sequence[Placed]) -> int | None:
    """The nearest of those that pass the first sieve that any candidate passes."""
    for passes in SIEVES:
        found = _nearest([other for other in candidates if passes(mention, other)])
        if found is not None:
            return found
    return None


Rule = Callable[[Placed, Sequence[Placed], str], int | None]
RULES: dict[str, Rule] = {
    "nearest": lambda mention, candidates, no_match: _nearest(candidates),
    "head match": _head_match,
    "sieves": lambda mention, candidates, no_match: _sieves(mention, candidates),
}
