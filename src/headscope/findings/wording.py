"""Pieces of sentences: what a head does, names in a row, layers in words. Every sentence about scores is made of these."""

from collections.abc import Sequence
from itertools import pairwise

from headscope.results.scores import Scores
from headscope.types import Head, Series

SEVERAL = 4  # more names than this are counted instead


def listed(names: Sequence[str], last: str = "and") -> str:
    """
    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def layers(numbers: Sequence[int]) -> str:
    """Layers counted from 0, in words.

    >>> layers([4, 7]), layers([5, 6, 7, 8]), layers([2])
    ('layers 5 and 8', 'layers 6 to 9', 'layer 3')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part for run in runs for part in ([f"{run[0] + 1} to {run[-1] + 1}"] if len(run) > 2 else [str(n + 1) for n in run])
    ]
    return f"{'layer' if len(numbers) == 1 else 'layers'} {listed(parts)}"


def heads(names: Sequence[Head]) -> str:
    """Heads from the strongest on: named while they are few, otherwise counted.

    >>> heads([Head(2, 4)]), heads([Head(0, 0), Head(1, 1)]), heads([Head(0, n) for n in range(5)])
    ('head 3-5', 'heads 1-1 and 2-2', '5 heads (1-1 most)')
    """
    if len(names) > SEVERAL:
        return named(names)
    return f"{'head' if len(names) == 1 else 'heads'} {named(names)}"


def named(names: Sequence[Head]) -> str:
    """The same in a list that has begun with "heads".

    >>> named([Head(0, 0), Head(1, 1)])
    '1-1 and 2-2'
    """
    return f"{len(names)} heads ({names[0]} most)" if len(names) > SEVERAL else listed([str(name) for name in names])


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def last_run(flags: Sequence[bool]) -> int | None:
    """Where the true ones begin that go on to the end; None where the last is false.

    >>> last_run([True, False, True, True]), last_run([True, False])
    (2, None)
    """
    if not flags or not flags[-1]:
        return None
    return next((at + 1 for at, (before, _) in reversed(list(enumerate(pairwise(flags)))) if not before), 0)


def finds(scores: Scores, series: Series) -> str:
    """What a head does that is good at this, for "Head 7-5 … 82% of the time": "finds the verb of a direct object (obj)"."""
    return scores.key(series).does


def can_be_right(scores: Scores, series: Series) -> bool:
    """Whether a head could be right at all: a root has no governor in its sentence, so that every head has 0 by definition. Of what a
    measure names as no claim; a relation that no head finds is listed with its 0."""
    about = scores.about(series.measure)
    return not about.counts or series.key not in about.keywords or bool(scores.tally.totals(series).any())


def looks(scores: Scores, series: Series) -> str:
    """The same for a head's own line: "looks from subjects to their predicates (nsubj)"."""
    key = scores.key(series)
    return key.looks or key.does


def mostly(phrase: str) -> str:
    """The same of most of the attention.

    >>> mostly("attends to the next token"), mostly("attends broadly")
    ('attends mostly to the next token', 'attends broadly')
    """
    verb, space, rest = phrase.partition(" ")
    return phrase if not space or rest.endswith("ly") else f"{verb} mostly {rest}"


def together(phrases: Sequence[str]) -> str:
    """Several phrases as one, the words that all begin with said once.

    >>> together(["attend to the next token", "attend to the last token", "attend to it"])
    'attend to the next token, the last token and it'
    """
    words = [phrase.split(" ") for phrase in phrases]
    same = 0
    while same < 2 and len({tuple(one[: same + 1]) for one in words}) == 1 and all(len(one) > same + 1 for one in words):
        same += 1
    return " ".join([*words[0][:same], listed([" ".join(one[same:]) for one in words])])


def of_the_time(value: str) -> str:
    """A share of right answers.

    >>> of_the_time("81% (78–85)"), of_the_time("81%")
    ('81% of the time (78–85)', '81% of the time')
    """
    number, space, ends = value.partition(" ")
    return f"{number} of the time{space}{ends}"
