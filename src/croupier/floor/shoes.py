"""The sealed shoe of an automatic card table.

It is sealed before the first bet on it, dealt card by card, and opened when it is finished.
"""

from __future__ import annotations

from typing import Any

from croupier.floor.events import ShoeOpened, ShoeSealed
from croupier.floor.rooms import ONE, Room, game_of
from croupier.floor.sealing import commitment, sealed
from croupier.floor.state import FloorTable
from croupier.floor.work import Work


def is_sealed(table: FloorTable) -> bool:
    """Whether the cards of a table come from a sealed shoe."""
    return table.setup.mode == "automatic" and game_of(table.setup).built.cards is not None


class SealedShoes(Work):
    """Shoes that the system deals from."""

    def shoe_for(self, table: FloorTable, before: dict[str, dict[str, Any]]) -> None:
        """Seal a shoe before the wagering period of the first round that is dealt from it.

        A shoe from which nothing has been dealt is still sealed, and is used.
        """
        cards = game_of(table.setup).built.cards
        if cards is None or not is_sealed(table):
            return
        shoe: dict[str, Any] = before.get(ONE, {}).get("shoe", {})
        used = table.shoe is not None and table.shoe.dealt
        if used and (cards.every_round or shoe.get("new") or not shoe):
            self.open_shoe(table)
        if table.shoe is None:
            self.seal(table)

    def seal(self, table: FloorTable) -> None:
        """Shuffle, and fix the order."""
        cards = game_of(table.setup).built.cards
        assert cards is not None
        salt, order = sealed(self.random, cards.fresh().elements())
        self.emit(
            ShoeSealed(table.setup.table, table.shoes + 1, commitment(salt, order), len(order), salt, order)
        )

    def open_shoe(self, table: FloorTable) -> None:
        """Publish what was sealed."""
        if table.shoe is not None:
            self.emit(ShoeOpened(table.setup.table, table.shoe.id, table.shoe.salt, table.shoe.order))

    def shuffled_anew(self, table: FloorTable) -> None:
        """Seal a new shoe where the cards are shuffled during a round.

        The rest of the old order is never dealt.
        """
        if is_sealed(table) and table.shoe is not None and table.shoe.dealt:
            self.open_shoe(table)
            self.seal(table)


def next_card(table: FloorTable, room: Room) -> tuple[str, bool]:
    """Return the next card, and whether it is the next of the sealed shoe.

    A card that had been set aside comes first.
    """
    if room.main.play.aside:
        return room.main.play.aside[0], False
    shoe = table.shoe
    if shoe is None or shoe.dealt >= len(shoe.order):
        raise RuntimeError(f"the shoe of table {table.setup.table} is empty")
    return shoe.order[shoe.dealt], True
