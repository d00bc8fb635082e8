"""Every hand of a pack, numbered, and the hands that are alike up to suits.

Provers that go over all hands share this. Cards are places in the pack here: place = number of the rank *
suits + number of the suit, the joker last. The number of the hand p0 < p1 < ... is C(p0, 1) + C(p1, 2) + ...,
whatever the size of the pack. With several packs a card may come again: then p0 <= p1 <= ... and the number
is C(p0, 1) + C(p1 + 1, 2) + ...
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.prove.streets import JOKER
from croupier.ranking.bulk import rank_many, tables
from croupier.ranking.poker import Ranking

MOST_PLACES = 64
MOST_CARDS = 7
CHOOSE: NDArray[np.int64] = np.array(
    [[comb(place, cards) for cards in range(MOST_CARDS + 1)] for place in range(MOST_PLACES)], dtype=np.int64
)
"""[n, k]: n choose k."""


@dataclass(frozen=True)
class Alike:
    """The hands of one size, sorted into classes in which only the suits differ."""

    hands: NDArray[np.uint8]
    """[class, card]: the lowest-numbered hand of each class, as places."""
    first: NDArray[np.int64]
    """[class]: the number of that hand."""
    weights: NDArray[np.int64]
    """[class]: how many hands are in it."""
    classes: NDArray[np.int32]
    """[number of a hand]: its class."""
    turns: NDArray[np.uint8]
    """[number of a hand]: the turn of the suits that makes it the first of its class."""
    turned: NDArray[np.uint8]
    """[turn, place]: where that turn takes a card."""


@cache
def places(deck: tuple[int, ...]) -> dict[int, int]:
    """Return the place of every card of a pack."""
    return {card: place for place, card in enumerate(deck)}


def number_of(deck: tuple[int, ...], cards: Sequence[int], again: bool = False) -> int:
    """Return the number of a hand given by its cards."""
    at = sorted(places(deck)[card] for card in cards)
    return sum(comb(place + index * again, index + 1) for index, place in enumerate(at))


@cache
def all_hands(places: int, cards: int, again: bool = False) -> NDArray[np.uint8]:
    """Return [number, card]: every hand of this many cards by its number, places ascending."""
    out = np.empty((comb(places + (cards - 1) * again, cards), cards), dtype=np.uint8)
    _fill(out, int(again))
    out.flags.writeable = False
    return out


@cache
def values(ranking: str | Ranking, deck: tuple[int, ...], cards: int, decks: int = 1) -> NDArray[np.uint16]:
    """Return [number of a hand]: its dense value.

    With several packs, 0 for a hand with more copies of a card than there are packs.
    """
    hands = all_hands(len(deck), cards, decks > 1)
    given = np.flatnonzero((hands[:, decks:] != hands[:, : max(0, cards - decks)]).all(axis=1))
    found = np.zeros(len(hands), dtype=np.uint16)
    found[given] = rank_many(np.array(deck, dtype=np.uint8)[hands[given]], tables(ranking, cards, decks))
    found.flags.writeable = False
    return found


@cache
def alike(deck: tuple[int, ...], cards: int, again: bool = False) -> Alike:
    """Sort the hands of a pack into classes up to suits."""
    suits = len({card % 4 for card in deck if card != JOKER})
    orders = list(permutations(range(suits)))
    turned = np.array(
        [
            [
                place if card == JOKER else place // suits * suits + order[place % suits]
                for place, card in enumerate(deck)
            ]
            for order in orders
        ],
        dtype=np.uint8,
    )
    back = np.array(
        [orders.index(tuple(order.index(suit) for suit in range(suits))) for order in orders], dtype=np.uint8
    )
    hands = all_hands(len(deck), cards, again)
    classes = np.full(len(hands), -1, dtype=np.int32)
    turns = np.zeros(len(hands), dtype=np.uint8)
    found = _sort_out(hands, turned, back, int(again), classes, turns, CHOOSE)
    first = np.zeros(found, dtype=np.int64)
    first[classes[::-1]] = np.arange(len(hands) - 1, -1, -1)
    return Alike(hands[first], first, np.bincount(classes, minlength=found), classes, turns, turned)


@compiled
def _fill(out: NDArray[np.uint8], again: int) -> None:
    """Write the hands in the order of their numbers.

    The lowest card that can go up does, and those below it start again.
    """
    cards = out.shape[1]
    for card in range(cards):
        out[0, card] = 0 if again else card
    for number in range(1, len(out)):
        for card in range(cards):
            out[number, card] = out[number - 1, card]
        card = 0
        while card + 1 < cards and out[number, card] + 1 - again >= out[number, card + 1]:
            out[number, card] = 0 if again else card
            card += 1
        out[number, card] += 1


@compiled
def _sort_out(
    hands: NDArray[np.uint8],
    turned: NDArray[np.uint8],
    back: NDArray[np.uint8],
    again: int,
    classes: NDArray[np.int32],
    turns: NDArray[np.uint8],
    choose: NDArray[np.int64],
) -> int:
    """Give every hand its class. The first without one opens one, and all its turns belong to it."""
    cards = hands.shape[1]
    hand = np.empty(cards, dtype=np.int64)
    found = 0
    for number in range(len(hands)):
        if classes[number] >= 0:
            continue
        for turn in range(len(turned)):
            for card in range(cards):
                place, at = np.int64(turned[turn, hands[number, card]]), card
                while at > 0 and hand[at - 1] > place:
                    hand[at] = hand[at - 1]
                    at -= 1
                hand[at] = place
            image = 0
            for card in range(cards):
                image += choose[hand[card] + card * again, card + 1]
            if classes[image] < 0:
                classes[image] = found
                turns[image] = back[turn]
        found += 1
    return found
