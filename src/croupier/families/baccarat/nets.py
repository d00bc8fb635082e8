"""What the rows of a wager net, and the least stake that is paid exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from croupier.equipment.money import UNIT, Amount, parse_amount, show_amount
from croupier.families.baccarat.round import Baccarat
from croupier.table.banks import charge_of, payable
from croupier.table.claims import Claim, Standing
from croupier.table.parts.commission import OwedSlice

MOST_UNITS = 10_000
"""The largest stake to try, in units of currency, in the search for an exact payment."""
SEATED = "1"
"""The seat of the proved wager."""


class RowNets:
    """The nets of a wager's rows for a stake: the table's own claims, less the commission."""

    def __init__(self, game: Baccarat, name: str) -> None:
        self.game, self.name = game, name
        self.row = game.ruleset.wager(name)[0]
        self._play = game.start({})

    def claim(self, row: str, stake: Amount) -> tuple[Claim, Amount]:
        """Return the due claim, and the commission marked for later."""
        marked = self._play.of(OwedSlice)
        marked.owed = {}
        claim = self.game.commission.claim(self._play, Standing(SEATED, self.name, stake), row, "")
        return claim, parse_amount(marked.owed.get(SEATED, "0"))

    def net(self, row: str, stake: Amount) -> Amount:
        """Return the net of a row."""
        claim, owed = self.claim(row, stake)
        paid = payable(claim)
        return paid - charge_of(claim, paid) - owed

    def even_stake(self, rows: Iterable[str]) -> tuple[Amount, tuple[str, ...]]:
        """Return the least stake in whole units that is paid without rounding.

        It is one that the rulebook allows. Where there is none, return the least stake and a note that says
        so.
        """
        rule = self.row.stake
        if rule.exactly:
            return parse_amount(rule.exactly), ()
        step = lcm(parse_amount(rule.multiple_of), UNIT) if rule.multiple_of else UNIT
        least = -(-max(parse_amount(rule.min) if rule.min else 0, step) // step) * step
        needs = lcm(step, *(self._divisor(row) for row in rows))
        stake = -(-least // needs) * needs
        if stake <= MOST_UNITS * UNIT:
            return stake, ()
        note = f"no stake up to {MOST_UNITS} is paid exactly"
        return least, (f"{note}: this is for {show_amount(least)}, rounded as the rulebook says",)

    def _divisor(self, row: str) -> int:
        """Return the number that divides every stake settled without rounding by a row."""
        claim, _ = self.claim(row, UNIT)
        won, lost = Fraction(claim.won) / UNIT, Fraction(claim.lost) / UNIT
        parts = [
            (won, claim.rounding),
            (lost, claim.loss_rounding),
            (won * self.game.prices.commission(self.name) if won else Fraction(0), claim.commission_rounding),
        ]
        return lcm(*((ratio / unit.to).denominator for ratio, unit in parts))
