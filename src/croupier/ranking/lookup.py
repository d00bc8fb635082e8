"""How kernels look up a hand: add the cards' keys, and find the value at the sum.

`bulk` makes the tables. One array holds all of them, because a call with one array costs a few nanoseconds
and a call with five costs thirty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.ranking.multisets import COLUMN, ROW
from croupier.ranking.poker import JOKER_NUMBER

NOTHING = 0xFFFF
"""The value of cards that the packs in use cannot give."""
KEYS = 256
"""Entries 0 to 255 are the keys of cards, so that no byte reads past the end.

A key is its rank's number, and one in the count of its suit, or of all four where it is wild.
"""
START, SUITED, ALL_COUNT, ROWS = KEYS, KEYS + 1, KEYS + 2, KEYS + 3
"""Further entries: the sum to start from, where suited values begin, whether all cards count.

From the last on, each row has the place to which it was pushed.
"""
RANK_BITS = np.uint64(0xFFFFFFFF)
"""The lower half of a sum belongs to the ranks."""
SUITS_BIT = 32
"""From here on, four bits a suit count its cards.

They start at a number that sets the highest bit when there are enough for a flush.
"""
FLUSHES = np.uint64(0x8888 << SUITS_BIT | 0xFF << 56)
"""Set when more than the ranks matters: a suit with enough cards, or a number that is no card."""
NO_CARD = np.uint64(1 << 56)
_IN_ALL, _ONE, _SUIT = np.uint64(0x0001_0001_0001_0001), np.uint64(1), np.uint64(0xFFFF)
_ROWS, _TWO, _THREE, _FOUR = np.uint64(ROWS), np.uint64(2), np.uint64(3), np.uint64(4)


@compiled
def place_of(total: np.uint64, t: NDArray[np.uint64]) -> np.uint64:
    """Return where the value of a sum of keys stands."""
    key = total & RANK_BITS
    place: np.uint64 = t[_ROWS + (key >> ROW)] + (key & COLUMN)
    return place


@compiled
def value_at(place: np.uint64, t: NDArray[np.uint64]) -> np.uint16:
    """Return one of the four values of a word."""
    return np.uint16(t[place >> _TWO] >> ((place & _THREE) << _FOUR))


@compiled
def _spread(card: int) -> np.uint64:
    """Return the bit of a card's rank in the sixteen bits of its suit. The joker is in all of them."""
    bit = _IN_ALL if card == JOKER_NUMBER else _ONE
    return bit << np.uint64((card & 3) << 4 | card >> 2)


@compiled
def _best_suit(best: np.uint16, spread: np.uint64, t: NDArray[np.uint64]) -> np.uint16:
    """Return the best of a value and those of the four suits.

    To look at all four is faster than to ask which has enough cards.
    """
    for shift in range(0, 64, 16):
        best = max(best, value_at(t[SUITED] + (spread >> np.uint64(shift) & _SUIT), t))
    return best


@compiled
def flush_value(
    hand: NDArray[np.uint8], first: int, n: int, total: np.uint64, t: NDArray[np.uint64]
) -> np.uint16:
    """Return the value of n cards from `first` on, with enough of one suit for a flush."""
    if total >= NO_CARD:
        return np.uint16(NOTHING)
    place = place_of(total, t)
    if t[ALL_COUNT]:
        return value_at(place + t[SUITED], t)
    spread = np.uint64(0)
    for at in range(first, first + n):
        spread |= _spread(hand[at])
    return _best_suit(value_at(place, t), spread, t)


@compiled
def rank_cards(hand: NDArray[np.uint8], n: int, t: NDArray[np.uint64]) -> np.uint16:
    """Return the value of the first n cards of an array, or `NOTHING`; the tables are for n cards."""
    total = t[START]
    for at in range(n):
        total += t[hand[at]]
    if total & FLUSHES:
        return flush_value(hand, 0, n, total, t)
    return value_at(place_of(total, t), t)


# One function for each number of cards: called from other kernels they cost half of `rank_cards`.
# The cards must be cards.


@compiled
def rank3(c0: int, c1: int, c2: int, t: NDArray[np.uint64]) -> np.uint16:
    """Return the value of three cards."""
    total = t[START] + t[c0] + t[c1] + t[c2]
    place = place_of(total, t)
    if total & FLUSHES:
        if t[ALL_COUNT]:
            return value_at(place + t[SUITED], t)
        return _best_suit(value_at(place, t), _spread(c0) | _spread(c1) | _spread(c2), t)
    return value_at(place, t)


@compiled
def rank5(c0: int, c1: int, c2: int, c3: int, c4: int, t: NDArray[np.uint64]) -> np.uint16:
    """Return the value of five cards."""
    total = t[START] + t[c0] + t[c1] + t[c2] + t[c3] + t[c4]
    place = place_of(total, t)
    if total & FLUSHES:
        if t[ALL_COUNT]:
            return value_at(place + t[SUITED], t)
        return _best_suit(
            value_at(place, t), _spread(c0) | _spread(c1) | _spread(c2) | _spread(c3) | _spread(c4), t
        )
    return value_at(place, t)


@compiled
def rank7(c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int, t: NDArray[np.uint64]) -> np.uint16:
    """Return the value of seven cards."""
    total = t[START] + t[c0] + t[c1] + t[c2] + t[c3] + t[c4] + t[c5] + t[c6]
    place = place_of(total, t)
    if total & FLUSHES:
        if t[ALL_COUNT]:
            return value_at(place + t[SUITED], t)
        return _best_suit(
            value_at(place, t),
            _spread(c0) | _spread(c1) | _spread(c2) | _spread(c3) | _spread(c4) | _spread(c5) | _spread(c6),
            t,
        )
    return value_at(place, t)
