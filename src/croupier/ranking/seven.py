"""What side wagers of pai gow poker read in all seven cards: the best award.

Three of a kind is a better award than a straight, and some hands hold both. Where seven cards of one suit
run on, that is an award of its own, a higher one without the joker. A royal match is a king and a queen of
one suit beside a royal flush.

>>> award("4h 5h 6h 7h 8h 9h Th".split()), award("4h 5h Jk 7h 8h 9h Th".split())
('seven-card-straight-flush', 'seven-card-straight-flush-with-joker')
>>> award("Ac Kc Qc Jc Tc Kd Qd".split()), award("9c 9d 9h 8s 7c 6d 5h".split())
('royal-flush-and-royal-match', 'three-of-a-kind')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.equipment.card import JOKER
from croupier.errors import BadInput
from croupier.ranking.poker import (
    ACE,
    ASCENDING,
    RANKINGS,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    Hand,
    best,
)

SEVEN = 7
SEVEN_IN_A_ROW = "seven-card-straight-flush"
WITH_JOKER = "seven-card-straight-flush-with-joker"
ROYAL_MATCH = "royal-flush-and-royal-match"
THREE_PAIRS = "three-pairs"
RUNS = tuple(
    set("A" + ASCENDING[: SEVEN - 1]) if low < 0 else set(ASCENDING[low : low + SEVEN])
    for low in range(-1, 7)
)
"""The ranks of every run of seven, the ace below the two or above the king."""


def award(cards: Sequence[str], joker_in_royal: bool = True) -> str:
    """Return the best award of seven cards; else the class of the best five.

    `joker_in_royal` is whether a royal match goes with a royal flush that the joker completes.
    """
    if len(cards) != SEVEN:
        raise BadInput(f"{SEVEN} cards are read, and there are {len(cards)}: {' '.join(cards)}")
    hand = best(RANKINGS["pai-gow-award"], cards)
    if hand.klass == STRAIGHT_FLUSH:
        return _straight_flush(cards, hand, joker_in_royal)
    return THREE_PAIRS if hand.klass == TWO_PAIRS and _pairs(cards) == 3 else hand.klass


def _straight_flush(cards: Sequence[str], hand: Hand, joker_in_royal: bool) -> str:
    plain = [card for card in cards if card != JOKER]
    ranks, suits = {card[0] for card in plain}, {card[1] for card in plain}
    if len(suits) == 1 and any(ranks <= run for run in RUNS):
        return SEVEN_IN_A_ROW if len(plain) == SEVEN else WITH_JOKER
    if hand.ranks[:2] != (ACE, ACE - 1):
        return STRAIGHT_FLUSH
    rest = sorted(set(cards) - set(hand.cards), key=lambda card: card[0])
    matched = [card[0] for card in rest] == ["K", "Q"] and rest[0][1] == rest[1][1]
    return ROYAL_MATCH if matched and (joker_in_royal or JOKER not in hand.cards) else ROYAL_FLUSH


def _pairs(cards: Sequence[str]) -> int:
    """Count the pairs; the joker is an ace."""
    held = Counter("A" if card == JOKER else card[0] for card in cards)
    return sum(number == 2 for number in held.values())
