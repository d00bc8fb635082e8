"""Tests of numbers as a game draws them: pockets, throws, stops, digits, bytes or bits.

The classical ones are in D. E. Knuth, The Art of Computer Programming, volume 2, 3.3.2, here with chances
that are exact for whole numbers, where ties happen. Each test takes values with their chances and returns a
`Fit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, exp, expm1, factorial, log1p

import numpy as np

from croupier.randomness.counting import ENOUGH, Fit, Floats, Ints, chi_square, classes, kolmogorov, normal
from croupier.randomness.tails import both, chi_square_both, poisson_both

STRETCHES = 16
GROUP = 5
LAGS = 16
COUPONS, FIRST_COUPONS = 40, 16
"""With more values than the first number, only as many as the second are collected."""


@dataclass(frozen=True)
class Numbers:
    """Values from 0 on, drawn one after another, and the chance that each should have."""

    values: Ints
    chances: Floats

    @property
    def centred(self) -> Floats:
        """The values with mean nought and variance one, by their chances."""
        at = np.arange(len(self.chances))
        mean = float((at * self.chances).sum())
        spread = float(((at - mean) ** 2 * self.chances).sum()) ** 0.5
        return np.asarray((self.values - mean) / spread, np.float64)


def grouped(numbers: Numbers, share: float, low: bool = False) -> Numbers:
    """Join values into groups of at least this share.

    Neighbours are joined; with `low`, values that leave the same remainder, which shows weak low bits.
    """
    if numbers.chances.min() >= share:
        return numbers
    if low and np.ptp(numbers.chances) < 1e-12:
        key = np.arange(len(numbers.chances)) % max(2, int(1 / share))
        return _joined(numbers, key)
    groups, have = [], share
    for chance in numbers.chances.tolist():
        groups.append(have >= share)
        have = chance + (0.0 if have >= share else have)
    if have < share:  # what is left at the end joins the last group
        groups[len(groups) - 1 - groups[::-1].index(True)] = False
    key = np.cumsum(groups) - 1
    return _joined(numbers, key)


def _joined(numbers: Numbers, key: Ints) -> Numbers:
    return Numbers(key[numbers.values], np.bincount(key, weights=numbers.chances).astype(np.float64))


def frequency(numbers: Numbers) -> Fit:
    """Test how often each value comes."""
    return chi_square(np.bincount(numbers.values, minlength=len(numbers.chances)), numbers.chances)


def equidistribution(numbers: Numbers) -> Fit:
    """Test how often each value comes in each of sixteen stretches.

    A wheel that favours a number for an hour shows here.
    """
    size = len(numbers.values) // STRETCHES
    some = grouped(numbers, min(0.5, ENOUGH / size))
    total = 0.0
    for at in range(STRETCHES):
        counts = np.bincount(some.values[at * size : (at + 1) * size], minlength=len(some.chances))
        total += float(((counts - size * some.chances) ** 2 / (size * some.chances)).sum())
    return Fit(total, chi_square_both(total, STRETCHES * (len(some.chances) - 1)))


def gap(numbers: Numbers) -> Fit:
    """Test how many draws lie between two visits to the first values, about a sixth of all."""
    wanted = max(1, int(np.searchsorted(np.cumsum(numbers.chances), 1 / 6 + 1e-9)))
    share = float(numbers.chances[:wanted].sum())
    visits = np.flatnonzero(numbers.values < wanted)
    lengths = np.diff(visits) - 1
    return classes(
        lengths, np.array([share * (1 - share) ** length for length in range(min(400, int(30 / share)))])
    )


def poker(numbers: Numbers) -> Fit:
    """Test how many different values are in a hand of five draws. For equally likely values."""
    n = len(numbers.chances)
    hands = np.sort(numbers.values[: len(numbers.values) // GROUP * GROUP].reshape(-1, GROUP), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    chances = np.zeros(GROUP + 1)
    chances[1] = 1.0
    have = np.arange(GROUP + 1)
    for _ in range(GROUP - 1):  # the next draw is a new value or an old one
        chances = np.append(0.0, (chances * (n - have) / n)[:-1]) + chances * have / n
    return classes(different, chances)


def coupon(numbers: Numbers) -> Fit:
    """Test how many draws it takes until each value has come. For equally likely values.

    Of many values only the first sixteen are collected, and only draws of these count.
    """
    wanted = len(numbers.chances) if len(numbers.chances) <= COUPONS else FIRST_COUPONS
    seen: set[int] = set()
    lengths, length = [], 0
    for value in numbers.values[numbers.values < wanted].tolist():
        length += 1
        seen.add(value)
        if len(seen) == wanted:
            lengths.append(length)
            seen, length = set(), 0
    have = np.zeros(wanted + 1)
    have[0] = 1.0
    at = np.arange(wanted + 1)
    chances = [0.0]
    for _ in range(40 * wanted):
        have = np.append(0.0, (have * (wanted - at) / wanted)[:-1]) + have * at / wanted
        chances.append(float(have[wanted]))
        have[wanted] = 0.0
    return classes(np.array(lengths, np.int64), np.array(chances))


def permutation(numbers: Numbers) -> Fit:
    """Test in which order of size three or four draws stand. Draws with two equal values are skipped."""
    t = 4 if len(numbers.chances) >= 30 else 3
    some = numbers.values[: len(numbers.values) // t * t].reshape(-1, t)
    return orders(some[(np.diff(np.sort(some, axis=1), axis=1) != 0).all(axis=1)])


def orders(some: Ints) -> Fit:
    """Test that each order of size is equally frequent, over rows of different values."""
    t = some.shape[1]
    code = np.zeros(len(some), np.int64)
    for at in range(t - 1):  # the place of a value among those after it: a number for each order
        code = code * (t - at) + (some[:, at : at + 1] > some[:, at + 1 :]).sum(axis=1)
    return chi_square(np.bincount(code, minlength=factorial(t)), np.full(factorial(t), 1 / factorial(t)))


def runs_up(numbers: Numbers) -> Fit:
    """Test how many draws rise one after another.

    The draw that ends a run is skipped, so that runs are independent (Knuth).
    """
    return _runs(numbers.values.tolist(), numbers.chances)


def runs_down(numbers: Numbers) -> Fit:
    """Test how many draws fall one after another."""
    return _runs((len(numbers.chances) - 1 - numbers.values).tolist(), numbers.chances[::-1])


def _runs(values: list[int], chances: Floats) -> Fit:
    longest = 12
    rising = np.zeros(longest + 2)
    rising[0] = 1.0
    for chance in chances.tolist():  # symmetric sums: the chance that 1, 2 … draws rise
        rising[1:] += chance * rising[:-1]
    lengths, length, before, passed = [], 0, -1, False
    for value in values:
        if passed:
            length, before, passed = 1, value, False
        elif value > before:
            length, before = length + 1, value
        else:
            lengths.append(length)
            passed = True
    return classes(np.array(lengths, np.int64), np.append(0.0, rising[1:-1] - rising[2:]))


def runs_of_halves(numbers: Numbers) -> Fit:
    """Test how often the draws change between the lower half of the values and the upper."""
    cut = 1 + int(np.searchsorted(np.cumsum(numbers.chances), 0.5 - 1e-9))
    upper, share = numbers.values >= cut, float(numbers.chances[cut:].sum())
    n = len(upper) - 1
    change = 2 * share * (1 - share)
    # One change and then another: with uneven halves they depend on each other.
    beside = share * (1 - share) - change**2
    return normal(
        float((upper[1:] != upper[:-1]).sum()), n * change, n * change * (1 - change) + 2 * (n - 1) * beside
    )


def spectrum(numbers: Numbers) -> Floats:
    """Return the power of each frequency between nought and the highest."""
    values = numbers.centred[: len(numbers.values) // 2 * 2]
    power = np.abs(np.fft.rfft(values)[1:-1]) ** 2
    return np.asarray(power / len(values), np.float64)


def spectral_peak(numbers: Numbers) -> Fit:
    """Test the strongest frequency of the Fourier transform against the mean of all (Fisher's g).

    It finds what comes back regularly.
    """
    power = spectrum(numbers)
    peak = float(power.max() / power.mean())
    each = max(0.0, 1 - peak / len(power)) ** (len(power) - 1)
    lower, upper = exp(len(power) * log1p(-each)), -expm1(len(power) * log1p(-each))
    return Fit(peak, both(lower, upper))


def spectral_flatness(numbers: Numbers) -> Fit:
    """Test whether slow and quick frequencies are equally strong (Bartlett).

    The power up to each frequency is compared with a straight line.
    """
    power = np.cumsum(spectrum(numbers))
    return kolmogorov(power[:-1] / power[-1])


def serial_correlation(numbers: Numbers) -> Fit:
    """Test whether a draw and the next go together."""
    values = numbers.centred
    return normal(float((values[1:] * values[:-1]).sum()), 0.0, len(values) - 1)


def serial_correlations(numbers: Numbers) -> Fit:
    """Test whether a draw and those up to sixteen later go together."""
    values = numbers.centred
    total = sum(
        float((values[lag:] * values[:-lag]).sum()) ** 2 / (len(values) - lag) for lag in range(2, LAGS + 1)
    )
    return Fit(total, chi_square_both(total, LAGS - 1))


def pairs(numbers: Numbers) -> Fit:
    """Test how often each pair of values comes, first and second."""
    n = len(numbers.values) // 2
    some = grouped(numbers, min(0.5, (ENOUGH / n) ** 0.5))
    return _pairs(some.values[: 2 * n : 2], some.values[1 : 2 * n : 2], some.chances, some.chances)


def _pairs(first: Ints, second: Ints, chances: Floats, others: Floats) -> Fit:
    return chi_square(
        np.bincount(first * len(others) + second, minlength=len(chances) * len(others)),
        np.outer(chances, others).ravel(),
    )


def every(numbers: Numbers, step: int) -> Fit:
    """Test which pairs of values every third or seventh draw makes, as one seat sees the cards."""
    return pairs(Numbers(numbers.values[::step], numbers.chances))


def every_third(numbers: Numbers) -> Fit:
    """Test the pairs of every third draw."""
    return every(numbers, 3)


def every_seventh(numbers: Numbers) -> Fit:
    """Test the pairs of every seventh draw."""
    return every(numbers, 7)


def overlaps(numbers: Numbers) -> Fit:
    """Test how often each word of three draws comes, words overlapping; of two values, words of eight.

    The counts of overlapping words depend on each other. The difference between the sums for words of m and
    of m - 1 draws does not: it is a chi-square (I. J. Good, 1953).
    """
    n = len(numbers.values)
    m = 8 if len(numbers.chances) == 2 else 3
    some = numbers if m == 8 else grouped(numbers, min(0.5, (ENOUGH / n) ** (1 / 3)), low=True)
    d = len(some.chances)
    round_again = np.append(some.values, some.values[: m - 1])
    sums = []
    for length in (m, m - 1):
        code, chances = np.zeros(n, np.int64), np.ones(1)
        for at in range(length):
            code = code * d + round_again[at : at + n]
            chances = np.outer(chances, some.chances).ravel()
        counts = np.bincount(code, minlength=d**length)
        sums.append(float(((counts - n * chances) ** 2 / (n * chances)).sum()))
    return Fit(sums[0] - sums[1], chi_square_both(sums[0] - sums[1], d**m - d ** (m - 1)))


def evenly(numbers: Numbers) -> Fit:
    """Test several draws as one fraction against the even distribution (Kolmogorov and Smirnov)."""
    start = np.cumsum(numbers.chances) - numbers.chances
    bits = -float((numbers.chances * np.log2(numbers.chances)).sum())
    t = max(1, min(64, round(32 / bits)))
    some = numbers.values[: len(numbers.values) // t * t].reshape(-1, t)
    fractions = np.full(len(some), 0.5)
    for at in range(t - 1, -1, -1):
        fractions = start[some[:, at]] + numbers.chances[some[:, at]] * fractions
    return kolmogorov(fractions)


def adjacency(numbers: Numbers) -> Fit:
    """Test how often a draw repeats the value before it, or a neighbour of it by number."""
    n, chances = len(numbers.values) - 1, numbers.chances
    step = np.diff(numbers.values)
    d = len(chances)
    near = np.abs(step) <= 1
    around = chances + np.append(chances[1:], 0.0) + np.append(0.0, chances[:-1]) if d > 2 else chances
    if d <= 2:  # of two values each is the other's neighbour: only equality tells anything
        near = step == 0
    share = float((chances * around).sum())
    beside = float((chances * around**2).sum()) - share**2
    return normal(float(near.sum()), n * share, n * share * (1 - share) + 2 * (n - 1) * beside)


def largest(numbers: Numbers) -> Fit:
    """Test the largest of five draws."""
    return _rank(numbers, GROUP)


def middle(numbers: Numbers) -> Fit:
    """Test the middle one of five draws."""
    return _rank(numbers, GROUP // 2 + 1)


def _rank(numbers: Numbers, place: int) -> Fit:
    hands = np.sort(numbers.values[: len(numbers.values) // GROUP * GROUP].reshape(-1, GROUP), axis=1)
    up_to = np.cumsum(numbers.chances).clip(0, 1)
    at_most = sum(
        (comb(GROUP, low) * up_to**low * (1 - up_to) ** (GROUP - low) for low in range(place, GROUP + 1)),
        np.zeros(len(up_to)),
    )
    return classes(hands[:, place - 1], np.diff(at_most, prepend=0.0))


def birthdays(numbers: Numbers) -> Fit:
    """Test how often the same spacing of birthdays comes twice in a year (Marsaglia).

    A birthday is made of several draws. The number is a Poisson variable. For equally likely values.
    """
    n = len(numbers.chances)
    t, people = year(n)
    days = n**t
    some = numbers.values[: len(numbers.values) // t * t].reshape(-1, t)
    dates = np.zeros(len(some), np.int64)
    for at in range(t):
        dates = dates * n + some[:, at]
    years = dates[: len(dates) // people * people].reshape(-1, people)
    spacings = np.sort(np.diff(np.sort(years, axis=1), axis=1), axis=1)
    twice = int((np.diff(spacings, axis=1) == 0).sum())
    return Fit(twice, poisson_both(twice, len(years) * people**3 / (4 * days)))


def year(values: int) -> tuple[int, int]:
    """Return how many draws make a date, and how many people have a birthday.

    With these about two spacings come twice.
    """
    t = 1
    while values**t < 2**18:
        t += 1
    return t, round((8 * values**t) ** (1 / 3))


def together(one: Numbers, other: Numbers) -> Fit:
    """Test which pairs of values two instances make, draw by draw."""
    n = min(len(one.values), len(other.values))
    share = min(0.5, (ENOUGH / n) ** 0.5)
    left, right = grouped(one, share), grouped(other, share)
    return _pairs(left.values[:n], right.values[:n], left.chances, right.chances)


def correlation(one: Numbers, other: Numbers) -> Fit:
    """Test whether the draws of two instances go together, up to sixteen sooner or later."""
    n = min(len(one.values), len(other.values))
    left, right = one.centred[:n], other.centred[:n]
    total = 0.0
    for lag in range(LAGS + 1):
        total += float((left[lag:] * right[: n - lag]).sum()) ** 2 / (n - lag)
        if lag:
            total += float((right[lag:] * left[: n - lag]).sum()) ** 2 / (n - lag)
    return Fit(total, chi_square_both(total, 2 * LAGS + 1))
