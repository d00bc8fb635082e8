"""The side wager of Rocket 7: paid at each seven in a row, and by the sum of three free throws."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.equipment.dice import Throw
from croupier.families.automaton.machine import LOSE, PUSH, Machine, Step, TableState
from croupier.families.craps.machines import SEVEN
from croupier.table.questions import Refusal

FREE_THROWS = 3
RUN_FOR_JACKPOT = 6
OPENS_FREE_ROLL = ((1, 1), (6, 6))
KEPT = "kept"
"""The state of a side wager that a throw neither won nor lost, because only the other feature was offered."""


class RocketState(TableState, frozen=True):
    """How many sevens the shooter has thrown in a row, and how many free throws are to come."""

    sevens: int = 0
    free: int = 0


class SideWager(Machine):
    """Paid at each seven from the second on; a double one or six opens three free throws."""

    def __init__(
        self,
        features: Mapping[str, bool],
        bands: Mapping[int, str],
        clause: str,
        hold: str,
        readings: Mapping[str, str],
    ) -> None:
        self.sevens, self.free_roll = features.get("sevens", False), features.get("free-roll", False)
        self.bands, self.clause, self.hold = bands, clause, hold
        self.spent = readings["side-stake"] == "spent"
        self.joins_any_time = readings["side-joins"] == "any-throw"
        self.single_seven_loses = readings["single-seven"] == "loses"
        self.stays_at_once = readings["side-removal"] == "stays"
        self.stands_for_the_other = readings["other-feature"] == "stands"
        runs = frozenset(str(number) for number in range(2, RUN_FOR_JACKPOT + 1))
        sums = frozenset(bands.values())
        self._every = runs | sums
        self.rows = (runs if self.sevens else frozenset()) | (sums if self.free_roll else frozenset())

    @property
    def all_rows(self) -> frozenset[str]:
        """Both features' rows, offered or not."""
        return self._every

    def opens(self, table: RocketState) -> Refusal | None:
        """Refuse it except before the shooter's first throw."""
        if table.free:
            return Refusal("a free roll is being thrown and no further wagers are taken", self.hold)
        if table.sevens and not self.joins_any_time:
            return Refusal("it is made before the shooter's first throw", self.clause)
        return None

    def holds(self, state: str, table: RocketState) -> bool:
        """Whether it has as many sevens as the table counts, or as many free throws to come."""
        if table.free:
            thrown = FREE_THROWS - table.free
            return state in {f"free-{table.free}-{score}" for score in range(2 * thrown, 12 * thrown + 1)}
        if state == KEPT:
            return self.stands_for_the_other
        if self.joins_any_time:
            return state in map(str, range(table.sevens + 1))
        return state == str(table.sevens)

    bound_because = "it stays until it is won or lost"

    def locked(self, state: str) -> bool:
        """Whether it is bound: from its first throw or, by a reading, from the start."""
        return self.stays_at_once or state != "0"

    def first(self, table: RocketState) -> str:
        """Return the state without a seven."""
        return "0"

    def step(self, state: str, table: RocketState, draw: Throw, call: str = "") -> Step:
        """Take a free throw, another seven, a double that opens the free roll, or the end."""
        total = sum(draw)
        if state.startswith("free-"):
            _, left, so_far = state.split("-")
            score = int(so_far) + total
            return Step(f"free-{int(left) - 1}-{score}") if int(left) > 1 else Step(None, self.bands[score])
        run = 0 if state == KEPT else int(state)
        if total == SEVEN and self.sevens:
            run += 1
            if run == RUN_FOR_JACKPOT:
                return Step(None, str(run))
            return Step(str(run), str(run) if run >= 2 else None)
        if draw in OPENS_FREE_ROLL and self.free_roll:
            return Step(f"free-{FREE_THROWS}-0")
        if not run and (total == SEVEN or draw in OPENS_FREE_ROLL) and self.stands_for_the_other:
            return Step(KEPT)
        if run == 1:
            return Step(None, LOSE if self.single_seven_loses else PUSH)
        return Step(None, LOSE if self.spent or not run else PUSH)
