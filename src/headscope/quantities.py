"""How numbers are written: with no more digits than their interval carries."""

import math


def digits(low: float | None, high: float | None) -> int:
    """How many decimals an interval carries: those down to the first digit of its half-width; 3 without an interval.

    >>> digits(0.94, 0.96), digits(0.9549, 0.9575), digits(None, None)
    (2, 3, 3)
    """
    if low is None or high is None:
        return 3
    half = (high - low) / 2
    return 4 if half <= 0 else min(4, max(1, math.ceil(-math.log10(half) - 1e-9)))


def shown(value: float, low: float | None = None, high: float | None = None) -> str:
    """A number with no more digits than its interval carries.

    >>> shown(0.95623, 0.9549, 0.9575)
    '0.956'
    """
    return f"{value:.{digits(low, high)}f}"


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
