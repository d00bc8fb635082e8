"""Games between two sides, solved exactly. It knows no family.

A game is a matrix, a pair of matrices, or a contest: choices that each side makes with what it has seen.

The row side chooses a row and the column side a column, neither knowing the other's choice. Where one gains
what the other loses, `solve` finds the value: the row side can make sure of it, and the column side can hold
it to that. Rock, paper and scissors:

>>> solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).row
(Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))

Nothing is taken on trust: every answer is worked out in whole numbers and then checked against every choice
of either side (`bounds`, `regrets`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from croupier.errors import BadInput

Number = int | Fraction
Matrix = Sequence[Sequence[Number]]
Mix = tuple[Fraction, ...]
"""The chance of each choice."""
Move = tuple[int, int]
"""An action at an information set: which set, which of its actions."""
Behaviour = tuple[Mix, ...]
"""The chance of each action, for each information set of a side."""


class Solved(NamedTuple):
    """The solution of a matrix: the row side's average gain, and a mixture for each side that secures it."""

    value: Fraction
    row: Mix
    column: Mix


class Equilibrium(NamedTuple):
    """Two mixtures from which neither side gains by departing alone, and the average gain of each side."""

    row_value: Fraction
    column_value: Fraction
    row: Mix
    column: Mix


def solve(matrix: Matrix) -> Solved:
    """Return the value of a zero-sum game, and a mixture for each side that secures it.

    The value is one number; the mixtures need not be the only ones.
    """
    gains = _whole(matrix)[0]
    # With every gain positive the value is too, and the column side's problem is:
    # max sum(y) with gains * y <= 1 and y >= 0; then value = 1 / sum(y).
    table = _Table(_positive(gains))
    while (steepest := min(table.costs[:-1])) < 0:
        # The line that leaves is the lexicographically least one: no basis comes back, however degenerate
        # the matrix is.
        entering = table.costs.index(steepest)
        table.pivot(table.leaving(entering), entering)
    column = table.solution()
    row = table.costs[table.width : -1]
    found = Solved(Fraction(0), _mix(row), _mix(column))
    lower, upper = bounds(matrix, found.row, found.column)
    if lower != upper:  # pragma: no cover - would be an error of this module
        raise ArithmeticError(f"the solution is not one: {lower} < {upper}")
    return found._replace(value=lower)


