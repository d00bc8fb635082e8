"""The value of every act on every unsplit hand against one upcard, from 21 back to the first two cards.

A card that takes the hand over 21 is not looked at by itself. The outcome of the dealer's hand does not
depend on how the player stops, so his chances with a hand are the average of his chances after the next card.
What the cards that keep the hand leave of it belongs to those that take it over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import (
    DRAWN,
    LANES,
    NO_PAIR,
    Dealer,
    Scratch,
    add_ways,
    chances,
    tally,
)
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    DOUBLE,
    DRAW,
    IS_BUST,
    IS_DOUBLED_BUST,
    IS_RESCUED,
    SPLITS,
    STAND,
    SURRENDER,
)
from croupier.families.twentyone.solver.states import ACE, MOST, VALUES, Hands

TIE = 1e-12
"""Acts whose values differ by no more than this are worth the same.

Then the smaller stake is preferred, and among equal stakes to stand, then to surrender.
"""
PREFERRED = (STAND, SURRENDER, DRAW, DOUBLE, SPLITS)
NUMBER_OF_ACTS = len(PREFERRED)


class Law(NamedTuple):
    """The chance to draw the cards of a hand in one given order, and the dealer's chances after that."""

    weight: NDArray[np.float64]
    """[hand]."""
    chance: NDArray[np.float64]
    """[hand, outcome]."""


class Played(NamedTuple):
    """The play of every hand against one upcard."""

    worth: NDArray[np.float64]
    """[hand, act]; NaN where the act is not allowed."""
    best: NDArray[np.float64]
    """[hand]: the value of the best act."""
    act: NDArray[np.int64]
    """[stage, hand]."""
    rescued: NDArray[np.bool_]
    """[how it was doubled, hand]: whether a doubled hand is given up."""


@compiled
def law(
    hands: Hands,
    dealer: Dealer,
    upcard: int,
    shoe: NDArray[np.int64],
    wanted: NDArray[np.int64],
    room: Scratch,
    found: Law,
) -> None:
    """Compute the law of the wanted hands. `shoe` holds every card except the upcard."""
    ways = np.zeros((1, DRAWN, 1))
    add_ways(shoe.sum(), 0, 0, 1.0, ways[0])
    for first in range(0, len(wanted), LANES):
        number = min(LANES, len(wanted) - first)
        for lane in range(LANES):
            at = first + min(lane, number - 1)
            hand = wanted[at]
            room.drawn[lane], room.pairs[lane], room.group[lane] = hands.size[hand], 0, 0
            weight = ways[0, hands.size[hand], 0]
            for value in range(VALUES):
                for before in range(hands.held[hand, value]):
                    weight *= max(shoe[value] - before, 0)
                room.left[value, lane] = max(shoe[value] - hands.held[hand, value], 0)
            found.weight[at] = weight
        tally(dealer, upcard, NO_PAIR, room)
        chances(dealer, upcard, NO_PAIR, ways, room)
        for lane in range(number):
            whole = ways[0, room.drawn[lane], 0] if found.weight[first + lane] > 0.0 else np.inf
            for outcome in range(found.chance.shape[1]):
                found.chance[first + lane, outcome] = room.chance[outcome, lane] / whole


@compiled
def mean(chance: NDArray[np.float64], net: NDArray[np.float64]) -> float:
    """Return the expected net."""
    total = 0.0
    for outcome in range(len(chance)):
        total += chance[outcome] * net[outcome]
    return total


@compiled
def preferred(worth: NDArray[np.float64], may: int) -> int:
    """Return the best of the acts allowed."""
    found = -1
    for act in PREFERRED:
        if may >> act & 1 and not np.isnan(worth[act]) and (found < 0 or worth[act] > worth[found] + TIE):
            found = act
    return found


@compiled
def play(
    hands: Hands,
    shoe: NDArray[np.int64],
    nets: NDArray[np.float64],
    kinds: NDArray[np.int64],
    may: NDArray[np.int64],
    options: tuple[bool, bool, bool],
    found: Law,
    wanted: NDArray[np.int64],
    out: Played,
) -> None:
    """Fill `out` for the wanted hands, in ascending order, against one upcard.

    The upcard is not in the shoe any more. Whatever follows a wanted hand must be wanted. `found` is by
    number of the hand. The options: aces are frozen by a double, a doubled hand may be given up, a card over
    21 is discarded.
    """
    frozen, rescue, discards = options
    chances = found.chance
    unseen = shoe.sum()
    doubled = np.zeros((2, len(hands.size)))
    over = np.zeros(chances.shape[1])
    exact = np.zeros(NUMBER_OF_ACTS)
    for back in range(len(wanted)):
        hand = wanted[len(wanted) - 1 - back]
        out.worth[hand] = np.nan
        out.act[:, hand] = STAND
        if found.weight[hand] == 0.0:
            continue
        chance, size = chances[hand], hands.size[hand]
        if size < 2:
            out.act[:, hand] = DRAW
            continue
        exact[:] = np.nan
        exact[STAND] = mean(chance, nets[kinds[0, hand]])
        for way in range(2 if frozen else 1):
            if size >= 3:
                doubled[way, hand] = mean(chance, nets[kinds[1 + way, hand]])
                total = hands.hard[hand] if way == 1 else hands.total[hand]
                out.rescued[way, hand] = (
                    rescue and total != MOST and mean(chance, nets[IS_RESCUED]) > doubled[way, hand] + TIE
                )
                if out.rescued[way, hand]:
                    doubled[way, hand] = mean(chance, nets[IS_RESCUED])
        if may[AT_ORIGINAL, hand] & (1 << DRAW | 1 << DOUBLE):
            draw = double = 0.0
            over[:] = chance
            for value in range(VALUES):
                after = hands.next[hand, value]
                if after >= 0:
                    share = (shoe[value] - hands.held[hand, value]) / (unseen - size)
                    if share > 0.0:
                        draw += share * out.best[after]
                        double += share * doubled[1 if frozen and value != ACE else 0, after]
                        for outcome in range(len(over)):
                            over[outcome] -= share * chances[after, outcome]
            if hands.hard[hand] + VALUES > MOST:
                draw += mean(over, nets[kinds[0, hand] if discards else IS_BUST])
                double += mean(over, nets[IS_DOUBLED_BUST])
            exact[DRAW], exact[DOUBLE] = draw, double
        for stage in range(3):
            out.act[stage, hand] = max(preferred(exact, may[stage, hand]), STAND)
        for act in range(NUMBER_OF_ACTS):
            if may[AT_ORIGINAL, hand] >> act & 1:
                out.worth[hand, act] = exact[act]
        out.best[hand] = exact[out.act[AT_ORIGINAL, hand]]
