"""How a box ends against the dealer: the table settles by these functions, proof and kernel count by them."""

from __future__ import annotations

HIGH, LOW = "23456789TJQKA", "A23456789TJQK"
"""The ranks from the lowest to the highest, with the ace on top or at the bottom."""
WIN, LOSE, SURRENDER, WAR_WIN, WAR_TIE, WAR_LOSE = range(6)
ROWS = ("win", "lose", "surrender", "war-win", "war-tie", "war-lose")
"""The ways in which the first wager ends, by number."""


def compare(player: int, dealer: int) -> int:
    """Return 1 where the player's card is higher, -1 where it is lower, 0 where the two are equal.

    >>> compare(12, 3), compare(3, 12), compare(5, 5)
    (1, -1, 0)
    """
    return (player > dealer) - (player < dealer)


def end_of(first: int, war: bool, second: int) -> int:
    """Return how the first wager ends: by the first cards, by going to war or not, and by the second cards.

    >>> [ROWS[end_of(0, True, second)] for second in (1, 0, -1)], ROWS[end_of(0, False, 0)]
    (['war-win', 'war-tie', 'war-lose'], 'surrender')
    """
    if first > 0:
        return WIN
    if first < 0:
        return LOSE
    if not war:
        return SURRENDER
    if second > 0:
        return WAR_WIN
    return WAR_TIE if second == 0 else WAR_LOSE
