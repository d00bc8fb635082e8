"""Cards and their notation: rank and suit (`Td`, `9c`), `??` for a card that nobody has seen.

>>> parse_card("Td").rank, str(parse_card("9c")), UNSEEN
('T', '9c', '??')
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import Unreadable, short

RANKS = "A23456789TJQK"
SUITS = "cdhs"
UNSEEN = "??"


class Card(NamedTuple):
    """One card of a pack of fifty-two."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


def parse_card(text: str) -> Card:
    """Read one card."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise Unreadable(f"{short(text)} is not a card; write rank (A 2 … 9 T J Q K) and suit (c d h s), like Td, or ?? for a card not seen")
    return Card(text[0], text[1])


def pack() -> list[Card]:
    """The fifty-two cards."""
    return [Card(rank, suit) for suit in SUITS for rank in RANKS]
