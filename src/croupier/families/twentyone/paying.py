"""What falls due at twenty-one, and in which order it is settled."""

from __future__ import annotations

from croupier.cache import Cache
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.table.claims import Claim, Standing
from croupier.table.parts.bank import TableBank
from croupier.table.parts.people import around, beyond
from croupier.table.play import Play

TOLD = {"lose": "loses", "push": "goes back", "void": "goes back", "half": "loses half"}
"""What happens to a wager that does not win, in words."""


class Paying:
    """Makes claims, and settles them by the bank."""

    def __init__(self, rules: TwentyOneRules, bank: TableBank) -> None:
        self.rules = rules
        self.prices = rules.prices
        self.bank = bank
        self._ends: Cache[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[str, tuple[str, ...]]] = Cache()
        """By wager, rows and further clauses: the row that settles it, and all further clauses."""

    def claim(self, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """Return what falls due on a wager by a row, with the reason and the result."""
        outcome = self.prices.settled_by(standing.wager, row)
        told = f"wins, pays {outcome.odds}" if outcome.result == "win" else TOLD[outcome.result]
        return self.prices.claim(standing, row, f"{why}: {standing.name} {told}", more)

    def hand_claim(
        self, standing: Standing, rows: tuple[str, ...], why: str, more: tuple[str, ...] = ()
    ) -> Claim:
        """Return what falls due on a wager on a hand, by the first row that it knows."""
        key = (standing.wager, rows, more)
        found = self._ends.get(key)
        if found is None:
            found = self._ends.keep(key, self._end(*key))
        return self.claim(standing, found[0], why, found[1])

    def _end(self, wager: str, rows: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """Return the first of some rows that a wager knows, and the further clauses of its end."""
        row = self.prices.chosen(wager, rows)
        # How the hand ended is cited even where a more general row has the price.
        cited = self.prices.cites(wager, *(name for name in rows if name != row))
        clauses = (*cited, *more, self.rules.setup.compare_clause)
        return row, tuple(clause for clause in clauses if clause)

    def pay(self, play: Play, claims: list[Claim]) -> None:
        """Settle what falls due together."""
        if claims:
            play.settle(self.bank.in_order(play, claims))

    def pay_from_bank(self, play: Play, claims: list[Claim]) -> None:
        """Settle from the bank's left, where the action button is not placed yet or does not matter."""
        places, seats = self.bank.places, list[str]()
        if self.bank.player_banked:
            every = [str(seat) for seat in range(1, places + 1)]
            seats = around(every, beyond(self.bank.banker(play), places))

        def turn(claim: Claim) -> tuple[int, str]:
            seat = claim.standing.seat
            return seats.index(seat) if seat in seats else 0, claim.standing.bettor

        play.settle(sorted(claims, key=turn))
