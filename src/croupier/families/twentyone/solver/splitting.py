"""Splits: into how many hands a pair is split, and what each of them is worth.

The play of a hand looks at its own cards and the upcard alone. So the value of a split is a sum over its
hands, and the cards that other hands draw are like cards still in the shoe. Only their second cards matter,
because these decide how many hands there are. They may be thought of as drawn before all others, for the
hands in their order. A card of the pair's value makes one hand more while there are fewer than the limit; any
other card completes a hand. So when a hand is played, either the second card of another is known not to be of
the pair's value, or nothing is known, where the limit was reached before. Whatever was of the pair's value is
the first card of a hand.

A hand is therefore given by how many hands there are (each holds one card of the pair's value) and by how
many second cards of others are known not to be of that value: these are set `apart`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import DRAWN, LANES, Dealer, Scratch, add_ways, chances, tally
from croupier.families.twentyone.solver.leaves import Leaves
from croupier.families.twentyone.solver.problem import Problem
from croupier.families.twentyone.solver.states import VALUES, Hands, hands

Number = TypeVar("Number", np.float64, np.int64)


class Sort(NamedTuple):
    """A sort of split hands, and its average number when a pair is split."""

    hands: int
    apart: int
    odd: tuple[Fraction, Fraction]
    """Hands whose own second card is known not to be of the pair's value: the first hand, added ones."""
    free: tuple[Fraction, Fraction]
    """Hands whose second card is unknown."""


class Paths(NamedTuple):
    """The leaves of split hands, by whether the second card is of the pair's value."""

    odd: Leaves
    pair: Leaves


@cache
def scenarios(unseen: int, pairs: int, limit: int) -> tuple[tuple[int, int, Fraction], ...]:
    """Return what the second cards may come to, each with its chance.

    It is how many hands there are, and for how many of them (the first ones) the second card is known not to
    be of the pair's value. `unseen` cards are left after the pair and the upcard, `pairs` of them of the
    pair's value.
    """
    found: list[tuple[int, int, Fraction]] = []

    def enter(number: int, done: int, ways: int) -> None:
        deals = ways * perm(pairs, number - 2) * perm(unseen - pairs, done)
        if deals:
            found.append((number, done, Fraction(deals, perm(unseen, number - 2 + done))))

    orders = {0: 1}
    """The number of orders of second cards, by the hands completed so far.

    All have the same number of hands, at least one of them not completed.
    """
    for number in range(2, min(limit, pairs + 3)):
        for done in range(1, number):
            orders[done] = orders.get(done, 0) + orders[done - 1]
        enter(number, number, orders[number - 1])
    if limit < pairs + 3:
        for done, ways in orders.items():
            enter(limit, done, ways)
    return tuple(found)


@cache
def sorts(unseen: int, pairs: int, limit: int) -> tuple[Sort, ...]:
    """Return all sorts of hands from a pair; arguments as for `scenarios`."""
    found: dict[tuple[int, int], list[Fraction]] = {}
    for number, done, chance in scenarios(unseen, pairs, limit):
        if done:
            odd = found.setdefault((number, done - 1), [Fraction(0)] * 4)
            odd[0] += chance
            odd[1] += chance * (done - 1)
        if done < number:
            free = found.setdefault((number, done), [Fraction(0)] * 4)
            free[2] += chance * (not done)
            free[3] += chance * (number - max(done, 1))
    return tuple(Sort(*key, (line[0], line[1]), (line[2], line[3])) for key, line in sorted(found.items()))


def left_for(problem: Problem, value: int, upcard: int, number: int) -> NDArray[np.int64]:
    """Return the cards for one of `number` split hands: those unseen and its own first card."""
    left = np.array(problem.shoe, np.int64)
    left[upcard] -= 1
    left[value] -= number - 1
    return left


@cache
def shares_of(
    unseen: int, pairs: int, limit: int
) -> tuple[tuple[tuple[int, int, int], tuple[Fraction, ...]], ...]:
    """Return the arguments of `add_ways` for every sort of hands, and the shares of its hands.

    The shares are of the first hand and of added ones, each by whether its second card is of the pair's
    value. Arguments are as for `scenarios`. Where it is known that the second card is not of the pair's
    value, the chance that it is not is divided out.
    """
    found = []
    for sort in sorts(unseen, pairs, limit):
        given = unseen - sort.hands + 2, pairs - sort.hands + 2, sort.apart
        odd = Fraction(given[0] - sort.apart - given[1], given[0] - sort.apart)
        found.append(
            (
                given,
                tuple(
                    share
                    for role in range(2)
                    for share in (sort.free[role] + (sort.odd[role] / odd if odd else 0), sort.free[role])
                ),
            )
        )
    return tuple(found)


