"""Where a fixed play ends, counted in orders of cards.

These are whole numbers that depend neither on the shoe nor on chance. A leaf is a hand that ends as some
class, with its number of orders. The chance of the leaf is that number times the chance to draw these cards
in one order. The cards that take a hand over 21 are never listed: the draw from a hand belongs to "over" as a
whole, and each card that keeps it takes its share away again. So some leaves count negatively.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    DOUBLE,
    IS_BUST,
    IS_DOUBLED_BUST,
    IS_RESCUED,
    IS_SURRENDERED,
    STAND,
    SURRENDER,
    Problem,
)
from croupier.families.twentyone.solver.states import ACE, MOST, VALUES, Hands, hands


class Leaves(NamedTuple):
    """The ends of a play; no hand and class twice, in ascending order of hands."""

    hand: NDArray[np.int64]
    kind: NDArray[np.int64]
    """Their class. The number after the last class marks a double being made, which is no end."""
    orders: NDArray[np.int64]


def leaves(
    problem: Problem,
    act: NDArray[np.int64],
    rescued: NDArray[np.bool_],
    stage: int,
    start: Mapping[int, int],
    visited: NDArray[np.bool_] | None = None,
) -> Leaves:
    """Return the leaves of a play that begins with some hands, each with its number of orders.

    The hands that it comes to are marked in `visited`.
    """
    orders = np.zeros(len(hands().size), np.int64)
    for hand, number in start.items():
        orders[hand] = number
    out = np.empty((len(orders) * (2 * VALUES + 2), 3), np.int64)
    kinds = problem.kinds[0 if stage == AT_ORIGINAL else 1]
    listed = follow(
        hands(),
        kinds,
        np.ascontiguousarray(act),
        np.ascontiguousarray(rescued),
        problem.options,
        len(problem.classes),
        orders,
        out,
    )
    if visited is not None:
        visited[stage] |= orders > 0
    return merged(out[:listed], len(problem.classes))


def merged(listed: NDArray[np.int64], classes: int) -> Leaves:
    """Merge leaves with the same hand and class."""
    keys, where = np.unique(listed[:, 0] * (classes + 1) + listed[:, 1], return_inverse=True)
    orders = np.zeros(len(keys), np.int64)
    np.add.at(orders, where, listed[:, 2])
    some = orders != 0
    return Leaves((keys // (classes + 1))[some], (keys % (classes + 1))[some], orders[some])


@compiled
def follow(
    hands: Hands,
    kinds: NDArray[np.int64],
    act: NDArray[np.int64],
    rescued: NDArray[np.bool_],
    options: tuple[bool, bool, bool],
    classes: int,
    orders: NDArray[Any],
    out: NDArray[Any],
) -> int:
    """Follow the play from the hands in `orders`, and list (hand, class, orders) in `out`.

    Return how many are listed.
    """
    frozen, _, discards = options
    listed = 0
    for hand in range(len(orders)):
        number = orders[hand]
        if number == 0:
            continue
        if act[hand] == STAND or act[hand] == SURRENDER:
            out[listed, 0], out[listed, 1], out[listed, 2] = (
                hand,
                (kinds[0, hand] if act[hand] == STAND else IS_SURRENDERED),
                number,
            )
            listed += 1
            continue
        doubles = act[hand] == DOUBLE
        over = IS_DOUBLED_BUST if doubles else kinds[0, hand] if discards else IS_BUST
        may_go_over = hands.hard[hand] + VALUES > MOST
        if doubles:
            out[listed, 0], out[listed, 1], out[listed, 2] = hand, classes, number
            listed += 1
        if may_go_over:
            out[listed, 0], out[listed, 1], out[listed, 2] = hand, over, number
            listed += 1
        for value in range(VALUES):
            after = hands.next[hand, value]
            if after < 0:
                continue
            if may_go_over:
                out[listed, 0], out[listed, 1], out[listed, 2] = after, over, -number
                listed += 1
            if doubles:
                way = 1 if frozen and value != ACE else 0
                out[listed, 0], out[listed, 1], out[listed, 2] = (
                    after,
                    (IS_RESCUED if rescued[way, after] else kinds[1 + way, after]),
                    number,
                )
                listed += 1
            else:
                orders[after] += number
    return listed
