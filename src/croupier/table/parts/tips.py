"""Wagers for the dealer: a player stakes, and what he wins is the dealer's."""

from __future__ import annotations

from croupier.table.events import Event
from croupier.table.parts.betting import Wagered
from croupier.table.parts.part import Moment, Nothing, Part
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Declared, Key, Takes

FOR = "for"


class ForTheDealer(Part[Nothing]):
    """Takes or refuses wagers for the dealer: `1 bet tie 5 for=dealer`.

    Such a wager is settled like the player's own; what becomes of the winnings is between the two.
    """

    carried = Nothing
    objects_to = ("bet",)
    hears = (Wagered,)

    def __init__(self, taken: bool, clause: str) -> None:
        self.taken = taken
        self.clause = clause

    def takes(self) -> Declared:
        """Declare for whom a bet is made."""
        return {"bet": Takes((Key(FOR, "for whom the wager is made", ("dealer",)),))}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a wager for the dealer where the operator's procedures take none."""
        if event.verb != "bet" or not event.fact(FOR) or self.taken:
            return None
        return Refusal("no wager is made for the dealer at this table", self.clause)

    def heard(self, play: Play, moment: Moment) -> None:
        """Cite the clause under which it was taken."""
        if isinstance(moment, Wagered) and moment.event.fact(FOR):
            play.clauses.add(self.clause)
