"""Whose position is whose at a street game."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.families.streets.prices import StreetPrices
from croupier.table.events import Event
from croupier.table.parts.part import Nothing, Part
from croupier.table.play import Play
from croupier.table.questions import Refusal
from croupier.table.sights import Sight


class Positions(Part[Nothing]):
    """Give each position one player, and each player one position or, where permitted, two side by side.

    `2 bet ante 10 player=1` says who plays a second position.
    """

    carried = Nothing
    objects_to = ("bet",)
    hears = ()
    sights = ("side-by-side",)

    def __init__(self, prices: StreetPrices) -> None:
        self.prices = prices
        self.clause = prices.hands.position_clause
        self.single = prices.hands.single_clause or self.clause
        when = prices.hands.two_adjacent_when
        self.two_adjacent = bool(when) and prices.ruleset.holds(when)
        """Whether a player may have two positions side by side."""
        any_when = prices.hands.several_when
        self.several = bool(any_when) and prices.ruleset.holds(any_when)
        """Whether he may have any."""

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a position is not this player's."""
        if event.verb != "bet" or not self.clause:
            return None
        seat, who = event.seat, event.who
        others = [one.name for one in play.wagers if one.seat == seat and one.person != who]
        if others:
            # Where the area itself is taken, the clause of that says so.
            taken = self.prices.wager(event.what).bettors_clause if event.what in others else ""
            return Refusal(f"seat {seat} is another player's", taken or self.clause)
        player = play.player_of(event)
        positions = {int(one) for one in self._positions(play, player, seat)}
        if self.several or len(positions) == 1:
            return None
        if not self.two_adjacent:
            return Refusal("a player has one position", self.single)
        if len(positions) > 2:
            return Refusal("a player has two positions at most", self.clause)
        if max(positions) - min(positions) > 1:
            return Refusal("the two positions of a player are side by side", self.clause)
        return None

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether who plays a position is known to have the one beside it, too."""
        box = facts.get("box", "")
        mine = {one.whose for one in play.wagers if one.seat == box}
        seats = {int(one.seat) for one in play.wagers if one.whose in mine}
        near = box.isdigit() and bool(seats & {int(box) - 1, int(box) + 1})
        how = "lies beside" if near else "is not known to lie beside"
        return Sight(near, f"box {box} {how} the other position of its player")

    def _positions(self, play: Play, player: str, seat: str) -> set[str]:
        """Return the positions that a player would have with a wager at a seat.

        His own place is always one; who sits nowhere has none.
        """
        own = {player} if player.isdigit() else set()
        return own | {seat, *(one.seat for one in play.wagers if one.whose == player)}
