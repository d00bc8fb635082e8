"""Tests of shuffled packs as a game deals them: a deck, or a shoe of several.

A shuffle is a row of card numbers from 0 on. Before it, the packs lie one after another as new ones do.
Number modulo 52 is the card, modulo 13 its rank. What is counted over many shuffles has an exact distribution
for one. So no test assumes that cards are drawn with replacement, which they are not (RNG-12).
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from croupier.randomness.counting import ENOUGH, Fit, Floats, Ints, chi_square, classes, margins, normal
from croupier.randomness.numbers import orders
from croupier.randomness.tails import chi_square_both

PACK, RANKS, SUITS = 52, 13, 4
FIRST = 6
HAND = 5


def _table(kinds: Ints, places: Ints, rows: int, columns: int) -> NDArray[np.int64]:
    return np.bincount((kinds * columns + places).ravel(), minlength=rows * columns).reshape(rows, columns)


def positions(shuffles: Ints) -> Fit:
    """Test in which of fifty-two parts of the deck or shoe each card comes to lie."""
    cards = shuffles.shape[1]
    parts = np.broadcast_to(np.arange(cards) * PACK // cards, shuffles.shape)
    even = np.full(PACK, 1 / PACK)
    return margins(_table(shuffles % PACK, parts, PACK, PACK), even, even, cards)


def first_cards(shuffles: Ints) -> Fit:
    """Test which ranks are dealt first, second, … sixth."""
    cards = shuffles.shape[1]
    places = np.broadcast_to(np.minimum(np.arange(cards), FIRST), shuffles.shape)
    shares = np.append(np.full(FIRST, 1 / cards), 1 - FIRST / cards)
    return margins(
        _table(shuffles % RANKS, places, RANKS, FIRST + 1), np.full(RANKS, 1 / RANKS), shares, cards
    )


def stretches(shuffles: Ints) -> Fit:
    """Test which ranks are dealt first, … sixth in each quarter of the shuffles.

    It finds a shuffle that changes with time.
    """
    fits = [first_cards(part) for part in np.array_split(shuffles, 4)]
    total = sum(fit.statistic for fit in fits)
    return Fit(total, chi_square_both(total, len(fits) * (RANKS - 1) * FIRST))


def first_two(shuffles: Ints) -> Fit:
    """Test the first two cards together: by rank where there are enough shuffles, else by suit."""
    number, cards = shuffles.shape
    by_rank = number >= ENOUGH * RANKS**2
    kinds = shuffles[:, :2] % RANKS if by_rank else shuffles[:, :2] // RANKS % SUITS
    n = RANKS if by_rank else SUITS
    each = cards // n
    chances = np.full((n, n), each / (n * (cards - 1)))
    np.fill_diagonal(chances, (each - 1) / (n * (cards - 1)))
    return chi_square(np.bincount(kinds[:, 0] * n + kinds[:, 1], minlength=n * n), chances.ravel())


def gaps(shuffles: Ints) -> Fit:
    """Test how many cards lie between the first ace and the second."""
    cards = shuffles.shape[1]
    aces = np.argsort(shuffles % RANKS != 0, axis=1, kind="stable")[:, :2]
    return classes(np.diff(aces, axis=1).ravel() - 1, _first_of(cards, cards // RANKS))


def _first_of(cards: int, wanted: int) -> Floats:
    """Return the chances that 0, 1, 2 … other cards come before the first of the wanted ones.

    By symmetry these are also the chances before the next of them.
    """
    return np.array(
        [comb(cards - 1 - before, wanted - 1) / comb(cards, wanted) for before in range(cards - wanted + 1)]
    )


def hands(shuffles: Ints) -> Fit:
    """Test how many different ranks are in the first hand of five cards."""
    cards = shuffles.shape[1]
    each = cards // RANKS
    ways = [[1] + [0] * HAND] + [[0] * (HAND + 1) for _ in range(HAND)]  # by different ranks and by cards
    for _ in range(RANKS):
        ways = [
            [
                ways[r][c] + sum(ways[r - 1][c - k] * comb(each, k) for k in range(1, c + 1))
                if r
                else ways[r][c]
                for c in range(HAND + 1)
            ]
            for r in range(HAND + 1)
        ]
    chances = np.array([ways[r][HAND] / comb(cards, HAND) for r in range(HAND + 1)])
    dealt = np.sort(shuffles[:, :HAND] % RANKS, axis=1)
    return classes(1 + (np.diff(dealt, axis=1) != 0).sum(axis=1), chances)


def collected(shuffles: Ints) -> Fit:
    """Test how many cards are dealt until each suit has come."""
    cards = shuffles.shape[1]
    suit = shuffles // RANKS % SUITS
    dealt = np.max([np.argmax(suit == one, axis=1) for one in range(SUITS)], axis=0) + 1
    each = cards // SUITS
    missing = [
        sum((-1) ** (k + 1) * comb(SUITS, k) * comb(cards - k * each, n) for k in range(1, SUITS + 1))
        / comb(cards, n)
        for n in range(cards - each + 1)
    ]
    return classes(dealt, np.append(0.0, -np.diff(missing)))


def permutations(shuffles: Ints) -> Fit:
    """Test in which order four cards lie that are dealt one after another."""
    cards = shuffles.shape[1]
    return orders(shuffles[:, : cards // 4 * 4].reshape(-1, 4))


def rises(shuffles: Ints) -> Fit:
    """Test how often a card is followed by a higher number.

    It counts the rising runs into which the pack falls.
    """
    number, cards = shuffles.shape
    found = float((np.diff(shuffles, axis=1) > 0).sum())
    return normal(found, number * (cards - 1) / 2, number * (cards + 1) / 12)


def neighbours_kept(shuffles: Ints) -> Fit:
    """Test how many cards are still followed by the card that followed them before the shuffle."""
    cards = shuffles.shape[1]
    kept = (np.diff(shuffles, axis=1) == 1).sum(axis=1)
    apart = [1, 0]  # orders in which no card stays in its place, by number of cards
    for n in range(2, cards + 1):
        apart.append((n - 1) * (apart[-1] + apart[-2]))
    most = 12
    none = [apart[cards - k] + (apart[cards - k - 1] if cards > k else 0) for k in range(most)]
    return classes(kept, np.array([comb(cards - 1, k) * none[k] / factorial(cards) for k in range(most)]))


def neighbours_alike(shuffles: Ints) -> Fit:
    """Test how many cards are followed by one of their own rank."""
    number, n = shuffles.shape
    each = n // RANKS
    found = float((np.diff(shuffles % RANKS, axis=1) == 0).sum())
    two = RANKS * each * (each - 1) / (n * (n - 1))
    three = two * (each - 2) / (n - 2)
    four = (
        RANKS
        * each
        * (each - 1)
        * ((each - 2) * (each - 3) + (RANKS - 1) * each * (each - 1))
        / (n * (n - 1) * (n - 2) * (n - 3))
    )
    mean = (n - 1) * two
    square = mean + 2 * (n - 2) * three + (n - 2) * (n - 3) * four
    return normal(found, number * mean, number * (square - mean**2))


def two_cards(shuffles: Ints) -> Fit:
    """Test which of two given cards comes first, for every card and the one that lay beside it."""
    number, cards = shuffles.shape
    places = np.argsort(shuffles, axis=1)
    first = (places[:, 0:-1:2] < places[:, 1::2]).sum(axis=0)
    statistic = float(((first - number / 2) ** 2).sum()) / (number / 4)
    return Fit(statistic, chi_square_both(statistic, cards // 2))


def first_ace(shuffles: Ints) -> Fit:
    """Test how many cards are dealt before the first ace."""
    cards = shuffles.shape[1]
    return classes(np.argmax(shuffles % RANKS == 0, axis=1), _first_of(cards, cards // RANKS))


def serial_correlation(shuffles: Ints) -> Fit:
    """Test whether high card numbers lie beside high ones, around the pack (Wald and Wolfowitz)."""
    number, n = shuffles.shape
    x = np.arange(n) - (n - 1) / 2
    s2, s4 = float((x**2).sum()), float((x**4).sum())
    mean = -s2 / (n - 1)
    variance = (s2**2 - s4) / (n - 1) + (s2**2 - 2 * s4) / ((n - 1) * (n - 2)) - mean**2
    values = shuffles - (n - 1) / 2
    return normal(float((values * np.roll(values, -1, axis=1)).sum()), number * mean, number * variance)


def spectral(shuffles: Ints) -> Fit:
    """Test what comes back regularly within the pack.

    The power of each frequency, summed over the shuffles, is compared with their mean.
    """
    number, n = shuffles.shape
    power = np.abs(np.fft.rfft(shuffles - (n - 1) / 2, axis=1)[:, 1 : (n - 1) // 2 + 1]) ** 2
    power /= (n**2 - 1) / 12 * n * n / (n - 1)
    # A shuffle's powers add up to a fixed sum.
    # Each has a mean of one and nearly the spread of an exponential variable.
    means = power.sum(axis=0)
    spread = float(number * power.var())
    statistic = float(((means - number) ** 2).sum()) / spread
    return Fit(statistic, chi_square_both(statistic, power.shape[1]))


def moved(one: Ints, other: Ints) -> Fit:
    """Test where the cards of one shuffle lie in another: which part goes to which."""
    cards = one.shape[1]
    parts = RANKS
    here, there = np.argsort(one, axis=1) * parts // cards, np.argsort(other, axis=1) * parts // cards
    even = np.full(parts, 1 / parts)
    return margins(_table(here, there, parts, parts), even, even, cards)


def successive(shuffles: Ints) -> Fit:
    """Test where the cards of each shuffle lie in the next."""
    number = len(shuffles) // 2 * 2
    return moved(shuffles[0:number:2], shuffles[1:number:2])


def correlated(one: Ints, other: Ints) -> Fit:
    """Test whether a card that lies deep in one shuffle lies deep in the other (Spearman)."""
    number, n = one.shape
    here, there = np.argsort(one, axis=1) - (n - 1) / 2, np.argsort(other, axis=1) - (n - 1) / 2
    power = n * (n**2 - 1) / 12
    return normal(float((here * there).sum()), 0.0, number * power**2 / (n - 1))
