"""Every pair of cards on one board, valued at once. The ranks of the board find a line, and the line holds a value for each pair of ranks.

Where three cards or more of the board are of one suit, the pairs that make a flush are gone over again.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.ranking.bulk import rank_many, tables
from croupier.ranking.lookup import SUITED, value_at
from croupier.ranking.multisets import CHOOSE, choices
from croupier.ranking.poker import WILD, Ranking, ranking

BOARD, PAIR, FLUSH = 5, 2, 5
CARDS = 52


class Boards(NamedTuple):
    """What `board_values` takes."""

    lines: NDArray[np.uint16]
    """[ranks of the board, rank * 13 + rank]: the value where there is no flush; a line stands at the number of its choice of ranks."""
    suited: NDArray[np.uint16]
    """[ranks as bits]: the value of the cards of one suit, 0 where they are fewer than five."""


@cache
def boards(order: str | Ranking = "five-card") -> Boards:
    """The lines of a ranking of five cards, from its tables for seven."""
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
    lines[real] = rank_many(
        4 * both[real] + np.arange(BOARD + PAIR, dtype=np.uint8) % 4, table
    )  # suits in turn: no card twice, and no flush
    suited = np.array(
        [value_at(table.packed[SUITED] + np.uint64(bits), table.packed) for bits in range(1 << WILD)],
        dtype=np.uint16,
    )
    return Boards(lines.reshape(len(shared), len(pairs)), suited)


@compiled
def board_values(board: NDArray[np.uint8], b: Boards, out: NDArray[np.uint16]) -> None:
    """Fill [card, card] with the value of every pair on a board of five; where a card is on the board, or comes twice, what stands there means nothing."""
    lines, suited = b.lines, b.suited
    ranks = np.zeros(BOARD, dtype=np.int64)
    number, flush, bits = 0, -1, 0
    for at in range(BOARD):
        place, rank = at, np.int64(board[at]) >> 2
        while place > 0 and ranks[place - 1] > rank:
            ranks[place] = ranks[place - 1]
            place -= 1
        ranks[place] = rank
    for at in range(BOARD):
        number += CHOOSE[ranks[at] + at, at + 1]
    for one in range(WILD):
        first = 4 * one
        for other in range(WILD):
            value = lines[number, WILD * one + other]
            for card in range(4 * other, 4 * other + 4):
                out[first, card] = value
        for card in range(CARDS):
            out[first + 1, card] = out[first, card]
            out[first + 2, card] = out[first, card]
            out[first + 3, card] = out[first, card]
    for suit in range(4):
        count = 0
        for at in range(BOARD):
            count += np.int64(board[at]) & 3 == suit
        if count >= FLUSH - PAIR:
            flush = suit
    if flush < 0:
        return
    held = 0
    for at in range(BOARD):
        if np.int64(board[at]) & 3 == flush:
            bits |= 1 << (board[at] >> 2)
            held += 1
    if held == FLUSH:
        for one in range(CARDS):
            for other in range(CARDS):
                out[one, other] = max(out[one, other], suited[bits])
    for one in range(flush, CARDS, 4):
        mine = bits | 1 << (one >> 2)
        if held + 1 >= FLUSH:
            for other in range(CARDS):
                out[one, other] = max(out[one, other], suited[mine])
                out[other, one] = max(out[other, one], suited[mine])
        for other in range(flush, one, 4):
            value = max(out[one, other], suited[mine | 1 << (other >> 2)])
            out[one, other] = value
            out[other, one] = value
