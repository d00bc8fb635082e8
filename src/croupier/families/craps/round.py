"""Craps as it is played: the point, the machine of each wager, the horn, and what a supplement may win."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from croupier.equipment.dice import FACES, parse_dice, show_dice
from croupier.equipment.money import Amount, Rounding
from croupier.errors import BadInput, short
from croupier.families.automaton.dice import DiceGame
from croupier.families.automaton.machine import LOSE, PUSH, UNPRICED, VOID, Machine, OneDraw
from croupier.families.common.pricing import Outcome
from croupier.families.craps.machines import SEVEN, Collect, Hardway, Line, Number, OddsOn, Points
from croupier.families.craps.rules import CrapsSetup
from croupier.rulebook.ruleset import Pay, clauses_of
from croupier.table.claims import Standing
from croupier.table.play import Play

PAIRS = [show_dice(pair) for pair in combinations_with_replacement(FACES, 2)]


class CrapsState(msgspec.Struct, frozen=True, rename="kebab"):
    """The come-out point, or 0 before a come-out roll."""

    point: int = 0


class Craps(DiceGame):
    """Craps: a round is one throw."""

    TableState: type[msgspec.Struct] = CrapsState
    setup: CrapsSetup

    def advance(self, table: Any, draw: Any) -> CrapsState:
        """A point is set, made, or lost to a seven."""
        total = sum(draw)
        if table.point:
            return CrapsState(0 if total in (table.point, SEVEN) else table.point)
        return CrapsState(total if total in self.setup.points else 0)

    def check_table(self, table: Any) -> None:
        """A carried point is one that can be set."""
        if table.point and table.point not in self.setup.points:
            raise BadInput(
                f"before: the point cannot be {table.point}; it is one of {', '.join(map(str, self.setup.points))}"
            )

    def working(self, name: str) -> str:
        """Whether a wager is in play on a come-out roll, by the rule or by the reading that it names."""
        text: str = self.ruleset.wager(name)[0].working
        return self.ruleset.facts.get(text, text)

    # Machines.

    def params(self, name: str) -> list[str]:
        """Supplements of come wagers name the point; wagers on a combination name the dice."""
        row, _ = self.ruleset.wager(name)
        if row.kind in ("odds", "lay-odds") and self._supports_come(row):
            return [str(point) for point in self.setup.points]
        if row.kind == "combination":
            return [
                pair
                for pair in PAIRS
                if row.pairs == "any" or (pair[0] == pair[-1]) == (row.pairs == "pairs")
            ]
        return [""]

    def _supports_come(self, row: Any) -> bool:
        return any(self.ruleset.wager(parent)[0].kind in ("come", "dont-come") for parent in row.needs)

    def canonical(self, name: str, param: str) -> str:
        """The dice of a combination may be named in any order."""
        if self.ruleset.wager(name)[0].kind == "combination":
            param = show_dice(parse_dice(param, 2))
        return super().canonical(name, param)

    def machine(self, name: str, param: str = "") -> Machine:
        """A come wager is the same machine wherever it has gone."""
        row, _ = self.ruleset.wager(name)
        return super().machine(name, "" if row.kind in ("come", "dont-come") else param)

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager."""
        clause = clauses_of(row)[0]
        against = row.kind in ("dont-line", "dont-come", "lay-odds", "against")
        if row.kind in ("line", "dont-line", "come", "dont-come"):
            void = [self._total(name, entry) for entry in row.void]
            wins = [total for total in row.wins if total not in void]
            return Line(
                self.setup.points, wins, row.loses, void, against, row.kind in ("come", "dont-come"), clause
            )
        if row.kind in ("odds", "lay-odds"):
            return OddsOn(self.setup.points, against, self.working(name), self._supports_come(row))
        if row.kind in ("number", "against"):
            return Number(int(number or row.wins[0]), against, self.working(name))
        if row.kind == "hardway":
            return Hardway(int(number or row.wins[0]), self.working(name))
        if row.kind == "collect":
            return Collect(row.totals, clause)
        if row.kind == "points":
            return Points(self.setup.points, min(row.totals), clause)
        return self._one_throw(row, number, param)

    def _total(self, name: str, entry: object) -> int:
        """A total, or the option that names it."""
        text = self.ruleset.options.get(str(entry), str(entry))
        if not text.isdigit():
            raise BadInput(
                f"{self.ruleset.file}: wagers.{name}.void: {short(entry)} is neither a total nor an option"
            )
        return int(text)

    def _one_throw(self, row: Any, number: str, param: str) -> Machine:
        if row.kind == "combination":
            wanted = parse_dice(param, 2)
            won = "hard" if wanted[0] == wanted[1] else "easy"
            rows = {"hard", "easy"} if row.pairs == "any" else {won}
            return OneDraw(lambda draw: won if draw == wanted else LOSE, frozenset(rows))
        if row.kind == "combinations":
            set_ = frozenset(parse_dice(text, 2) for text in row.throws)
            return OneDraw(lambda draw: "win" if draw in set_ else LOSE, frozenset({"win"}))
        totals = (
            frozenset(map(int, row.parts)) if row.kind == "horn" else frozenset(row.wins or [int(number)])
        )
        push = frozenset(row.push)
        return OneDraw(
            lambda draw: str(sum(draw)) if sum(draw) in totals else PUSH if sum(draw) in push else LOSE,
            frozenset(map(str, totals)),
        )

    # Prices.

    def priced_rows(self, name: str, machine: Machine) -> frozenset[str]:
        """A horn has no price of its own."""
        return (
            frozenset() if self.ruleset.wager(name)[0].kind == "horn" else super().priced_rows(name, machine)
        )

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """A horn is settled as the wagers it is made of: one part wins at that wager's price, the others are lost."""
        wager, number = self.ruleset.wager(name)
        if wager.kind != "horn" or row in (LOSE, VOID):
            return super().outcome(name, row, param)
        units = {total: (2 if total == number else 1) for total in wager.parts}
        whole = sum(units.values())
        parts: list[tuple[Fraction, Pay | None]] = []
        clauses = clauses_of(wager)
        for total, source in wager.parts.items():
            pay = self.price(source, total) if total == row else None
            parts.append((Fraction(units[total], whole), pay))
            if pay and pay.clause not in clauses:
                clauses = (*clauses, pay.clause)
        return Outcome("win", tuple(parts), clauses)

    def rounding(self, name: str, stake: Amount, parent: Amount | None = None, row: str = "") -> Rounding:
        """A supplement that exceeds the wager it supports (a lay: whose winnings do) may be rounded by a rule of its own."""
        wager, _ = self.ruleset.wager(name)
        if wager.excess_rounding and parent is not None and row not in ("", *UNPRICED):
            measure = self.price(name, row).winnings(stake) if wager.kind == "lay-odds" else Fraction(stake)
            if measure > parent:
                return self.ruleset.money[wager.excess_rounding]
        return super().rounding(name, stake, parent, row)

    def state_of(self, name: str, param: str, table: Any) -> str:
        """A carried line wager stands on the table's point, a come wager on its own."""
        row, _ = self.ruleset.wager(name)
        if row.kind in ("line", "dont-line") or (row.kind in ("odds", "lay-odds") and not param):
            return str(table.point or "")
        if row.kind in ("come", "dont-come", "odds", "lay-odds"):
            return param
        return super().state_of(name, param, table)

    # The round.

    def bars(self, play: Play, standing: Standing) -> bool:
        """Until the hand is decided; or, as it may be read, for good."""
        return self.bars_for_good or bool(self.table_state(play).point)

    @property
    def bars_for_good(self) -> bool:
        """Whether a don't wager that was reduced or taken down is never made again."""
        return self.ruleset.readings.get("return-after-removal") == "never"

    def finish(self, play: Play, table: Any, draw: Any) -> None:
        """A seven-out passes the dice; a decision on the line lifts every bar."""
        after = self.table_state(play).point
        if not after:
            play.state["barred"] = play.state["barred"] if self.bars_for_good else []
            play.state["dice"]["waived"] = False
        elif not table.point and self.setup.points_clause:
            play.clauses.add(self.setup.points_clause)
        if table.point and sum(draw) == SEVEN and play.state["dice"]["shooter"]:
            play.clauses.add(self.setup.shooter.lose_clause)
            self.pass_dice(play)
