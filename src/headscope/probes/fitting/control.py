"""The control task: each word type has a random rule for its governor. A probe that predicts these governors has learnt words, not syntax.

Selectivity = score on the task − score on the control task (Hewitt and Liang 2019). A probe that is as good at the control task as at
the task says nothing about the model.
"""

from hashlib import blake2b
from typing import Literal, get_args

from headscope.types import Sentence

Behaviour = Literal["first", "last", "next"]
BEHAVIOURS: tuple[Behaviour, ...] = get_args(Behaviour)


def behaviour(word: str, seed: int = 0) -> Behaviour:
    """What the lot gave a word type: a hash of its lower-case form (word vectors often know no other) and the seed decides, so it is the
    same on every machine, in every corpus and for every probe.

    >>> behaviour("the"), behaviour("The"), behaviour("king"), behaviour("old")
    ('next', 'next', 'last', 'first')
    """
    digest = blake2b(f"{seed} {word.lower()}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return BEHAVIOURS[int.from_bytes(digest, "big") % len(BEHAVIOURS)]


def control_heads(sentence: Sentence, seed: int = 0) -> tuple[int, ...]:
    """Each word's governor in the control task. The word's type decides: the first word of the sentence, the last word, or the next word.

    In Hewitt and Liang's task, a word attaches to the first word, the last word, or itself. No probe here lets a word be its own
    governor, so the next word replaces the word itself. If the first word should attach to itself, it attaches to the last word. If
    the last word should attach to itself or to the next word, it attaches to the first word. The only word of a sentence attaches to
    the root, as in the task.

    >>> control_heads(Sentence(("the", "old", "king", "saw", "a", "queen")))
    (1, 0, 5, 5, 5, 0)
    """
    end = len(sentence.words) - 1
    if end <= 0:
        return (-1,) * len(sentence.words)
    heads = []
    for at, word in enumerate(sentence.words):
        target = {"first": 0, "last": end, "next": at + 1}[behaviour(word, seed)]
        heads.append(end - at if target == at else target if target <= end else 0)  # first and last word: the other end
    return tuple(heads)
