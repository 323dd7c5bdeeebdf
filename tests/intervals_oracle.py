"""Intervals the slow way: loops over groups, one head at a time, ends found by halving. From the formulas, not from the code."""

from math import inf, sqrt

from scipy.stats import t as student


def slow_variance(values_without):
    """The jackknife's, times 1 + 1/G."""
    groups = len(values_without)
    mean = sum(values_without) / groups
    return (1 + 1 / groups) * (groups - 1) / groups * sum((value - mean) ** 2 for value in values_without)


def slow_degrees(weights):
    return max(1.0, sum(weights) ** 2 / sum(weight**2 for weight in weights) - 1)


def slow_value(totals, weights, without=None):
    kept = [group for group in range(len(totals)) if group != without]
    return sum(totals[group] for group in kept) / sum(weights[group] for group in kept)


def slow_ends(value, square, degrees, spread_at, first, last, units=inf):
    """Where (v − μ)² = t² s² V(μ) / V(v), `spread_at` being V."""
    t = student.ppf(0.975, degrees)
    if spread_at(value) == 0:  # all at one end: a binomial share of so many cases
        square, scale = 1 / units, 1.0
    else:
        scale = spread_at(value)

    def beyond(mean):
        return (value - mean) ** 2 * scale > t**2 * square * spread_at(mean)

    found = []
    for sign, limit in ((-1, first), (1, last)):
        step = 1.0
        while limit in (-inf, inf) and not beyond(value + sign * step):
            step *= 2
        inside, outside = value, limit if limit not in (-inf, inf) else value + sign * step
        for _ in range(200):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if beyond(middle) else (middle, outside)
        found.append(inside)
    return tuple(found)


def slow_interval(totals, weights):
    """One head's interval, from its totals and weights by group."""
    held = [group for group, weight in enumerate(weights) if weight > 0]
    totals, weights = [totals[group] for group in held], [weights[group] for group in held]
    value = slow_value(totals, weights)
    square = slow_variance([slow_value(totals, weights, group) for group in range(len(totals))])
    degrees = slow_degrees(weights)
    if all(0 <= total <= weight for total, weight in zip(totals, weights, strict=True)):
        return slow_ends(value, square, degrees, lambda mean: mean * (1 - mean), 0.0, 1.0, sum(weights))
    if all(total >= 0 for total in totals):
        return slow_ends(value, square, degrees, lambda mean: mean, 0.0, inf)
    return value - student.ppf(0.975, degrees) * sqrt(square), value + student.ppf(0.975, degrees) * sqrt(square)


def slow_difference(totals_a, weights_a, totals_b, weights_b, paired):
    """v_b − v_a, one head."""
    value = slow_value(totals_b, weights_b) - slow_value(totals_a, weights_a)
    whole_a, whole_b = sum(weights_a), sum(weights_b)
    if paired:
        held = [g for g in range(len(weights_a)) if weights_a[g] > 0 or weights_b[g] > 0]
        square = slow_variance([slow_value(totals_b, weights_b, g) - slow_value(totals_a, weights_a, g) for g in held])
        degrees = slow_degrees([weights_a[g] / whole_a**2 + weights_b[g] / whole_b**2 for g in held])
    else:
        square, below = 0.0, 0.0
        for totals, weights in ((totals_a, weights_a), (totals_b, weights_b)):
            square += slow_variance([slow_value(totals, weights, g) for g in range(len(weights)) if weights[g] > 0])
            below += (1 / sum(weights)) ** 2 / slow_degrees(weights)
        degrees = (1 / whole_a + 1 / whole_b) ** 2 / below
    width = student.ppf(0.975, degrees) * sqrt(square)
    return value - width, value + width


def slow_spread(figures, cases, first, share, more_variance=0.0):
    """Σ figures / Σ cases, groups varying within each half."""
    square = below = 0.0
    for half in (True, False):
        mine = [g for g in range(len(cases)) if first[g] == half]
        others = [g for g in range(len(cases)) if first[g] != half]
        values = []
        for left_out in mine:
            more = len(mine) / (len(mine) - 1)
            above, under = (
                sum(column[g] for g in others) + more * sum(column[g] for g in mine if g != left_out)
                for column in (figures, cases)
            )
            values.append(above / under)
        square += slow_variance(values)
        below += (sum(cases[g] for g in mine) / sum(cases)) ** 2 / slow_degrees([cases[g] for g in mine])
    value = sum(figures) / sum(cases)
    square += more_variance
    if share:
        return slow_ends(value, square, 1 / below, lambda mean: mean * (1 - mean), 0.0, 1.0, sum(cases))
    width = student.ppf(0.975, 1 / below) * sqrt(square)
    return value - width, value + width
