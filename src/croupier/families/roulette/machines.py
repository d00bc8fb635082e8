"""How roulette's wagers live: most die with the spin; streaks, runs and imprisoned wagers do not."""

from __future__ import annotations

from collections.abc import Callable

from croupier.families.automaton.machine import HALF, LOSE, VOID, Draw, Machine, Step, TableState
from croupier.table.questions import Refusal

Colour = Callable[[Draw], str]


class RouletteState(TableState, frozen=True):
    """The last colour, how long it has run, and whether the last spin established it."""

    last: str = ""
    run: int = 0
    establishing: bool = False


class EvenChance(Machine):
    """An even chance, and its fate at zero: all lost, half lost, or imprisoned."""

    rows = frozenset({"win"})

    def __init__(self, numbers: frozenset[str], zeros: tuple[str, ...], rule: str) -> None:
        self.numbers, self.zeros, self.rule = numbers, zeros, rule

    def step(self, state: str, table: RouletteState, draw: str, call: str = "") -> Step:
        """Win, lose, or meet zero."""
        if draw in self.numbers:
            return Step(None, VOID if state else "win")
        if draw not in self.zeros or self.rule == "all-lost":
            return Step(None, LOSE)
        if self.rule == "half-lost":
            return Step(None, HALF)
        if state and self.rule == "en-prison-once":
            return Step(None, LOSE)
        return Step("prison")

    def holds(self, state: str, table: RouletteState) -> bool:
        """Whether it is free, or imprisoned where the rule knows that."""
        return state == "" or (state == "prison" and self.rule.startswith("en-prison"))

    bound_because = "it is imprisoned"

    def locked(self, state: str) -> bool:
        """Whether it is bound: an imprisoned wager may not be taken out."""
        return bool(state)


class Streak(Machine):
    """A wager that an established colour goes on. It is paid by the length when it breaks."""

    def __init__(self, colour: Colour, least: int, most: int, clauses: dict[str, str]) -> None:
        self.colour, self.least, self.most, self.clauses = colour, least, most, clauses
        self.rows = frozenset(str(n) for n in range(least, most + 1))

    def opens(self, table: RouletteState) -> Refusal | None:
        """Refuse it before an establishing spin."""
        if table.establishing:
            return None
        if table.last == "green":
            return Refusal(
                "zero was spun: it may be made again after the next coloured number", self.clauses["zero"]
            )
        if table.run > 1:
            return Refusal(
                "a sequence is running: it may be made again when the colour changes", self.clauses["running"]
            )
        return Refusal("it may be made only after a spin that establishes a colour", self.clauses["closed"])

    def holds(self, state: str, table: RouletteState) -> bool:
        """Whether the state is a colour and its count."""
        return state in {f"{table.last}-{count}" for count in range(self.most + 1)}

    bound_because = "its sequence has begun"

    def locked(self, state: str) -> bool:
        """Whether it is bound: from its first spin on."""
        return not state.endswith("-0")

    def first(self, table: RouletteState) -> str:
        """Return the established colour with nothing counted."""
        return f"{table.last}-0"

    def step(self, state: str, table: RouletteState, draw: str, call: str = "") -> Step:
        """Count the same colour, up to the most. Another colour or zero ends the sequence."""
        colour, _, text = state.partition("-")
        count = int(text)
        if self.colour(draw) == colour:
            return Step(f"{colour}-{min(count + 1, self.most)}")
        return Step(None, str(count) if count >= self.least else LOSE)


class ColourRun(Machine):
    """A wager that the next `most` numbers are all of one colour."""

    rows = frozenset({"win"})

    def __init__(self, colour: Colour, wanted: str, most: int, counts_the_run: bool) -> None:
        self.colour, self.wanted, self.most, self.counts_the_run = colour, wanted, most, counts_the_run

    def holds(self, state: str, table: RouletteState) -> bool:
        """Whether the count is less than the wager needs."""
        return state == "" or (state in map(str, range(1, self.most)) and table.last == self.wanted)

    def first(self, table: RouletteState) -> str:
        """Return a count of nothing; or, under the other reading, the run that is there already."""
        ran = min(table.run, self.most - 1) if self.counts_the_run and table.last == self.wanted else 0
        return str(ran) if ran else ""

    def step(self, state: str, table: RouletteState, draw: str, call: str = "") -> Step:
        """Count one more, win with the last one, or lose."""
        if self.colour(draw) != self.wanted:
            return Step(None, LOSE)
        count = int(state or 0) + 1
        return Step(None, "win") if count == self.most else Step(str(count))
