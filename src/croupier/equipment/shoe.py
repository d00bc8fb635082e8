"""A shoe: packs shuffled together, the cards that have left it, and the cutting card.

>>> shoe = Shoe(out={"As": 4}, unseen=1)
>>> left(shoe, decks=4)
203
>>> stock(shoe, decks=4)["As"], stock(shoe, decks=4)["Kd"]
(0, 4)
"""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.equipment.card import KNOWN, TEXTS, UNSEEN, parse_card
from croupier.errors import BadInput

PACK = 52
MOST_DECKS = 16
"""The largest shoe accepted from outside. No rulebook names more than eight decks."""


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What has happened to the cards since the shuffle. A fresh shoe has only defaults."""

    out: dict[str, int] = {}
    """Cards seen to leave the shoe, with their number."""
    unseen: int = 0
    """How many cards left it unseen: burnt, or folded face down."""
    depth: int = 0
    """Cards behind the cutting card, if they were counted when it was placed."""
    reached: bool = False
    """Whether the cutting card has come out."""
    last: int = 0
    """Rounds still to be played after the cutting card came out."""
    new: bool = False
    """Whether the cards must be shuffled before anything else happens."""
    first: tuple[str, ...] = ()
    """Cards drawn too early, which are dealt first now."""


def packs(decks: int) -> Counter[str]:
    """Return all cards of this many packs, with their number."""
    return Counter(dict.fromkeys(TEXTS, decks))


def check(shoe: Shoe, decks: int) -> None:
    """Refuse a shoe from which more cards have left than its packs hold."""
    for card, count in shoe.out.items():
        if card not in KNOWN:
            parse_card(card)
        if not 0 <= count <= decks:
            raise BadInput(
                f"before: {decks} decks hold {decks} {card}, and {count} cannot have left the shoe"
            )
    for card in shoe.first:
        if card != UNSEEN:
            parse_card(card)
    if not 0 <= shoe.depth <= decks * PACK:
        raise BadInput(
            f"before: {shoe.depth} cards cannot lie behind the cutting card; "
            f"depth is from 0 to {decks * PACK} with {decks} decks"
        )
    if shoe.last < 0:
        raise BadInput(f"before: last says how many rounds are still played, from 0 on, not {shoe.last}")
    if shoe.unseen < 0 or left(shoe, decks) < 0:
        raise BadInput(f"before: {decks} decks hold {decks * PACK} cards, and no more can have left the shoe")


def stock(shoe: Shoe, decks: int) -> Counter[str]:
    """Return the cards that may still be in the shoe: those not seen to leave it."""
    held = packs(decks)
    for card, count in shoe.out.items():
        held[card] -= count
    return held


def left(shoe: Shoe, decks: int) -> int:
    """Count the cards left. Cards drawn too early count as left until they are dealt."""
    return decks * PACK - sum(shoe.out.values()) - shoe.unseen
