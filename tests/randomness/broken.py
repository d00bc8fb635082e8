"""Generators that are broken, each in a way that one test looks for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from croupier.randomness.counting import Ints
from croupier.randomness.numbers import Numbers

Generator = np.random.Generator
SIZE = 20_000
DECKS = 1_000


def even(values: Ints, n: int = 37) -> Numbers:
    return Numbers(np.asarray(values, np.int64), np.full(n, 1 / n))


def fair(rng: Generator, n: int = 37, size: int = SIZE) -> Ints:
    return rng.integers(0, n, size)


def decks(rng: Generator, number: int = DECKS, cards: int = 52) -> Ints:
    return rng.permuted(np.broadcast_to(np.arange(cards), (number, cards)), axis=1)


# Numbers.


def modulo_bias(rng: Generator) -> Numbers:
    """A byte modulo 37."""
    return even(rng.integers(0, 256, 60_000) % 37)


def too_even(rng: Generator) -> Numbers:
    """Every number once in 37 draws."""
    return even(np.concatenate([rng.permutation(37) for _ in range(SIZE // 37)]))


def sticky_for_an_hour(rng: Generator) -> Numbers:
    """A favourite number that changes with every stretch, so that in the end all came equally often."""
    values = fair(rng).reshape(16, -1)
    for at, stretch in enumerate(values):
        stretch[rng.random(len(stretch)) < 0.1] = 2 * at
    return even(values.ravel())


def never_low_twice(rng: Generator) -> Numbers:
    """After a low number none of the next two is low."""
    values = fair(rng).tolist()
    for at in range(2, len(values)):
        if values[at] < 6 and min(values[at - 1], values[at - 2]) < 6:
            values[at] = 6 + values[at] * 5
    return even(np.array(values))


def no_pairs_in_a_hand(rng: Generator) -> Numbers:
    return even(np.concatenate([rng.choice(37, 5, replace=False) for _ in range(SIZE // 5)]))


def often_sorted(rng: Generator) -> Numbers:
    values = fair(rng).reshape(-1, 4)
    some = rng.random(len(values)) < 0.1
    values[some] = np.sort(values[some], axis=1)
    return even(values.ravel())


def alternating(rng: Generator) -> Numbers:
    """High and low take turns a little too often."""
    values = fair(rng, 36).tolist()
    turns = rng.random(len(values)) < 0.2
    for at in range(1, len(values)):
        if turns[at]:
            values[at] = values[at] % 18 + (0 if values[at - 1] >= 18 else 18)
    return even(np.array(values), 36)


def backwards(numbers: Callable[[Generator], Numbers]) -> Callable[[Generator], Numbers]:
    return lambda rng: Numbers(numbers(rng).values[::-1].copy(), numbers(rng).chances)


def every_twentieth(rng: Generator) -> Numbers:
    """Every twentieth draw is nought."""
    values = fair(rng)
    values[::20] = 0
    return even(values)


def sticky(back: int, share: float) -> Callable[[Generator], Numbers]:
    """Some draws repeat the one so many before."""

    def make(rng: Generator) -> Numbers:
        values = fair(rng).tolist()
        again = rng.random(len(values)) < share
        for at in range(back, len(values)):
            if again[at]:
                values[at] = values[at - back]
        return even(np.array(values))

    return make


def low_bits(rng: Generator) -> Numbers:
    """The low byte of a linear congruential generator."""
    values, state = [], int(rng.integers(0, 2**31))
    for _ in range(SIZE):
        state = (1103515245 * state + 12345) % 2**31
        values.append(state % 256)
    return even(np.array(values), 256)


def high_third(rng: Generator) -> Numbers:
    values = fair(rng)
    return even(np.where(rng.random(SIZE) < 0.1, 24 + values % 13, values))


def neighbours(rng: Generator) -> Numbers:
    """A ball that falls beside the last number too often."""
    values = fair(rng).tolist()
    near = rng.random(len(values)) < 0.1
    for at in range(1, len(values)):
        if near[at]:
            values[at] = min(36, values[at - 1] + 1)
    return even(np.array(values))


def shy_top(rng: Generator) -> Numbers:
    """The highest number comes half as often as it should."""
    values = fair(rng)
    return even(np.where((values == 36) & (rng.random(SIZE) < 0.5), fair(rng, 36), values))


def middling(rng: Generator) -> Numbers:
    values = fair(rng)
    return even(np.where(rng.random(SIZE) < 0.4, (values + fair(rng)) // 2, values))


def short_period(rng: Generator) -> Numbers:
    """A thousand values, again and again, from another place each time."""
    values = fair(rng, size=1000)
    return even(np.concatenate([np.roll(values, 4 * int(rng.integers(250))) for _ in range(40)]))


NUMBERS: dict[str, list[Callable[[Generator], Numbers]]] = {
    "chi-square": [modulo_bias, too_even, shy_top],
    "equidistribution": [sticky_for_an_hour, too_even],
    "gap": [never_low_twice],
    "poker": [no_pairs_in_a_hand, sticky(1, 0.1)],
    "coupon collector": [too_even],
    "permutation": [often_sorted],
    "runs up": [alternating, backwards(often_sorted)],
    "runs down": [alternating, often_sorted],
    "runs of halves": [alternating, sticky(1, 0.1)],
    "spectral peak": [every_twentieth],
    "spectral flatness": [sticky(1, 0.1), alternating],
    "serial correlation": [sticky(1, 0.1), alternating],
    "serial correlation, 2 to 16 later": [sticky(5, 0.1)],
    "serial pairs": [sticky(1, 0.1), neighbours, low_bits],
    "subsequence, every 3rd": [sticky(3, 0.2)],
    "subsequence, every 7th": [sticky(7, 0.3)],
    "overlaps": [low_bits, sticky(2, 0.1)],
    "Kolmogorov-Smirnov": [high_third],
    "adjacency": [neighbours, sticky(1, 0.1)],
    "order statistic, largest": [shy_top],
    "order statistic, middle": [middling],
    "Poisson, birthdays": [short_period],
}


def same_seed(rng: Generator) -> tuple[Numbers, Numbers]:
    numbers = even(fair(rng))
    return numbers, numbers


def follows(rng: Generator) -> tuple[Numbers, Numbers]:
    """The second instance repeats some draws that the first made three before."""
    values, other = fair(rng), fair(rng)
    some = rng.random(SIZE) < 0.2
    some[:3] = False
    other[some] = np.roll(values, 3)[some]
    return even(values), even(other)


PAIRS: dict[str, list[Callable[[Generator], tuple[Numbers, Numbers]]]] = {
    "interplay": [same_seed],
    "interplay correlation": [same_seed, follows],
}


# Shuffles.


def naive_swap(rng: Generator) -> Ints:
    """Every card swapped with any card of the whole pack: not every order is as likely."""
    found = np.broadcast_to(np.arange(52), (DECKS, 52)).copy()
    rows = np.arange(DECKS)
    for at in range(52):
        other = rng.integers(0, 52, DECKS)
        found[rows, at], found[rows, other] = found[rows, other], found[rows, at].copy()
    return found


def first_never_an_ace(rng: Generator) -> Ints:
    found = decks(rng, 3000)
    aces = found[:, 0] % 13 == 0
    found[aces] = found[aces][:, ::-1]
    return found


def changes_with_time(rng: Generator) -> Ints:
    """In the first half of the shuffles the first card is often low, in the second often high."""
    found = decks(rng)
    for at, order in enumerate(found):
        if (order[0] % 13 > 6) == (at < len(found) // 2):
            order[[0, 20]] = order[[20, 0]]
    return found


def _drawn_forward(
    rng: Generator, share: float, places: Callable[[list[int]], tuple[int, int] | None]
) -> Ints:
    """In a share of the shuffles two cards change places."""
    found = decks(rng)
    for order in found:
        if rng.random() < share and (swap := places(order.tolist())):
            order[list(swap)] = order[[swap[1], swap[0]]]
    return found


def second_like_first(rng: Generator) -> Ints:
    return _drawn_forward(
        rng, 0.3, lambda order: (1, next(at for at in range(1, 52) if order[at] // 13 == order[0] // 13))
    )


def aces_in_clumps(rng: Generator) -> Ints:
    def beside(order: list[int]) -> tuple[int, int] | None:
        aces = [at for at in range(52) if order[at] % 13 == 0]
        return (aces[0] + 1, aces[1])

    return _drawn_forward(rng, 0.5, beside)


def no_pair_in_the_first_hand(rng: Generator) -> Ints:
    def apart(order: list[int]) -> tuple[int, int] | None:
        ranks = [card % 13 for card in order]
        return (
            None
            if ranks[4] not in ranks[:4]
            else (4, next(at for at in range(5, 52) if ranks[at] not in ranks[:4]))
        )

    return _drawn_forward(rng, 1.0, apart)


def suits_in_turn(rng: Generator) -> Ints:
    """In a third of the shuffles the first four cards have four suits."""
    found = decks(rng)
    for order in found[::3]:
        for place in range(1, 4):
            suits = (order // 13).tolist()
            at = next(at for at in range(place, 52) if suits[at] not in suits[:place])
            order[[place, at]] = order[[at, place]]
    return found


def riffled_thrice(rng: Generator) -> Ints:
    """Three riffles are not seven."""
    found = np.broadcast_to(np.arange(52), (DECKS, 52)).copy()
    for order in found:
        for _ in range(3):
            packet = rng.random(52) < 0.5
            fallen = np.empty(52, np.int64)
            fallen[packet], fallen[~packet] = order[: packet.sum()], order[packet.sum() :]
            order[:] = fallen
    return found


def alike_together(rng: Generator) -> Ints:
    def beside(order: list[int]) -> tuple[int, int] | None:
        at = int(rng.integers(0, 40))
        return (at + 1, next(far for far in range(52) if far != at and order[far] % 13 == order[at] % 13))

    return _drawn_forward(rng, 0.8, beside)


def high_every_fourth(rng: Generator) -> Ints:
    found = decks(rng).reshape(-1, 4)
    some = rng.random(len(found)) < 0.3
    found[some] = np.sort(found[some], axis=1)
    return found.reshape(-1, 52)


def high_beside_high(rng: Generator) -> Ints:
    """In a third of the hands of thirteen the low cards come first."""
    found = decks(rng).reshape(-1, 13)
    for hand in found[::3]:
        hand[:] = hand[np.argsort(hand >= 26, kind="stable")]
    return found.reshape(-1, 52)


def from_the_last(rng: Generator) -> Ints:
    """Every second shuffle only cuts the pack as the first left it."""
    found = decks(rng)
    for first, second in pairwise(range(len(found))):
        if second % 2:
            found[second] = np.roll(found[first], int(rng.integers(0, 10)))
    return found


SHUFFLES: dict[str, list[Callable[[Generator], Ints]]] = {
    "chi-square, places of cards": [naive_swap, riffled_thrice],
    "chi-square, first two cards": [second_like_first],
    "equidistribution, first cards": [first_never_an_ace],
    "equidistribution, over time": [changes_with_time],
    "gap between aces": [aces_in_clumps],
    "poker, first hand": [no_pair_in_the_first_hand],
    "coupon collector, suits": [suits_in_turn],
    "permutation, four cards": [riffled_thrice, high_every_fourth],
    "permutation, two given cards": [riffled_thrice],
    "runs": [riffled_thrice],
    "spectral": [high_every_fourth],
    "serial correlation": [high_beside_high],
    "subsequence, next shuffle": [from_the_last],
    "adjacency, neighbours kept": [riffled_thrice],
    "adjacency, neighbours alike": [alike_together],
    "order statistic, first ace": [first_never_an_ace],
}


def cut_of_the_other(rng: Generator) -> tuple[Ints, Ints]:
    found = decks(rng)
    return found, np.array([np.roll(order, int(rng.integers(0, 10))) for order in found])


SHUFFLED_PAIRS: dict[str, list[Callable[[Generator], tuple[Ints, Ints]]]] = {
    "interplay": [cut_of_the_other],
    "interplay correlation": [cut_of_the_other],
}
