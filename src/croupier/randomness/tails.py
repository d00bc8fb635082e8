"""The tails of the distributions that judge tests, from the standard library alone.

A `…_tail` is the chance of something as extreme in one direction. A `…_both` is twice the smaller of the two
tails: counts that fit too well are as suspicious as counts that do not fit.
"""

from __future__ import annotations

from math import erfc, exp, lgamma, log, pi, sqrt

FEW = 5


def normal_both(z: float) -> float:
    """Return the chance that a standard normal variable is as far from nought.

    >>> round(normal_both(1.959963984540054), 9)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square variable of these degrees is at least as large.

    >>> round(chi_square_tail(3.841458820694124, 1), 6), round(chi_square_tail(18.307038053275146, 10), 6)
    (0.05, 0.05)
    """
    if degrees <= 0 or statistic <= 0:
        return 1.0
    return gamma_tails(degrees / 2, statistic / 2)[1]


def chi_square_both(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square variable is as far out, too large or too small.

    Of few degrees only too large counts, because counts of few classes often fit exactly.
    """
    if degrees < FEW:
        return chi_square_tail(statistic, degrees)
    if statistic <= 0:
        return 0.0
    return both(*gamma_tails(degrees / 2, statistic / 2))


def poisson_tail(count: int, expected: float) -> float:
    """Return twice the smaller chance: of at least this many hits, or of at most this many."""
    if expected <= 0:
        return 0.0 if count else 1.0
    fewer = gamma_tails(count + 1, expected)[1]
    more = gamma_tails(count, expected)[0] if count else 1.0
    return both(fewer, more)


def poisson_both(count: int, expected: float) -> float:
    """Return what `poisson_tail` does, with the count itself divided between the two sides.

    Over many tests this is uniform, as a p should be.
    """
    if expected <= 0:
        return 0.0 if count else 1.0
    half = exp(count * log(expected) - expected - lgamma(count + 1)) / 2
    fewer = gamma_tails(count + 1, expected)[1]
    more = gamma_tails(count, expected)[0] if count else 1.0
    return both(max(0.0, fewer - half), max(0.0, more - half))


def kolmogorov_tails(distance: float, n: int) -> tuple[float, float]:
    """Return the chances that the largest distance of n values is smaller, and larger.

    The distance is to their distribution; Stephens' correction is for finite n.
    """
    root = sqrt(n)
    x = (root + 0.12 + 0.11 / root) * distance
    if x <= 0:
        return 0.0, 1.0
    if x < 1.18:
        lower = sqrt(2 * pi) / x * sum(exp(-((2 * k - 1) ** 2) * pi**2 / (8 * x**2)) for k in range(1, 6))
        return lower, 1 - lower
    upper = 2 * sum((-1) ** (k - 1) * exp(-2 * k**2 * x**2) for k in range(1, 8))
    return 1 - upper, upper


def both(lower: float, upper: float) -> float:
    """Return twice the smaller tail."""
    return min(1.0, 2 * min(lower, upper))


def gamma_tails(a: float, x: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma functions, lower and upper.

    One side is a series, the other a continued fraction.
    """
    if x <= 0:
        return 0.0, 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        lower = min(1.0, front * total)
        return lower, 1.0 - lower
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = step * d + b
        c = b + step / c
        d = 1 / (d if abs(d) > tiny else tiny)
        c = c if abs(c) > tiny else tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    upper = min(1.0, front * value)
    return 1.0 - upper, upper
