"""Prices of casino war: half is lost on surrender, and the war decides both wagers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.equipment.money import Amount, Rounding
from croupier.errors import BadInput
from croupier.families.war import ends
from croupier.families.war.rules import WarSetup, WarWager
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.parts.pricing import LOSE, CardPrices, Outcome, join

MAIN, TIE, WAR, WAR_TIE = "main", "tie", "war", "war-tie"
SURRENDER = "surrender"
ROWS = {
    MAIN: frozenset(ends.ROWS),
    TIE: frozenset({"win", LOSE}),
    WAR: frozenset({"win", "tie", LOSE}),
    WAR_TIE: frozenset({"win", LOSE}),
}
"""The rows, by the kind of the wager."""
OF_WAR = {"war-win": "win", "war-tie": "tie", "war-lose": LOSE}
"""The row of the war wager, by the row of the first one."""


def is_met(ruleset: Ruleset[WarWager, WarSetup], text: str) -> bool:
    """Say whether a condition is written and met."""
    return bool(text) and ruleset.holds(text)


def named_wagers(ruleset: Ruleset[WarWager, WarSetup]) -> Mapping[str, str]:
    """Return the wagers by kind: at most one of each, at least the first and the war wager."""
    found: dict[str, str] = {}
    for name, row in ruleset.wagers.items():
        if row.kind in found or row.for_:
            raise BadInput(
                f"{ruleset.file}: wagers.{name}: a game of war has one {row.kind} wager "
                f"[{clauses_of(row)[0]}]"
            )
        found[row.kind] = name
    if not {MAIN, WAR} <= set(found):
        raise BadInput(f"{ruleset.file}: a game of war has a main wager and a war wager")
    return found


class WarPrices(CardPrices):
    """What each wager of a war wins and loses."""

    def __init__(self, ruleset: Ruleset[WarWager, WarSetup], named: Mapping[str, str]) -> None:
        self.named = named
        """The wagers by kind."""
        self.choice = ruleset.setup.choice
        self.may_surrender = ruleset.holds(self.choice.surrender_when)
        """Whether a bettor may surrender at this table."""
        super().__init__(ruleset, self._rows, self._must_price)

    def kind(self, name: str) -> str:
        """Return the kind of a wager."""
        return str(self.ruleset.wager(name)[0].kind)

    def _rows(self, name: str) -> frozenset[str]:
        return ROWS[self.kind(name)]

    def _must_price(self, name: str) -> frozenset[str]:
        return frozenset({"win", "tie"}) if self.kind(name) == WAR else frozenset({"win"})

    def settled_rows(self, name: str) -> frozenset[str]:
        """Return all rows of a wager; surrender only where it is allowed."""
        return self.rows(name) - (frozenset() if self.may_surrender else {SURRENDER})

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles: surrender loses half, and a wager may be void."""
        wager: WarWager = self.ruleset.wager(name)[0]
        if row == SURRENDER:
            clauses = join(self.unpaid_clauses(name), (self.choice.surrender_clause,))
            return Outcome("half", ((Fraction(1, 2), None),), clauses)
        if row in wager.void:
            return Outcome("void", (), join(self.unpaid_clauses(name), (wager.void[row],)))
        if row == "war-lose" and row not in wager.lose:
            return super().outcome(name, LOSE, param)
        return super().outcome(name, row, param)

    def half_rounding(self) -> Rounding:
        """Return how half of an odd stake is rounded: to the cent, or to whole chips."""
        plain = self.loss_rounding(self.named[MAIN])
        chip = self.ruleset.option_amount("chip")
        if chip and is_met(self.ruleset, self.choice.half_in_chips):
            return Rounding(chip, plain.way, plain.clause)
        return plain

    def claim(self, standing: Standing, row: str, why: str, more: tuple[str, ...] = ()) -> Claim:
        """Return what falls due. The surrendered half may have to be rounded."""
        claim = super().claim(standing, row, why, more)
        if row != SURRENDER:
            return claim
        half = self.half_rounding()
        clauses = claim.clauses if half.is_even(claim.lost) else join(claim.clauses, (half.clause,))
        return replace(claim, loss_rounding=half, clauses=clauses)

    def net(self, name: str, row: str, stake: Amount) -> Amount:
        """Return the net of a row on a stake, rounded."""
        if row != SURRENDER:
            return super().net(name, row, stake)
        return -self.half_rounding().apply(self.outcome(name, row).lost(stake))
