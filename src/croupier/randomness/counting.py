"""Counts against chances: what most tests of a generator come down to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.randomness.tails import both, chi_square_both, kolmogorov_tails, normal_both

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ENOUGH = 10
"""Hits that a class must expect; classes that expect fewer are joined to the next."""


class Fit(NamedTuple):
    """A statistic, and the chance of one as far out on either side if the generator is right."""

    statistic: float
    p: float


def chi_square(counts: NDArray[np.int64], chances: Floats) -> Fit:
    """Independent counts against their chances."""
    expected = chances * counts.sum()
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return Fit(statistic, chi_square_both(statistic, len(counts) - 1))


def classes(seen: Ints, chances: Floats) -> Fit:
    """Values that have an order (lengths, sizes) against the chances of 0, 1, 2 …; rare neighbours are joined, and what lies beyond the list is its last class."""
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
    """A table summed over shuffles of so many cards: which kinds (rows, by share) lie in which places (columns, by share).

    One shuffle fills each row and each column to the brim, so its cells are not independent; the factor (cards - 1) / cards makes up for that exactly.
    """
    expected = np.outer(rows, columns) * table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    return Fit(statistic, chi_square_both(statistic, (len(rows) - 1) * (len(columns) - 1)))


def normal(found: float, expected: float, variance: float) -> Fit:
    """A sum of many parts against its mean, in standard deviations."""
    z = (found - expected) / variance**0.5
    return Fit(z, normal_both(z))


def kolmogorov(values: Floats) -> Fit:
    """Values between 0 and 1 against the even distribution: the largest distance."""
    ordered = np.sort(values)
    n = len(ordered)
    steps = np.arange(n + 1) / n
    distance = float(max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max()))
    return Fit(distance, both(*kolmogorov_tails(distance, n)))
