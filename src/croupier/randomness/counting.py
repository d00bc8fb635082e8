"""Counts against chances: what most tests of a generator come down to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.randomness.tails import both, chi_square_both, kolmogorov_tails, normal_both

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ENOUGH = 10
"""The hits that a class must expect. Classes that expect fewer are joined to the next."""


class Fit(NamedTuple):
    """A statistic, and the chance that a sound generator gives one as far out on either side."""

    statistic: float
    p: float


def chi_square(counts: NDArray[np.int64], chances: Floats) -> Fit:
    """Test independent counts against their chances."""
    expected = chances * counts.sum()
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return Fit(statistic, chi_square_both(statistic, len(counts) - 1))


def classes(seen: Ints, chances: Floats) -> Fit:
    """Test values that have an order (lengths, sizes) against the chances of 0, 1, 2 ….

    Rare neighbours are joined. What lies beyond the list is the last class.
    """
    counts = np.bincount(np.minimum(seen, len(chances)), minlength=len(chances) + 1)
    shares = np.append(chances, max(0.0, 1.0 - chances.sum()))
    joined: list[tuple[int, float]] = []
    count, share = 0, 0.0
    for one, chance in zip(counts.tolist(), shares.tolist(), strict=True):
        count, share = count + one, share + chance
        if share * len(seen) >= ENOUGH:
            joined.append((count, share))
            count, share = 0, 0.0
    if joined:
        joined[-1] = (joined[-1][0] + count, joined[-1][1] + share)
    return chi_square(
        np.array([count for count, _ in joined], np.int64), np.array([share for _, share in joined])
    )


def margins(table: NDArray[np.int64], rows: Floats, columns: Floats, cards: int) -> Fit:
    """Test which kinds of cards (rows, by share) lie in which places (columns, by share).

    The table is summed over shuffles of `cards` cards. One shuffle fills each row and each column completely,
    so its cells are not independent. The factor (cards - 1) / cards corrects for that exactly.
    """
    expected = np.outer(rows, columns) * table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    return Fit(statistic, chi_square_both(statistic, (len(rows) - 1) * (len(columns) - 1)))


def normal(found: float, expected: float, variance: float) -> Fit:
    """Test a sum of many parts against its mean, in standard deviations."""
    z = (found - expected) / variance**0.5
    return Fit(z, normal_both(z))


def kolmogorov(values: Floats) -> Fit:
    """Test values between 0 and 1 against the even distribution, by the largest distance."""
    ordered = np.sort(values)
    n = len(ordered)
    steps = np.arange(n + 1) / n
    distance = float(max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max()))
    return Fit(distance, both(*kolmogorov_tails(distance, n)))
