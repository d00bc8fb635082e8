"""Sums over the cards of several hands, by what the hands net together.

As in unions.py, hands are put together by the cards of all of them. Here each set of cards keeps, for every
outcome of the dealer's hand and every net, in how many orders it comes. These are whole numbers; the same
table is weighed in floating point or modulo a prime.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import LANES, Dealer, Scratch, chances, tally
from croupier.families.twentyone.solver.states import VALUES
from croupier.families.twentyone.solver.unions import BITS, FREE, SMALLEST, enter_again, found_at
from croupier.families.twentyone.solver.whole import HALF, Fields, WholeScratch, whole_tally

LARGEST = 1 << 62
"""The largest whole number of orders."""


@dataclass(frozen=True)
class Ends:
    """How one hand ends, each end with its orders, and what it nets against every outcome."""

    codes: NDArray[np.int64]
    """[end]: the cards that are drawn."""
    orders: NDArray[np.int64]
    """[end]; negative where the end stands for cards that are not listed."""
    line: NDArray[np.int64]
    """[end]: the number of its pay."""
    shift: NDArray[np.int64]
    """[line, outcome]: the net, in steps above the least."""
    weight: NDArray[np.int64]
    """[line, outcome]: the share of the line; 0 where it does not occur."""


@dataclass(frozen=True)
class Sets:
    """Sets of cards of several hands."""

    codes: NDArray[np.int64]
    orders: NDArray[np.int64]
    """[set, outcome, net]."""

    @classmethod
    def nothing(cls, outcomes: int) -> Sets:
        """Return the sets of no hand: no card, and a net of nothing."""
        return cls(np.zeros(1, np.int64), np.ones((1, outcomes, 1), np.int64))

    def times(self, ends: Ends, span: int) -> Sets:
        """Return the sets with one hand more, which nets up to `span` steps above the least."""
        found = Gathered(np.zeros((SMALLEST, self.orders.shape[1], self.orders.shape[2] + span), np.int64))
        found.add(self.codes, self.orders, ends)
        return Sets(*found.told())

    def weighed(self, times: int) -> Sets:
        """Return the sets with so many times the orders."""
        return Sets(self.codes, self.orders * times)

    def plus(self, other: Sets) -> Sets:
        """Return both together."""
        codes, at = np.unique(np.concatenate([self.codes, other.codes]), return_inverse=True)
        orders = np.zeros((len(codes), *self.orders.shape[1:]), np.int64)
        np.add.at(orders, at, np.concatenate([self.orders, other.orders]))
        return Sets(codes, orders)

    def is_safe(self) -> bool:
        """Say whether no number was too large for 62 bits, as far as the largest tell."""
        return bool(np.abs(self.orders.astype(np.float64)).max(initial=0) < LARGEST)


class Gathered:
    """A growing table of sets of cards."""

    def __init__(self, orders: NDArray[Any]) -> None:
        """Begin with an empty table of this shape and type."""
        self.place = np.full(2 * len(orders), FREE, np.int64)
        self.codes = np.zeros(len(orders), np.int64)
        self.orders = orders
        self.number = 0

    def add(self, codes: NDArray[np.int64], orders: NDArray[Any], ends: Ends) -> None:
        """Add every set of a table with every end of one hand more."""
        done = 0
        while done < len(codes):
            while len(self.codes) - self.number < len(ends.codes):
                self.codes = np.concatenate([self.codes, np.zeros_like(self.codes)])
                self.orders = np.concatenate([self.orders, np.zeros_like(self.orders)])
                self.place = np.full(2 * len(self.codes), FREE, np.int64)
                enter_again(self.codes, self.number, self.place)
            done, self.number = join(
                codes,
                orders,
                ends.codes,
                ends.orders,
                ends.line,
                ends.shift,
                ends.weight,
                done,
                self.number,
                self.place,
                self.codes,
                self.orders,
            )

    def told(self) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Return the sets that were found, and their orders."""
        return self.codes[: self.number], self.orders[: self.number]


