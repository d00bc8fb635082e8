"""Plans followed over the cards of many rounds.

A step is one ask. It moves every round that is asked to the state that its plan leads to. A plan is looked up
by the cards seen. The maker of a plan hands in the names of cards in it: the number of a set of cards, the
class of sets that differ in suits only, and the turn of the suits to the first set of that class. Cards are
places in a pack that has each card once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.streets.simulation.deals import MOST_CARDS, Played, Ranked
from croupier.ranking.boards import Boards

MOST_PLACES = 64
CHOOSE: NDArray[np.int64] = np.array(
    [[comb(place, cards) for cards in range(MOST_CARDS + 1)] for place in range(MOST_PLACES)], dtype=np.int64
)
"""[n, k]: n choose k."""
NOT_ASKED = -1
RANKS, SUITS, FLUSH = 13, 4, 5
OWN, BOARD = 2, 5


class Step(Protocol):
    """One ask with its plan."""

    def take(self, played: Played) -> None:
        """Move the states on."""


@dataclass(frozen=True)
class BySet:
    """A plan [state, number of the set of the first cards]."""

    to: NDArray[np.int64]
    """[state, act]: the state it leads to.

    -1 where there is no such act, and for states that are not asked.     
    """
    plan: NDArray[np.int8]
    seen: int
    """How many cards are seen."""

    def take(self, played: Played) -> None:
        """Follow the plan."""
        follow_sets(played.cards, self.seen, self.to, self.plan, CHOOSE, played.states)


@dataclass(frozen=True)
class Alike:
    """The sets of cards of one size up to suits, as a plan has them."""

    classes: NDArray[np.int32]
    """[number of a set]: its class."""
    turns: NDArray[np.uint8]
    """[number of a set]: the turn that makes it the first of its class."""
    turned: NDArray[np.uint8]
    """[turn, place]: where the turn takes a card."""


@dataclass(frozen=True)
class ByHand:
    """A plan [class of the own cards, another card seen, turned as they are] for the first state."""

    to: NDArray[np.int64]
    plan: NDArray[np.int8]
    own: int
    other: int
    """The column of the other card; -1 where none is seen."""
    again: bool
    """Whether a card may come again: then sets are numbered otherwise."""
    alike: Alike

    def take(self, played: Played) -> None:
        """Follow the plan."""
        follow_hands(
            played.cards,
            self.own,
            self.other,
            int(self.again),
            self.to[0],
            self.plan,
            self.alike.classes,
            self.alike.turns,
            self.alike.turned,
            CHOOSE,
            played.states,
        )


@dataclass(frozen=True)
class ByBoard:
    """A plan [line, class of the board, own pair turned as the board is]."""

    to: NDArray[np.int64]
    line: NDArray[np.int64]
    """[state]: the line of the plan, -1 where it is not asked."""
    plan: NDArray[np.int8]
    board: int
    """How many cards of the board are seen."""
    alike: Alike

    def take(self, played: Played) -> None:
        """Follow the plan."""
        follow_boards(
            played.cards,
            self.board,
            self.to,
            self.line,
            self.plan,
            self.alike.classes,
            self.alike.turns,
            self.alike.turned,
            CHOOSE,
            played.states,
        )


@dataclass(frozen=True)
class Best:
    """No plan: with all seven cards seen the act worth most is taken, of equal ones the first.

    The dealer's 990 pairs are counted for it.
    """

    to: NDArray[np.int64]
    needs: NDArray[np.int64]
    """[state, act]: the value that the own hand needs for it."""
    pays: NDArray[np.int64]
    kind_of: NDArray[np.uint8]
    """[value]: the kind of an own hand."""
    band_of: NDArray[np.uint8]
    """[value]: the band of a dealer's hand."""
    boards: Boards
    own: Ranked
    """The own hand with the board."""

    def take(self, played: Played) -> None:
        """Decide."""
        follow_best(
            played.cards,
            played.values(self.own),
            self.to,
            self.needs,
            self.pays,
            self.kind_of,
            self.band_of,
            self.boards,
            CHOOSE,
            played.states,
        )


