"""The ranks of a hand without their order, found by one addition a card.

Every rank has a number, and a sum belongs to one choice of ranks only. Such sums lie far apart. A table of
them is cut into short rows that are pushed into each other's gaps, so that it stays in the cache nearest to
the processor. The place of a sum is where its row was pushed plus its place in the row.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.ranking.poker import WILD

KEYS = {
    5: (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545),
    7: (0, 1, 8, 57, 256, 1153, 4181, 14180, 47381, 115267, 307214, 737909, 1682367),
}
"""By rank: the least numbers of which no two choices of up to five, or up to seven, have the same sum.

Ranks may be chosen again. `places` and a test check it.
"""
ROW = np.uint64(12)
"""Bits of a place in a row."""
COLUMN = np.uint64((1 << 12) - 1)
MOST = 7


def rank_keys(cards: int) -> NDArray[np.uint64]:
    """Return the number of every rank for hands of this many cards.

    A joker's is higher than all the others can reach, because packs have few of them.
    """
    keys = KEYS[5 if cards <= 5 else 7]
    return np.array([*keys, keys[-1] * cards + 1], dtype=np.uint64)


@cache
def choices(cards: int, ranks: int = WILD) -> NDArray[np.uint8]:
    """Return [number, card]: every choice of this many ranks, lowest first. Ranks may be chosen again."""
    found = np.array(list(combinations_with_replacement(range(ranks), cards)), dtype=np.uint8).reshape(
        -1, cards
    )
    order = np.empty_like(found)
    order[numbers(found)] = found
    order.flags.writeable = False
    return order


CHOOSE = np.array([[comb(n, k) for k in range(MOST + 2)] for n in range(WILD + MOST + 2)], dtype=np.int64)
"""[n, k]: n choose k."""


def numbers(chosen: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the dense number of each choice of ranks (ascending along the last axis).

    Larger choices are made from smaller ones by these numbers.
    """
    cards = chosen.shape[-1]
    at = np.arange(cards)
    found: NDArray[np.int64] = CHOOSE[chosen + at, at + 1].sum(axis=-1)
    return found


class Collision(AssertionError):
    """Two choices of ranks have the same sum, so that no table can tell them apart."""


class Places(NamedTuple):
    """Where the sums of all choices of ranks stand in a table."""

    chosen: NDArray[np.uint8]
    """[number, card]: the choices."""
    pushed: NDArray[np.uint32]
    """[row]: where it was pushed. A row holds the sums that are equal but for the last bits."""
    place: NDArray[np.int64]
    """[number]: where its sum stands."""
    length: int
    """The length of the table. Every sum of every row falls into it."""

    def table(self, values: NDArray[np.uint16], empty: int) -> NDArray[np.uint16]:
        """Return values by number as a table by place, with `empty` where no sum belongs."""
        found = np.full(self.length, empty, dtype=np.uint16)
        found[self.place] = values
        return found


@cache
def places(cards: int, ranks: int = WILD) -> Places:
    """Push the rows into each other's gaps and return where every sum stands."""
    chosen = choices(cards, ranks)
    sums = rank_keys(cards)[chosen].sum(axis=1, dtype=np.uint64)
    if len(np.unique(sums)) != len(sums):
        raise Collision(f"two choices of {cards} ranks have the same sum")
    order = np.argsort(sums, kind="stable")
    row, column = (sums >> ROW).astype(np.int64), (sums & COLUMN).astype(np.int64)
    rows = int(row.max()) + 1
    ends = np.searchsorted(row[order], np.arange(rows + 1))
    largest = np.argsort(ends[:-1] - ends[1:], kind="stable")
    # Enough for rows that do not fit into each other at all.
    taken = np.zeros(rows + 1 << int(ROW), dtype=np.bool_)
    pushed = np.zeros(rows, dtype=np.uint32)
    _push(column[order], ends, largest, taken, pushed)
    return Places(chosen, pushed, pushed[row] + column, int(pushed.max()) + int(COLUMN) + 1)


@compiled
def _push(
    columns: NDArray[np.int64],
    ends: NDArray[np.int64],
    largest: NDArray[np.int64],
    taken: NDArray[np.bool_],
    pushed: NDArray[np.uint32],
) -> None:
    """Push every row, the fullest first, by as little as it fits into what is free."""
    gap = 0
    for row in largest:
        first, end = ends[row], ends[row + 1]
        if first == end:
            continue
        while taken[gap]:
            gap += 1
        for push in range(max(0, gap - columns[first]), len(taken)):
            free = True
            for at in range(first, end):
                if taken[push + columns[at]]:
                    free = False
                    break
            if free:
                pushed[row] = push
                for at in range(first, end):
                    taken[push + columns[at]] = True
                break
