"""What a hand counts when something has gone wrong with its cards. What it counts otherwise is in `ranking.points`, and when it draws in the tableau.

>>> highest_of_three(["5h", "4c", "9d"]), lowest_of_two(["5h", "4c", "9d", "Kd"])
(9, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from croupier.ranking.points import count


def highest_of_three(cards: Sequence[str]) -> int:
    """The highest count that any two of the cards make, or all of them."""
    return max(count(cards), *(count(pair) for pair in combinations(cards, 2)))


def lowest_of_two(cards: Sequence[str]) -> int:
    """The lowest count that two of the cards make."""
    return min(count(pair) for pair in combinations(cards, 2))


def lowest_with_one(two: Sequence[str], drawn: Sequence[str]) -> int:
    """The lowest count that the first two cards make with one of those drawn."""
    return min(count([*two, card]) for card in drawn)
