"""Sums over the cards of two hands together.

The chance to draw some cards is the same whatever card went to which hand. So products of the pay of two
hands are put together by the cards of both, and the dealer's chances are computed once for each such set of
cards. The sets are kept in a hash table, because there are far more pairs of hands than sets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import LANES, Dealer, Scratch, chances, tally
from croupier.families.twentyone.solver.states import VALUES

BITS = 6
"""Bits enough for the cards of one value in two hands together."""
DIGITS: NDArray[np.int64] = 1 << BITS * np.arange(VALUES)
"""The digit of a card of each value in the code of a set. The codes of two hands add up to that of both."""
GROUP = 1 << BITS * VALUES
"""The digit of a group in a code; there may be eight."""
SPREAD = 0x1E3779B97F4A7C15
"""An odd number without any pattern. Multiplied with it, similar codes are far apart."""
FREE = -1
SMALLEST = 1 << 10


class Unions:
    """Sets of cards with weights, by form and by the dealer's outcome.

    The form says in which ways a set comes.
    """

    def __init__(self, forms: int, outcomes: int) -> None:
        self.place = np.full(2 * SMALLEST, FREE, np.int64)
        """[hash]: the number of a set."""
        self.codes = np.zeros(SMALLEST, np.int64)
        self.weight = np.zeros((SMALLEST, forms, outcomes))
        self.number = 0

    def add(
        self,
        codes: NDArray[np.int64],
        one: NDArray[np.float64],
        others: NDArray[np.int64],
        other: NDArray[np.float64],
        form: int = 0,
    ) -> None:
        """Add the products of two lists of hands, given by their codes and their pay, [hand, outcome]."""
        some, any_ = one.any(1), other.any(1)
        codes, one, others, other = codes[some], one[some], others[any_], other[any_]
        done = 0
        while done < len(codes):
            while len(self.codes) - self.number < len(others):
                self._grow()
            done, self.number = multiply(
                codes, one, others, other, form, done, self.number, self.place, self.codes, self.weight
            )

    def _grow(self) -> None:
        """Double the size of the table."""
        self.codes = np.concatenate([self.codes, np.zeros_like(self.codes)])
        self.weight = np.concatenate([self.weight, np.zeros_like(self.weight)])
        self.place = np.full(2 * len(self.codes), FREE, np.int64)
        enter_again(self.codes, self.number, self.place)

    def listed(self, form: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the codes of all sets and their weights of one form, [set, outcome]."""
        return self.codes[: self.number], np.ascontiguousarray(self.weight[: self.number, form])

    def weigh(
        self,
        dealer: Dealer,
        upcard: int,
        shoe: NDArray[np.int64],
        pair: int,
        ways: NDArray[np.float64],
        room: Scratch,
    ) -> float:
        """Return the weighted sum over all sets.

        It is the chance to draw a set in one order, times the dealer's chances, times the weights. `shoe`
        holds the cards from which a set is drawn. Those of the pair's value play no part except in `ways`,
        which are [form, group, cards drawn, of them of the pair's value].
        """
        return weigh(dealer, upcard, shoe, pair, self.codes[: self.number], self.weight, ways, room)


@compiled
def found_at(code: int, place: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    """Return where in the table a code is, or where it belongs."""
    mask = len(place) - 1
    at = (code * SPREAD >> 24) & mask
    while place[at] != FREE and codes[place[at]] != code:
        at = (at + 1) & mask
    return at


@compiled
def enter_again(codes: NDArray[np.int64], number: int, place: NDArray[np.int64]) -> None:
    """Fill the table again."""
    for at in range(number):
        place[found_at(codes[at], place, codes)] = at


@compiled
def multiply(
    own: NDArray[np.int64],
    one: NDArray[np.float64],
    others: NDArray[np.int64],
    other: NDArray[np.float64],
    form: int,
    done: int,
    number: int,
    place: NDArray[np.int64],
    codes: NDArray[np.int64],
    weight: NDArray[np.float64],
) -> tuple[int, int]:
    """Add the products, outcome by outcome, at the cards of both hands, while there is room.

    Return how many hands are done, and how many sets there are.
    """
    while done < len(own) and len(codes) - number >= len(others):
        for at in range(len(others)):
            code = own[done] + others[at]
            hashed = found_at(code, place, codes)
            if place[hashed] == FREE:
                place[hashed] = number
                codes[number] = code
                number += 1
            line = weight[place[hashed], form]
            for outcome in range(len(line)):
                line[outcome] += one[done, outcome] * other[at, outcome]
        done += 1
    return done, number


@compiled
def weigh(
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    pair: int,
    codes: NDArray[np.int64],
    weight: NDArray[np.float64],
    ways: NDArray[np.float64],
    room: Scratch,
) -> float:
    """Do the same as `Unions.weigh`."""
    share = np.zeros(LANES)
    total = 0.0
    for first in range(0, len(codes), LANES):
        number = min(LANES, len(codes) - first)
        for lane in range(LANES):
            code = codes[first + min(lane, number - 1)]
            share[lane] = 1.0 if lane < number else 0.0
            room.drawn[lane] = room.pairs[lane] = 0
            room.group[lane] = code >> BITS * VALUES
            for value in range(VALUES):
                cards = code >> BITS * value & (1 << BITS) - 1
                room.drawn[lane] += cards
                if value == pair:
                    room.pairs[lane] = cards
                    continue
                for before in range(cards):
                    share[lane] *= max(shoe[value] - before, 0)
                room.left[value, lane] = max(shoe[value] - cards, 0)
        if not np.any(share > 0.0):
            continue
        tally(dealer, upcard, pair, room)
        for form in range(len(ways)):
            chances(dealer, upcard, pair, ways[form], room)
            for lane in range(number):
                found = 0.0
                for outcome in range(weight.shape[2]):
                    found += weight[first + lane, form, outcome] * room.chance[outcome, lane]
                total += share[lane] * found
    return total
