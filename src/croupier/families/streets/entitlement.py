"""Who may bet what at a street game: wagers that are suspended, and positions that are another player's."""

from __future__ import annotations

from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.state import RESUME, SUSPEND
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Nothing, Part
from croupier.table.parts.people import check_seat
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal


class Suspended(Carried, frozen=True):
    """Wagers that are not taken for the time being, each with the clause."""

    suspended: dict[str, str] = {}


class SuspendedSlice(Slice):
    """Wagers that were suspended before the round."""

    suspended: dict[str, str]


class Suspension(Part[Suspended]):
    """Wagers that a ruling suspends, and takes again."""

    carried = Suspended
    marks = (SUSPEND, RESUME)
    objects_to = ("bet",)
    hears = ()

    def begin(self, play: Play, carried: Suspended) -> None:
        """Begin with the suspensions of the rounds before."""
        play.add(SuspendedSlice(dict(carried.suspended)))

    def carry(self, play: Play) -> Suspended:
        """Carry suspended wagers to the next round, until they are taken again."""
        return Suspended(self.suspended(play))

    def suspended(self, play: Play) -> dict[str, str]:
        """Return the wagers that are not taken for the time being, each with the clause."""
        before = play.of(SuspendedSlice).suspended
        if SUSPEND not in play.marks and RESUME not in play.marks:
            return before
        mark, over = play.marks.get(SUSPEND, {}), play.marks.get(RESUME, {}).get("wager", "").split("+")
        ordered = {name: mark["clause"] for name in mark.get("wager", "").split("+") if name}
        now = {**before, **ordered}
        return {name: clause for name, clause in now.items() if name not in over}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager is not taken."""
        if event.verb != "bet" or event.what not in (suspended := self.suspended(play)):
            return None
        return Refusal(f"{event.what} is not taken for the time being", suspended[event.what])


class Positions(Part[Nothing]):
    """Give each position one player, and each player one position or, where permitted, two side by side.

    `2 bet ante 10 player=1` says who plays a second position.
    """

    carried = Nothing
    objects_to = ("bet",)
    hears = ()

    def __init__(self, prices: StreetPrices) -> None:
        self.prices = prices
        self.clause = prices.hands.position_clause
        when = prices.hands.two_adjacent_when
        self.two_adjacent = bool(when) and prices.ruleset.holds(when)
        """Whether a player may have two positions side by side."""

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
        player = event.fact("player")
        if not player or player == seat:
            return None
        check_seat(player)
        if not self.two_adjacent:
            return Refusal("a player has one position", self.clause)
        if abs(int(player) - int(seat)) != 1:
            return Refusal("the two positions of a player are side by side", self.clause)
        return None
