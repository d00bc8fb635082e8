"""How a hand of chemin de fer is settled: the covers from the Banker's right on, then the bank."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.errors import BadInput
from croupier.families.chemin.covering import BANK, COVER, Covering, staked
from croupier.families.chemin.hand import Found, Hand, HandResult, HandSlice
from croupier.families.chemin.suivi import SuiviSlice
from croupier.table.claims import Claim, Standing
from croupier.table.parts.auction import AuctionSlice
from croupier.table.parts.heldbank import BankSlice
from croupier.table.parts.pricing import LOSE, CardPrices
from croupier.table.parts.seats import distance
from croupier.table.play import Play

TIE, WIN = "tie", "win"


class Settling:
    """Settles the two hands."""

    def __init__(self, hand: Hand, covering: Covering, prices: CardPrices) -> None:
        self.hand = hand
        self.covering = covering
        self.bank = covering.bank
        self.prices = prices

    def settle(self, play: Play) -> None:
        """Settle a hand whose cards all lie face up."""
        player, banker = self.hand.final_counts(play)
        rows = {BANK: row_of(banker, player), COVER: row_of(player, banker)}
        counts = f"player {player}, banker {banker}"
        claims = [self._claim(one, rows[one.wager], counts) for one in self._in_order(play)]
        mine = play.of(HandSlice)
        mine.result = HandResult(player, banker, rows[BANK])
        play.clauses.add(self.hand.rules.compare_clause)
        mine.found = self._found(play)
        # What the next hand needs is read off the wagers before they leave the table.
        self.covering.decide(play, rows[BANK])
        play.settle(claims)

    def settle_again(self, play: Play) -> None:
        """Settle a hand again that was settled before all its cards were known."""
        batch = play.batches[-1]
        if any(line not in play.lines for line in batch.lines):
            raise BadInput("a payment of this hand was put right already: say first which cards were drawn")
        play.batches.pop()
        play.lines = [line for line in play.lines if line not in batch.lines]
        for move in batch.moves:
            play.moves.remove(move)
        for claim in batch.claims:
            play.put(claim.standing)
        self._restore(play)
        self.bank.stand_for(play, staked(play))
        self.settle(play)

    def _found(self, play: Play) -> Found:
        offer, moving = play.of(AuctionSlice), self.covering.auction.moving
        return Found(
            self.bank.held(play),
            offer.relinquished,
            offer.passed_by,
            self.covering.suivi.who(play),
            moving.moved(play),
            self.covering.seats.players(play),
        )

    def _restore(self, play: Play) -> None:
        """Put the bank back as the hand found it."""
        found, offer = play.of(HandSlice).found, play.of(AuctionSlice)
        assert isinstance(found, Found)
        play.of(BankSlice).bank = found.bank
        offer.relinquished, offer.passed_by = found.relinquished, found.passed_by
        play.of(SuiviSlice).suivi = found.suivi

    def _in_order(self, play: Play) -> list[Standing]:
        """Return the covers from the Banker's right on, then the bank."""
        banker = self.bank.banker(play)
        return sorted(play.wagers, key=lambda one: (one.wager == BANK, distance(banker, one.seat)))

    def _claim(self, standing: Standing, row: str, counts: str) -> Claim:
        what = "the bank" if standing.wager == BANK else "the cover"
        why = f"{counts}: {what} {self.prices.settled_by(standing.wager, row).told}"
        claim = self.prices.claim(standing, row, why, (self.hand.rules.compare_clause,))
        # The fee is the bank's to take, on what it has actually won.
        return replace(claim, commission=Fraction(0))


def row_of(own: int, other: int) -> str:
    """Say how a hand fares against another."""
    return WIN if own > other else LOSE if own < other else TIE