def bounds(matrix: Matrix, row: Sequence[Fraction], column: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return what the row mixture secures against every column, and what the column mixture holds rows to.

    If they are equal, both mixtures are best, and this is the value.
    """
    _proper(row, len(matrix))
    _proper(column, len(matrix[0]))
    least = min(
        sum((chance * gain for chance, gain in zip(row, gains, strict=True)), Fraction(0))
        for gains in zip(*matrix, strict=True)
    )
    most = max(
        sum((chance * gain for chance, gain in zip(column, gains, strict=True)), Fraction(0))
        for gains in matrix
    )
    return least, most


def equilibrium(row_gains: Matrix, column_gains: Matrix) -> Equilibrium:
    """Return one Nash equilibrium of a game in which each side has gains of its own.

    It follows the path of Lemke and Howson. There may be other equilibria, with other gains.
    """
    ours, theirs = _positive(_whole(row_gains)[0]), _positive(_whole(column_gains)[0])
    if (len(ours), len(ours[0])) != (len(theirs), len(theirs[0])):
        raise BadInput("both sides' gains must have the same number of rows and columns")
    rows, columns = len(ours), len(ours[0])
    # A label is a choice: 0.. for the rows, then the columns. In either table a choice is out of use or a
    # best answer to the other table's mixture.
    tables = {
        False: _Table(ours, labels=[*range(rows, rows + columns), *range(rows)]),
        True: _Table(
            [list(line) for line in zip(*theirs, strict=True)],
            labels=[*range(rows), *range(rows, rows + columns)],
        ),
    }
    label, at = 0, True
    while True:
        label = tables[at].bring_in(label)
        if label == 0:
            break
        at = not at
    found = Equilibrium(
        Fraction(0), Fraction(0), _mix(tables[True].solution()), _mix(tables[False].solution())
    )
    if any(
        regrets(row_gains, column_gains, found.row, found.column)
    ):  # pragma: no cover - would be an error of this module
        raise ArithmeticError("the equilibrium is not one")
    return found._replace(
        row_value=_average(row_gains, found.row, found.column),
        column_value=_average(column_gains, found.row, found.column),
    )


def regrets(
    row_gains: Matrix, column_gains: Matrix, row: Sequence[Fraction], column: Sequence[Fraction]
) -> tuple[Fraction, Fraction]:
    """Return what either side would gain by departing alone from its mixture; (0, 0) is an equilibrium."""
    best_row = bounds(row_gains, row, column)[1]
    best_column = -bounds([[-gain for gain in line] for line in column_gains], row, column)[0]
    return best_row - _average(row_gains, row, column), best_column - _average(column_gains, row, column)


@dataclass(frozen=True)
class Contest:
    """A game in which each side chooses at most once in a play, with what it has seen.

    What a side has seen is one of its information sets. `gains` is by the move of the row side and the move
    of the column side. It holds the gain of either side, times the chance of coming to it. None is a side
    that makes no move, or whose move has no part in it. A pair of strategies gains the sum over the pairs of
    moves in them.
    """

    rows: tuple[int, ...]
    """The number of actions at each information set of the row side."""
    columns: tuple[int, ...]
    gains: Mapping[tuple[Move | None, Move | None], tuple[Number, Number]]

    def played(self, row: Behaviour, column: Behaviour) -> tuple[Fraction, Fraction]:
        """Return the average gain of each side."""
        _proper_behaviour(row, self.rows)
        _proper_behaviour(column, self.columns)
        ours = theirs = Fraction(0)
        for (mine, other), (gain, gain_of_column) in self.gains.items():
            chance = (row[mine[0]][mine[1]] if mine else Fraction(1)) * (
                column[other[0]][other[1]] if other else Fraction(1)
            )
            ours += chance * gain
            theirs += chance * gain_of_column
        return ours, theirs

    def of_row(self) -> Contest:
        """Return the same game with a column side that only wants the row side to gain little."""
        return Contest(
            self.rows, self.columns, {moves: (ours, -ours) for moves, (ours, _) in self.gains.items()}
        )

    def of_column(self) -> Contest:
        """Return the same game with a row side that only wants the column side to gain little."""
        return Contest(
            self.rows, self.columns, {moves: (-theirs, theirs) for moves, (_, theirs) in self.gains.items()}
        )

    @property
    def zero_sum(self) -> bool:
        """Say whether one side always gains what the other loses."""
        return all(ours + theirs == 0 for ours, theirs in self.gains.values())


class Settled(NamedTuple):
    """Behaviour from which neither side gains by departing alone, and the average gain of each."""

    row_value: Fraction
    column_value: Fraction
    row: Behaviour
    column: Behaviour


def settle(contest: Contest) -> Settled:
    """Solve a contest.

    Where one side gains what the other loses, that is its value and a best behaviour for each side, otherwise
    one equilibrium.

    Only the strategies that matter are written down: a side's best answer to what has been found so far is
    added until neither side has a better one. That ends, because there are finitely many, and the end is
    checked against every strategy. A mixture of strategies gains what its behaviour does, because no side
    chooses twice in a play.
    """
    sides = _Sides(contest)
    zero_sum = contest.zero_sum
    rows = [tuple(0 for _ in contest.rows)]
    columns = [sides.best(1, [1], rows)[0]]
    while True:
        ours = [[sides.gain(0, row, column) for column in columns] for row in rows]
        theirs = [[sides.gain(1, row, column) for column in columns] for row in rows]
        row_mix, column_mix = solve(ours)[1:] if zero_sum else equilibrium(ours, theirs)[2:]
        row_parts, column_parts = _parts(row_mix), _parts(column_mix)
        row, row_best = sides.best(0, column_parts, columns)
        column, column_best = sides.best(1, row_parts, rows)
        # Each gain is compared times the sums of both sides' parts, in whole numbers.
        better_row = row_best * sum(row_parts) > _weighed(ours, row_parts, column_parts)
        better_column = column_best * sum(column_parts) > _weighed(theirs, row_parts, column_parts)
        if not better_row and not better_column:
            break
        if better_row:
            rows.append(row)
        if better_column:
            columns.append(column)
    behaviours = _behaviour(contest.rows, rows, row_mix), _behaviour(contest.columns, columns, column_mix)
    if any(departures(contest, *behaviours)):  # pragma: no cover - would be an error of this module
        raise ArithmeticError("what was found is not an equilibrium")
    return Settled(*contest.played(*behaviours), *behaviours)


def departures(contest: Contest, row: Behaviour, column: Behaviour) -> tuple[Fraction, Fraction]:
    """Return what either side would gain by departing alone, at all its information sets together.

    (0, 0) is an equilibrium.
    """
    now = contest.played(row, column)
    return contest.played(answer_of_row(contest, column), column)[0] - now[0], contest.played(
        row, answer_of_column(contest, row)
    )[1] - now[1]


def answer_of_row(contest: Contest, column: Behaviour) -> Behaviour:
    """Return the row side's best behaviour against another; of equally good actions, the first."""
    _proper_behaviour(column, contest.columns)
    worth = [[Fraction(0)] * actions for actions in contest.rows]
    for (mine, other), (gain, _) in contest.gains.items():
        if mine:
            worth[mine[0]][mine[1]] += gain * (column[other[0]][other[1]] if other else 1)
    return tuple(_first_best(line) for line in worth)


def answer_of_column(contest: Contest, row: Behaviour) -> Behaviour:
    """Return the column side's best behaviour against another; of equally good actions, the first."""
    _proper_behaviour(row, contest.rows)
    worth = [[Fraction(0)] * actions for actions in contest.columns]
    for (mine, other), (_, gain) in contest.gains.items():
        if other:
            worth[other[0]][other[1]] += gain * (row[mine[0]][mine[1]] if mine else 1)
    return tuple(_first_best(line) for line in worth)


def undominated(contest: Contest) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the actions of either side that are left at each information set.

    An action that is always worse than another is struck out, again and again. It is in no equilibrium. Where
    one action is left everywhere, it is the only equilibrium.
    """
    left = [[list(range(actions)) for actions in sets] for sets in (contest.rows, contest.columns)]
    worth: tuple[dict[Move, dict[Move | None, Number]], dict[Move, dict[Move | None, Number]]] = ({}, {})
    for moves, gains in contest.gains.items():
        for side in (0, 1):
            mine = moves[side]
            if mine:
                worth[side].setdefault(mine, {})[moves[1 - side]] = gains[side]

    def always_worse(side: int, at: int, action: int, other: int) -> bool:
        ours, better = worth[side].get((at, action), {}), worth[side].get((at, other), {})
        least = better.get(None, 0) - ours.get(None, 0)
        # The other side's sets are met one in a play and chosen at separately, so the least of the sum is the
        # sum of the leasts.
        for met in {move[0] for move in (*ours, *better) if move}:
            least += min(
                better.get((met, answer), 0) - ours.get((met, answer), 0) for answer in left[1 - side][met]
            )
        return least > 0

    struck = True
    while struck:
        struck = False
        for side in (0, 1):
            for at, actions in enumerate(left[side]):
                stay = [
                    action
                    for action in actions
                    if not any(always_worse(side, at, action, other) for other in actions if other != action)
                ]
                struck = struck or len(stay) < len(actions)
                left[side][at] = stay
    rows, columns = (tuple(tuple(actions) for actions in sets) for sets in left)
    return rows, columns


class _Sides:
    """The strategies of both sides of a contest, in whole numbers."""

    def __init__(self, contest: Contest) -> None:
        self.actions = contest.rows, contest.columns
        pairs = list(contest.gains.items())
        scaled = [_whole([[gains[side] for _, gains in pairs]])[0][0] if pairs else [] for side in (0, 1)]
        self.pairs = [
            (moves, (ours, theirs)) for (moves, _), ours, theirs in zip(pairs, *scaled, strict=True)
        ]
        self.seen: dict[
            tuple[int, tuple[int, ...]], tuple[dict[Move | None, int], dict[Move | None, int]]
        ] = {}

    def against(
        self, side: int, strategy: tuple[int, ...]
    ) -> tuple[dict[Move | None, int], dict[Move | None, int]]:
        """Return what each move of the other side gains, for each side, against a strategy of this one."""
        found = self.seen.get((side, strategy))
        if found is None:
            found = self.seen[side, strategy] = ({}, {})
            for moves, gains in self.pairs:
                mine, other = moves[side], moves[1 - side]
                if mine is None or strategy[mine[0]] == mine[1]:
                    for worth, gain in zip(found, gains, strict=True):
                        worth[other] = worth.get(other, 0) + gain
        return found

    def gain(self, side: int, row: tuple[int, ...], column: tuple[int, ...]) -> int:
        """Return a side's gain from a pair of strategies."""
        worth = self.against(0, row)[side]
        return worth.get(None, 0) + sum(worth.get(move, 0) for move in enumerate(column))

    def best(
        self, side: int, weights: Sequence[int], others: Sequence[tuple[int, ...]]
    ) -> tuple[tuple[int, ...], int]:
        """Return a side's best strategy against weighted strategies of the other side, and its gain.

        The gain is times the sum of the weights.
        """
        total: dict[Move | None, int] = {}
        for weight, strategy in zip(weights, others, strict=True):
            if weight:
                for move, gain in self.against(1 - side, strategy)[side].items():
                    total[move] = total.get(move, 0) + weight * gain
        best = tuple(
            _first([total.get((at, action), 0) for action in range(actions)])
            for at, actions in enumerate(self.actions[side])
        )
        return best, total.get(None, 0) + sum(total.get(move, 0) for move in enumerate(best))


class _Table:
    """The constraints `gains * y <= 1` with `y >= 0` as a simplex tableau of whole numbers.

    Every entry is over the same denominator.
    """

    def __init__(self, gains: list[list[int]], labels: list[int] | None = None) -> None:
        self.height, self.width = len(gains), len(gains[0])
        self.lines = [
            [*line, *(int(at == other) for other in range(self.height)), 1] for at, line in enumerate(gains)
        ]
        self.costs = [-1] * self.width + [0] * (self.height + 1)
        self.over = 1
        self.basis = list(range(self.width, self.width + self.height))
        self.labels = labels or []

    def leaving(self, entering: int) -> int:
        """Return the line whose variable leaves: the least ratio.

        Of equal ratios it is the lexicographically least line, so no basis comes twice.
        """
        lines = [at for at, line in enumerate(self.lines) if line[entering] > 0]
        for column in (-1, *range(self.width, self.width + self.height)):
            least: list[int] = []
            for at in lines:
                if not least:
                    least = [at]
                    continue
                sign = (
                    self.lines[at][column] * self.lines[least[0]][entering]
                    - self.lines[least[0]][column] * self.lines[at][entering]
                )
                if sign < 0:
                    least = [at]
                elif sign == 0:
                    least.append(at)
            lines = least
            if len(lines) == 1:
                break
        return lines[0]

    def pivot(self, leaving: int, entering: int) -> None:
        """Bring a variable into the basis.

        Each division is without remainder (Edmonds), so the numbers stay determinants of the matrix.
        """
        pivot_line = self.lines[leaving]
        pivot = pivot_line[entering]
        for at, line in enumerate((*self.lines, self.costs)):
            if at != leaving:
                factor = line[entering]
                line[:] = [
                    (value * pivot - factor * other) // self.over
                    for value, other in zip(line, pivot_line, strict=True)
                ]
        self.over = pivot
        self.basis[leaving] = entering

    def bring_in(self, label: int) -> int:
        """Bring the variable with a label into the basis. Return the label of the one that leaves."""
        entering = self.labels.index(label)
        leaving = self.leaving(entering)
        gone = self.labels[self.basis[leaving]]
        self.pivot(leaving, entering)
        return gone

    def solution(self) -> list[int]:
        """Return the variables `y`, times the denominator."""
        found = [0] * self.width
        for at, variable in enumerate(self.basis):
            if variable < self.width:
                found[variable] = self.lines[at][-1]
        return found


def _whole(matrix: Matrix) -> tuple[list[list[int]], int]:
    """Return the matrix times a number that makes it whole, and that number."""
    if not matrix or not matrix[0] or any(len(line) != len(matrix[0]) for line in matrix):
        raise BadInput("the gains of a game are lines of one length, with at least one number in each")
    by = lcm(*(Fraction(gain).denominator for line in matrix for gain in line))
    return [[int(gain * by) for gain in line] for line in matrix], by


def _positive(matrix: list[list[int]]) -> list[list[int]]:
    least = min(min(line) for line in matrix)
    return [[gain - least + 1 for gain in line] for line in matrix]


def _mix(parts: Sequence[int]) -> Mix:
    whole = sum(parts)
    return tuple(Fraction(part, whole) for part in parts)


def _parts(mix: Mix) -> list[int]:
    by = lcm(*(chance.denominator for chance in mix))
    return [int(chance * by) for chance in mix]


def _weighed(matrix: list[list[int]], row: list[int], column: list[int]) -> int:
    return sum(
        x * y * gain
        for x, line in zip(row, matrix, strict=True)
        for y, gain in zip(column, line, strict=True)
    )


def _average(matrix: Matrix, row: Sequence[Fraction], column: Sequence[Fraction]) -> Fraction:
    return sum(
        (
            x * y * gain
            for x, line in zip(row, matrix, strict=True)
            for y, gain in zip(column, line, strict=True)
        ),
        Fraction(0),
    )


def _behaviour(actions: tuple[int, ...], strategies: Sequence[tuple[int, ...]], mix: Mix) -> Behaviour:
    """Return how a mixture of strategies behaves at each information set."""
    found = [[Fraction(0)] * number for number in actions]
    for strategy, chance in zip(strategies, mix, strict=True):
        for at, action in enumerate(strategy):
            found[at][action] += chance
    return tuple(tuple(line) for line in found)


def _first(worth: Sequence[Number]) -> int:
    """Return the place of the first of the best."""
    return worth.index(max(worth))


def _first_best(worth: Sequence[Number]) -> Mix:
    best = _first(worth)
    return tuple(Fraction(int(at == best)) for at in range(len(worth)))


def _proper(mix: Sequence[Fraction], choices: int) -> None:
    if len(mix) != choices or min(mix) < 0 or sum(mix) != 1:
        raise BadInput(f"a mixture of {choices} choices is {choices} chances that add up to 1")


def _proper_behaviour(behaviour: Behaviour, actions: tuple[int, ...]) -> None:
    if len(behaviour) != len(actions):
        raise BadInput(f"a behaviour at {len(actions)} information sets is {len(actions)} mixtures")
    for mix, choices in zip(behaviour, actions, strict=True):
        _proper(mix, choices)
