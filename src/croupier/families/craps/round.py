"""Craps as it is played: the point, the machine of each wager, the horn, and what a supplement may win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.equipment.dice import Throw, parse_dice, show_dice
from croupier.equipment.money import Amount, Rounding
from croupier.errors import BadInput, short
from croupier.families.automaton.dice import Dice, Shooting
from croupier.families.automaton.game import DrawGame, Drawn, Fittings
from croupier.families.automaton.machine import LOSE, UNPRICED, VOID, Machine
from croupier.families.automaton.machines import Machines, Working
from croupier.families.automaton.memory import TableMemory
from croupier.families.automaton.standing import StandingWagers
from croupier.families.craps.machines import (
    SEVEN,
    Collect,
    CrapsState,
    Hardway,
    Line,
    Number,
    OddsOn,
    Points,
    one_throw,
    pairs_of,
    working_of,
)
from croupier.families.craps.missing import MISSING, MissingDie
from croupier.families.craps.rules import CrapsSetup, CrapsWager
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Standing
from croupier.table.parts.betting import never
from croupier.table.parts.changing import OptionChange, Versions, changes
from croupier.table.parts.part import Moment, Nothing, Part
from croupier.table.parts.pricing import Outcome, Prices
from croupier.table.play import Play

Rules = Ruleset[CrapsWager, CrapsSetup]

COME = ("come", "dont-come")
SUPPLEMENTS = ("odds", "lay-odds")


class CrapsMachines(Machines[CrapsWager, CrapsSetup, CrapsState]):
    """Wagers at craps: most read the come-out point."""

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset, Dice(ruleset.setup.dice), CrapsState())
        self.bars_for_good = ruleset.readings.get("return-after-removal") == "never"
        """Whether a don't wager that was reduced or taken down is never made again."""

    def advance(self, table: CrapsState, draw: Throw) -> CrapsState:
        """Set a point, make it, or lose it to a seven."""
        total = sum(draw)
        if table.point:
            return CrapsState(0 if total in (table.point, SEVEN) else table.point)
        return CrapsState(total if total in self.setup.points else 0)

    def check_table(self, table: CrapsState) -> None:
        """Refuse a carried point that cannot be set."""
        if table.point and table.point not in self.setup.points:
            points = ", ".join(map(str, self.setup.points))
            raise BadInput(f"before: the point cannot be {table.point}; it is one of {points}")

    def find_working(self, name: str) -> Working:
        """Whether a wager is in play on a come-out roll, by the rule or by the reading that it names."""
        return working_of(self.ruleset.wager(name)[0], self.ruleset.facts)

    def bars(self, standing: Standing, table: CrapsState) -> bool:
        """Whether a wager is barred: until the hand is decided or, by a reading, for good."""
        return self.bars_for_good or bool(table.point)

    # Places.

    def places(self, name: str, row: CrapsWager) -> Sequence[str]:
        """Return the parameters: the point for supplements of come wagers, the dice for combinations."""
        if row.kind in SUPPLEMENTS and self._supports_come(row):
            return [str(point) for point in self.setup.points]
        return pairs_of(row) if row.kind == "combination" else [""]

    def _supports_come(self, row: CrapsWager) -> bool:
        return any(self.ruleset.wager(parent)[0].kind in COME for parent in row.needs)

    def canonical(self, name: str, param: str) -> str:
        """Return the dice of a combination in the written order. They may be given in any."""
        combination = self.ruleset.wager(name)[0].kind == "combination"
        return super().canonical(name, show_dice(parse_dice(param, 2)) if combination else param)

    def state_of(self, name: str, param: str, table: CrapsState) -> str:
        """Return the state of a carried wager: a line wager on the table's point, a come wager on its own."""
        row, _ = self.ruleset.wager(name)
        if row.kind in ("line", "dont-line") or (row.kind in SUPPLEMENTS and not param):
            return str(table.point or "")
        if row.kind in (*COME, *SUPPLEMENTS):
            return param
        return super().state_of(name, param, table)

    # Machines.

    def machine_param(self, name: str, param: str) -> str:
        """Return the parameter of the machine. A come wager has the same one wherever it has gone."""
        return "" if self.ruleset.wager(name)[0].kind in COME else param

    def build(self, name: str, row: CrapsWager, number: str, param: str) -> Machine:
        """Make the machine of a wager."""
        clause, points = clauses_of(row)[0], self.setup.points
        against = row.kind in ("dont-line", "dont-come", "lay-odds", "against")
        if row.kind in ("line", "dont-line", *COME):
            void = [self._total(name, entry) for entry in row.void]
            wins = [total for total in row.wins if total not in void]
            return Line(points, wins, row.loses, void, against, row.kind in COME, clause)
        if row.kind == "collect":
            return Collect(row.totals, clause)
        if row.kind == "points":
            return Points(points, min(row.totals), clause)
        working = self.working(name).when
        if row.kind in SUPPLEMENTS:
            return OddsOn(points, against, working, self._supports_come(row))
        if row.kind in ("number", "against"):
            return Number(int(number or row.wins[0]), against, working)
        if row.kind == "hardway":
            return Hardway(int(number or row.wins[0]), working)
        return one_throw(row, number, param)

    def _total(self, name: str, entry: object) -> int:
        """Return a total, written as a number or as the option that names it."""
        text = self.ruleset.options.get(str(entry), str(entry))
        if not text.isdigit():
            raise BadInput(
                f"{self.ruleset.file}: wagers.{name}.void: {short(entry)} is neither a total nor an option"
            )
        return int(text)

    def priced_rows(self, name: str, machine: Machine) -> frozenset[str]:
        """Return the rows that need a price. A horn has none of its own."""
        horn = self.ruleset.wager(name)[0].kind == "horn"
        return frozenset() if horn else super().priced_rows(name, machine)


