"""A shoe: packs shuffled together, cards that have left it, and the cutting card. It knows what is left.

>>> shoe = Shoe(out={"As": 4}, unseen=1)
>>> left(shoe, decks=4)
203
>>> stock(shoe, decks=4)["As"], stock(shoe, decks=4)["Kd"]
(0, 4)
"""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.equipment.card import UNSEEN, pack, parse_card
from croupier.errors import BadInput

PACK = 52
MOST_DECKS = 16
"""No text names more than eight; nothing from outside may ask for a shoe without end."""


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What has become of the cards since they were shuffled. A fresh one says nothing: shuffled, cut and ready."""

    out: dict[str, int] = {}
    """Cards that have left the shoe, as far as somebody saw them."""
    unseen: int = 0
    """Cards that have left it unseen: burnt, or folded face down."""
    depth: int = 0
    """Cards behind the cutting card, where they were counted when it was placed."""
    reached: bool = False
    """The cutting card has come out."""
    last: int = 0
    """Rounds still to be played after the cutting card came out."""
    new: bool = False
    """The cards must be shuffled before anything else happens."""
    first: tuple[str, ...] = ()
    """Cards that were drawn too early and come first now."""


def packs(decks: int) -> Counter[str]:
    """All cards of so many packs."""
    return Counter({str(card): decks for card in pack()})


def check(shoe: Shoe, decks: int) -> None:
    """Whether the packs could have given what has left the shoe."""
    for card, count in shoe.out.items():
        parse_card(card)
        if not 0 <= count <= decks:
            raise BadInput(
                f"before: {decks} decks hold {decks} {card}, and {count} cannot have left the shoe"
            )
    for card in shoe.first:
        if card != UNSEEN:
            parse_card(card)
    if shoe.unseen < 0 or shoe.depth < 0 or shoe.last < 0 or left(shoe, decks) < 0:
        raise BadInput(f"before: {decks} decks hold {decks * PACK} cards, and no more can have left the shoe")


def stock(shoe: Shoe, decks: int) -> Counter[str]:
    """The cards that may still be in the shoe: those not seen to leave it."""
    held = packs(decks)
    held.subtract(shoe.out)
    return held


def left(shoe: Shoe, decks: int) -> int:
    """How many cards are left; those drawn too early are counted as left until they are dealt."""
    return decks * PACK - sum(shoe.out.values()) - shoe.unseen
