"""A wheel of symbols as it is played: one spin, and what the indicator points at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from croupier.equipment.dice import parse_dice, show_dice, throws
from croupier.errors import BadInput, Unreadable, short, unknown
from croupier.families.automaton.game import AutomatonGame
from croupier.families.automaton.machine import LOSE, Machine, OneDraw
from croupier.families.common.pricing import Outcome
from croupier.families.wheel.rules import WheelRow, WheelSetup, WheelWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event

MATCHES = (LOSE, "one", "two", "three")
"""The row of a wager on a number, by how many of the three numbers at the indicator it names."""


class WheelState(msgspec.Struct, frozen=True, rename="kebab"):
    """A wheel remembers nothing."""


class Wheel(AutomatonGame):
    """A wheel whose stops show a symbol each, or three numbers each."""

    verb = "spin"
    corrections = ("passed-symbol-wins",)
    TableState = WheelState

    def __init__(self, ruleset: Ruleset[WheelWager, WheelSetup]) -> None:
        """The wheel that the options or readings choose, with its stops."""
        setup = ruleset.setup
        name = ruleset.facts.get(setup.wheel, setup.wheel)
        if name not in setup.wheels:
            raise BadInput(f"{ruleset.file}: setup.wheel: " + str(unknown("wheel", name, setup.wheels)))
        self.wheel = setup.wheels[name]
        self.three = setup.shows == "three-numbers"
        self.stops = _three_numbers(ruleset, self.wheel) if self.three else _symbols(ruleset, self.wheel)
        self.said = {symbol: symbol for symbol in self.stops}
        if not self.three:
            # A symbol may also be called by the wager on it: insignia-1 for 1.
            aliases = {
                wager: self.symbol(ruleset.wagers[base], number)
                for wager, (base, number) in ruleset.names.items()
            }
            self.said = {
                wager: symbol for wager, symbol in aliases.items() if symbol in self.stops
            } | self.said
        super().__init__(ruleset)
        oral = ruleset.facts.get("oral-wagers", self.betting.oral)
        limits = self.wheel.limits_clause or self.betting.limits_clause
        self.betting = msgspec.structs.replace(self.betting, oral=oral, limits_clause=limits)

    @staticmethod
    def symbol(row: WheelWager, number: str) -> str:
        """The symbol or number that a wager is on."""
        return row.symbol or number

    # Draws.

    def draws(self) -> list[tuple[Any, int]]:
        """Each symbol, or each three numbers, with the stops that show it."""
        return list(self.stops.items())

    def parse_draw(self, text: str) -> Any:
        """A symbol like `a`; three numbers like `1-2-5`."""
        if self.three:
            numbers = parse_dice(text, 3)
            if numbers not in self.stops:
                raise Unreadable(
                    f"no stop of this wheel shows {short(text)}; one that it has: {show_dice(next(iter(self.stops)))}"
                )
            return numbers
        if text.lower() not in self.said:
            raise Unreadable(
                f"there is no symbol {short(text)} on this wheel: it has {', '.join(self.stops)}"
            )
        return self.said[text.lower()]

    def show_draw(self, draw: Any) -> str:
        """The notation of a stop."""
        return show_dice(draw) if self.three else str(draw)

    def say_draw(self, draw: Any) -> str:
        """Where the wheel came to rest."""
        return f"the wheel rests at {self.show_draw(draw)}"

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """When the indicator rests between two stops, what passed it last may be the result."""
        if order != "passed-symbol-wins":
            return None
        if not facts.get("passed"):
            raise BadInput(
                f"say passed=, what passed the indicator last, like passed={self.show_draw(next(iter(self.stops)))}"
            )
        if facts.get("oncoming"):
            self.parse_draw(facts["oncoming"])
        return self.show_draw(self.parse_draw(facts["passed"]))

    # Wagers.

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager."""
        symbol = self.symbol(row, number)
        if row.kind == "number":
            if not self.three or not symbol.isdigit():
                raise BadInput(
                    f"{self.ruleset.file}: wagers.{name}: a number is wagered on where shows = 'three-numbers'"
                )
            wanted = int(symbol)
            return OneDraw(lambda draw: MATCHES[draw.count(wanted)], frozenset(MATCHES[1:]))
        if symbol not in self.stops and self.ruleset.offered(name):
            raise BadInput(
                f"{self.ruleset.file}: wagers.{name}: "
                + str(unknown("symbol", symbol, map(str, self.stops), "the wheel"))
            )
        return OneDraw(lambda draw: "win" if draw == symbol else LOSE, frozenset({"win"}))

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """How a row settles a wager; the clauses of the wheel in use are named too."""
        found = super().outcome(name, row, param)
        return replace(
            found,
            clauses=(
                *found.clauses,
                *(clause for clause in self.wheel.clauses if clause not in found.clauses),
            ),
        )


def _own(ruleset: Ruleset[WheelWager, WheelSetup]) -> dict[str, int]:
    own = {symbol: count for row in ruleset.wagers.values() for symbol, count in row.stops.items()}
    if own and not ruleset.setup.own_stops:
        raise BadInput(
            f"{ruleset.file}: wagers: stops may not be given here: the rulebook itself says how many stops show each symbol"
        )
    return own


def _symbols(ruleset: Ruleset[WheelWager, WheelSetup], wheel: WheelRow) -> dict[Any, int]:
    own = _own(ruleset)
    for symbol in own:
        if symbol not in wheel.stops:
            raise BadInput(
                f"{ruleset.file}: wagers: stops: " + str(unknown("symbol", symbol, wheel.stops, "the wheel"))
            )
    return {**wheel.stops, **own}


def _three_numbers(ruleset: Ruleset[WheelWager, WheelSetup], wheel: WheelRow) -> dict[Any, int]:
    given = _own(ruleset) or wheel.stops
    if not given:
        return {throw: ways if wheel.throws == "every-throw" else 1 for throw, ways in throws(3)}
    stops: Counter[Any] = Counter()
    for text, count in given.items():
        try:
            stops[parse_dice(text, 3)] += count
        except Unreadable as error:
            raise BadInput(f"{ruleset.file}: wagers: stops: {error}") from None
    return dict(stops)