class CrapsPrices(Prices):
    """The prices of craps."""

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return the outcome. One part of a horn wins at its own wager's price, the rest is lost."""
        wager: CrapsWager = self.ruleset.wager(name)[0]
        if wager.kind != "horn" or row in (LOSE, VOID):
            return super().outcome(name, row, param)
        number = self.ruleset.wager(name)[1]
        units = {total: (2 if total == number else 1) for total in wager.parts}
        whole = sum(units.values())
        parts: list[tuple[Fraction, Pay | None]] = []
        clauses = clauses_of(wager)
        for total, source in wager.parts.items():
            pay = self.price(source, total) if total == row else None
            parts.append((Fraction(units[total], whole), pay))
            if pay and pay.clause not in clauses:
                clauses = (*clauses, pay.clause)
        won = Outcome("win", tuple(parts), clauses)
        # Where the one part wins what the others lose, as on the seven of a world wager, nothing is won, but
        # for what rounding adds.
        level = won.won(whole) == won.lost(whole)
        return Outcome("push", won.parts, clauses) if level else won

    def rounding(self, name: str, stake: Amount = 0, parent: Amount | None = None, row: str = "") -> Rounding:
        """Return the rounding.

        A supplement above its wager, or a lay by its winnings, may have a rule of its own.
        """
        wager: CrapsWager = self.ruleset.wager(name)[0]
        if wager.excess_rounding and parent is not None and row not in ("", *UNPRICED):
            measure = self.price(name, row).winnings(stake) if wager.kind == "lay-odds" else Fraction(stake)
            if measure > parent:
                return self.ruleset.money[wager.excess_rounding]
        return super().rounding(name, stake, parent, row)


class Hand(Part[Nothing]):
    """A hand of the shooter, from a come-out roll to the decision on its point."""

    carried = Nothing
    hears = (Drawn,)

    def __init__(
        self, machines: CrapsMachines, memory: TableMemory[CrapsState], lying: StandingWagers, dice: Shooting
    ) -> None:
        self.machines = machines
        self.memory = memory
        self.lying = lying
        self.dice = dice

    def heard(self, play: Play, moment: Moment) -> None:
        """Lift every bar after a decision on the line. Pass the dice after a seven-out."""
        if not isinstance(moment, Drawn):
            return
        assert isinstance(moment.before, CrapsState)
        dice, setup = self.dice.held(play), self.machines.setup
        before, after = moment.before.point, self.memory.now(play).point
        if not after:
            if not self.machines.bars_for_good:
                self.lying.lift_bars(play)
            dice.waived = False
        elif not before and setup.points_clause:
            play.clauses.add(setup.points_clause)
        if sum(moment.draw) == SEVEN and dice.shooter and self._loses_dice(play, bool(before)):
            play.clauses.add(setup.shooter.lose_clause)
            self.dice.pass_on(play)

    def _loses_dice(self, play: Play, out: bool) -> bool:
        """Whether a seven takes the dice from the shooter: one after a point, or one that loses his wager."""
        row, shooter = self.machines.setup.shooter, self.dice.held(play).shooter
        if not row.own_seven_when or not self.machines.ruleset.holds(row.own_seven_when):
            return out
        mine = [line.result for line in play.lines if line.whose == shooter and line.wager in row.wagers]
        return "lose" in mine if mine else out


Craps = DrawGame[CrapsMachines]


def craps(ruleset: Rules) -> Craps:
    """Fit a table for craps."""
    machines = CrapsMachines(ruleset)
    memory = TableMemory(machines)
    fittings = Fittings(machines, CrapsPrices(ruleset), memory)
    missing, listed = MissingDie(), MISSING in orders_of(ruleset)
    dice = Shooting(
        ruleset.setup.shooter,
        fittings.exclusion,
        point_set=lambda play: bool(memory.now(play).point),
        same_first=missing.same_first if listed else never,
    )
    hand = Hand(machines, memory, fittings.standing, dice)
    own = (dice, hand, *((missing,) if listed else ()))
    if not changes(ruleset):
        return DrawGame(fittings, own)
    versions = Versions(ruleset, craps)
    return DrawGame(fittings, (*own, OptionChange(ruleset, versions)), versions=versions.of)


def orders_of(ruleset: Rules) -> set[str]:
    """Return every order that a ruling of the rulebook gives."""
    return {order for event in ruleset.irregularities.values() for row in event.rows for order in row.ruling}
