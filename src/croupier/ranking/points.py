"""What a card is worth where points are counted.

At baccarat tens and court cards are nothing, and a count is its last digit.

>>> [value("A"), value("7"), value("T"), value("K")]
[1, 7, 0, 0]
>>> count(["7h", "8d", "Kc"])
5
"""

from __future__ import annotations

from collections.abc import Iterable

VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0, **{str(number): number for number in range(2, 10)}}
"""By rank."""
HEIGHTS = {rank: height for height, rank in enumerate("23456789TJQKA", 2)}
"""By rank, where the higher card wins and the ace is high: 2 to 14."""


def value(rank: str) -> int:
    """Return the points of a rank at baccarat."""
    return VALUES[rank]


def count(cards: Iterable[str]) -> int:
    """Return the count of a hand at baccarat: the last digit of the sum."""
    return sum(VALUES[card[0]] for card in cards) % 10
