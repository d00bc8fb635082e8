"""Evenings: rounds of two to four people over several boxes, with random rulings in random order.

Money is conserved, nobody's wager is touched by a ruling against another, whoever is ruled against loses all
that the ruling is about, nothing fails, and every refusal has a clause or is bad input.
"""

from __future__ import annotations

import pytest

from tests.families import one_of_each_family
from tests.roots.evening import evenings
from tests.tiers import chosen_games, fresh_seed

PARTS = 10
ROUNDS = 2_000
"""Rounds a family in a deep run."""


@pytest.mark.parametrize("game", chosen_games())
def test_an_evening_of_several_people_over_several_boxes(game: str) -> None:
    found = evenings(game, 6, 1)
    assert found["rulings"] or found["unfinished"] < found["rounds"]


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", one_of_each_family())
def test_two_thousand_rounds_a_family(game: str, part: int) -> None:
    found = evenings(game, ROUNDS // PARTS, 100 + part + PARTS * fresh_seed())
    assert found["against a person"], "nobody was ruled against"
    assert found["unfinished"] < found["rounds"] / 5


@pytest.mark.deep
@pytest.mark.parametrize("game", chosen_games())
def test_a_hundred_rounds_of_every_game(game: str) -> None:
    found = evenings(game, 100, 500 + fresh_seed())
    assert found["unfinished"] < found["rounds"] / 5
