"""What the floor asks of every table with cards: its shoe, and how people sit at it."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from croupier.families.family import Cards, Seating, option_seats
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.cardwagers import CardSetup
from croupier.table.parts.packs import Packs
from croupier.table.parts.rows import CardWager
from croupier.table.playable import Playable


class Packed(Protocol):
    """A game that is dealt from packs."""

    @property
    def packs(self) -> Packs:
        """The packs."""


def packed(game: Packed) -> Cards:
    """Return the cards of a table."""
    packs = game.packs
    return Cards(packs.fresh, packs.fresh_every_round or packs.shuffled_every_round)


def seating(game: Playable) -> Seating:
    """Seat people by the option `seats`, and let as many bet on a box as a wager allows."""
    rules: Ruleset[CardWager, CardSetup] = game.ruleset
    return Seating(
        option_seats(game).boxes,
        not rules.holds(rules.setup.seats_when),
        max((row.bettors for row in rules.wagers.values()), default=0),
    )


def of_maximum(game: Playable, wager: str) -> Fraction:
    """Return the part of the table's maximum that a wager may be."""
    row: CardWager = game.ruleset.wager(wager)[0]
    return Fraction(row.of_maximum or 1)
