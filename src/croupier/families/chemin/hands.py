"""What a hand counts when something has gone wrong with its cards.

The usual count is in `ranking.points`, and the tableau says when a hand draws.

>>> highest_of_three(["5h", "4c", "9d"]), lowest_of_two(["5h", "4c", "9d", "Kd"])
(9, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from croupier.ranking.points import count


def highest_of_three(cards: Sequence[str]) -> int:
    """Return the highest count of any two of the cards, or of all."""
    return max(count(cards), *(count(pair) for pair in combinations(cards, 2)))


def lowest_of_two(cards: Sequence[str]) -> int:
    """Return the lowest count of any two of the cards."""
    return min(count(pair) for pair in combinations(cards, 2))


def lowest_with_one(two: Sequence[str], drawn: Sequence[str]) -> int:
    """Return the lowest count of the first two cards with one of those drawn."""
    return min(count([*two, card]) for card in drawn)
