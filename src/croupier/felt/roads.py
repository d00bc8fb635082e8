"""The history of a table as displayed: the roads of baccarat, the last results of wheels and dice.

A result of baccarat is `banker`, `player` or `tie`. The derived roads follow the usual definition: from the
big road, the big eye boy compares with the column before, the small road with the second before, the
cockroach road with the third. Red says that the shoe repeats itself, blue that it does not. They say nothing
of what comes next.

>>> [[cell.result for cell in column] for column in big_road(["banker", "banker", "player", "tie", "banker"])]
[['banker', 'banker'], ['player'], ['banker']]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from croupier.errors import BadInput, short

BANKER, PLAYER, TIE = "banker", "player", "tie"
RED, BLUE = "red", "blue"
BIG_EYE, SMALL, COCKROACH = 1, 2, 3
"""How many columns back each derived road looks."""
ROWS = 6


class Cell(msgspec.Struct, frozen=True):
    """One entry of the big road, with the ties that followed it."""

    result: str
    ties: int = 0


class Placed(msgspec.Struct, frozen=True):
    """Where an entry is drawn."""

    column: int
    row: int
    mark: str
    ties: int = 0


def _checked(results: Iterable[str]) -> list[str]:
    found = list(results)
    for result in found:
        if result not in (BANKER, PLAYER, TIE):
            raise BadInput(f"{short(result)} is no result of a coup; it is banker, player or tie")
    return found


def bead_plate(results: Sequence[str], rows: int = ROWS) -> list[Placed]:
    """Place every coup in its order, down each column and on with the next."""
    return [Placed(at // rows, at % rows, result) for at, result in enumerate(_checked(results))]


def big_road(results: Sequence[str]) -> list[list[Cell]]:
    """Return columns of one result each.

    A tie is a mark on the coup before it. Ties that come first are marked on the first coup.
    """
    columns: list[list[Cell]] = []
    waiting = 0
    for result in _checked(results):
        if result == TIE:
            if columns:
                last = columns[-1][-1]
                columns[-1][-1] = Cell(last.result, last.ties + 1)
            else:
                waiting += 1
        elif columns and columns[-1][-1].result == result:
            columns[-1].append(Cell(result))
        else:
            columns.append([Cell(result, waiting)])
            waiting = 0
    return columns


def derived(columns: Sequence[Sequence[object]], back: int) -> list[str]:
    """Return the marks of a derived road, in order.

    It begins with the second entry of the column numbered one more than it looks back, or with the first of
    the column after that. The first entry of a column is red where the column before it is as deep as the one
    `back` before that. Another entry is red where the column `back` before its own reaches as deep as it, or
    ended two or more above it; it is blue where that column ended just above it.
    """
    depths = [len(column) for column in columns]
    marks: list[str] = []
    for at, depth in enumerate(depths):
        for row in range(depth):
            if row == 0:
                if at >= back + 1:
                    marks.append(RED if depths[at - 1] == depths[at - 1 - back] else BLUE)
            elif at >= back:
                marks.append(BLUE if depths[at - back] == row else RED)
    return marks


def big_eye_boy(results: Sequence[str]) -> list[str]:
    """Return the derived road that looks one column back."""
    return derived(big_road(results), BIG_EYE)


def small_road(results: Sequence[str]) -> list[str]:
    """Return the derived road that looks two columns back."""
    return derived(big_road(results), SMALL)


def cockroach_road(results: Sequence[str]) -> list[str]:
    """Return the derived road that looks three columns back."""
    return derived(big_road(results), COCKROACH)


def runs(marks: Sequence[str]) -> list[list[Cell]]:
    """Return marks in columns of one colour each."""
    columns: list[list[Cell]] = []
    for mark in marks:
        if columns and columns[-1][-1].result == mark:
            columns[-1].append(Cell(mark))
        else:
            columns.append([Cell(mark)])
    return columns


def placed(columns: Sequence[Sequence[Cell]], rows: int = ROWS) -> list[Placed]:
    """Place the entries of a road.

    A column that reaches the bottom, or another's tail, turns to the right.
    """
    taken: set[tuple[int, int]] = set()
    found: list[Placed] = []
    start = 0
    for column in columns:
        while (start, 0) in taken:
            start += 1
        x, y, tail = start, 0, False
        for at, cell in enumerate(column):
            if at:
                tail = tail or y + 1 >= rows or (x, y + 1) in taken
                x, y = (x + 1, y) if tail else (x, y + 1)
            taken.add((x, y))
            found.append(Placed(x, y, cell.result, cell.ties))
        start += 1
    return found


# Wheels and dice.


def last(results: Sequence[str], count: int = 20) -> list[str]:
    """Return the last results, the newest first."""
    return list(results[::-1][:count])


def hot_and_cold(
    results: Sequence[str], of: Sequence[str], count: int = 4
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the results that came most often and least often, with how often.

    Of equals, the one printed first comes first. Neither is likelier to come next.
    """
    seen = Counter(results)
    order = {name: at for at, name in enumerate(of)}
    hot = sorted(of, key=lambda name: (-seen[name], order[name]))[:count]
    cold = sorted(of, key=lambda name: (seen[name], order[name]))[:count]
    return [(name, seen[name]) for name in hot], [(name, seen[name]) for name in cold]


def totals(throws: Sequence[Sequence[int]]) -> list[int]:
    """Return the totals of throws."""
    return [sum(throw) for throw in throws]
