"""The numbers of hands, and the classes of hands in which only the suits differ."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from tests.prove.street_games import pack

from croupier.prove.hands import alike, all_hands, number_of
from croupier.prove.streets import FULL_DECK, JOKER


@pytest.mark.parametrize("cards, classes", [(2, 169), (3, 1755), (4, 16432), (5, 134459)])
def test_classes_of_the_full_pack(cards: int, classes: int) -> None:
    sorted_out = alike(FULL_DECK, cards)
    assert len(sorted_out.hands) == classes
    assert int(sorted_out.weights.sum()) == comb(52, cards)


def test_a_joker_makes_more_classes() -> None:
    """Five cards of 53 up to suits: five without the joker, or four with it."""
    assert len(alike((*FULL_DECK, JOKER), 5).hands) == 134459 + 16432


@pytest.mark.parametrize(
    "deck, cards, again",
    [(pack("2QA", "cdh"), 3, False), (pack("2QA", "cdh"), 3, True), ((*pack("2QA", "ch"), JOKER), 4, False)],
)
def test_turning_a_hand_gives_the_first_of_its_class(deck: tuple[int, ...], cards: int, again: bool) -> None:
    hands, sorted_out = all_hands(len(deck), cards, again), alike(deck, cards, again)
    assert len({tuple(hand) for hand in hands.tolist()}) == len(hands)
    for number, hand in enumerate(hands):
        assert number_of(deck, [deck[place] for place in hand], again) == number
        turned = np.sort(sorted_out.turned[sorted_out.turns[number]][hand])
        assert (turned == sorted_out.hands[sorted_out.classes[number]]).all()
    assert (sorted_out.classes[sorted_out.first] == np.arange(len(sorted_out.first))).all()
