"""Every hand that is not over 21, by the values of its cards, and where each further card leads.

A card is its value: 0 is the ace, 1 to 8 are two to nine, 9 is any card that counts ten. A hand is how many
of each it holds, whatever their order. There are 3,083 of them, the empty one included, whatever the shoe.
They are numbered by their total with aces counted one, so a card always leads to a higher number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput

VALUES = 10
ACE, TEN = 0, 9
MOST = 21
"""The most that a hand may count."""
OVER = -1
"""Where a card leads that takes a hand over 21."""
LETTERS = "A23456789T"

Counts = tuple[int, ...]
"""The number of cards of each value."""


class Hands(NamedTuple):
    """All hands, as arrays."""

    held: NDArray[np.int64]
    """[hand, value]: the number of cards."""
    next: NDArray[np.int64]
    """[hand, value]: the hand with that card more, or OVER."""
    size: NDArray[np.int64]
    """[hand]: the number of cards."""
    hard: NDArray[np.int64]
    """[hand]: the total with every ace counted one."""
    total: NDArray[np.int64]
    """[hand]: the total with an ace counted eleven where it fits."""


@cache
def hands() -> Hands:
    """Return all hands; made once."""
    listed = _all()
    number = {counts: at for at, counts in enumerate(listed)}
    following = np.full((len(listed), VALUES), OVER, np.int64)
    for at, counts in enumerate(listed):
        for value in range(VALUES):
            following[at, value] = number.get(
                (*counts[:value], counts[value] + 1, *counts[value + 1 :]), OVER
            )
    held = np.array(listed, np.int64)
    hard = held @ np.arange(1, VALUES + 1)
    total = hard + 10 * ((held[:, ACE] > 0) & (hard <= MOST - 10))
    return Hands(held, following, held.sum(1), hard, total)


@cache
def _all() -> tuple[Counts, ...]:
    """Return the counts of every hand, in the order of their numbers."""
    return tuple(sorted(_below(0, MOST), key=lambda counts: (hard_total(counts), counts)))


def _below(value: int, room: int) -> Iterator[Counts]:
    """Yield counts of the cards from a value on that total no more than `room`."""
    if value == VALUES:
        yield ()
        return
    for number in range(room // (value + 1) + 1):
        for rest in _below(value + 1, room - number * (value + 1)):
            yield (number, *rest)


@cache
def _numbers() -> dict[Counts, int]:
    return {counts: at for at, counts in enumerate(_all())}


def hard_total(counts: Sequence[int]) -> int:
    """Return the total with every ace counted one."""
    return sum((value + 1) * number for value, number in enumerate(counts))


def best_total(counts: Sequence[int]) -> int:
    """Return the total with an ace counted eleven where it fits."""
    hard = hard_total(counts)
    return hard + 10 if counts[ACE] and hard + 10 <= MOST else hard


def counts_of(cards: Iterable[int]) -> Counts:
    """Count some cards by value."""
    found = [0] * VALUES
    for card in cards:
        if not 0 <= card < VALUES:
            raise BadInput(f"{card} is no value of a card; 0 is the ace, 9 a ten")
        found[card] += 1
    return tuple(found)


def hand_of(cards: Iterable[int]) -> int:
    """Return the number of the hand that some cards make."""
    counts = counts_of(cards)
    if counts not in _numbers():
        raise BadInput(f"{text_of(counts)} is over 21")
    return _numbers()[counts]


def counts_at(hand: int) -> Counts:
    """Return the cards of a hand by its number."""
    return _all()[hand]


def text_of(counts: Sequence[int]) -> str:
    """Return a hand in letters: A, 2 to 9, T."""
    return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=True))


def values_of(text: str) -> tuple[int, ...]:
    """Return the values of cards written in letters.

    >>> values_of("AT8")
    (0, 9, 7)
    """
    if not set(text) <= set(LETTERS):
        raise BadInput(f"{text!r} is not written in the letters {LETTERS}")
    return tuple(LETTERS.index(letter) for letter in text)
