"""The limits of twenty-one: the table's may bind under a condition."""

from __future__ import annotations

from croupier.equipment.money import Amount
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.table.parts.limits import Limits, Schedule
from croupier.table.play import Play


class BindingLimits(Limits):
    """Limits of a table that bind under a condition of the setup."""

    def __init__(self, rules: TwentyOneRules, schedule: Schedule) -> None:
        super().__init__(rules.ruleset, rules.setup.betting, schedule)
        self.bind = rules.holds(rules.setup.limits_when)
        """Whether the table's minimum and maximum bind."""

    def now(self, play: Play, who: str) -> tuple[Amount | None, Amount | None]:
        """Return the table's limits, where they bind."""
        return super().now(play, who) if self.bind else (None, None)
