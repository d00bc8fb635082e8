"""What the provers of street games refuse:
declarations that do not fit together, plans that cheat, shapes that belong to another method.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.prove.street_games import caribbean, crazy_four, let_it_ride, live_draw, pack, three_card, values

from croupier.errors import BadInput
from croupier.families.livedraw import solver as draw
from croupier.families.streets.solver import against_table, plain, stud
from croupier.prove.streets import Act, Ask, Draw, Street

SMALL = pack("2QKA", "cdh")


@pytest.mark.parametrize(
    "change",
    [
        {"pays": np.zeros((3, 4, 2, 1), dtype=np.int64)},
        {"pays": np.zeros((2, 4, 2, 3), dtype=np.int64)},
        {"own_bands": (5, 4, 3)},
        {"bands": (3, 3), "pays": np.zeros((3, 4, 3, 3), dtype=np.int64)},
        {"deck": (0, 1, 2, 4, 5)},
        {"deck": (4, 5, 0, 1)},
        {"asks": (Ask(2, 0, 0, {0: (Act("play", 1),)}),)},
        {"asks": (Ask(3, 0, 1, {0: (Act("play", 1),)}),)},
        {"asks": (Ask(3, 1, 0, {0: (Act("play", 1),)}),)},
        {"asks": (Ask(3, 0, 0, {0: (Act("play", 7),)}),)},
        {"asks": (Ask(3, 0, 0, {0: ()}),)},
    ],
)
def test_a_street_that_does_not_fit_together(change: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        replace(three_card(SMALL), **change)


def test_a_table_has_no_bands() -> None:
    with pytest.raises(BadInput):
        replace(let_it_ride(SMALL), up=1)


@pytest.mark.parametrize(
    "street",
    [
        let_it_ride(SMALL),
        replace(caribbean(SMALL), decks=2),
        replace(three_card(SMALL), own=4, dealer=4, asks=()),
    ],
)
def test_stud_refuses_other_shapes(street: Street) -> None:
    with pytest.raises(BadInput):
        stud.solve(street)


@pytest.mark.parametrize(
    "street", [three_card(SMALL), replace(let_it_ride(SMALL), decks=2), replace(let_it_ride(SMALL), board=5)]
)
def test_against_a_table_refuses_other_shapes(street: Street) -> None:
    with pytest.raises(BadInput):
        against_table.solve(street)


def test_no_act_needs_a_hand_of_too_few_cards() -> None:
    street = let_it_ride(SMALL)
    asks = (Ask(3, 0, 0, {0: (Act("more", 0, 100), Act("less", 1))}), *street.asks[1:])
    with pytest.raises(BadInput, match="no hand"):
        against_table.solve(replace(street, asks=asks))


def test_some_act_must_be_offered() -> None:
    aces = values("four-card", "pair-of-aces")[0]
    street = replace(crazy_four(SMALL), asks=(Ask(5, 0, 0, {0: (Act("play", 1, aces),)}),))
    with pytest.raises(ValueError, match="not offered"):
        stud.solve(street)


def test_plans_that_cheat() -> None:
    street = crazy_four(SMALL)
    best = stud.solve(street)
    with pytest.raises(ValueError, match="not offered"):
        stud.count(street, (np.zeros_like(best.plans[0]),))
    with pytest.raises(BadInput, match="a plan of this game"):
        stud.count(street, (best.plans[0][1:],))
    ride = let_it_ride(SMALL)
    wrong = tuple(np.full_like(plan, 3) for plan in against_table.solve(ride).plans)
    with pytest.raises(BadInput, match="not offered"):
        against_table.count(ride, wrong)
    slow = plain.solve(three_card(SMALL))
    with pytest.raises(BadInput, match="not offered"):
        plain.count(three_card(SMALL), (dict.fromkeys(slow.plans[0], 5),))


def test_draws_that_do_not_fit_together() -> None:
    game = live_draw((1, 2, 3, 4, 5, 8, 25, 50, 250), SMALL)
    with pytest.raises(BadInput):
        Draw(game.ranking, game.own_bands, game.pays[1:], SMALL)
    with pytest.raises(BadInput):
        draw.solve(game, ties=[0] * 32)
    with pytest.raises(BadInput):
        draw.count(game, (np.full(3, 31, dtype=np.uint8),))
