"""The limits of twenty-one: they may bind under a condition, and a wager may have its own."""

from __future__ import annotations

from croupier.equipment.money import Amount
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.rules import TwentyOneWager
from croupier.table.parts.limits import Limits, Schedule
from croupier.table.parts.rows import TableWager
from croupier.table.play import Play


class OwnLimits(Limits):
    """Limits of a table where some wagers have their own."""

    def __init__(self, rules: TwentyOneRules, schedule: Schedule) -> None:
        super().__init__(rules.ruleset, rules.setup.betting, schedule)
        self.bind = rules.holds(rules.setup.limits_when)
        """Whether the table's minimum and maximum bind."""

    def now(self, play: Play, seat: str) -> tuple[Amount | None, Amount | None]:
        """Return the table's limits, where they bind."""
        return super().now(play, seat) if self.bind else (None, None)

    def of(self, play: Play, seat: str, row: TableWager) -> tuple[Amount | None, Amount | None]:
        """Return the limits that bind a wager: its own, or the table's."""
        if isinstance(row, TwentyOneWager) and row.own_limits:
            least, most = (self.ruleset.option_amount(name) for name in row.own_limits)
            return least, most
        return super().of(play, seat, row)
