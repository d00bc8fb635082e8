"""The fast solver against the plain one on small shoes:
every act's worth, every cell, exactly where it says exactly, and the variance.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from tests.prove.twentyone import plain
from tests.prove.twentyone.small_games import GAMES, LOW, Game

from croupier.errors import BadInput
from croupier.families.twentyone.solver.exact import exact
from croupier.families.twentyone.solver.problem import ROLES, Rules
from croupier.families.twentyone.solver.rounds import counted_rounds, is_counted, most_hands, rounds
from croupier.families.twentyone.solver.solve import count, one_hand, solve
from croupier.families.twentyone.solver.spread import spread


@pytest.mark.deep(
    always=(
        "test_fast_equals_plain[no splits]",
        "test_fast_equals_plain[peek, four hands]",
    )
)
@pytest.mark.parametrize("name", GAMES)
def test_fast_equals_plain(name: str) -> None:
    game = GAMES[name]
    problem = game.problem()
    slow, fast = plain.solve(problem, game.player, game.dealer), solve(problem)
    assert fast.value == pytest.approx(float(slow.value), abs=1e-14)
    assert fast.hands.keys() == slow.worth.keys()
    for dealt, worth in slow.worth.items():
        found = fast.hands[dealt].worth
        assert found.keys() == worth.keys()
        assert all(found[act] == pytest.approx(float(value), abs=1e-13) for act, value in worth.items()), (
            dealt
        )
    best = plain.acts_of(slow)
    assert {dealt: hand.act for dealt, hand in fast.hands.items()} == best
    for role, lines in zip(ROLES, fast.cells, strict=True):
        for kind, line in zip(problem.classes, lines, strict=True):
            for outcome, number in zip(problem.outcomes, line, strict=True):
                assert number == pytest.approx(
                    float(slow.cells.get((role, kind, outcome), 0) / slow.total), abs=1e-15
                ), (role, kind, outcome)
    assert fast.hands_made == pytest.approx(float(slow.hands / slow.total), abs=1e-14)
    assert fast.stakes == pytest.approx(float(slow.stakes / slow.total), abs=1e-14)

    told = exact(problem, fast)
    assert {cell: Fraction(ways, told.total) for cell, ways in told.cells.items()} == {
        cell: Fraction(ways) / slow.total for cell, ways in slow.cells.items() if ways
    }
    assert (told.value, told.hands_made, told.stakes) == (
        slow.value,
        Fraction(slow.hands) / slow.total,
        Fraction(slow.stakes) / slow.total,
    )
    assert sum(net * ways for (_, net), ways in told.rows.items()) == told.value * told.row_total
    assert sum(told.rows.values()) == told.hands_made * told.row_total
    assert {row: ways / told.row_total for row, ways in told.rows.items()} == pytest.approx(
        fast.rows, abs=1e-14
    )

    whole = {net: Fraction(ways) / slow.total for net, ways in slow.nets.items() if ways}
    together = rounds(problem, fast, fast.cells)
    assert sum(whole.values()) == 1
    assert all(
        abs(together.chances.get(net, 0.0) - float(whole.get(net, 0))) <= together.error
        for net in {*whole, *together.chances}
    )
    assert together.mean == pytest.approx(float(slow.value), abs=1e-14)
    assert together.variance == pytest.approx(float(slow.variance), abs=1e-13)
    if is_counted(problem, fast):
        assert counted_rounds(problem, fast, told) == whole
    all_hands = rounds(problem, fast, fast.cells, together=most_hands(problem, fast))
    assert all(
        all_hands.chances.get(net, 0.0) == pytest.approx(float(chance), abs=1e-14)
        for net, chance in whole.items()
    )

    assert spread(problem, fast) == pytest.approx(float(slow.variance), abs=1e-13)
    counted = count(problem, fast)
    assert counted.value == pytest.approx(fast.value, abs=1e-14)
    assert counted.stakes == pytest.approx(fast.stakes, abs=1e-14)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_a_game_matters_to_it(name: str) -> None:
    """A rule that never matters in a game is not tested by it: taken back, it must change the value."""
    game, usual = GAMES[name], Rules()
    value = solve(game.problem()).value
    others = {
        rule.name: getattr(usual, rule.name)
        for rule in fields(Rules)
        if getattr(game.rules, rule.name) != getattr(usual, rule.name)
    }
    if "hands" in others:
        others["hands"] = 1 if game.rules.hands == 2 else 2
    for rule in (
        others.keys()
        - ({"forced", "hands", "double_sizes"} if game.rules.forced else set())
        - ({"hands"} if game.rules.hands == 1 else set())
    ):
        other = replace(
            game,
            rules=replace(game.rules, **{rule: others[rule]}),
            fallback=() if rule == "hands" else game.fallback,
        )
        assert abs(solve(other.problem()).value - value) > 1e-9, rule
    if game.fallback:
        assert abs(solve(replace(game, fallback=()).problem()).value - value) > 1e-9


def test_variants_are_played_differently() -> None:
    found = solve(GAMES["variants"].problem())
    assert all((acts[0] != acts[1]).any() for acts in found.varied_act.values())
    assert found.varied[5, 6].shape == (2, 10, 5)


def test_one_hand_is_what_solving_all_says() -> None:
    game = Game(LOW, Rules(hands=4, surrender_on=frozenset({9})))
    problem = game.problem()
    found = solve(problem)
    for (low, high, upcard), hand in found.hands.items():
        assert one_hand(problem, (high, low), upcard) == pytest.approx(hand.worth, abs=1e-15)


def test_a_shoe_that_runs_out_is_not_dealt_plainly() -> None:
    game = Game((4, 4, 4, 0, 0, 0, 0, 0, 0, 1), Rules(hands=1))
    with pytest.raises(BadInput, match="runs out"):
        plain.solve(game.problem(), game.player, game.dealer)
    with pytest.raises(BadInput, match="may not last"):
        solve(game.problem())
