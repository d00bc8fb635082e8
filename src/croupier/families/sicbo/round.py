"""Sic bo as it is played: three dice are thrown once, and every wager is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations

from msgspec import UNSET, UnsetType

from croupier.equipment.dice import FACES, Throw, parse_dice, show_dice, throws
from croupier.errors import BadInput
from croupier.families.automaton.device import Device
from croupier.families.automaton.game import DrawGame, Fittings
from croupier.families.automaton.machine import LOSE, Machine, OneDraw, TableState
from croupier.families.automaton.machines import Machines
from croupier.families.automaton.memory import TableMemory
from croupier.families.sicbo.rules import SicBoSetup, SicBoWager, TumblerRow
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import DRAWS, Event
from croupier.table.parts.closing import OPEN
from croupier.table.parts.part import Nothing, Part
from croupier.table.parts.pricing import Prices
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal

Rules = Ruleset[SicBoWager, SicBoSetup]

MATCHES = (LOSE, "one", "two", "three")
"""The row of a wager on one number, by how many dice show it."""


def is_triple(throw: Throw) -> bool:
    """Whether all dice show the same number."""
    return len(set(throw)) == 1


WINS: dict[str, Callable[[Throw, tuple[int, ...]], bool]] = {
    "small": lambda throw, on: sum(throw) <= 10 and not is_triple(throw),
    "big": lambda throw, on: sum(throw) >= 11 and not is_triple(throw),
    "odd": lambda throw, on: sum(throw) % 2 == 1 and not is_triple(throw),
    "even": lambda throw, on: sum(throw) % 2 == 0 and not is_triple(throw),
    "triple": lambda throw, on: throw == on * 3,
    "any-triple": lambda throw, on: is_triple(throw),
    "total": lambda throw, on: sum(throw) == on[0],
    "combination": lambda throw, on: set(on) <= set(throw),
    "four-number": lambda throw, on: len(set(throw)) == 3 and set(throw) <= set(on),
    "three-number": lambda throw, on: throw == on,
    "double-and-single": lambda throw, on: throw == tuple(sorted(on)),
}
"""Whether a throw wins a wager of a kind on these numbers; doubles and single numbers are built apart."""


class SicBoState(TableState, frozen=True):
    """The dice remember nothing."""


class Tumbled(Device):
    """Three dice in a tumbler."""

    verb = "roll"

    def draws(self) -> Sequence[tuple[Throw, int]]:
        """List the 56 throws of three dice, with their ways out of 216."""
        return list(throws(3))

    def parse(self, text: str) -> Throw:
        """Read three faces, like 1-2-6."""
        return parse_dice(text, 3)

    def show(self, draw: Throw) -> str:
        """Write the faces from the smallest to the highest."""
        return show_dice(draw)

    def say(self, draw: Throw) -> str:
        """Say a throw as a dealer calls it: `double 3, 4; total 10`."""
        names = {1: "", 2: "double ", 3: "triple "}
        faces = ", ".join(f"{names[count]}{face}" for face, count in sorted(Counter(draw).items()))
        return f"{faces}; total {sum(draw)}"


class TumblerSlice(Slice):
    """Whether the dice have been tumbled."""

    tumbled: bool | UnsetType = UNSET


class Tumbler(Part[Nothing]):
    """The dealer sets the tumbler going; betting is closed before its dice are seen."""

    carried = Nothing
    verbs = ("activate",)
    closings = verbs
    objects_to = DRAWS
    hears = ()

    def __init__(self, row: TumblerRow, uncovered: bool) -> None:
        self.row = row
        self.uncovered = uncovered

    def begin(self, play: Play, carried: Nothing) -> None:
        """Begin with the dice still."""
        play.add(TumblerSlice())

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Let the dealer set the tumbler going."""
        return {"dealer": {"activate": self._early(play)}}

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Refuse to set an open tumbler going before betting is closed."""
        return self._early(play)

    def _early(self, play: Play) -> Refusal | None:
        if play.phase != OPEN or not self.uncovered:
            return None
        return Refusal("no more bets is called before an uncovered tumbler is activated", self.row.uncovered)

    def act(self, play: Play, event: Event) -> None:
        """Tumble the dice."""
        play.of(TumblerSlice).tumbled = True
        play.clauses.add(self.row.clause)

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse to show covered dice before betting is closed."""
        if event.is_draw and play.of(TumblerSlice).tumbled and play.phase == OPEN:
            return Refusal("no more bets is called before the cover is taken off", self.row.covered)
        return None


class SicBoMachines(Machines[SicBoWager, SicBoSetup, SicBoState]):
    """Wagers on one throw of three dice."""

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset, Tumbled(), SicBoState())
        self.exactly_two = ruleset.facts.get("double-on-a-triple") == "exactly-two"
        """Whether three alike are no double."""

    def places(self, name: str, row: SicBoWager) -> Sequence[str]:
        """List the sets of numbers that the layout shows."""
        if row.kind == "combination":
            return [show_dice(pair) for pair in combinations(FACES, 2)]
        if row.kind == "three-number":
            return [show_dice(three) for three in combinations(FACES, 3)]
        if row.kind == "double-and-single":
            return [show_dice((double, double, single)) for double, single in permutations(FACES, 2)]
        if row.kind == "four-number":
            return row.sets
        return [""]

    def canonical(self, name: str, param: str) -> str:
        """Return the numbers in the written order, a double first. They may be given in any."""
        numbers = param.split("-")
        if all(number.isascii() and number.isdigit() for number in numbers):
            param = "-".join(
                sorted(numbers, key=lambda number: (-numbers.count(number), len(number), number))
            )
        return super().canonical(name, param)

    def build(self, name: str, row: SicBoWager, number: str, param: str) -> Machine:
        """Make the machine of a wager."""
        text = param or number
        on = tuple(int(part) for part in text.split("-")) if text else ()
        if row.kind in ("triple", "double", "single", "total") and len(on) != 1:
            raise BadInput(
                f"{self.ruleset.file}: wagers.{name}: say on which numbers, like for = [1, 2, 3, 4, 5, 6]"
            )
        if row.kind == "single":
            return OneDraw(lambda throw: MATCHES[throw.count(on[0])], frozenset(MATCHES[1:]))
        if row.kind == "double":
            shown = (2,) if self.exactly_two else (2, 3)
            return OneDraw(lambda throw: "win" if throw.count(on[0]) in shown else LOSE, frozenset({"win"}))
        wins = WINS[row.kind]
        return OneDraw(lambda throw: "win" if wins(throw, on) else LOSE, frozenset({"win"}))


SicBo = DrawGame[SicBoMachines]


def sic_bo(ruleset: Rules) -> SicBo:
    """Fit a table for sic bo."""
    machines, row = SicBoMachines(ruleset), ruleset.setup.tumbler
    fittings = Fittings(machines, Prices(ruleset), TableMemory(machines))
    if row is None:
        return DrawGame(fittings)
    return DrawGame(fittings, (Tumbler(row, ruleset.facts["tumbler"] == "uncovered"),))
