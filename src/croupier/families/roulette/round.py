"""Roulette as it is played: the wheel, the layout and the machine of each wager."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.wheel import WHEELS, ZEROS, RouletteWheel
from croupier.errors import BadInput, Unreadable, short, unknown
from croupier.families.automaton.game import AutomatonGame
from croupier.families.automaton.machine import LOSE, Machine, OneDraw
from croupier.families.common.pricing import Outcome
from croupier.families.roulette.layout import SETS, Layout, written
from croupier.families.roulette.machines import EvenChance, Run, Streak
from croupier.families.roulette.rules import RouletteSetup, RouletteWager
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Standing
from croupier.table.play import Play

RINGS = ("inner", "outer")


class RouletteState(msgspec.Struct, frozen=True, rename="kebab"):
    """What the table remembers: the last colour, how long it has run, and whether the last spin established it."""

    last: str = ""
    run: int = 0
    establishing: bool = False


class Roulette(AutomatonGame):
    """Roulette on one wheel, or on two rings that one ball reads."""

    verb = "spin"
    TableState = RouletteState

    def __init__(self, ruleset: Ruleset[RouletteWager, RouletteSetup]) -> None:
        setup = ruleset.setup
        name = ruleset.options.get(setup.wheel, setup.wheel)
        if name not in WHEELS:
            raise BadInput(f"{ruleset.file}: setup.wheel: " + str(unknown("wheel", name, WHEELS)))
        self.wheel: RouletteWheel = WHEELS[name]
        zero = setup.zero.get(name)
        if zero is None:
            raise BadInput(f"{ruleset.file}: setup.zero has no combinations for the wheel {name}")
        if ruleset.readings.get("zero-split") == "not-on-the-layout":
            apart = {
                name: [text for text in getattr(zero, name) if not {"0", "00"} <= set(text.split("-"))]
                for name in ("split", "street", "corner")
            }
            zero = msgspec.structs.replace(zero, **apart)
        self.layout = Layout(
            self.wheel, zero, setup.width, ruleset.readings.get("columns", "every-third-number")
        )
        self.rings = setup.rings
        self.star = frozenset(map(str, setup.star))
        self.remembers = any(row.kind in ("streak", "run") for row in ruleset.wagers.values())
        super().__init__(ruleset)
        for name in ruleset.names:
            if ruleset.wager(name)[0].kind == "group" and ruleset.offered(name):
                for param in self.params(name):
                    self.machine(name, param)  # a bonus number that does not fit stops the load

    # Draws.

    def draws(self) -> list[tuple[Any, int]]:
        """Each pocket once; on two rings, each pair of pockets."""
        if self.rings == 1:
            return [(pocket, 1) for pocket in self.wheel.pockets]
        return [((inner, outer), 1) for inner in self.wheel.pockets for outer in self.wheel.pockets]

    def parse_draw(self, text: str) -> Any:
        """A pocket; on two rings the inner and the outer number, like 17/5."""
        if self.ruleset.options.get("device") == "four-dice":
            text = self._from_dice(text)
        if self.rings == 1:
            return self.wheel.parse(text)
        parts = text.split("/")
        if len(parts) != 2:
            raise Unreadable(f"{short(text)} is not a result of two rings; write inner/outer, like 17/5")
        return self.wheel.parse(parts[0]), self.wheel.parse(parts[1])

    def _from_dice(self, text: str) -> str:
        """Four dice tell a pocket; throws left over, which would make some pockets likelier, are tumbled again."""
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
                f"{text} is one of the throws left over, so that every number is equally likely; tumble the dice again"
            )
        return pockets[index % len(pockets)]

    def show_draw(self, draw: Any) -> str:
        """The notation of a draw."""
        return str(draw) if self.rings == 1 else "/".join(draw)

    def say_draw(self, draw: Any) -> str:
        """The number with its colour."""
        if self.rings == 1:
            return f"{draw} {self.wheel.colour(draw)}"
        return " and ".join(
            f"{ring} {pocket} {self.wheel.colour(pocket)}" for ring, pocket in zip(RINGS, draw, strict=True)
        )

    def advance(self, table: Any, draw: Any) -> RouletteState:
        """The last colour and how it came about."""
        if not self.remembers:
            return RouletteState()
        colour = self.wheel.colour(draw)
        run = min(table.run + 1, 2) if colour == table.last else 1
        first = not table.last and self.ruleset.readings.get("first-spin") == "does-not-establish"
        return RouletteState(colour, run, colour != "green" and colour != table.last and not first)

    def check_table(self, table: Any) -> None:
        """A carried colour is red, black or green."""
        if table.last not in ("", "red", "black", "green") or not 0 <= table.run <= 2:
            raise BadInput("before: last is red, black or green, and run is 1, or 2 for two and more")
        if table.establishing and (table.last not in ("red", "black") or table.run != 1):
            raise BadInput(
                "before: only a coloured number after another colour establishes; say last = 'red' or 'black', and run = 1"
            )

    # Wagers.

    def params(self, name: str) -> list[str]:
        """The places of the layout where a wager may lie."""
        row, _ = self.ruleset.wager(name)
        plain = self._plain_params(row)
        if self.rings == 2 and row.kind in ("numbers", "zone", "star"):
            return [f"{ring}/{param}" if param else ring for ring in RINGS for param in plain]
        return plain

    def _plain_params(self, row: Any) -> list[str]:
        if row.kind == "numbers":
            return list(self.layout.by_count[row.numbers])
        if row.kind in ("zone", "dual-zone"):
            return list(self.layout.zone(row.zone))
        if row.kind == "run":
            return ["red", "black"]
        if row.kind == "group":
            return ["red-even", "black-odd"]
        if row.kind == "double":
            return list(self.wheel.pockets)
        return [""]

    def canonical(self, name: str, param: str) -> str:
        """Numbers may be written in any order."""
        row, _ = self.ruleset.wager(name)
        if row.kind == "numbers" or row.zone in ("first-four", "first-five"):
            head, _, numbers = param.rpartition("/")
            if all(number in ZEROS or number.isdigit() for number in numbers.split("-")) and numbers:
                param = (head + "/" if head else "") + written(numbers.split("-"))
        return super().canonical(name, param)

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager."""
        ring = 0
        if self.rings == 2 and row.kind in ("numbers", "zone", "star"):
            where, _, param = param.partition("/")
            ring = RINGS.index(where)
        if row.kind in ("numbers", "zone"):
            return self._covers(
                self.layout.by_count[row.numbers][param]
                if row.kind == "numbers"
                else self.layout.zone(row.zone)[param],
                ring,
            )
        if row.kind == "star":
            return self._covers(self.star, ring)
        if row.kind == "set":
            return self._covers(SETS[row.set or number], ring)
        if row.kind == "even-chance":
            return EvenChance(
                SETS[row.set or name], self.wheel.zeros, self.ruleset.options.get("zero-rule", "all-lost")
            )
        if row.kind == "streak":
            first = clauses_of(row)[0]
            clauses = {
                when: (self.cites(name, f"closed-{when}") or (first,))[0]
                for when in ("zero", "running", "closed")
            }
            return Streak(self.wheel.colour, row.least, row.most, clauses)
        if row.kind == "run":
            return Run(
                self.wheel.colour,
                param,
                row.most,
                self.ruleset.readings.get("colours-run") == "counts-the-run",
            )
        if row.kind == "group":
            return self._group(SETS[param])
        return self._dual(row, number, param)

    def happened(self, standing: Standing, row: str, draw: Any, outcome: Outcome) -> tuple[str, ...]:
        """A run that zero ends is cited by its own clause."""
        said = super().happened(standing, row, draw, outcome)
        return (
            (*said, "zero", f"zero-{outcome.result}")
            if self.rings == 1 and draw in self.wheel.zeros
            else said
        )

    def cites(self, name: str, *happened: str) -> tuple[str, ...]:
        """What zero does is the rulebook's own clause, for even chances and for other wagers."""
        kind = "even" if self.ruleset.wager(name)[0].kind == "even-chance" else "other"
        zero = [
            self.setup.zero_cites[f"{kind}-{key}"]
            for key in happened
            if f"{kind}-{key}" in self.setup.zero_cites
        ]
        return (*super().cites(name, *happened), *zero)

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """The two areas of a group wager may each have odds of their own."""
        wager, _ = self.ruleset.wager(name)
        own = self.ruleset.options.get("newar-black-odds", "same")
        if wager.kind == "group" and param == "black-odd" and own != "same":
            return self.ruleset.table_rows(wager.table, own)[row]
        return super().price(name, row, param)

    def finish(self, play: Play, table: Any, draw: Any) -> None:
        """The spin is one of the wheel that the rulebook describes."""
        play.clauses.add(self.setup.wheel_clause)

    def layout_clause(self, what: str) -> str:
        """Whether the two zeros may be covered together is a reading."""
        reading = self.ruleset.reading_rows.get("zero-split")
        return reading.clause if reading and "0-00" in what else super().layout_clause(what)

    def _covers(self, numbers: frozenset[str], ring: int) -> Machine:
        if self.rings == 2:
            return OneDraw(lambda draw: "win" if draw[ring] in numbers else LOSE, frozenset({"win"}))
        return OneDraw(lambda draw: "win" if draw in numbers else LOSE, frozenset({"win"}))

    def _group(self, numbers: frozenset[str]) -> Machine:
        bonus = self.ruleset.options["newar-bonus"]
        if numbers == SETS["black-odd"] and self.ruleset.options.get("newar-black-bonus", "same") != "same":
            bonus = self.ruleset.options["newar-black-bonus"]
        if not self.ruleset.offered("newar"):
            bonus = "0"
        if bonus in SETS["red-even"] | SETS["black-odd"] or bonus not in self.wheel.pockets:
            row = self.ruleset.option_rows["newar-bonus"]
            raise BadInput(
                f"{self.ruleset.file}: option newar-bonus cannot be {short(bonus)}; it is a number of the wheel outside both groups, like 0 [{row.clause}]"
            )
        return OneDraw(
            lambda draw: "group" if draw in numbers else "bonus" if draw == bonus else LOSE,
            frozenset({"group", "bonus"}),
        )

    def _dual(self, row: Any, number: str, param: str) -> Machine:
        if row.kind == "double":
            return OneDraw(lambda draw: "win" if draw == (param, param) else LOSE, frozenset({"win"}))
        if row.kind == "dual-star":
            both = self.star
        elif row.kind == "dual-zone":
            both = self.layout.zone(row.zone)[param]
        else:
            both = SETS[row.set or number]
        return OneDraw(
            lambda draw: "win" if draw[0] in both and draw[1] in both else LOSE, frozenset({"win"})
        )
