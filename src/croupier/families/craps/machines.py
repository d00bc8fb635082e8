"""How craps' wagers live from throw to throw. `table.point` is the come-out point, 0 before one is set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from croupier.equipment.dice import FACES, Throw, parse_dice, show_dice
from croupier.families.automaton.machine import LOSE, PUSH, VOID, Machine, OneDraw, Step, TableState
from croupier.families.automaton.machines import OFF_ON_COME_OUT, UNLESS_CALLED_OFF, Working
from croupier.families.craps.rules import CrapsWager
from croupier.table.questions import Refusal

SEVEN = 7
PAIRS = [show_dice(pair) for pair in combinations_with_replacement(FACES, 2)]


class CrapsState(TableState, frozen=True):
    """The come-out point, or 0 before a come-out roll."""

    point: int = 0


def in_play(working: str, table: CrapsState, call: str) -> bool:
    """Whether a wager takes part in this throw."""
    if table.point:
        return True
    if working == OFF_ON_COME_OUT:
        return call == "on"
    return working != UNLESS_CALLED_OFF or call != "off"


def working_of(row: CrapsWager, facts: Mapping[str, str]) -> Working:
    """Say whether a wager is in play on a come-out roll, by the rule or by the reading that it names."""
    return Working(facts.get(row.working, row.working), row.working_clause, row.similar)


class Line(Machine):
    """Win or don't win, come or don't come: decided on its first throw, or by the point that it sets."""

    def __init__(
        self,
        points: Sequence[int],
        wins: Sequence[int],
        loses: Sequence[int],
        void: Sequence[int],
        against: bool,
        moves: bool,
        clause: str,
    ) -> None:
        self.points, self.wins, self.loses, self.void = (
            frozenset(points),
            frozenset(wins),
            frozenset(loses),
            frozenset(void),
        )
        self.against, self.moves, self.clause = against, moves, clause
        self.rows = frozenset({"win"})

    def opens(self, table: CrapsState) -> Refusal | None:
        """Refuse a line wager after the come-out, and a come wager before a point is set."""
        if self.moves and not table.point:
            return Refusal("it is made after the come-out roll, while a point is set", self.clause)
        if not self.moves and table.point:
            return Refusal(
                f"it is made immediately before a come-out roll, and the point is {table.point}", self.clause
            )
        return None

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Take the first throw, or a throw for the point."""
        total = sum(draw)
        if state:
            if total == SEVEN:
                return Step(None, "win" if self.against else LOSE)
            if total == int(state):
                return Step(None, LOSE if self.against else "win")
            return Step(state)
        if total in self.void:
            return Step(None, VOID)
        if total in self.wins:
            return Step(None, "win")
        if total in self.loses:
            return Step(None, LOSE)
        return Step(str(total))

    def holds(self, state: str, table: CrapsState) -> bool:
        """Whether the point fits: a line wager stands on the table's own, a come wager on any."""
        if self.moves:
            return state in map(str, self.points) or (not state and bool(table.point))
        return state == str(table.point or "")

    def known_as(self, state: str) -> str | None:
        """Return the point that a come wager has gone to."""
        return state if self.moves else None


class OddsOn(Machine):
    """A supplement: decided by the point of its wager, or returned with it when it was not in play."""

    def __init__(self, points: Sequence[int], against: bool, working: str, moves: bool) -> None:
        self.points, self.against, self.working, self.moves = tuple(points), against, working, moves
        self.rows = frozenset(map(str, points))

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Decide on a seven or the point."""
        total = sum(draw)
        if total not in (SEVEN, int(state)):
            return Step(state)
        if not in_play(self.working, table, call):
            return Step(None, VOID)
        return Step(None, state if (total == SEVEN) == self.against else LOSE)

    def holds(self, state: str, table: CrapsState) -> bool:
        """Whether it stands on the point of the wager it supports."""
        return state in map(str, self.points) if self.moves else state == str(table.point)

    def supplement_states(self, table: CrapsState) -> list[tuple[str, CrapsState]]:
        """List the states that allow a supplement: its point, and that of the table then.

        Where a point of the table is given, that is the one; a come wager may stand on any.
        """
        if table.point:
            points = self.points if self.moves else (table.point,)
            return [(str(point), table) for point in points]
        made = []
        for point in self.points:
            other = next(p for p in self.points if p != point) if self.moves else point
            made.append((str(point), CrapsState(other)))
        return made

    def locked(self, state: str) -> bool:
        """Whether it is bound: a supplement never is."""
        return False


class Number(Machine):
    """A number before seven, or seven before the number."""

    def __init__(self, number: int, against: bool, working: str) -> None:
        self.number, self.against, self.working = number, against, working
        self.rows = frozenset({str(number)})

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Decide on a seven or the number, when the wager is in play."""
        total = sum(draw)
        if total not in (SEVEN, self.number) or not in_play(self.working, table, call):
            return Step(state)
        return Step(None, str(self.number) if (total == SEVEN) == self.against else LOSE)


