"""Intervals the slow way: loops over groups, one head at a time, ends found by halving. From the formulas, not from the code."""

from math import inf, log, sqrt

from scipy.stats import t as student


def slow_variance(values_without):
    """The jackknife's, times 1 + 1/G."""
    groups = len(values_without)
    mean = sum(values_without) / groups
    return (1 + 1 / groups) * (groups - 1) / groups * sum((value - mean) ** 2 for value in values_without)


def slow_effective(weights):
    return max(1.0, sum(weights) ** 2 / sum(weight**2 for weight in weights) - 1)


def slow_degrees(values_without, weights, implied=0.0, at_most=inf):
    """Of Kish's, of the kurtosis, and of what goes with length."""
    groups, whole = len(weights), sum(weights)
    kish = min(slow_effective(weights), at_most)
    mean = sum(values_without) / groups
    squares = sum((value - mean) ** 2 for value in values_without)
    if squares == 0:
        return kish
    kurtosis = groups * sum((value - mean) ** 4 for value in values_without) / squares**2
    by_influence = 2 * groups / max(kurtosis - implied - 1, 2)
    values = [(mean - value) * (whole - weight) / weight for value, weight in zip(values_without, weights, strict=True)]
    tied = 0.0
    if max(weights) > min(weights):
        rho = slow_correlation(values, [log(weight) for weight in weights])
        tied = max(0.0, 1 - (1 - rho**2) * (groups - 1) / (groups - 2))
    return max(1.0, 1 / (1 / min(kish, by_influence) + 2 * tied / by_influence))


def slow_correlation(first, second):
    means = [sum(values) / len(values) for values in (first, second)]
    apart = [[value - mean for value in values] for values, mean in zip((first, second), means, strict=True)]
    product = sum(a * b for a, b in zip(*apart, strict=True))
    return product / sqrt(sum(a**2 for a in apart[0]) * sum(b**2 for b in apart[1])) if any(apart[0]) else 0.0


def slow_implied(value, square, groups, share):
    """Half the excess kurtosis of one group: of a binomial number, of n cases in all, or of a Poisson number."""
    if share:
        if value in (0, 1) or square == 0:
            return 0.0
        cases = value * (1 - value) / square / groups
        return max(0.0, (1 - 6 * value * (1 - value)) / (cases * value * (1 - value))) / 2
    return groups * square / value**2 / 2 if value else 0.0


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
    without = [slow_value(totals, weights, group) for group in range(len(totals))]
    square = slow_variance(without)
    if all(0 <= total <= weight for total, weight in zip(totals, weights, strict=True)):
        degrees = slow_degrees(without, weights, slow_implied(value, square, len(weights), True))
        return slow_ends(value, square, degrees, lambda mean: mean * (1 - mean), 0.0, 1.0, sum(weights))
    if all(total >= 0 for total in totals):
        degrees = slow_degrees(without, weights, slow_implied(value, square, len(weights), False))
        return slow_ends(value, square, degrees, lambda mean: mean, 0.0, inf)
    t = student.ppf(0.975, slow_degrees(without, weights))
    return value - t * sqrt(square), value + t * sqrt(square)


def slow_difference(totals_a, weights_a, totals_b, weights_b, paired):
    """v_b − v_a, one head."""
    value = slow_value(totals_b, weights_b) - slow_value(totals_a, weights_a)
    whole_a, whole_b = sum(weights_a), sum(weights_b)
    if paired:
        held = [g for g in range(len(weights_a)) if weights_a[g] > 0 or weights_b[g] > 0]
        without = [slow_value(totals_b, weights_b, g) - slow_value(totals_a, weights_a, g) for g in held]
        square = slow_variance(without)
        degrees = slow_degrees(without, [weights_a[g] / whole_a**2 + weights_b[g] / whole_b**2 for g in held])
    else:
        square, below = 0.0, 0.0
        for totals, weights in ((totals_a, weights_a), (totals_b, weights_b)):
            held = [g for g in range(len(weights)) if weights[g] > 0]
            without = [slow_value(totals, weights, g) for g in held]
            square += slow_variance(without)
            below += (1 / sum(weights)) ** 2 / slow_degrees(without, [weights[g] for g in held])
        degrees = (1 / whole_a + 1 / whole_b) ** 2 / below
    width = student.ppf(0.975, degrees) * sqrt(square)
    return value - width, value + width


def slow_spread(figures, cases, first, share, more_variance=0.0):
    """Σ figures / Σ cases, groups varying within each half."""
    value = sum(figures) / sum(cases)
    square = below = 0.0
    apart = [0.0] * len(cases)
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
        for g, without in zip(mine, values, strict=True):
            apart[g] = without - sum(values) / len(values)
        below += (sum(cases[g] for g in mine) / sum(cases)) ** 2 / slow_effective([cases[g] for g in mine])
    implied = slow_implied(value, square, len(cases), True) if share else 0.0
    degrees = slow_degrees(apart, cases, implied, 1 / below)
    square += more_variance
    if share:
        return slow_ends(value, square, degrees, lambda mean: mean * (1 - mean), 0.0, 1.0, sum(cases))
    width = student.ppf(0.975, degrees) * sqrt(square)
    return value - width, value + width
