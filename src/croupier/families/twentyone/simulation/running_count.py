"""Counting cards in the kernel of twenty-one: the count that sets the bet, and the sums by count."""

from __future__ import annotations

from typing import NamedTuple

from croupier.compiled import compiled
from croupier.families.twentyone.simulation.shapes import Ints, Whole

NOBODY_INSURES, ALL_INSURE, BY_COUNT = range(3)
C_ROUNDS, C_BETS, C_NET, C_SQUARES, C_STAKES = range(5)
"""The sums by count: rounds, first bets, nets, squares of nets, and everything staked."""
HALF_DECK, DECK = 26, 52


class Counting(NamedTuple):
    """How cards are counted and bet by. Counts are in parts; `scale` of them are a point."""

    tags: Ints
    """[card]."""
    scale: int
    initial: int
    running: int
    """Whether the bet follows the running count, else the true count."""
    halves: int
    """Whether the decks left are estimated to half a deck, else known exactly."""
    truncate: int
    """Whether a count is truncated towards zero, else rounded down."""
    units: Ints
    """[count]: the bet in units; the count of zero is in the middle."""
    insures_at: int
    """The least count at which insurance is taken."""


@compiled
def count_now(counting: Counting, running: int, left: int) -> int:
    """Return the count that sets the bet, in whole points."""
    above, under = running, counting.scale
    if not counting.running:
        if counting.halves:
            above *= 2
            under *= max(1, (2 * left + HALF_DECK) // (2 * HALF_DECK))
        else:
            above *= DECK
            under *= max(left, 1)
    found = above // under
    if counting.truncate and found < 0 and found * under != above:
        found += 1
    return found


@compiled
def place_of(counting: Counting, running: int, left: int) -> int:
    """Return the place of a count in the tables."""
    middle = len(counting.units) // 2
    return min(max(count_now(counting, running, left) + middle, 0), 2 * middle)


@compiled
def note(by_count: Ints, point: Whole, units: Whole, boxes: int, net: Whole, stakes: Whole) -> None:
    """Add a round to the sums of the count at which it began."""
    by_count[point, C_ROUNDS] += 1
    by_count[point, C_BETS] += units * boxes
    by_count[point, C_NET] += units * net
    by_count[point, C_SQUARES] += (units * net) * (units * net)
    by_count[point, C_STAKES] += units * stakes