class Hardway(Machine):
    """A pair before seven and before the same total thrown any other way."""

    def __init__(self, number: int, working: str) -> None:
        self.number, self.working = number, working
        self.rows = frozenset({str(number)})

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Decide on a seven or the total, when the wager is in play."""
        total = sum(draw)
        if total not in (SEVEN, self.number) or not in_play(self.working, table, call):
            return Step(state)
        return Step(None, str(self.number) if total == self.number and draw[0] == draw[1] else LOSE)


class Collect(Machine):
    """Every one of some totals before a seven; the state is the totals still missing."""

    rows = frozenset({"win"})

    def __init__(self, totals: Sequence[int], clause: str) -> None:
        self.totals, self.clause = tuple(sorted(totals)), clause

    def opens(self, table: CrapsState) -> Refusal | None:
        """Refuse it except before a come-out roll."""
        return Refusal("it is made before a come-out roll", self.clause) if table.point else None

    def first(self, table: CrapsState) -> str:
        """Return the state with all totals missing."""
        return "-".join(map(str, self.totals))

    def holds(self, state: str, table: CrapsState) -> bool:
        """Whether some of its totals are missing."""
        return bool(state) and set(state.split("-")) <= set(map(str, self.totals))

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Strike off a total, or lose."""
        total = sum(draw)
        if total == SEVEN:
            return Step(None, LOSE)
        missing = [text for text in state.split("-") if text != str(total)]
        return Step("-".join(missing)) if missing else Step(None, "win")


class Points(Machine):
    """How many different points the shooter makes before sevening out; the state is the points made."""

    def __init__(self, points: Sequence[int], least: int, clause: str) -> None:
        self.points, self.least, self.clause = tuple(points), least, clause
        self.rows = frozenset(str(n) for n in range(least, len(points) + 1))

    def opens(self, table: CrapsState) -> Refusal | None:
        """Refuse it except before the shooter's first come-out roll."""
        return Refusal("it is made before a come-out roll", self.clause) if table.point else None

    def first(self, table: CrapsState) -> str:
        """Return the state with no point made."""
        return "none"

    def holds(self, state: str, table: CrapsState) -> bool:
        """Whether some of the points are made, not all."""
        return state == "none" or set(state.split("-")) < set(map(str, self.points))

    def step(self, state: str, table: CrapsState, draw: Throw, call: str = "") -> Step:
        """Count a made point once. A seven-out or the last point ends it."""
        total = sum(draw)
        if not table.point:
            return Step(state)
        made = [] if state == "none" else state.split("-")
        if total == SEVEN:
            return Step(None, str(len(made)) if len(made) >= self.least else LOSE)
        if total == table.point and str(total) not in made:
            made = [str(point) for point in self.points if str(point) in (*made, str(total))]
            if len(made) == len(self.points):
                return Step(None, str(len(made)))
        return Step("-".join(made) or "none")

    bound_because = "it stays until the shooter is done"

    def locked(self, state: str) -> bool:
        """Whether it is bound: always."""
        return True


# Wagers on one throw.


def pairs_of(row: CrapsWager) -> list[str]:
    """List the combinations that a wager on one of them may name."""
    return [pair for pair in PAIRS if row.pairs == "any" or (pair[0] == pair[-1]) == (row.pairs == "pairs")]


def one_throw(
    row: CrapsWager, number: str, param: str, opens: Callable[[Any], Refusal | None] | None = None
) -> OneDraw:
    """Make the machine of a wager on one throw: on a combination, on several, on totals."""
    if row.kind == "combination":
        wanted = parse_dice(param, 2)
        won = "hard" if wanted[0] == wanted[1] else "easy"
        rows = {"hard", "easy"} if row.pairs == "any" else {won}
        return OneDraw(lambda draw: won if draw == wanted else LOSE, frozenset(rows), opens)
    if row.kind == "combinations":
        several = frozenset(parse_dice(text, 2) for text in row.throws)
        return OneDraw(lambda draw: "win" if draw in several else LOSE, frozenset({"win"}), opens)
    totals = frozenset(map(int, row.parts)) if row.kind == "horn" else frozenset(row.wins or [int(number)])
    push = frozenset(row.push)
    return OneDraw(
        lambda draw: str(sum(draw)) if sum(draw) in totals else PUSH if sum(draw) in push else LOSE,
        frozenset(map(str, totals)),
        opens,
    )
