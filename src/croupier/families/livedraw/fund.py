"""The fund of live draw poker: a share of every wager goes to it, and royal flushes share it."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.equipment.money import Amount, show_amount
from croupier.families.livedraw.prices import DrawPrices
from croupier.families.livedraw.rules import DrawSetup, DrawWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Claim, Standing
from croupier.table.parts.closing import CLOSED
from croupier.table.parts.meters import HOUSE, Meters, PaidIn, account_of
from croupier.table.parts.suspension import Suspension, suspended_at_the_close
from croupier.table.play import Play

METER = "jackpot"
ROYAL = "royal-flush"


class Fund:
    """The fund: its share of wagers, and its payments for royal flushes."""

    def __init__(self, ruleset: Ruleset[DrawWager, DrawSetup], prices: DrawPrices) -> None:
        self.ruleset = ruleset
        self.prices = prices
        self.row = ruleset.setup.hold
        self.is_paid = ruleset.options.get("jackpot", "no") == "yes"
        """Whether a royal flush is paid the fund."""
        self.suspension = Suspension(ruleset, only=METER, there=self.is_paid)
        self.instead = ruleset.readings.get("jackpot-pays") == "instead-of-the-odds"
        """Whether it is paid in the place of the odds."""
        self._rate = Fraction(ruleset.options.get("jackpot-share", "0") or "0") / 100
        """The share of a stake that goes to the fund."""
        self.meters = Meters(
            {METER: ruleset.options.get("seed") or "0"},
            self.pays_in,
            alone=True,
            has_paid=lambda play, standing: play.phase == CLOSED,
            stopped=self.is_stopped,
        )

    def pays_in(self, standing: Standing) -> PaidIn:
        """Return the part of a stake that goes to the fund."""
        amount = self.prices.loss_rounding(standing.wager).apply(self._rate * standing.stake)
        return PaidIn(METER, amount, self.row.fund_clause)

    def is_stopped(self, play: Play, name: str = METER) -> bool:
        """Whether the fund had failed before the first card: it is neither fed nor paid in this round."""
        return suspended_at_the_close(self.suspension, play, name)

    def now(self, play: Play) -> Amount:
        """Return the amount of the fund."""
        return self.meters.now(play, METER)

    def settle(self, play: Play, claims: list[Claim]) -> None:
        """Settle claims, and the fund with those on a royal flush; seed it where it was paid."""
        claims = list(play.without_struck(claims))
        paid = self.is_paid and not self.is_stopped(play)
        royal = [claim for claim in claims if claim.row == ROYAL] if paid else []
        play.settle(self._shared(play, claims, royal))
        short = self.meters.short(play, METER)
        if royal and short:
            play.transfer(HOUSE, account_of(METER), short)
            play.clauses.add(self.ruleset.option_rows["seed"].clause)

    def _shared(self, play: Play, claims: list[Claim], royal: list[Claim]) -> list[Claim]:
        """Share the fund equally among all who hold a royal flush, on top of the odds or in their place."""
        fund = self.now(play)
        if not royal or not fund:
            return claims
        persons = sorted({claim.standing.whose for claim in royal})
        found = list(claims)
        if self.instead:
            # The bank has taken the stake in, and it would have come back with the odds.
            found = [
                replace(claim, won=Fraction(0), lost=Fraction(claim.standing.stake))
                if claim in royal
                else claim
                for claim in claims
            ]
        share = Fraction(fund // len(persons))
        shared = f", shared by {len(persons)}" if len(persons) > 1 else ""
        told = f"the fund of {show_amount(fund)} is paid{shared}"
        for person in persons:
            first = next(claim for claim in royal if claim.standing.whose == person)
            standing = Standing(
                first.standing.seat, METER, 0, first.standing.bettor, player=first.standing.player
            )
            found.append(
                Claim(
                    standing,
                    "win",
                    share,
                    Fraction(0),
                    (self.row.share_clause,),
                    told,
                    against=account_of(METER),
                )
            )
        return found
