"""Tables that value every pair of cards on a board of five.

The ranks of the board find a line, and the line holds a value for each pair of ranks. Pairs that make a flush
are looked up by the ranks of that suit.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.ranking.bulk import rank_many, tables
from croupier.ranking.lookup import SUITED, value_at
from croupier.ranking.multisets import choices
from croupier.ranking.poker import WILD, Ranking, ranking

BOARD, PAIR, FLUSH = 5, 2, 5


class Boards(NamedTuple):
    """The values of a pair on a board: without a flush, and with one."""

    lines: NDArray[np.uint16]
    """[number of the board's choice of ranks, rank * 13 + rank]: the value without a flush."""
    suited: NDArray[np.uint16]
    """[ranks as bits]: the value of the cards of one suit, 0 where they are fewer than five."""


@cache
def boards(order: str | Ranking = "five-card") -> Boards:
    """Return the tables of a ranking of five cards, made from its tables for seven."""
    order = ranking(order) if isinstance(order, str) else order
    if order.size != FLUSH or order.joker or order.wild_ranks:
        raise BadInput(
            f"boards are valued for five cards of fifty-two, and {order.name} is not such a ranking"
        )
    table = tables(order, BOARD + PAIR)
    shared, pairs = (
        choices(BOARD),
        np.array([(one, other) for one in range(WILD) for other in range(WILD)], dtype=np.uint8),
    )
    both = np.sort(
        np.concatenate([np.repeat(shared, len(pairs), axis=0), np.tile(pairs, (len(shared), 1))], axis=1),
        axis=1,
    )
    real = (both[:, 4:] != both[:, :-4]).all(axis=1)  # of a rank there are four
    lines = np.zeros(len(both), dtype=np.uint16)
    # Suits in turn: no card twice, and no flush.
    lines[real] = rank_many(4 * both[real] + np.arange(BOARD + PAIR, dtype=np.uint8) % 4, table)
    suited = np.array(
        [value_at(table.packed[SUITED] + np.uint64(bits), table.packed) for bits in range(1 << WILD)],
        dtype=np.uint16,
    )
    return Boards(lines.reshape(len(shared), len(pairs)), suited)
