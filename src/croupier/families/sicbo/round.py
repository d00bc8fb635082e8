"""Sic bo as it is played: three dice are thrown once, and every wager is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import msgspec

from croupier.equipment.dice import FACES, Throw, parse_dice, show_dice, throws
from croupier.errors import BadInput
from croupier.families.automaton.game import AutomatonGame
from croupier.families.automaton.machine import LOSE, Machine, OneDraw
from croupier.families.sicbo.rules import SicBoSetup, SicBoWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal

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


class SicBoState(msgspec.Struct, frozen=True, rename="kebab"):
    """The dice remember nothing."""


class SicBo(AutomatonGame):
    """Three dice, one throw a round."""

    verb = "roll"
    TableState = SicBoState

    def __init__(self, ruleset: Ruleset[SicBoWager, SicBoSetup]) -> None:
        """The dice, and whether three alike are a double too."""
        self.exactly_two = ruleset.facts.get("double-on-a-triple") == "exactly-two"
        super().__init__(ruleset)

    # Draws.

    def draws(self) -> list[tuple[Any, int]]:
        """The 56 throws of three dice, with their ways out of 216."""
        return list(throws(3))

    def parse_draw(self, text: str) -> Any:
        """Three faces, like 1-2-6."""
        return parse_dice(text, 3)

    def show_draw(self, draw: Any) -> str:
        """The faces from the smallest to the highest."""
        return show_dice(draw)

    def say_draw(self, draw: Any) -> str:
        """As a dealer calls it: `double 3, 4; total 10`."""
        names = {1: "", 2: "double ", 3: "triple "}
        faces = ", ".join(f"{names[count]}{face}" for face, count in sorted(Counter(draw).items()))
        return f"{faces}; total {sum(draw)}"

    # The tumbler.

    def extra_acts(self, play: Play) -> dict[str, dict[str, Refusal | None]]:
        """The dealer sets the tumbler going: an open one only when betting is closed."""
        tumbler = self.setup.tumbler
        if tumbler is None:
            return {}
        early = play.phase == "open" and self.ruleset.facts["tumbler"] == "uncovered"
        return {
            "dealer": {
                "activate": Refusal(
                    "no more bets is called before an uncovered tumbler is activated", tumbler.uncovered
                )
                if early
                else None
            }
        }

    def extra(self, play: Play, event: Event) -> None:
        """The dice are tumbled."""
        play.state["tumbled"] = True
        play.clauses.add(self.setup.tumbler.clause)

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """Dice that lie under a cover are shown only when betting is closed."""
        if play.state.get("tumbled") and play.phase == "open":
            return Refusal("no more bets is called before the cover is taken off", self.setup.tumbler.covered)
        return None

    # Wagers.

    def params(self, name: str) -> list[str]:
        """The sets of numbers that the layout shows."""
        row, _ = self.ruleset.wager(name)
        if row.kind == "combination":
            return [show_dice(pair) for pair in combinations(FACES, 2)]
        if row.kind == "three-number":
            return [show_dice(three) for three in combinations(FACES, 3)]
        if row.kind == "double-and-single":
            return [show_dice((double, double, single)) for double, single in permutations(FACES, 2)]
        if row.kind == "four-number":
            return list(row.sets)
        return [""]

    def canonical(self, name: str, param: str) -> str:
        """Numbers may be written in any order; a double is written first."""
        numbers = param.split("-")
        if all(number.isascii() and number.isdigit() for number in numbers):
            param = "-".join(
                sorted(numbers, key=lambda number: (-numbers.count(number), len(number), number))
            )
        return super().canonical(name, param)

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager."""
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
