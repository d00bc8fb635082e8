"""Two split hands of which the first may be settled before the dealer draws.

Where a dealer's natural takes the original wager alone, it takes the first hand of a split. If that hand is
gone by then, paid at once or given up, the natural takes the added hand instead. So how often each class of
the added hand meets a natural depends on the class of the first, and this needs the joint chance of both. The
dealer then holds his upcard and one card more, so nothing else need be known of him.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.leaves import Leaves
from croupier.families.twentyone.solver.problem import Problem
from croupier.families.twentyone.solver.splitting import Paths, left_for
from croupier.families.twentyone.solver.states import ACE, TEN, VALUES, hands

HOLES = {ACE: TEN, TEN: ACE}
"""The card that makes a natural of an upcard."""


def fall_back(problem: Problem, ends: Paths, value: int, upcard: int, cells: NDArray[np.float64]) -> None:
    """Count added hands that a natural takes in place of the first as first hands.

    `cells` is [role, class, outcome] of a pair that is split.
    """
    hole = HOLES.get(upcard, -1)
    left = left_for(problem, value, upcard, 1)
    left[value] -= 2
    if hole < 0 or left.min() < 0 or left[hole] == 0:
        return
    chance = left[hole] / left.sum()
    left[hole] -= 1
    every, gone = both(ends), settled(problem, ends)
    taken = np.zeros(len(problem.classes) + 1)
    together(hands().held, left, value, gone.hand, gone.orders, every.hand, every.kind, every.orders, taken)
    moved = chance * taken[:-1]
    cells[0, :-1, problem.natural] += moved
    cells[1, :-1, problem.natural] -= moved


def both(ends: Paths) -> Leaves:
    """Return the leaves of a hand whose second card is unknown."""
    return Leaves(*(np.concatenate(pair) for pair in zip(ends.odd, ends.pair, strict=True)))


def settled(problem: Problem, ends: Paths) -> Leaves:
    """Return the leaves after which the natural takes the other hand."""
    every = both(ends)
    some = np.isin(every.kind, sorted(problem.fallback))
    return Leaves(*(column[some] for column in every))


@compiled
def together(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    value: int,
    first: NDArray[np.int64],
    first_orders: NDArray[np.int64],
    second: NDArray[np.int64],
    kind: NDArray[np.int64],
    orders: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Add the chance that one hand ends as a leaf of the first kind and another as a leaf of each class.

    Both hold a card of a value that is no longer in `left`.
    """
    unseen = left.sum()
    for one in range(len(first)):
        for other in range(len(second)):
            chance = float(first_orders[one] * orders[other])
            drawn = 0
            for card in range(VALUES):
                number = held[first[one], card] + held[second[other], card] - (2 if card == value else 0)
                for before in range(number):
                    chance *= (left[card] - before) / max(unseen - drawn, 1)
                    drawn += 1
            out[kind[other]] += chance
