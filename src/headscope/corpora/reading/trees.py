"""Heads as written → heads as positions, checked to be one tree.

It never repairs: a tree with a fault is reported at the line of the word that shows it.
"""

from collections.abc import Sequence

from headscope.corpora.reading.faults import Fault, Where, quoted

NOTHING = "_"
EXPECTED = "expected one tree: each word under another, one word under 0"


def number(text: str) -> int | None:
    """A number as the formats write it: ASCII digits alone, and not endless.

    >>> number("12"), number("+1"), number("1_0"), number("²")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def read_heads(written: Sequence[str], lines: Sequence[int], where: Where) -> tuple[int, ...] | None:
    """The heads of a sentence, from numbers counted from 1 with 0 for the root; None where all are `_`."""
    if all(text == NOTHING for text in written):
        return None
    heads = []
    for text, line in zip(written, lines, strict=True):
        head = number(text)
        if head is None:
            found = "has no head, though other words have one" if text == NOTHING else f"has {quoted(text)} as its head"
            raise Fault(
                "sentences with a head that is no number",
                f"{where(line)}: the word {found}; expected a word's number, or 0 for the root.",
            )
        heads.append(head - 1)
    check_tree(heads, lines, where)
    return tuple(heads)


def check_tree(heads: Sequence[int], lines: Sequence[int], where: Where) -> None:
    """Raises the fault that keeps the heads (counted from 0, -1 for the root) from being a tree, where there is one.

    >>> check_tree([1, -1, 1], [1, 2, 3], str)
    >>> check_tree([1, 0, -1], [1, 2, 3], str)
    Traceback (most recent call last):
    headscope.corpora.reading.faults.Fault: 1: the heads form a cycle, 1 → 2 → 1; expected one tree: ...
    """
    root = None
    for at, head in enumerate(heads):
        if head == at:
            raise Fault(
                "sentences with a word that is its own head", f"{where(lines[at])}: word {at + 1} is its own head; {EXPECTED}."
            )
        if not -1 <= head < len(heads):
            raise Fault(
                "sentences with a head out of range",
                f"{where(lines[at])}: word {at + 1} has the head {head + 1}, but there are {len(heads)} words; {EXPECTED}.",
            )
        if head == -1 and root is not None:
            raise Fault(
                "sentences with several roots",
                f"{where(lines[at])}: words {root + 1} and {at + 1} are both roots (head 0); {EXPECTED}.",
            )
        root = at if head == -1 else root
    if root is None:
        raise Fault("sentences without a root", f"{where(lines[0])}: no word is the root (head 0); {EXPECTED}.")
    _check_cycles(heads, lines, where)


def _check_cycles(heads: Sequence[int], lines: Sequence[int], where: Where) -> None:
    """Walks up from each word until it meets a word walked before; if that was in the same walk, there is a cycle."""
    walk = [0] * len(heads)  # the number of the walk that came by; 0 for none yet
    for start in range(len(heads)):
        at = start
        while at != -1 and not walk[at]:
            walk[at] = start + 1
            at = heads[at]
        if at != -1 and walk[at] == start + 1:
            cycle = [at]
            while (above := heads[cycle[-1]]) != at:
                cycle.append(above)
            names = " → ".join([*(str(word + 1) for word in cycle[:6]), *["…"][len(cycle) <= 6 :], str(at + 1)])
            raise Fault("sentences with a cycle", f"{where(lines[at])}: the heads form a cycle, {names}; {EXPECTED}.")
