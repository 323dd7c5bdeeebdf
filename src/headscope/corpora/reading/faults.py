"""What a reader does with what is broken: says it and stops, or, when asked, counts it and goes on.

Only what belongs to one sentence or one document is a fault. A file that can't be unpacked or decoded is an error always:
left out silently, it would leave a corpus of the plain half of its sentences.
"""

from collections import Counter
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from headscope.corpora.reading.bounds import USUAL, Bounds
from headscope.errors import HeadscopeError

Made = TypeVar("Made")
Given = ParamSpec("Given")
Where = Callable[[int], str]  # a line's number → its place, for people: 'a.conllu', line 7 (sentence s-2)


class Fault(HeadscopeError):
    """Something broken in one sentence or document. `reason` is what is left out for it: "sentences with a cycle"."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)  # both, so that it can cross processes
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


class Ledger:
    """The book of what was left out, by reason. Unless it may skip, the first fault is the last.

    >>> book = Ledger(skip=True)
    >>> book.enter(Fault("sentences with a cycle", "…"))
    >>> book.counts
    Counter({'sentences with a cycle': 1})
    """

    def __init__(self, skip: bool = False, counts: Counter[str] | None = None, bounds: Bounds = USUAL) -> None:
        self.skip = skip
        self.bounds = bounds  # what a reader takes at most, which no skipping changes
        self.counts: Counter[str] = Counter() if counts is None else counts

    def enter(self, fault: Fault) -> None:
        """Counts a fault, or raises it."""
        if not self.skip:
            raise fault
        self.counts[fault.reason] += 1

    def attempt(self, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made | None:
        """What `make` makes of what is given; None where it met a fault that was counted."""
        try:
            return make(*given, **named)
        except Fault as fault:
            self.enter(fault)
            return None

    def count(self, what: str, number: int = 1) -> None:
        """Counts what no reader can use, though nothing is wrong with it."""
        self.counts[what] += number


def places(shown: str, sentence: str = "") -> Where:
    """How errors name the lines of a sentence.

    >>> places("'a.conllu'", "s-2")(7)
    "'a.conllu', line 7 (sentence s-2)"
    """
    name = f" (sentence {_legible(sentence)})" if sentence else ""
    return lambda line: f"{shown}, line {line}{name}"


def quoted(text: str, longest: int = 60) -> str:
    """A piece of a file inside a message, on one line and not too long.

    >>> print(quoted("1\\tA\\t_"))
    '1→A→_'
    """
    return f"'{_legible(text, longest)}'"


def _legible(text: str, longest: int = 120) -> str:
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return shown if shown.isprintable() else "".join("→" if c == "\t" else c if c.isprintable() else "·" for c in shown)
