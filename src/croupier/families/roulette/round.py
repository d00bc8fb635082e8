"""Roulette as it is played: the wheel, the machine of each wager, and the prices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from croupier.equipment.wheel import WHEELS, ZEROS, RouletteWheel
from croupier.errors import BadInput, Unreadable, short, unknown
from croupier.families.automaton.device import Device
from croupier.families.automaton.game import DrawGame, Fittings
from croupier.families.automaton.machine import LOSE, Draw, Machine, OneDraw
from croupier.families.automaton.machines import Machines
from croupier.families.automaton.memory import TableMemory
from croupier.families.roulette.layout import SETS, Layout, written
from croupier.families.roulette.machines import ColourRun, EvenChance, RouletteState, Streak
from croupier.families.roulette.rules import RouletteSetup, RouletteWager, ZeroCombinations
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Result
from croupier.table.parts.pricing import Prices

Rules = Ruleset[RouletteWager, RouletteSetup]

RINGS = ("inner", "outer")
ON_A_RING = ("numbers", "zone", "star")
"""Kinds of wagers that lie on one of two rings."""


class Spun(Device):
    """One wheel, or two rings that one ball reads; four dice may stand in for it."""

    def __init__(self, wheel: RouletteWheel, rings: int, four_dice: bool) -> None:
        super().__init__()
        self.wheel = wheel
        self.rings = rings
        self.four_dice = four_dice

    def draws(self) -> Sequence[tuple[Draw, int]]:
        """List each pocket once; on two rings, each pair of pockets."""
        pockets = self.wheel.pockets
        if self.rings == 1:
            return [(pocket, 1) for pocket in pockets]
        return [((inner, outer), 1) for inner in pockets for outer in pockets]

    def parse(self, text: str) -> Draw:
        """Read a pocket; on two rings the inner and the outer number, like 17/5."""
        if self.four_dice:
            text = self._from_dice(text)
        if self.rings == 1:
            return self.wheel.parse(text)
        parts = text.split("/")
        if len(parts) != 2:
            raise Unreadable(f"{short(text)} is not a result of two rings; write inner/outer, like 17/5")
        return self.wheel.parse(parts[0]), self.wheel.parse(parts[1])

    def _from_dice(self, text: str) -> str:
        """Read four dice. Throws left over would make some pockets likelier, and are tumbled again."""
        if "-" not in text:
            return text
        faces = text.split("-")
        if len(faces) != 4 or not all(face in tuple("123456") for face in faces):
            raise Unreadable(f"{short(text)} is not a tumble of four dice; write it like 3-1-5-2")
        index = 0
        for face in faces:
            index = index * 6 + int(face) - 1
        pockets = self.wheel.pockets
        if index >= 6**4 // len(pockets) * len(pockets):
            raise BadInput(
                f"{text} is one of the throws left over, so that every number is equally likely; "
                "tumble the dice again"
            )
        return pockets[index % len(pockets)]

    def show(self, draw: Draw) -> str:
        """Write a draw."""
        return str(draw) if self.rings == 1 else "/".join(draw)

    def say(self, draw: Draw) -> str:
        """Say the number with its colour."""
        if self.rings == 1:
            return f"{draw} {self.wheel.colour(draw)}"
        return " and ".join(
            f"{ring} {pocket} {self.wheel.colour(pocket)}" for ring, pocket in zip(RINGS, draw, strict=True)
        )


class RouletteMachines(Machines[RouletteWager, RouletteSetup, RouletteState]):
    """The wagers on the layout of one wheel, or of two rings."""

    def __init__(self, ruleset: Rules) -> None:
        setup = ruleset.setup
        name = ruleset.options.get(setup.wheel, setup.wheel)
        if name not in WHEELS:
            raise BadInput(f"{ruleset.file}: setup.wheel: " + str(unknown("wheel", name, WHEELS)))
        self.wheel: RouletteWheel = WHEELS[name]
        self.rings = setup.rings
        device = Spun(self.wheel, setup.rings, ruleset.options.get("device") == "four-dice")
        super().__init__(ruleset, device, RouletteState())
        columns = ruleset.readings.get("columns", "every-third-number")
        self.layout = Layout(self.wheel, _zero(ruleset, name), setup.width, columns)
        self.star = frozenset(map(str, setup.star))
        self.remembers = any(row.kind in ("streak", "run") for row in ruleset.wagers.values())

    @property
    def draw_clauses(self) -> Sequence[str]:
        """The spin is one of the wheel that the rulebook describes."""
        return (*self.setup.draw_clauses, self.setup.wheel_clause)

    def advance(self, table: RouletteState, draw: Draw) -> RouletteState:
        """Remember the last colour and how it came about."""
        if not self.remembers:
            return RouletteState()
        colour = self.wheel.colour(draw)
        run = min(table.run + 1, 2) if colour == table.last else 1
        first = not table.last and self.ruleset.readings.get("first-spin") == "does-not-establish"
        return RouletteState(colour, run, colour != "green" and colour != table.last and not first)

    def check_table(self, table: RouletteState) -> None:
        """Refuse a carried colour that is not red, black or green."""
        if table.last not in ("", "red", "black", "green") or not 0 <= table.run <= 2:
            raise BadInput("before: last is red, black or green, and run is 1, or 2 for two and more")
        if table.establishing and (table.last not in ("red", "black") or table.run != 1):
            raise BadInput(
                "before: only a coloured number after another colour establishes; "
                "say last = 'red' or 'black', and run = 1"
            )

    # Places.

    def places(self, name: str, row: RouletteWager) -> Sequence[str]:
        """List the places of the layout where a wager may lie."""
        plain = self._plain_places(row)
        if self.rings == 2 and row.kind in ON_A_RING:
            return [f"{ring}/{param}" if param else ring for ring in RINGS for param in plain]
        return plain

    def _plain_places(self, row: RouletteWager) -> Sequence[str]:
        if row.kind == "numbers":
            return list(self.layout.by_count[row.numbers])
        if row.kind in ("zone", "dual-zone"):
            return list(self.layout.zones[row.zone])
        if row.kind == "run":
            return ["red", "black"]
        if row.kind == "group":
            return ["red-even", "black-odd"]
        if row.kind == "double":
            return list(self.wheel.pockets)
        return [""]

    def canonical(self, name: str, param: str) -> str:
        """Return the numbers in the written order. They may be given in any."""
        row, _ = self.ruleset.wager(name)
        if row.kind == "numbers" or row.zone in ("first-four", "first-five"):
            head, _, numbers = param.rpartition("/")
            if all(number in ZEROS or number.isdigit() for number in numbers.split("-")) and numbers:
                param = (head + "/" if head else "") + written(numbers.split("-"))
        return super().canonical(name, param)

    def layout_clause(self, what: str) -> str:
        """Whether the two zeros may be covered together is a reading."""
        reading = self.ruleset.reading_rows.get("zero-split")
        return reading.clause if reading and "0-00" in what else super().layout_clause(what)

    # Machines.

    def build(self, name: str, row: RouletteWager, number: str, param: str) -> Machine:
        """Make the machine of a wager."""
        ring = 0
        if self.rings == 2 and row.kind in ON_A_RING:
            where, _, param = param.partition("/")
            ring = RINGS.index(where)
        if row.kind == "numbers":
            return self._covers(self.layout.by_count[row.numbers][param], ring)
        if row.kind == "zone":
            return self._covers(self.layout.zones[row.zone][param], ring)
        if row.kind == "star":
            return self._covers(self.star, ring)
        if row.kind == "set":
            return self._covers(SETS[row.set or number], ring)
        if row.kind == "even-chance":
            rule = self.ruleset.options.get("zero-rule", "all-lost")
            return EvenChance(SETS[row.set or name], self.wheel.zeros, rule)
        if row.kind == "streak":
            return Streak(self.wheel.colour, row.least, row.most, _closed_by(row))
        if row.kind == "run":
            counts = self.ruleset.readings.get("colours-run") == "counts-the-run"
            return ColourRun(self.wheel.colour, param, row.most, counts)
        if row.kind == "group":
            return self._group(SETS[param])
        return self._dual(row, number, param)

    def _covers(self, numbers: frozenset[str], ring: int) -> Machine:
        if self.rings == 2:
            return _wins(lambda draw: draw[ring] in numbers)
        return _wins(lambda draw: draw in numbers)

    def _group(self, numbers: frozenset[str]) -> Machine:
        options = self.ruleset.options
        bonus = options["newar-bonus"]
        if numbers == SETS["black-odd"] and options.get("newar-black-bonus", "same") != "same":
            bonus = options["newar-black-bonus"]
        if not self.ruleset.offered("newar"):
            bonus = "0"
        if bonus in SETS["red-even"] | SETS["black-odd"] or bonus not in self.wheel.pockets:
            row = self.ruleset.option_rows["newar-bonus"]
            raise BadInput(
                f"{self.ruleset.id}: option newar-bonus cannot be {short(bonus)}; "
                f"it is a number of the wheel outside both groups, like 0 [{row.clause}]"
            )
        return OneDraw(
            lambda draw: "group" if draw in numbers else "bonus" if draw == bonus else LOSE,
            frozenset({"group", "bonus"}),
        )

    def _dual(self, row: RouletteWager, number: str, param: str) -> Machine:
        if row.kind == "double":
            return _wins(lambda draw: bool(draw == (param, param)))
        if row.kind == "dual-star":
            both = self.star
        elif row.kind == "dual-zone":
            both = self.layout.zones[row.zone][param]
        else:
            both = SETS[row.set or number]
        return _wins(lambda draw: draw[0] in both and draw[1] in both)

    def also_happened(self, draw: Draw, result: Result) -> tuple[str, ...]:
        """Return the clause of a run that zero ends."""
        return ("zero", f"zero-{result}") if self.rings == 1 and draw in self.wheel.zeros else ()

    def check_prices(self) -> None:
        """Refuse a bonus number that does not fit."""
        super().check_prices()
        for name in self.ruleset.names:
            if self.ruleset.wager(name)[0].kind == "group" and self.ruleset.offered(name):
                for param in self.params(name):
                    self.machine(name, param)


class RoulettePrices(Prices):
    """The prices of roulette, and the effect of zero."""

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset)
        self.zero_cites = ruleset.setup.zero_cites

    def cites(self, name: str, *happened: str) -> tuple[str, ...]:
        """Return the clauses, with the rulebook's own on zero for even chances and for other wagers."""
        own = self.ruleset.wager(name)[0].kind
        kind = {"even-chance": "even", "streak": "streak"}.get(own, "other")
        keys = [f"{kind}-{key}" for key in happened]
        zero = [self.zero_cites[key] for key in keys if key in self.zero_cites]
        return (*super().cites(name, *happened), *zero)

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """Return the price. The two areas of a group wager may each have odds of their own."""
        wager: RouletteWager = self.ruleset.wager(name)[0]
        own = self.ruleset.options.get("newar-black-odds", "same")
        if wager.kind == "group" and param == "black-odd" and own != "same":
            return self.ruleset.table_rows(wager.table, own)[row]
        return super().price(name, row, param)


