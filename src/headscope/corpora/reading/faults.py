"""What a reader does with what is broken: says it and stops, or, when asked, counts it and goes on.

Only what belongs to one sentence or one document is a fault. A file that can't be unpacked or decoded is an error always:
left out silently, it would leave a corpus of the plain half of its sentences.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
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


@dataclass
class Broken:
    """The faults that a reading passed over: how many of each reason, and the first in words."""

    reasons: Counter[str] = field(default_factory=Counter)
    first: str = ""
    told: bool = False  # whether a person has been told

    def clear(self) -> None:
        self.reasons.clear()
        self.first = ""

    def add(self, fault: Fault) -> None:
        self.reasons[fault.reason] += 1
        self.first = self.first or str(fault)

    def sentence(self, corpus: str) -> str:
        """All of it in a line.

        >>> broken = Broken()
        >>> broken.add(Fault("sentences with a cycle", "'a.conllu', line 7: the heads form a cycle."))
        >>> print(broken.sentence("a.conllu"))
        1 broken part of 'a.conllu' was left out: sentences with a cycle (1). The first: 'a.conllu', line 7: the heads form a cycle. ...
        """
        number = self.reasons.total()
        most = [f"{reason} ({count:,})" for reason, count in self.reasons.most_common(3)]
        more = [f"{len(self.reasons) - 3} other reasons"] if len(self.reasons) > 3 else []
        parts = f"{number:,} broken part{'s' * (number != 1)} of '{corpus}' {'was' if number == 1 else 'were'} left out"
        return f"{parts}: {', '.join(most + more)}. The first: {self.first} The run's manifest.json counts them, under skipped."


class Ledger:
    """The book of what was left out, by reason. Unless it may skip, the first fault is the last.

    >>> book = Ledger(skip=True)
    >>> book.enter(Fault("sentences with a cycle", "…"))
    >>> book.counts
    Counter({'sentences with a cycle': 1})
    """

    def __init__(
        self,
        skip: bool = False,
        counts: Counter[str] | None = None,
        bounds: Bounds = USUAL,
        broken: Broken | None = None,
    ) -> None:
        self.skip = skip
        self.broken = Broken() if broken is None else broken
        self.bounds = bounds  # what a reader takes at most, which no skipping changes
        self.counts: Counter[str] = Counter() if counts is None else counts

    def enter(self, fault: Fault) -> None:
        """Counts a fault, or raises it."""
        if not self.skip:
            raise fault
        self.counts[fault.reason] += 1
        self.broken.add(fault)

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
