"""A wheel of symbols as it is played: one spin, and what the indicator points at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from croupier.equipment.dice import parse_dice, show_dice, throws
from croupier.errors import BadInput, Unreadable, short, unknown
from croupier.families.automaton.device import Device
from croupier.families.automaton.game import DrawGame, Fittings
from croupier.families.automaton.machine import LOSE, Draw, Machine, OneDraw, TableState
from croupier.families.automaton.machines import Machines
from croupier.families.automaton.memory import TableMemory
from croupier.families.wheel.rules import WheelRow, WheelSetup, WheelWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.parts.pricing import Outcome, Prices, join
from croupier.table.parts.rows import BettingRow

Rules = Ruleset[WheelWager, WheelSetup]
Stops = Mapping[Draw, int]
"""Each symbol, or each three numbers, with the stops that show it."""

PASSED = "passed-symbol-wins"
MATCHES = (LOSE, "one", "two", "three")
"""The row of a wager on a number, by how many of the three numbers at the indicator it names."""


class WheelState(TableState, frozen=True):
    """A wheel remembers nothing."""


class Spun(Device):
    """A wheel with one symbol at each stop, or three numbers."""

    corrections = (PASSED,)

    def __init__(self, stops: Stops, three: bool, aliases: Mapping[str, str]) -> None:
        """Take `aliases`, the other names of symbols."""
        super().__init__()
        self.stops = stops
        self.three = three
        self.said = {**aliases, **{symbol: symbol for symbol in stops}}

    def draws(self) -> Sequence[tuple[Draw, int]]:
        """List each symbol, or each three numbers, with the stops that show it."""
        return list(self.stops.items())

    def parse(self, text: str) -> Draw:
        """Read a symbol like `a`; three numbers like `1-2-5`."""
        if self.three:
            numbers = parse_dice(text, 3)
            if numbers not in self.stops:
                one = show_dice(next(iter(self.stops)))
                raise Unreadable(f"no stop of this wheel shows {short(text)}; one that it has: {one}")
            return numbers
        if text.lower() not in self.said:
            raise Unreadable(
                f"there is no symbol {short(text)} on this wheel: it has {', '.join(self.stops)}"
            )
        return self.said[text.lower()]

    def show(self, draw: Draw) -> str:
        """Write a stop."""
        return show_dice(draw) if self.three else str(draw)

    def say(self, draw: Draw) -> str:
        """Say where the wheel came to rest."""
        return f"the wheel rests at {self.show(draw)}"

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Correct the result when the indicator rests between two stops: the last to pass it may count."""
        if order != PASSED:
            return None
        if not facts.get("passed"):
            one = self.show(next(iter(self.stops)))
            raise BadInput(f"say passed=, what passed the indicator last, like passed={one}")
        if facts.get("oncoming"):
            self.parse(facts["oncoming"])
        return self.show(self.parse(facts["passed"]))


class WheelMachines(Machines[WheelWager, WheelSetup, WheelState]):
    """Wagers on one symbol, or on one number where each stop shows three."""

    def __init__(self, ruleset: Rules) -> None:
        setup = ruleset.setup
        name = ruleset.facts.get(setup.wheel, setup.wheel)
        if name not in setup.wheels:
            raise BadInput(f"{ruleset.file}: setup.wheel: " + str(unknown("wheel", name, setup.wheels)))
        self.wheel = setup.wheels[name]
        """The wheel that the options or readings choose."""
        self.three = setup.shows == "three-numbers"
        self.stops = _three_numbers(ruleset, self.wheel) if self.three else _symbols(ruleset, self.wheel)
        aliases: dict[str, str] = {}
        if not self.three:
            # A symbol may also be called by the wager on it: insignia-1 for 1.
            for wager, (base, number) in ruleset.names.items():
                symbol = symbol_of(ruleset.wagers[base], number)
                if symbol in self.stops:
                    aliases[wager] = symbol
        super().__init__(ruleset, Spun(self.stops, self.three, aliases), WheelState())

    def build(self, name: str, row: WheelWager, number: str, param: str) -> Machine:
        """Make the machine of a wager."""
        symbol = symbol_of(row, number)
        where = f"{self.ruleset.file}: wagers.{name}"
        if row.kind == "number":
            if not self.three or not symbol.isdigit():
                raise BadInput(f"{where}: a number is wagered on where shows = 'three-numbers'")
            wanted = int(symbol)
            return OneDraw(lambda draw: MATCHES[draw.count(wanted)], frozenset(MATCHES[1:]))
        if symbol not in self.stops and self.ruleset.offered(name):
            raise BadInput(f"{where}: {unknown('symbol', symbol, map(str, self.stops), 'the wheel')}")
        return OneDraw(lambda draw: "win" if draw == symbol else LOSE, frozenset({"win"}))


class WheelPrices(Prices):
    """The prices of the wheel in use."""

    def __init__(self, ruleset: Rules, wheel: WheelRow) -> None:
        super().__init__(ruleset)
        self.wheel = wheel

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """Return how a row settles a wager; the clauses of the wheel in use are named too."""
        found = super().outcome(name, row, param)
        return replace(found, clauses=join(found.clauses, tuple(self.wheel.clauses)))


Wheel = DrawGame[WheelMachines]


def wheel(ruleset: Rules) -> Wheel:
    """Fit a table with a wheel of symbols."""
    machines = WheelMachines(ruleset)
    prices = WheelPrices(ruleset, machines.wheel)
    return DrawGame(Fittings(machines, prices, TableMemory(machines), _betting(ruleset, machines.wheel)))


def symbol_of(row: WheelWager, number: str) -> str:
    """Return the symbol or number that a wager is on."""
    return row.symbol or number


def _betting(ruleset: Rules, wheel: WheelRow) -> BettingRow:
    """Whether wagers are made orally may be a reading, and each wheel may have its own clause of limits."""
    row = ruleset.setup.betting
    return msgspec.structs.replace(
        row,
        oral=ruleset.facts.get("oral-wagers", row.oral),
        limits_clause=wheel.limits_clause or row.limits_clause,
    )


def _own(ruleset: Rules) -> dict[str, int]:
    own = {symbol: count for row in ruleset.wagers.values() for symbol, count in row.stops.items()}
    if own and not ruleset.setup.own_stops:
        raise BadInput(
            f"{ruleset.file}: wagers: stops may not be given here: "
            "the rulebook itself says how many stops show each symbol"
        )
    return own


def _symbols(ruleset: Rules, wheel: WheelRow) -> Stops:
    own = _own(ruleset)
    for symbol in own:
        if symbol not in wheel.stops:
            raise BadInput(
                f"{ruleset.file}: wagers: stops: " + str(unknown("symbol", symbol, wheel.stops, "the wheel"))
            )
    return {**wheel.stops, **own}


def _three_numbers(ruleset: Rules, wheel: WheelRow) -> Stops:
    given = _own(ruleset) or wheel.stops
    if not given:
        return {throw: ways if wheel.throws == "every-throw" else 1 for throw, ways in throws(3)}
    stops: Counter[Draw] = Counter()
    for text, count in given.items():
        try:
            stops[parse_dice(text, 3)] += count
        except Unreadable as error:
            raise BadInput(f"{ruleset.file}: wagers: stops: {error}") from None
    return dict(stops)
