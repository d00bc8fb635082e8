"""What play and proof both know is the same:
how a hand counts, when the dealer draws, and what may be done with two cards.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from croupier.families.twentyone.declared import Declared, value_of
from croupier.families.twentyone.hands import dealer_draws, total
from croupier.families.twentyone.solver.dealer import draws
from croupier.families.twentyone.solver.problem import ACTS
from croupier.families.twentyone.solver.states import LETTERS, best_total, counts_at, hand_of, hands
from croupier.table.table import Table
from tests.families import player_banks
from tests.twentyone.problems import games, played, rules_of

SOLVERS = {"hit": "draw"}
"""Acts that the solver calls otherwise."""


def cards_of(hand: int) -> list[str]:
    """Cards of these values."""
    return [LETTERS[value] + "s" for value, number in enumerate(counts_at(hand)) for _ in range(number)]


def test_hands_count_the_same() -> None:
    for hand in range(1, len(hands().size)):
        assert total(cards_of(hand))[0] == best_total(counts_at(hand)) == hands().total[hand]


@pytest.mark.parametrize("hits", [False, True])
def test_the_dealer_draws_on_the_same_hands(hits: bool) -> None:
    for hand in range(1, len(hands().size)):
        assert dealer_draws(cards_of(hand), hits) == draws(counts_at(hand), hits), cards_of(hand)


@pytest.mark.deep
@pytest.mark.parametrize(
    "game",
    [
        game
        for game in games()
        if not rules_of(game).setup.switch and not rules_of(game).forced and not player_banks(played(game))
    ],
)
def test_what_may_be_done_with_two_cards_is_what_the_solver_chooses_from(game: str) -> None:
    table = played(game)
    rules = table.rules
    problem = Declared(rules, 200).problem()
    seven = LETTERS.index("7")
    for one, two in combinations_with_replacement(
        [rank for rank in "A23456789TK" if rank != "T" or not rules.setup.no_tens], 2
    ):
        if {one, two} & {"A"} and {one, two} & {"T", "K"}:
            continue  # a natural is not asked
        seat = Table(table, {})
        for event in (
            f"1 bet {rules.main} 10",
            f"deal {one}s 7d {two}h",
            *(["deal ??"] if rules.hole != "none" else []),
        ):
            seat.apply(event)
        question = next(question for question in seat.pending if question.who == "1")
        asked = {SOLVERS.get(act, act) for act in question.allowed()}
        may = problem.may[0, hand_of((value_of(one), value_of(two)))]
        solver = {
            act
            for at, act in enumerate(ACTS)
            if may >> at & 1 and (act != "surrender" or seven in problem.rules.surrender_on)
        }
        assert asked == solver, f"{one}{two}: asked {sorted(asked)}, solved {sorted(solver)}"
