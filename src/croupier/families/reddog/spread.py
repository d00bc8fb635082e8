"""The spread of two cards, and how a round ends.

Written once: the table settles by these functions, the prover and the kernel count by them.
A card is its height, 2 to 14: the ace is always high.
"""

from __future__ import annotations

PAIR, CONSECUTIVE = -1, 0
"""Spreads of a pair and of neighbours: no card can fall between them."""
WIDEST = 11
CONSECUTIVE_END, PAIR_END, THREE_END, WON_FROM = 0, 1, 2, 3
"""Ends by number: neighbours, a pair without a third, three alike.

Then follow a win at each spread and a loss at each spread.
"""
LOST_FROM = WON_FROM + WIDEST
ENDS = LOST_FROM + WIDEST


def spread_of(one: int, other: int) -> int:
    """Return how many heights lie between two cards.

    >>> spread_of(4, 7), spread_of(13, 9), spread_of(14, 2), spread_of(8, 9), spread_of(5, 5)
    (2, 3, 11, 0, -1)
    """
    return abs(one - other) - 1


def end_of(one: int, other: int, third: int) -> int:
    """Return the number of the end of a round.

    Neighbours need no third card. A third card that equals an end does not fall between.

    >>> end_of(8, 9, 0), end_of(5, 5, 7), end_of(5, 5, 5)
    (0, 1, 2)
    >>> end_of(4, 7, 6) - WON_FROM, end_of(2, 14, 14) - LOST_FROM
    (1, 10)
    """
    spread = abs(one - other) - 1
    if spread == CONSECUTIVE:
        return CONSECUTIVE_END
    if spread == PAIR:
        return THREE_END if third == one else PAIR_END
    won = min(one, other) < third < max(one, other)
    return (WON_FROM if won else LOST_FROM) + spread - 1


def row_of(end: int) -> str:
    """Return the row of an end.

    >>> [row_of(end) for end in (0, 1, 2, 3, 13, 14, 24)]
    ['consecutive', 'pair', 'three-of-a-kind', 'spread-1', 'spread-11', 'lose', 'lose']
    """
    if end >= LOST_FROM:
        return "lose"
    return (
        ("consecutive", "pair", "three-of-a-kind")[end] if end < WON_FROM else f"spread-{end - WON_FROM + 1}"
    )