Roulette = DrawGame[RouletteMachines]


def roulette(ruleset: Rules) -> Roulette:
    """Fit a table for roulette."""
    machines = RouletteMachines(ruleset)
    return DrawGame(Fittings(machines, RoulettePrices(ruleset), TableMemory(machines)))


def _zero(ruleset: Rules, wheel: str) -> ZeroCombinations:
    """Return the combinations with a zero that the layout shows."""
    zero = ruleset.setup.zero.get(wheel)
    if zero is None:
        raise BadInput(f"{ruleset.file}: setup.zero has no combinations for the wheel {wheel}")
    if ruleset.readings.get("zero-split") != "not-on-the-layout":
        return zero

    def apart(combinations: list[str]) -> list[str]:
        return [text for text in combinations if not {"0", "00"} <= set(text.split("-"))]

    return msgspec.structs.replace(
        zero, split=apart(zero.split), street=apart(zero.street), corner=apart(zero.corner)
    )


def _closed_by(row: RouletteWager) -> dict[str, str]:
    """Return the clauses against a wager on a sequence, by the reason."""
    found = dict.fromkeys(("zero", "running", "closed"), clauses_of(row)[0])
    for when in found:
        said = row.cites.get(f"closed-{when}")
        if said:
            found[when] = said if isinstance(said, str) else said[0]
    return found


def _wins(covers: Callable[[Draw], bool]) -> Machine:
    """Make the machine of a wager that the next spin wins or loses."""
    return OneDraw(lambda draw: "win" if covers(draw) else LOSE, frozenset({"win"}))
