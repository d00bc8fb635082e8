"""Games between two sides with known answers, and what must hold of every answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.families.chemin.duel import (
    Behaviour,
    Contest,
    Move,
    Number,
    answer_of_column,
    answer_of_row,
    bounds,
    departures,
    equilibrium,
    regrets,
    settle,
    solve,
    undominated,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
# Few different numbers make ties and degenerate tables; many make proper mixtures.
NUMBERS = st.one_of(st.integers(-1, 1), st.integers(-50, 50), st.fractions(-3, 3, max_denominator=12))


def matrices(most: int = 6) -> st.SearchStrategy[list[list[Number]]]:
    return st.tuples(st.integers(1, most), st.integers(1, most)).flatmap(lambda size: of_size(*size))


def of_size(rows: int, columns: int) -> st.SearchStrategy[list[list[Number]]]:
    return st.lists(st.lists(NUMBERS, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@pytest.mark.parametrize(
    ("matrix", "value", "row", "column"),
    [
        ([[7]], 7, (1,), (1,)),
        ([[1, -1], [-1, 1]], 0, (HALF, HALF), (HALF, HALF)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, (THIRD,) * 3, (THIRD,) * 3),
        ([[4, 1, 8], [2, 3, 1], [0, 4, 3]], Fraction(5, 2), None, None),
        # A saddle point.
        ([[3, 2, 5], [1, 0, 9], [2, 1, 4]], 2, (1, 0, 0), (0, 1, 0)),
        # The second row and the third column are always worse.
        (
            [[2, -1, 3], [1, -2, 3], [-1, 1, 2]],
            Fraction(1, 5),
            (Fraction(2, 5), 0, Fraction(3, 5)),
            (Fraction(2, 5), Fraction(3, 5), 0),
        ),
        # Rows that are the same, and one worse than a mixture of others only.
        ([[6, 0], [6, 0], [0, 6], [2, 2]], 3, None, (HALF, HALF)),
        ([[Fraction(1, 3), Fraction(-1, 7)], [Fraction(-1, 5), Fraction(1, 2)]], None, None, None),
    ],
)
def test_known_matrices(
    matrix: list[list[Number]],
    value: Number | None,
    row: tuple[Number, ...] | None,
    column: tuple[Number, ...] | None,
) -> None:
    found = solve(matrix)
    if value is None:
        # With no saddle point a 2 x 2 matrix has the value (ad - bc) / (a + d - b - c).
        (a, b), (c, d) = matrix
        value = (a * d - b * c) / Fraction(a + d - b - c)
    assert found.value == value
    assert row is None or found.row == row
    assert column is None or found.column == column


@given(matrices())
def test_the_value_is_certain_from_both_sides(matrix: list[list[Number]]) -> None:
    found = solve(matrix)
    assert bounds(matrix, found.row, found.column) == (found.value, found.value)
    turned = solve([[-gain for gain in line] for line in zip(*matrix, strict=True)])
    assert turned.value == -found.value


@pytest.mark.deep
@given(matrices(4), st.integers(-9, 9), st.integers(1, 9))
def test_the_value_moves_with_the_gains(matrix: list[list[Number]], more: int, times: int) -> None:
    value = solve(matrix).value
    assert solve([[gain * times + more for gain in line] for line in matrix]).value == value * times + more
    worse = [gain - 1 for gain in matrix[0]]
    found = solve([*matrix, worse])
    assert found.value == value and found.row[-1] == 0


@pytest.mark.deep
@given(st.integers(1, 8).flatmap(lambda columns: of_size(2, columns)))
def test_two_rows_by_drawing_the_lines(matrix: list[list[Number]]) -> None:
    first, second = matrix
    crossings = {Fraction(0), Fraction(1)}
    for one, other in combinations(range(len(first)), 2):
        slope = (first[one] - second[one]) - (first[other] - second[other])
        if slope:
            crossings.add(Fraction(second[other] - second[one]) / slope)
    best = max(
        min(p * a + (1 - p) * b for a, b in zip(first, second, strict=True)) for p in crossings if 0 <= p <= 1
    )
    assert solve(matrix).value == best


def test_a_large_matrix_of_ones_and_zeros_ends() -> None:
    size = 24
    assert solve([[int(row == column) for column in range(size)] for row in range(size)]).value == Fraction(
        1, size
    )
    assert solve([[int(row >= column) for column in range(size)] for row in range(size)]).value == 1


@pytest.mark.deep
@given(
    st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda size: st.tuples(of_size(*size), of_size(*size))
    )
)
def test_nobody_gains_by_leaving_an_equilibrium(gains: tuple[list[list[Number]], list[list[Number]]]) -> None:
    found = equilibrium(*gains)
    assert regrets(*gains, found.row, found.column) == (0, 0)
    assert found.row_value >= solve(gains[0]).value
    assert found.column_value >= -solve([[-gain for gain in line] for line in gains[1]]).value


@pytest.mark.deep
@given(matrices(5))
def test_an_equilibrium_of_a_zero_sum_game_has_the_value(matrix: list[list[Number]]) -> None:
    found = equilibrium(matrix, [[-gain for gain in line] for line in matrix])
    assert (found.row_value, -found.column_value) == (solve(matrix).value,) * 2


def test_known_equilibria() -> None:
    dilemma = equilibrium([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    assert dilemma == (1, 1, (0, 1), (0, 1))
    # One wants to meet and the other not: nothing is sure, and each mixture makes the other side indifferent
    # by the other side's gains.
    chase = equilibrium([[2, 0], [0, 1]], [[0, 3], [1, 0]])
    assert chase.row == (Fraction(1, 4), Fraction(3, 4)) and chase.column == (THIRD, 2 * THIRD)


# A bluff: the row side has a winning card one time in four and bets 2 or checks; against a bet the column
# side folds or calls; each has put in 1.
# T. S. Ferguson, Game Theory, part II, "Basic Endgame in Poker": the value is -1/4; bet every winner and one
# loser in six; fold to every other bet.
BLUFF = Contest(
    (2, 2),
    (2,),
    {
        moves: (gain, -gain)
        for moves, gain in {
            ((0, 0), None): Fraction(1, 4),
            ((0, 1), (0, 0)): Fraction(1, 4),
            ((0, 1), (0, 1)): Fraction(3, 4),
            ((1, 0), None): Fraction(-3, 4),
            ((1, 1), (0, 0)): Fraction(3, 4),
            ((1, 1), (0, 1)): Fraction(-9, 4),
        }.items()
    },
)


def test_a_bluff() -> None:
    found = settle(BLUFF)
    assert found.row_value == -found.column_value == Fraction(-1, 4)
    assert found.row == ((0, 1), (Fraction(5, 6), Fraction(1, 6))) and found.column == ((HALF, HALF),)
    assert departures(BLUFF, found.row, found.column) == (0, 0)
    # A winner is never checked against a side that may call; a loser and the answer to a bet stay open.
    honest: Behaviour = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)))
    assert answer_of_column(BLUFF, honest) == ((1, 0),)
    assert answer_of_row(BLUFF, ((Fraction(1), Fraction(0)),)) == ((1, 0), (0, 1))
    assert BLUFF.played(honest, ((Fraction(1), Fraction(0)),)) == (Fraction(-1, 2), HALF)


def test_what_is_always_worse_is_struck_out() -> None:
    dilemma = Contest(
        (2,),
        (2,),
        {
            ((0, a), (0, b)): (gain, other)
            for a, b, gain, other in ((0, 0, 3, 3), (0, 1, 0, 5), (1, 0, 5, 0), (1, 1, 1, 1))
        },
    )
    assert undominated(dilemma) == (((1,),), ((1,),))
    assert settle(dilemma) == (1, 1, ((0, 1),), ((0, 1),))
    # The column side's second action is worse only once the row side's first is gone.
    steps = Contest(
        (2,),
        (2,),
        {
            ((0, 0), (0, 0)): (0, 0),
            ((0, 0), (0, 1)): (0, 9),
            ((0, 1), (0, 0)): (1, 1),
            ((0, 1), (0, 1)): (1, 0),
        },
    )
    assert undominated(steps) == (((1,),), ((0,),))
    assert undominated(BLUFF) == (((0, 1), (0, 1)), ((0, 1),))
    nothing = Contest((), (), {(None, None): (2, -2)})
    assert settle(nothing) == (2, -2, (), ()) and undominated(nothing) == ((), ())


def moves_of(sets: tuple[int, ...]) -> list[Move | None]:
    return [None, *((at, action) for at, actions in enumerate(sets) for action in range(actions))]


@st.composite
def contests(draw: st.DrawFn, zero_sum: bool) -> Contest:
    rows, columns = (tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))) for _ in range(2))
    gains: dict[tuple[Move | None, Move | None], tuple[Number, Number]] = {}
    for moves in product(moves_of(rows), moves_of(columns)):
        gain = draw(st.integers(-6, 6))
        gains[moves] = gain, -gain if zero_sum else draw(st.integers(-6, 6))
    return Contest(rows, columns, gains)


def pure(sets: tuple[int, ...]) -> list[Behaviour]:
    return [
        tuple(
            tuple(Fraction(int(at == action)) for at in range(actions))
            for action, actions in zip(chosen, sets, strict=True)
        )
        for chosen in product(*map(range, sets))
    ]


@given(contests(zero_sum=True))
def test_a_contest_is_the_matrix_of_its_strategies(contest: Contest) -> None:
    found = settle(contest)
    assert departures(contest, found.row, found.column) == (0, 0)
    assert (
        found.row_value
        == solve(
            [
                [contest.played(row, column)[0] for column in pure(contest.columns)]
                for row in pure(contest.rows)
            ]
        ).value
    )


@pytest.mark.deep
@given(contests(zero_sum=False))
def test_a_contest_with_gains_of_its_own_on_each_side(contest: Contest) -> None:
    found = settle(contest)
    assert departures(contest, found.row, found.column) == (0, 0)
    assert (
        found.row_value >= settle(contest.of_row()).row_value
        and found.column_value >= settle(contest.of_column()).column_value
    )
    rows, columns = undominated(contest)
    for behaviour, left in ((found.row, rows), (found.column, columns)):
        assert all(
            chance == 0 or action in actions
            for mix, actions in zip(behaviour, left, strict=True)
            for action, chance in enumerate(mix)
        )


def test_what_is_no_game() -> None:
    for matrix in ([], [[]], [[1], [1, 2]]):
        with pytest.raises(BadInput, match="lines of one length"):
            solve(matrix)
    with pytest.raises(BadInput, match="same number"):
        equilibrium([[1, 2]], [[1], [2]])
    for mix in ((HALF,), (HALF, THIRD), (Fraction(2), Fraction(-1))):
        with pytest.raises(BadInput, match="add up to 1"):
            bounds([[1], [2]], mix, (Fraction(1),))
    with pytest.raises(BadInput, match="2 information sets"):
        BLUFF.played(((HALF, HALF),), ((HALF, HALF),))