@cache
def split_ways(unseen: int, pairs: int, limit: int) -> tuple[NDArray[np.float64], tuple[int, ...]]:
    """Return [number, 0, cards drawn, of them of the pair's value]: the ways, summed over all sorts.

    They are as `add_ways` has them; arguments as for `scenarios`. There are those of the first hand and of
    added ones, each by whether its second card is of the pair's value. The second part says which number each
    of these four has.
    """
    every = np.zeros((4, 1, DRAWN, DRAWN))
    for given, shares in shares_of(unseen, pairs, limit):
        for at, share in enumerate(shares):
            if share:
                add_ways(*given, float(share), every[at, 0])
    return without_doubles(every)


def without_doubles(every: NDArray[Number]) -> tuple[NDArray[Number], tuple[int, ...]]:
    """Return some arrays, each only once, and which of them each was."""
    like = [
        next(other for other in range(len(every)) if (every[other] == every[one]).all())
        for one in range(len(every))
    ]
    kept = sorted(set(like))
    return every[kept], tuple(kept.index(other) for other in like)


def split_cells(problem: Problem, ends: Paths, value: int, upcard: int, room: Scratch) -> NDArray[np.float64]:
    """Return [role, class, outcome]: the average number of hands of a pair that is split.

    The line after the last class counts doubles.
    """
    cells = np.zeros((2, len(problem.classes) + 1, len(problem.outcomes)))
    left = left_for(problem, value, upcard, 3)
    wanted = np.unique(np.concatenate([ends.odd.hand, ends.pair.hand]))
    ways, number = split_ways(int(left.sum()), int(left[value]), problem.limit(value))
    found = np.zeros((len(ways), len(wanted), len(problem.outcomes)))
    split_law(hands(), problem.dealer, upcard, left, value, wanted, ways, room, found)
    for part, leaves in enumerate(ends):
        at = np.searchsorted(wanted, leaves.hand)
        for role in range(2):
            enter(leaves.kind, leaves.orders, at, found[number[2 * role + part]], cells[role])
    return cells


@compiled
def split_law(
    hands: Hands,
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    pair: int,
    wanted: NDArray[np.int64],
    ways: NDArray[np.float64],
    room: Scratch,
    out: NDArray[np.float64],
) -> None:
    """Fill out[number of the ways, wanted hand, outcome].

    It is the chance that a split hand draws its cards in one order and that the dealer ends by that outcome.
    How many cards of the pair's value the shoe holds plays no part except in the ways.
    """
    weight = np.zeros(LANES)
    room.group[:] = 0
    for first in range(0, len(wanted), LANES):
        number = min(LANES, len(wanted) - first)
        for lane in range(LANES):
            hand = wanted[first + min(lane, number - 1)]
            room.drawn[lane], room.pairs[lane] = hands.size[hand] - 1, hands.held[hand, pair] - 1
            weight[lane] = 1.0
            for value in range(VALUES):
                if value != pair:
                    for before in range(hands.held[hand, value]):
                        weight[lane] *= max(shoe[value] - before, 0)
                    room.left[value, lane] = max(shoe[value] - hands.held[hand, value], 0)
        tally(dealer, upcard, pair, room)
        for at in range(len(ways)):
            chances(dealer, upcard, pair, ways[at], room)
            for lane in range(number):
                for outcome in range(out.shape[2]):
                    out[at, first + lane, outcome] = weight[lane] * room.chance[outcome, lane]


@compiled
def enter(
    kind: NDArray[np.int64],
    orders: NDArray[np.int64],
    at: NDArray[np.int64],
    chance: NDArray[np.float64],
    cells: NDArray[np.float64],
) -> None:
    """Add the chances of leaves to the cells."""
    for leaf in range(len(kind)):
        for outcome in range(cells.shape[1]):
            cells[kind[leaf], outcome] += orders[leaf] * chance[at[leaf], outcome]