@compiled
def join(
    own: NDArray[np.int64],
    table: NDArray[Any],
    others: NDArray[np.int64],
    other_orders: NDArray[np.int64],
    line: NDArray[np.int64],
    shift: NDArray[np.int64],
    weight: NDArray[np.int64],
    done: int,
    number: int,
    place: NDArray[np.int64],
    codes: NDArray[np.int64],
    orders: NDArray[Any],
) -> tuple[int, int]:
    """Add every set and every end, while there is room. Return how many sets are done and how many found."""
    wide = table.shape[2]
    while done < len(own) and len(codes) - number >= len(others):
        for at in range(len(others)):
            code = own[done] + others[at]
            hashed = found_at(code, place, codes)
            if place[hashed] == FREE:
                place[hashed] = number
                codes[number] = code
                number += 1
            into = orders[place[hashed]]
            for outcome in range(table.shape[1]):
                times = other_orders[at] * weight[line[at], outcome]
                if times == 0:
                    continue
                first = shift[line[at], outcome]
                for net in range(wide):
                    into[outcome, first + net] += times * table[done, outcome, net]
        done += 1
    return done, number


@compiled
def weigh_nets(
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    pair: int,
    codes: NDArray[np.int64],
    orders: NDArray[Any],
    outcomes: NDArray[np.int64],
    ways: NDArray[np.float64],
    room: Scratch,
    out: NDArray[np.float64],
) -> None:
    """Add to `out`, [ways, outcome, net], the chance of each, summed over all sets.

    `ways` are [number, 1, cards drawn, of them of the pair's value], and `outcomes` the numbers of those in
    `orders`. `shoe` holds the cards from which a set is drawn; those of the pair's value play no part.
    """
    share = np.zeros(LANES)
    room.group[:] = 0
    for first in range(0, len(codes), LANES):
        number = min(LANES, len(codes) - first)
        for lane in range(LANES):
            code = codes[first + min(lane, number - 1)]
            share[lane] = 1.0 if lane < number else 0.0
            room.drawn[lane] = room.pairs[lane] = 0
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
                for at in range(len(outcomes)):
                    chance = share[lane] * room.chance[outcomes[at], lane]
                    for net in range(orders.shape[2]):
                        out[form, at, net] += orders[first + lane, at, net] * chance


@compiled
def whole_weigh_nets(
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    pair: int,
    codes: NDArray[np.int64],
    orders: NDArray[np.int64],
    outcomes: NDArray[np.int64],
    small: bool,
    fields: Fields,
    ways: NDArray[np.int64],
    room: WholeScratch,
    out: NDArray[np.int64],
) -> None:
    """Do the same as `weigh_nets` for one form, modulo primes.

    `ways` are [prime, cards drawn, of them of the pair's value], and `out` is [prime, outcome, net].
    """
    low, high = room.low, room.high
    rest, shapes = dealer.rest[upcard], dealer.shapes[upcard, pair]
    lower = (1 << HALF) - 1
    chance = np.zeros(len(low), np.int64)
    # The outcome that is the rest to one needs all others.
    wanted = np.zeros(len(low), np.bool_)
    wanted[outcomes] = True
    if wanted[rest]:
        wanted[:] = True
    for at in range(len(codes)):
        drawn, of_pair, possible = 0, 0, True
        for value in range(VALUES):
            cards = codes[at] >> BITS * value & (1 << BITS) - 1
            drawn += cards
            if value == pair:
                of_pair = cards
            else:
                room.left[value] = shoe[value] - cards
                possible = possible and room.left[value] >= 0
        if not possible:
            continue
        if small:
            whole_tally(dealer, upcard, pair, 0, room)
        for field in range(len(fields.prime)):
            prime = fields.prime[field]
            if not small:
                whole_tally(dealer, upcard, pair, prime, room)
            weight = 1
            for value in range(VALUES):
                if value != pair:
                    for before in range(shoe[value] - room.left[value]):
                        weight = weight * (shoe[value] - before) % prime
            way = ways[field]
            whole = way[drawn, of_pair]
            for outcome in range(len(low)):
                if outcome == rest or not wanted[outcome]:
                    continue
                above = below = 0
                for shape in range(shapes):
                    count = (high[outcome, shape] % prime * (lower + 1) + low[outcome, shape]) % prime
                    product = (
                        count
                        * way[
                            drawn + dealer.cards[upcard, pair, shape],
                            of_pair + dealer.pairs[upcard, pair, shape],
                        ]
                    )
                    above += product >> HALF
                    below += product & lower
                chance[outcome] = (above % prime * (lower + 1) + below) % prime
                whole -= chance[outcome]
            chance[rest] = whole % prime
            for number in range(len(outcomes)):
                times = chance[outcomes[number]] * weight % prime
                for net in range(orders.shape[2]):
                    out[field, number, net] = (
                        out[field, number, net] + times * (orders[at, number, net] % prime)
                    ) % prime
