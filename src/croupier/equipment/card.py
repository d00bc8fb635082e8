"""Cards and their notation.

A card is rank and suit (`Td`, `9c`). `Jk` is the joker of a pack that has one. `??` is a card that nobody has
seen.

>>> parse_card("Td").rank, str(parse_card("9c")), UNSEEN
('T', '9c', '??')
>>> str(parse_card("Jk", joker=True))
'Jk'
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import Unreadable, short

RANKS = "A23456789TJQK"
SUITS = "cdhs"
UNSEEN = "??"
JOKER = "Jk"


class Card(NamedTuple):
    """One card of a pack. The joker has rank `Jk` and no suit."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


def parse_card(text: str, joker: bool = False) -> Card:
    """Read one card. A joker is refused unless the pack has one."""
    if joker and text == JOKER:
        return Card(JOKER, "")
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        special = ", Jk for the joker" if joker else ""
        raise Unreadable(
            f"{short(text)} is not a card; write rank (A 2 … 9 T J Q K) and suit (c d h s), "
            f"like Td{special}, or ?? for a card not seen"
        )
    return Card(text[0], text[1])


TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The fifty-two cards of a pack in notation, in its order."""
KNOWN = frozenset(TEXTS)


def pack(joker: bool = False) -> list[Card]:
    """Return the fifty-two cards, followed by the joker if asked."""
    return [Card(rank, suit) for suit in SUITS for rank in RANKS] + [Card(JOKER, "")] * joker
