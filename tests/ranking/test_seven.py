"""The best award of seven cards (Britain r 13.36, California L330-344 and L388-402)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from croupier.equipment.card import JOKER
from croupier.errors import BadInput
from croupier.ranking.poker import ASCENDING
from croupier.ranking.seven import award

PACK = [rank + suit for suit in "cdhs" for rank in ASCENDING] + [JOKER]


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("Ah 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush"),
        ("8s 9s Ts Js Qs Ks As", "seven-card-straight-flush"),
        ("8s 9s Ts Js Qs Ks Jk", "seven-card-straight-flush-with-joker"),
        ("8s Jk Ts Js Qs Ks As", "seven-card-straight-flush-with-joker"),
        ("Ac Kc Qc Jc Jk Kd Qd", "royal-flush-and-royal-match"),
        ("Ac Kc Qc Jc Tc Kd Qh", "royal-flush"),
        ("Ac Kc Qc Jc Tc Kd Jk", "royal-flush"),
        ("Ac Ad Ah As Jk Kd Kh", "five-of-a-kind"),
        ("6h 5h 4h 3h 2h Ad Jk", "straight-flush"),
        ("Kc Kd Kh Ks Jk Ad Ah", "four-of-a-kind"),
        ("Kc Kd Kh Jk Ad 4s 2h", "full-house"),
        ("9c 7c 5c 3c Jk Kd Kh", "flush"),
        ("9c 9d 9h 8s 7c 6d 5h", "three-of-a-kind"),
        ("Ac Ad Jk Ks Qc Jd Th", "three-of-a-kind"),
        ("Ac 2d 3h 4s Jk Kd Kh", "straight"),
        ("Ac Jk Kd Kh 9s 9c 4d", "three-pairs"),
        ("2c 2d 3h 3s 4c 4d Kh", "three-pairs"),
        ("Ac Kd Jk 9s 9c 4d 2h", "two-pairs"),
        ("Kc Kd Jk 9s 7c 4d 2h", "pair"),
    ],
)
def test_the_best_award_is_read(cards: str, found: str) -> None:
    assert award(cards.split()) == found


def test_seven_in_a_row_come_as_often_as_is_published() -> None:
    """32 without the joker and 196 with it: in one suit, eight runs, and 49 that lack a card."""
    suit = [rank + "c" for rank in ASCENDING]
    natural = Counter(award(cards) for cards in combinations(suit, 7))
    helped = Counter(award([*cards, JOKER]) for cards in combinations(suit, 6))
    assert 4 * natural["seven-card-straight-flush"] == 32
    assert 4 * helped["seven-card-straight-flush-with-joker"] == 196


def test_royal_flushes_come_as_often_as_is_published() -> None:
    """72 with a royal match, of which twelve have no joker, and 26,020 others.

    With the sevens in a row and 184,644 lower ones that makes all 210,964 straight flushes of seven cards.
    """
    royal = [rank + "c" for rank in "AKQJT"]
    hands = {
        frozenset((*five, *two))
        for five in [tuple(royal), *((*royal[:at], *royal[at + 1 :], JOKER) for at in range(5))]
        for two in combinations([card for card in PACK if card not in five], 2)
    }
    found = Counter(award(sorted(hand)) for hand in hands)
    strict = Counter(award(sorted(hand), joker_in_royal=False) for hand in hands)
    assert 4 * found["royal-flush-and-royal-match"] == 72
    assert 4 * strict["royal-flush-and-royal-match"] == 12
    assert 4 * found["royal-flush"] == 26_020
    assert 32 + 196 + 72 + 26_020 + 184_644 == 210_964


def test_other_numbers_of_cards_are_refused() -> None:
    with pytest.raises(BadInput, match="7 cards are read, and there are 2"):
        award(["Kc", "Kd"])
