"""How much a wager may be that is made on a street: a multiple of another, and more with better cards."""

from __future__ import annotations

from croupier.equipment.money import Amount
from croupier.families.streets.hands import threshold
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import ActRow
from croupier.families.streets.state import wager_of
from croupier.ranking.poker import best
from croupier.table.play import Play


class Sizes:
    """The sizes of raises."""

    def __init__(self, prices: StreetPrices) -> None:
        self.setup = prices.setup
        self.ranking = prices.ranking
        self._gated = [act for street in self.setup.streets for act in street.acts if act.needs]
        """The acts that make a larger wager with better cards."""

    def of(self, play: Play, row: ActRow, seat: str) -> list[Amount]:
        """Return how much the wager may be that an act makes; nothing where there is none to raise on."""
        base = wager_of(play, seat, row.of)
        if base is None:
            return []
        times = row.times if self.reaches(play, row, seat) else row.times[:1]
        return [number * base.stake for number in times]

    def reaches(self, play: Play, row: ActRow, seat: str) -> bool:
        """Whether the cards that the player sees are good enough for more.

        Cards that nobody has named are judged when they are turned.
        """
        if not row.needs:
            return True
        base = wager_of(play, seat, self.setup.base)
        if base is None or not play.known(seat, base.person):
            return True
        least = threshold(self.ranking, row.needs)
        return least is None or best(self.ranking, play.cards(seat, base.person)) >= least

    def cut_back(self, play: Play) -> None:
        """Cut a raise back to the allowed size if the cards, once known, do not allow more."""
        for row in self._gated:
            for standing in [one for one in play.wagers if one.wager == row.adds]:
                sizes = self.of(play, row, standing.seat)
                if sizes and standing.stake > max(sizes):
                    play.withdraw(
                        standing,
                        (row.needs_clause or row.clause,),
                        f"{standing.name} was more than the hand allows, and the rest goes back",
                        amount=standing.stake - max(sizes),
                    )
