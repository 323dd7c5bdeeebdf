"""What a number is of, and how it is written: with no more digits than its interval carries. Standard library only."""

import math
from dataclasses import asdict, dataclass
from typing import Any, TypeVar, cast

_Value = TypeVar("_Value", bound=Any)  # a number, or an array of them


@dataclass(frozen=True)
class Quantity:
    """A kind of number: its unit, its range, how it is written, and how much of it is much.

    >>> SHARE.text(0.8123, 0.7755, 0.8516), NATS.text(4.5293, 4.4966, 4.5622), TOKENS.text(46.26, 45.1, 47.4)
    ('81% (78–85)', '4.53 nats (4.50–4.56)', '46 tokens (45–47)')

    A correlation r is stored as (1 + r) / 2, since sums of shares are exact and may not be negative:

    >>> CORRELATION.text(0.74, 0.72, 0.76)
    'r = 0.48 (0.44–0.52)'
    """

    name: str
    unit: str = ""  # what stands behind a number
    percent: bool = False  # whether sentences have it in percent
    low: float | None = 0.0  # the range; None: there is no end
    high: float | None = None
    much: float | None = None  # a head above this does mostly that
    apart: float = 0.0  # means that differ by less are called alike
    diverging: bool = False  # whether colours part at zero
    sign: str = ""  # what stands before a number: "r" for "r = 0.48"
    # People read times · v + plus where v is stored. Everything else here, and every number that a method takes, is as stored.
    times: float = 1.0
    plus: float = 0.0

    def shown(self, value: _Value) -> _Value:
        """What people read for what is stored: a number, an end of an interval, an array.

        >>> CORRELATION.shown(0.75), SHARE.shown(0.75)
        (0.5, 0.75)
        """
        return cast(_Value, self.times * value + self.plus) if self.converts else value

    def change(self, value: _Value) -> _Value:
        """The same of a difference between two numbers.

        >>> CORRELATION.change(0.25)
        0.5
        """
        return cast(_Value, self.times * value) if self.converts else value

    @property
    def converts(self) -> bool:
        """Whether people read another number than is stored."""
        return (self.times, self.plus) != (1.0, 0.0)

    @property
    def zero(self) -> float:
        """What is stored where people read 0."""
        return -self.plus / self.times

    def digits(self, value: float, low: float | None = None, high: float | None = None) -> str:
        """A number as a cell of a table has it, without its unit: `shown` of what people read.

        >>> CORRELATION.digits(0.74, 0.72, 0.76), SHARE.digits(0.74)
        ('0.48', '0.740')
        """
        return shown(self.shown(value), *self._ends(low, high))

    def interval(self, low: float | None, high: float | None) -> str:
        """An interval as such a cell has it."""
        return shown_interval(*self._ends(low, high))

    def _ends(self, low: float | None, high: float | None) -> tuple[float | None, float | None]:
        return None if low is None else self.shown(low), None if high is None else self.shown(high)

    def to_json(self) -> dict[str, Any]:
        """Itself as data; without the sign and the change of scale, where it has none."""
        plain = asdict(self)
        return plain if self.sign or self.converts else {n: v for n, v in plain.items() if n not in ("sign", "times", "plus")}

    def number(self, value: float, low: float | None = None, high: float | None = None) -> str:
        """A number alone, with its unit.

        >>> SHARE.number(0.8123, 0.7755, 0.8516), NATS.number(4.5293)
        ('81%', '4.529 nats')
        """
        if self.percent:
            return f"{percent(value, low, high)}%"
        before = f"{self.sign} = " if self.sign else ""
        return f"{before}{self.digits(value, low, high)} {self.unit}".rstrip()

    def text(self, value: float, low: float | None = None, high: float | None = None) -> str:
        """A number as people say it, with its unit and its interval."""
        ends = percent_interval(low, high) if self.percent else self.interval(low, high)
        return self.number(value, low, high) + (f" ({ends})" if ends else "")


SHARE = Quantity("share", percent=True, high=1.0, much=0.5)
NATS = Quantity("nats", "nats", apart=0.1)
LOSS = Quantity("loss")  # nats of loss per unit of attention
LOGITS = Quantity("logits", "logits", low=None, diverging=True)
RISE = Quantity("rise", "nats", low=None, apart=0.01, diverging=True)  # of the loss, when something is taken away
TOKENS = Quantity("tokens", "tokens")
RATIO = Quantity("ratio", low=-1.0, high=1.0, diverging=True)
CORRELATION = Quantity("correlation", high=1.0, diverging=True, sign="r", times=2.0, plus=-1.0)  # stored as (1 + r) / 2


def digits(low: float | None, high: float | None) -> int:
    """How many decimals an interval carries: those down to the first digit of its half-width; 3 without an interval.

    >>> digits(0.94, 0.96), digits(0.9549, 0.9575), digits(None, None)
    (2, 3, 3)
    """
    if low is None or high is None:
        return 3
    half = (high - low) / 2
    return 4 if half <= 0 else min(4, max(0 if half >= 1 else 1, math.ceil(-math.log10(half) - 1e-9)))


def shown(value: float, low: float | None = None, high: float | None = None) -> str:
    """A number with no more digits than its interval carries.

    >>> shown(0.95623, 0.9549, 0.9575)
    '0.956'
    """
    decimals = digits(low, high)
    return f"{round(value, decimals) + 0.0:.{decimals}f}"  # adding 0 turns -0 into 0


def shown_interval(low: float | None, high: float | None) -> str:
    """An interval as people write it.

    >>> shown_interval(0.9549, 0.9575), shown_interval(-0.012, 0.018)
    ('0.955–0.958', '-0.01 to 0.02')
    """
    if low is None or high is None:
        return ""
    return f"{shown(low, low, high)}{' to ' if low < 0 else '–'}{shown(high, low, high)}"


def percent(value: float, low: float | None = None, high: float | None = None, *, small: bool = False) -> str:
    """A share in percent: one decimal, none where its interval is wider than two points or where the cases are so few that one of
    them is more than a point.

    >>> percent(0.8683, 0.8641, 0.8724), percent(0.8683, 0.851, 0.884), percent(0.8683), percent(2 / 3, small=True)
    ('86.8', '87', '86.8', '67')
    """
    decimals = _decimals(low, high, small)
    return f"{round(100 * value, decimals) + 0.0:.{decimals}f}"  # adding 0 turns -0 into 0


def percent_interval(low: float | None, high: float | None) -> str:
    """An interval of shares in percent.

    >>> percent_interval(0.8641, 0.8724), percent_interval(-0.02, 0.03), percent_interval(None, None)
    ('86.4–87.2', '-2 to 3', '')
    """
    if low is None or high is None:
        return ""
    return f"{percent(low, low, high)}{' to ' if low < 0 else '–'}{percent(high, low, high)}"


def _decimals(low: float | None, high: float | None, small: bool) -> int:
    return 0 if small else min(1, max(0, digits(low, high) - 2))