@compiled
def number_of(
    cards: NDArray[np.uint8],
    row: int,
    first: int,
    number: int,
    again: int,
    choose: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Return the number of a set of cards.

    With places p0 < p1 < .. it is C(p0, 1) + C(p1, 2) + .. Where a card may come again, one more is added at
    each step.
    """
    found = 0
    for card in range(number):
        place, at = np.int64(cards[row, first + card]), card
        while at > 0 and scratch[at - 1] > place:
            scratch[at] = scratch[at - 1]
            at -= 1
        scratch[at] = place
    for card in range(number):
        found += choose[scratch[card] + card * again, card + 1]
    return found


@compiled
def follow_sets(
    cards: NDArray[np.uint8],
    seen: int,
    to: NDArray[np.int64],
    plan: NDArray[np.int8],
    choose: NDArray[np.int64],
    states: NDArray[np.uint8],
) -> None:
    """Follow a plan by state and number of a set."""
    scratch = np.empty(MOST_CARDS, np.int64)
    for row in range(len(cards)):
        state = states[row]
        if to[state, 0] != NOT_ASKED:
            states[row] = to[state, plan[state, number_of(cards, row, 0, seen, 0, choose, scratch)]]


@compiled
def follow_hands(
    cards: NDArray[np.uint8],
    own: int,
    other: int,
    again: int,
    to: NDArray[np.int64],
    plan: NDArray[np.int8],
    classes: NDArray[np.int32],
    turns: NDArray[np.uint8],
    turned: NDArray[np.uint8],
    choose: NDArray[np.int64],
    states: NDArray[np.uint8],
) -> None:
    """Follow a plan by the class of the own cards and another card. Every round is asked."""
    scratch = np.empty(MOST_CARDS, np.int64)
    for row in range(len(cards)):
        if own == 3:
            a, b, c = np.int64(cards[row, 0]), np.int64(cards[row, 1]), np.int64(cards[row, 2])
            low, high = min(a, b, c), max(a, b, c)
            number = low + choose[a + b + c - low - high + again, 2] + choose[high + 2 * again, 3]
        else:
            number = number_of(cards, row, 0, own, again, choose, scratch)
        at = np.int64(0) if other < 0 else np.int64(turned[turns[number], cards[row, other]])
        states[row] = to[plan[classes[number], at]]


@compiled
def follow_boards(
    cards: NDArray[np.uint8],
    board: int,
    to: NDArray[np.int64],
    line: NDArray[np.int64],
    plan: NDArray[np.int8],
    classes: NDArray[np.int32],
    turns: NDArray[np.uint8],
    turned: NDArray[np.uint8],
    choose: NDArray[np.int64],
    states: NDArray[np.uint8],
) -> None:
    """Follow a plan by the class of the board and the own pair."""
    scratch = np.empty(MOST_CARDS, np.int64)
    for row in range(len(cards)):
        state = states[row]
        if line[state] == NOT_ASKED:
            continue
        one, other, at = np.int64(cards[row, 0]), np.int64(cards[row, 1]), np.int64(0)
        if board:
            number = number_of(cards, row, 2, board, 0, choose, scratch)
            turn = turned[turns[number]]
            one, other, at = np.int64(turn[one]), np.int64(turn[other]), np.int64(classes[number])
        high, low = max(one, other), min(one, other)
        states[row] = to[state, plan[line[state], at, high * (high - 1) // 2 + low]]


@compiled
def count_pairs(
    cards: NDArray[np.uint8],
    row: int,
    own: int,
    band_of: NDArray[np.uint8],
    b: Boards,
    choose: NDArray[np.int64],
    scratch: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the dealer's pairs by band and comparison with an own value.

    They are counted rank by rank, and pairs that a flush tells apart by themselves. `scratch` has space for
    each rank, twice.
    """
    left, suited = scratch[:RANKS], scratch[RANKS : 2 * RANKS]
    flush, held, bits, line = -1, 0, 0, 0
    for suit in range(SUITS):
        number = 0
        for at in range(OWN, OWN + BOARD):
            number += int(cards[row, at]) & 3 == suit
        if number >= FLUSH - OWN:
            flush, held = suit, number
    left[:] = 0
    suited[:] = int(flush >= 0)
    for at in range(OWN, OWN + BOARD):
        left[int(cards[row, at]) >> 2] += 1
    place = 0
    for rank in range(RANKS):  # the board's ranks in ascending order, and so the number of its line
        for _ in range(left[rank]):
            line += choose[rank + place, place + 1]
            place += 1
    for at in range(OWN):
        left[int(cards[row, at]) >> 2] += 1
    for rank in range(RANKS):
        left[rank] = SUITS - left[rank]
    for at in range(OWN + BOARD):
        rank = int(cards[row, at]) >> 2
        if int(cards[row, at]) & 3 == flush:
            suited[rank] = 0
            if at >= OWN:
                bits |= 1 << rank
    counts[:] = 0
    for high in range(RANKS):
        for low in range(high + 1):
            ways = left[high] * left[low] if low < high else left[high] * (left[high] - 1) // 2
            if ways == 0:
                continue
            value = int(b.lines[line, RANKS * high + low])
            if flush >= 0:
                both = suited[high] * suited[low] if low < high else 0
                if both:
                    ways -= both
                    add_pair(
                        own, max(value, int(b.suited[bits | 1 << high | 1 << low])), both, band_of, counts
                    )
                if held >= FLUSH - 1:
                    one, other = (
                        suited[high] * (left[low] - suited[low]),
                        (left[high] - suited[high]) * suited[low] if low < high else 0,
                    )
                    ways -= one + other
                    add_pair(own, max(value, int(b.suited[bits | 1 << high])), one, band_of, counts)
                    add_pair(own, max(value, int(b.suited[bits | 1 << low])), other, band_of, counts)
                value = max(value, int(b.suited[bits]))
            add_pair(own, value, ways, band_of, counts)


@compiled
def add_pair(own: int, value: int, ways: int, band_of: NDArray[np.uint8], counts: NDArray[np.int64]) -> None:
    """Count pairs of one value."""
    counts[band_of[value], 1 + (own > value) - (own < value)] += ways


@compiled
def follow_best(
    cards: NDArray[np.uint8],
    values: NDArray[np.uint16],
    to: NDArray[np.int64],
    needs: NDArray[np.int64],
    pays: NDArray[np.int64],
    kind_of: NDArray[np.uint8],
    band_of: NDArray[np.uint8],
    b: Boards,
    choose: NDArray[np.int64],
    states: NDArray[np.uint8],
) -> None:
    """Take the best act in every state that is asked, with the own cards and the whole board seen."""
    scratch, counts = np.empty(2 * RANKS, np.int64), np.empty((pays.shape[2], 3), np.int64)
    for row in range(len(cards)):
        state, own = states[row], int(values[row])
        if to[state, 0] == NOT_ASKED:
            continue
        count_pairs(cards, row, own, band_of, b, choose, scratch, counts)
        kind, best, most = kind_of[own], -1, 0
        for act in range(to.shape[1]):
            if to[state, act] == NOT_ASKED or own < needs[state, act]:
                continue
            worth = 0
            for band in range(counts.shape[0]):
                for compared in range(3):
                    worth += counts[band, compared] * pays[to[state, act], kind, band, compared]
            if best < 0 or worth > most:
                best, most = act, worth
        states[row] = to[state, best]
