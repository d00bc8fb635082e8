"""Rocket 7 as it is played: one throw a round, runs of sevens, free rolls, and a jackpot."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.equipment.dice import Throw, parse_dice, show_dice
from croupier.errors import BadInput
from croupier.families.automaton.dice import Dice, Shooting
from croupier.families.automaton.game import DrawGame, Drawn, Fittings
from croupier.families.automaton.machine import LOSE, PUSH, Machine, OneDraw
from croupier.families.automaton.machines import Machines, Working
from croupier.families.automaton.memory import TableMemory
from croupier.families.craps.machines import SEVEN, one_throw, pairs_of, working_of
from croupier.families.rocket.jackpot import Jackpot, RocketSettlement, Rules
from croupier.families.rocket.rules import RocketSetup, RocketWager
from croupier.families.rocket.side import (
    FREE_THROWS,
    OPENS_FREE_ROLL,
    RUN_FOR_JACKPOT,
    RocketState,
    SideWager,
)
from croupier.table.claims import Standing
from croupier.table.parts.part import Moment, Nothing, Part
from croupier.table.parts.pricing import Outcome, Prices
from croupier.table.parts.suspension import Suspension
from croupier.table.play import Play
from croupier.table.questions import Refusal

DIE = {0: LOSE, 1: "one", 2: "two"}
"""The row of a wager on one face, by how many dice show it."""
PAID_ON_THE_WAY = ("2", "3", "4", "5")
"""Rows that leave the side wager standing."""


class RocketMachines(Machines[RocketWager, RocketSetup, RocketState]):
    """Wagers on one throw, and the side wager. The former rest while a free roll is thrown."""

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset, Dice(ruleset.setup.dice), RocketState())

    def advance(self, table: RocketState, draw: Throw) -> RocketState:
        """Count sevens in a row, or the throws of a free roll that goes on."""
        if table.free:
            return RocketState(0, table.free - 1)
        if draw in OPENS_FREE_ROLL and self.ruleset.options["free-roll"] == "yes":
            return RocketState(0, FREE_THROWS)
        run = table.sevens + 1
        return RocketState(run if sum(draw) == SEVEN and run < RUN_FOR_JACKPOT else 0)

    def check_table(self, table: RocketState) -> None:
        """Refuse a carried run as long as the jackpot's."""
        known = 0 <= table.sevens < RUN_FOR_JACKPOT and 0 <= table.free <= FREE_THROWS
        if not known or (table.sevens and table.free):
            raise BadInput(
                f"before: sevens is 0 to {RUN_FOR_JACKPOT - 1} and free is 0 to {FREE_THROWS}, "
                "and only one of them is set"
            )

    def check_lying(self, standing: Standing, table: RocketState) -> None:
        """Refuse any but side wagers on the table during a free roll."""
        if table.free and not self.is_side(standing):
            raise BadInput(
                f"before: a free roll is being thrown, and {standing.name} cannot lie on the table"
            )

    def is_side(self, standing: Standing) -> bool:
        """Whether a wager is the side wager."""
        return self.ruleset.wager(standing.wager)[0].kind == "side"

    def find_working(self, name: str) -> Working:
        """Whether a wager is in play, by the rule or by the reading that it names."""
        return working_of(self.ruleset.wager(name)[0], self.ruleset.facts)

    def places(self, name: str, row: RocketWager) -> Sequence[str]:
        """Return the parameters: wagers on a combination name the dice."""
        return pairs_of(row) if row.kind == "combination" else [""]

    def canonical(self, name: str, param: str) -> str:
        """Return the dice of a combination in the written order. They may be given in any."""
        combination = self.ruleset.wager(name)[0].kind == "combination"
        return super().canonical(name, show_dice(parse_dice(param, 2)) if combination else param)

    def build(self, name: str, row: RocketWager, number: str, param: str) -> Machine:
        """Make the machine of a wager."""
        hold = self.setup.hold_clause
        if row.kind == "side":
            options = self.ruleset.options
            offered = {feature: options[option] == "yes" for feature, option in row.features.items()}
            bands = {
                score: band
                for band, spans in row.bands.items()
                for low, high in spans
                for score in range(low, high + 1)
            }
            return SideWager(offered, bands, self.setup.join_clause, hold, self.ruleset.readings)
        held = Refusal("a free roll is being thrown and the standard game is on hold", hold)

        def opens(table: RocketState) -> Refusal | None:
            return held if table.free else None

        if row.kind == "die":
            face = int(number)
            return OneDraw(lambda draw: DIE[draw.count(face)], frozenset({"one", "two"}), opens)
        return one_throw(row, number, param, opens)


class RocketPrices(Prices):
    """The prices of Rocket 7."""

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles a wager. The fate of a side wager's stake is a reading."""
        plain = super().outcome(name, row, param)
        if self.ruleset.wager(name)[0].kind != "side" or row in (LOSE, PUSH, *PAID_ON_THE_WAY):
            return plain
        lost = ((Fraction(1), None),) if self.ruleset.readings["side-stake"] == "spent" else ()
        return Outcome("win", (*plain.parts, *lost), plain.clauses)


class Runs(Part[Nothing]):
    """Runs of sevens and free rolls: as long as one goes on, the shooter keeps the dice."""

    carried = Nothing
    hears = (Drawn,)

    def __init__(self, machines: RocketMachines, memory: TableMemory[RocketState], dice: Shooting) -> None:
        self.machines = machines
        self.memory = memory
        self.dice = dice

    def heard(self, play: Play, moment: Moment) -> None:
        """End a free roll without side wagers. Pass the dice when nothing goes on."""
        assert isinstance(moment, Drawn) and isinstance(moment.before, RocketState)
        before, setup = moment.before, self.machines.setup
        opened = self.memory.now(play).free == FREE_THROWS
        skipped = opened and self.machines.ruleset.readings["empty-free-roll"] == "not-thrown"
        if skipped and not any(self.machines.is_side(other) for other in play.wagers):
            self.memory.set(play, RocketState())
        if before.free == 1:
            play.clauses.add(setup.resume_clause)
        goes_on = self.memory.now(play).free or (sum(moment.draw) == SEVEN and not before.free)
        if self.dice.held(play).shooter and not goes_on:
            play.clauses.add(setup.shooter.lose_clause)
            self.dice.pass_on(play)


Rocket = DrawGame[RocketMachines]


def rocket(ruleset: Rules) -> Rocket:
    """Fit a table for Rocket 7."""
    machines = RocketMachines(ruleset)
    memory = TableMemory(machines)
    fittings = Fittings(machines, RocketPrices(ruleset), memory)
    jackpot = Jackpot(ruleset)
    side = next((name for name, row in ruleset.wagers.items() if row.kind == "side"), "")
    dice = Shooting(
        ruleset.setup.shooter,
        fittings.exclusion,
        # A shooter who keeps the dice, or throws a free roll, need not have bet again.
        excused=lambda play: memory.now(play) != RocketState(),
        # A side wager alone makes nobody the shooter.
        counts=lambda standing: not machines.is_side(standing),
    )
    return DrawGame(
        fittings,
        (dice, jackpot, Suspension(ruleset, only=side), Runs(machines, memory, dice)),
        RocketSettlement(fittings.wagers, jackpot),
    )
