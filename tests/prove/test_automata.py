"""Chains with known answers, and the roulette figures that follow from them."""

from __future__ import annotations

import time
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest
from tests.odds import prove

from croupier.equipment.dice import throws
from croupier.families import build, ruleset
from croupier.families.automaton.odds import prove_all
from croupier.prove.automata import END, Endless, MachineSolution, StateTable, Transition, solve_all, tabulate

COIN = [("head", 1), ("tail", 1)]
POINTS = (4, 5, 6, 8, 9, 10)


def pass_line(state: str, throw: tuple[int, ...]) -> tuple[str | None, str | None]:
    total = sum(throw)
    if not state:
        if total in (7, 11):
            return None, "win"
        return (None, "lose") if total in (2, 3, 12) else (str(total), None)
    if total == 7:
        return None, "lose"
    return (None, "win") if total == int(state) else (state, None)


def game(name: str, **options: str) -> Any:
    return build(ruleset(name, {key.replace("_", "-"): value for key, value in options.items()}))


def solve(machine: StateTable, start: Hashable) -> MachineSolution:
    """Solve a machine from one state."""
    at = machine.states.index(start)
    return solve_all(machine, [at])[at]


def test_pass_line_wins_244_of_495() -> None:
    found = solve(tabulate([""], pass_line, throws(2)), "")
    assert found.ends == {("win",): Fraction(244, 495), ("lose",): Fraction(251, 495)}
    assert found.draws == Fraction(557, 165)


@pytest.mark.parametrize(("heads", "tails"), [(1, 1), (18, 19), (2, 1)])
def test_gamblers_ruin_is_one_block_with_cycles(heads: int, tails: int) -> None:
    goal = 12

    def step(money: int, face: str) -> tuple[int | None, str | None]:
        money += 1 if face == "head" else -1
        return (None, "rich") if money == goal else (None, "ruined") if money == 0 else (money, None)

    chart = tabulate([5], step, [("head", heads), ("tail", tails)])
    solutions = solve_all(chart)
    ratio = Fraction(tails, heads)
    for at, money in enumerate(chart.states):
        rich = Fraction(money, goal) if ratio == 1 else (1 - ratio**money) / (1 - ratio**goal)
        assert solutions[at].ends == {("rich",): rich, ("ruined",): 1 - rich}
        length = (
            Fraction(money * (goal - money))
            if ratio == 1
            else (goal * rich - money) / Fraction(heads - tails, heads + tails)
        )
        assert solutions[at].draws == length


def test_rows_paid_on_the_way_make_up_the_label() -> None:
    def step(state: int, face: str) -> tuple[int | None, str | None]:
        if face == "tail":
            return None, "lose"
        return (state + 1, f"paid-{state}") if state < 2 else (None, "top")

    found = solve(tabulate([0], step, COIN), 0)
    assert found.ends == {
        ("lose",): Fraction(1, 2),
        ("paid-0", "lose"): Fraction(1, 4),
        ("paid-0", "paid-1", "lose"): Fraction(1, 8),
        ("paid-0", "paid-1", "top"): Fraction(1, 8),
    }
    assert found.draws == Fraction(7, 4)


def test_an_end_may_pay_nothing() -> None:
    assert solve(tabulate(["x"], lambda state, face: (None, None), COIN), "x").ends == {(): Fraction(1)}


def test_a_chart_lists_every_state_and_merges_draws_that_act_alike() -> None:
    chart = tabulate([""], pass_line, throws(2))
    assert set(chart.states) == {"", *map(str, POINTS)} and chart.total == 36
    assert chart.merged(chart.states.index("6")) == {
        Transition(END, "win"): 5,
        Transition(END, "lose"): 6,
        Transition(chart.states.index("6"), None): 25,
    }


@pytest.mark.deep
def test_machines_without_an_end_are_refused() -> None:
    with pytest.raises(Endless, match="never over"):
        solve(tabulate(["a"], lambda state, face: ("b" if face == "head" else "a", None), COIN), "a")
    with pytest.raises(Endless, match="again and again"):
        solve(
            tabulate(["a"], lambda state, face: ("a", "paid") if face == "head" else (None, None), COIN), "a"
        )
    with pytest.raises(Endless, match="counts without bound"):
        tabulate([0], lambda state, face: (state + 1, None), COIN)


def test_irrelevant_table_states_do_not_change_the_answer() -> None:
    def step(pair: tuple[str, int], throw: tuple[int, ...]) -> tuple[tuple[str, int] | None, str | None]:
        state, row = pass_line(pair[0], throw)
        return (None if state is None else (state, (pair[1] + sum(throw)) % 5)), row

    assert solve(tabulate([("", 0)], step, throws(2)), ("", 0)) == solve(
        tabulate([""], pass_line, throws(2)), ""
    )


# Roulette.


def test_roulette_edges() -> None:
    edges = {proof.wager: proof.edge for proof in prove_all(game("great-britain/roulette"))}
    assert edges["straight"] == edges["split"] == edges["dozen"] == Fraction(1, 37)
    assert edges["red"] == edges["odd"] == edges["high"] == Fraction(1, 74)
    assert edges["colours"] == 1 - 8 * Fraction(18, 37) ** 3


def test_rage_at_its_minimum_odds_keeps_17_percent() -> None:
    proof = prove(game("great-britain/roulette", rage_table="minimum"), "rage")
    assert round(float(proof.edge), 3) == 0.170
    assert proof.start["establishing"] is True and not proof.others
    same, other = Fraction(18, 37), Fraction(19, 37)
    chances = {row.row: row.probability for row in proof.rows}
    assert chances["4"] == same**4 * other and chances["14"] == same**14 and sum(chances.values()) == 1
    assert proof.draws == 1 / other


def test_a_state_of_the_table_with_another_edge_is_named() -> None:
    other = build(ruleset("great-britain/roulette", {}, {"colours-run": "counts-the-run"}))
    proof = prove(other, "colours:red")
    assert proof.edge == 1 - 8 * Fraction(18, 37) ** 3
    assert dict(proof.others)["last=red, run=2"] == 1 - 8 * Fraction(18, 37)
    assert prove(other, "colours:red", before={"last": "red", "run": 2}).edge == 1 - 8 * Fraction(18, 37)


def test_the_stake_is_the_least_that_is_paid_exactly() -> None:
    assert prove(game("great-britain/roulette"), "red").stake == 100
    one = prove(game("great-britain/roulette"), "split-dozens:1-2", stake=1)
    assert [row.net for row in one.rows] == [1, -1], "half a penny is paid up: the printed odds are the least"


@pytest.mark.parametrize("name", ["great-britain/roulette", "great-britain/double-action-roulette"])
def test_a_game_is_proved_within_a_second(name: str) -> None:
    table = game(name)
    started = time.perf_counter()
    assert all(sum(row.probability for row in proof.rows) == 1 for proof in prove_all(table))
    assert time.perf_counter() - started < 1
