"""What becomes of what a seat says on a street: a wager is made or taken back, or the hand is folded."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.equipment.money import Amount
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import ActRow, StreetRow
from croupier.families.streets.settling import Settling
from croupier.families.streets.sizes import Sizes
from croupier.families.streets.state import StreetSlice, wager_of
from croupier.table.claims import Claim, Standing
from croupier.table.parts.part import Steps
from croupier.table.parts.undo import taken_back
from croupier.table.play import Play


class Answering:
    """Carries out the decisions of a street game."""

    def __init__(self, prices: StreetPrices, sizes: Sizes, settling: Settling) -> None:
        self.prices = prices
        self.setup = prices.setup
        self.sizes = sizes
        self.settling = settling

    def row_of(self, street: StreetRow, act: str) -> ActRow:
        """Return the row of an act that is offered on a street."""
        holds = self.prices.ruleset.holds
        return next(row for row in street.acts if row.act == act and holds(row.when))

    def absent(self, play: Play, street: StreetRow, seat: str) -> None:
        """Answer for a player who is silent, as the text says.

        Without a word nothing is added, and the hand is folded only where it cannot be left as it is.
        """
        plain = [act for act in street.acts if not act.adds and not act.takes_back]
        act = (
            next((row for row in street.acts if row.act == street.absent), None)
            or next((row for row in plain if not row.folds), None)
            or next(iter(plain), None)
        )
        if act is not None:
            play.clauses |= {street.absent_clause} - {""}
            self.carry_out(play, street, seat, act.act, None)

    def carry_out(self, play: Play, street: StreetRow, seat: str, act: str, amount: Amount | None) -> None:
        """Carry out the act of a seat."""
        mine = play.of(StreetSlice)
        mine.decided = [*mine.decided, seat]
        row = self.row_of(street, act)
        play.clauses |= {row.clause, row.size_clause} - {""}
        base = wager_of(play, seat, row.of if row.adds else street.has or self.setup.base)
        if row.adds and base is not None:
            stake = amount if amount is not None else self.sizes.of(play, row, seat)[0]
            play.put(Standing(seat, row.adds, stake, base.bettor, player=base.player))
            play.clauses.update(self.prices.cites(row.adds, "made"))
        if row.takes_back:
            back = wager_of(play, seat, row.takes_back)
            if back is not None:
                play.withdraw(back, (row.clause,), f"{row.takes_back} is taken back", "withdrawn")
        if row.folds:
            self._fold(play, seat, row)

    # Folding.

    def _fold(self, play: Play, seat: str, row: ActRow) -> None:
        """Fold a hand. The wagers that do not survive a fold are lost at once."""
        mine, settling = play.of(StreetSlice), self.settling
        mine.folded = [*mine.folded, seat]
        mine.kept = {**mine.kept, seat: list(row.keeps)}
        lost = [one for one in play.wagers if one.seat == seat and not settling.stands_after_fold(play, one)]
        wait = self.setup.forfeits_wait
        if settling.bank.player_banked and wait and self.prices.ruleset.holds(wait):
            lost = []  # they fall due with all others, as far as the bank then reaches
        claims = [
            _by(claim, (row.clause, *self._on_fold(play, claim.standing, lost)))
            for standing in settling.paid_in_order(lost)
            for claim in settling.claims_of(play, standing, None)
        ]
        if claims:
            settling.settle(play, claims)
        for standing in play.wagers:
            if standing.seat == seat:
                play.clauses |= {self.prices.wager(standing.wager).survives_clause} - {""}

    def _on_fold(self, play: Play, standing: Standing, lost: list[Standing]) -> tuple[str, ...]:
        """Return the clauses by which a fold loses a wager, with those of what stands beside it."""
        prices, stands = self.prices, {one.wager for one in play.wagers if one.seat == standing.seat}
        stands -= {one.wager for one in lost}
        beside = (f"folded-{'with' if name in stands else 'without'}-{name}" for name in prices.ruleset.names)
        return (prices.wager(standing.wager).fold_clause, *prices.cites(standing.wager, *beside))

    def collect(self, play: Play, street: StreetRow, seat: str) -> Steps:
        """Collect wagers that survive a fold and are lost with the hand, where the text says so."""
        if seat not in play.of(StreetSlice).folded or street.board < self.setup.hands.board:
            return
        if not self._lost_with_fold(play, seat):
            return
        yield from play.turn(seat)
        claims = [
            _by(claim, (self.prices.wager(claim.standing.wager).fold_clause,))
            for standing in self._lost_with_fold(play, seat)
            for claim in self.settling.claims_of(play, standing, None)
            if claim.result == "lose"
        ]
        if claims:
            self.settling.settle(play, claims)

    def _lost_with_fold(self, play: Play, seat: str) -> list[Standing]:
        """Return the wagers of a seat that are collected with its folded hand if their cards have lost."""
        return [
            one for one in play.wagers if one.seat == seat and self.prices.wager(one.wager).lost_with_fold
        ]

    # Deciding again.

    def undo(self, play: Play) -> None:
        """Let those who have decided on this street decide again.

        Their raises go back and their folds are undone.
        """
        mine = play.of(StreetSlice)
        for seat in mine.decided:
            for row in self.setup.streets[mine.street].acts:
                made = wager_of(play, seat, row.adds) if row.adds else None
                if made is not None:
                    play.take(made)
            if seat in mine.folded:
                self.unfold(play, seat)
        mine.decided = []

    def unfold(self, play: Play, seat: str) -> None:
        """Put a folded hand into the game again, with all that was lost by it."""
        mine = play.of(StreetSlice)
        mine.folded = [other for other in mine.folded if other != seat]
        mine.kept = {other: kept for other, kept in mine.kept.items() if other != seat}
        taken_back(play, lambda one: one.seat == seat)


def _by(claim: Claim, clauses: tuple[str, ...]) -> Claim:
    """Return a claim with the clauses of the act that made it fall due."""
    more = (clause for clause in clauses if clause and clause not in claim.clauses)
    return replace(claim, clauses=(*claim.clauses, *more))
