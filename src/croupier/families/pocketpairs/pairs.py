"""How two cards pair.

Written once: the table settles by this function, the prover and the kernel count by it.
A card is a number: suit times thirteen plus rank.
"""

from __future__ import annotations

from croupier.equipment.card import RANKS, SUITS

NO_PAIR, MIXED, SAME = range(3)
ROWS = ("lose", "mixed-colour", "same-colour")
"""The rows of the wager, by number."""


def number_of(card: str) -> int:
    """Return the number of a card.

    >>> number_of("Ac"), number_of("Kd")
    (0, 25)
    """
    return SUITS.index(card[1]) * 13 + RANKS.index(card[0])


def pair_of(one: int, other: int) -> int:
    """Say whether two cards are no pair, a pair of two colours, or a pair of one colour.

    Clubs and spades are black, diamonds and hearts red.

    >>> [ROWS[pair_of(number_of("Kd"), number_of(card))] for card in ("Kh", "Ks", "Qd")]
    ['same-colour', 'mixed-colour', 'lose']
    """
    if one % 13 != other % 13:
        return NO_PAIR
    one_red = 13 <= one < 39
    other_red = 13 <= other < 39
    return SAME if one_red == other_red else MIXED
