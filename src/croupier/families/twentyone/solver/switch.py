"""Two hands whose second cards may be switched: whether to switch, and the best play of both.

The class of strategies: each hand is played by its own cards, the upcard and the two first cards of the other
hand, not by what that hand draws later; splits as for one hand. So the best play of a hand is that of a shoe
without the other two cards, and for each of the 55 pairs of them such a shoe is solved. A switch is then
chosen by the sum of the values of both hands.

The hands of a box are worth what they are worth one by one: expectations add, however the hands depend on
each other.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.solver.against import Against
from croupier.families.twentyone.solver.dealer import scratch_for
from croupier.families.twentyone.solver.leaves import follow
from croupier.families.twentyone.solver.plan import PlanAgainst, two_cards
from croupier.families.twentyone.solver.problem import AT_ORIGINAL, IS_BUST, NEVER_MADE, SPLITS, Problem
from croupier.families.twentyone.solver.solve import Progress, Row, hands_of_split, rows_of, unmade
from croupier.families.twentyone.solver.states import ACE, TEN, VALUES, hand_of, hands
from croupier.families.twentyone.solver.values import mean

STRATEGY = (
    "each hand by its own cards, the upcard and the other hand's first two cards; "
    "a switch by the sum of both (CDZ-)"
)
ERROR = 1e-11
"""The largest error of a value: as for one hand, with room for the sums over all deals."""
PAIRS = list(two_cards())
WORKERS = 2
"""Threads. The kernels hold no lock."""


class Ends(NamedTuple):
    """The values and the play of hands from a shoe without two cards, against one upcard."""

    plan: PlanAgainst
    weight: NDArray[np.float64]
    chance: NDArray[np.float64]
    split_cells: NDArray[np.float64]
    split_hands: dict[int, float]


@dataclass(frozen=True, eq=False)
class Switched:
    """The best play of two hands, in units of the wager on one of them."""

    value: float
    error: float
    rows: dict[Row, float]
    """The average number of hands of a round, by row."""
    hands_made: float
    stakes: float
    switches: NDArray[np.bool_]
    """Whether to switch: [first of one, first of other, second of one, second of other, upcard]."""
    worth: NDArray[np.float64]
    """[the same, kept or switched]: the value of both hands."""
    plans: dict[tuple[int, int, int], PlanAgainst]
    """The plans, by the other hand's two cards and the upcard."""
    switched_share: float
    """How often a switch is best."""
    seconds: float


def solve_switch(
    problem: Problem, plain_21: Problem, progress: Progress | None = None, workers: int = WORKERS
) -> Switched:
    """Return the best play. `plain_21` is the same game with an ace and a ten that is no natural.

    That is what a switch makes of them.
    """
    began = time.perf_counter()
    _check(problem)
    shape = (VALUES,) * 5
    kept, changed = np.full(shape, np.nan), np.full(shape, np.nan)
    """[other's cards, own cards, upcard]: the value of a hand as dealt, and as a switch made it."""
    found: dict[tuple[int, int, int], Ends] = {}
    done = 0

    def without(pair: tuple[int, int]) -> None:
        nonlocal done
        for upcard in range(VALUES):
            shoe = list(problem.shoe)
            for card in (*pair, upcard):
                shoe[card] -= 1
            if min(shoe) >= 0:
                found[*pair, upcard] = _solved(problem, plain_21, pair, upcard, kept, changed)
        done += 1
        if progress is not None:
            progress(done, len(PAIRS))

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(without, PAIRS))
    # Sums of floating point should not depend on which thread was first.
    found = dict(sorted(found.items()))
    chance = chances_of(problem.shoe)
    x1, y1, x2, y2, up = np.indices(shape)
    stay = _value(kept, (y1, y2), (x1, x2), up) + _value(kept, (x1, x2), (y1, y2), up)
    swap = _value(changed, (y1, x2), (x1, y2), up) + _value(changed, (x1, y2), (y1, x2), up)
    switches = np.nan_to_num(swap, nan=-9.0) > np.nan_to_num(stay, nan=-9.0) + ERROR
    as_dealt, as_switched = np.zeros(shape), np.zeros(shape)
    for weights, chosen, hands_of in (
        (as_dealt, ~switches, (((y1, y2), (x1, x2)), ((x1, x2), (y1, y2)))),
        (as_switched, switches, (((y1, x2), (x1, y2)), ((x1, y2), (y1, x2)))),
    ):
        for other, own in hands_of:
            np.add.at(weights, (*_sorted(*other), *_sorted(*own), up), np.where(chosen, chance, 0.0))
    cells, plain, hands_made = _cells(problem, found, as_dealt, as_switched)
    made = np.zeros((3, len(plain_21.classes), len(plain_21.outcomes)))
    made[0, plain_21.kinds[0, 0, hand_of((ACE, TEN))]] = plain
    value = float(np.nansum(chance * np.where(switches, swap, stay)))
    counted = float((cells[:, :-1] * problem.nets).sum() + (made * plain_21.nets).sum())
    if abs(value - counted) > ERROR:
        raise AssertionError(f"the hands come to {value} and the ends to {counted}")
    rows = rows_of(problem, cells[:, :-1])
    for row, number in rows_of(plain_21, made).items():
        rows[row] = rows.get(row, 0.0) + number
    stakes = hands_made + float(cells[:, -1].sum())
    for role, kind in np.argwhere(cells[:, :-1, problem.natural]):
        unmade_, doubled = unmade(problem, role, kind, problem.natural)
        chance_ = float(cells[role, kind, problem.natural])
        hands_made, stakes = hands_made - unmade_ * chance_, stakes - (unmade_ + doubled) * chance_
    return Switched(
        value=value,
        error=ERROR,
        rows={row: number for row, number in rows.items() if row[0] != NEVER_MADE},
        hands_made=hands_made,
        stakes=stakes,
        switches=switches,
        worth=np.stack([stay, swap], -1),
        plans={key: ends.plan for key, ends in found.items()},
        switched_share=float(chance[switches].sum()),
        seconds=time.perf_counter() - began,
    )


def _check(problem: Problem) -> None:
    if problem.variants or problem.fallback:
        raise BadInput(
            "two hands whose cards may be switched are not solved where suits matter to the play, "
            "or where a dealer's natural takes one hand in place of another"
        )


class Worth(NamedTuple):
    """The value of some hands together, and its part against a natural of the dealer.

    The natural is equally likely for all of them.
    """

    value: float
    natural: float
    """The chance of a dealer's natural."""
    cost: float
    """The net of the hands against it, if they are not played any more."""


def box_worth(
    problem: Problem, plain_21: Problem, first: tuple[int, int], second: tuple[int, int], upcard: int
) -> tuple[Worth, Worth]:
    """Return the value of both hands of one box as dealt, and with their second cards switched.

    This is what `solve_switch` compares for every box.
    """
    _check(problem)

    def together(one: tuple[int, int], two: tuple[int, int], switched: bool) -> Worth:
        ours, others = (
            _worth(problem, plain_21, one, two, upcard, switched),
            _worth(problem, plain_21, two, one, upcard, switched),
        )
        return Worth(ours.value + others.value, ours.natural, ours.cost + others.cost)

    return together(first, second, False), together((first[0], second[1]), (second[0], first[1]), True)


def _worth(
    problem: Problem,
    plain_21: Problem,
    own: tuple[int, int],
    other: tuple[int, int],
    upcard: int,
    switched: bool,
) -> Worth:
    """Return the value of one hand beside another."""
    shoe = list(problem.shoe)
    for card in other:
        shoe[card] -= 1
    low, high = sorted(own)
    hand = hand_of((low, high))
    one = Against(
        problem.with_shoe(shoe), upcard, scratch_for(problem.dealer), hand_of((low,)) if low == high else hand
    )
    chance = one.law.chance[hand]
    natural = float(chance[problem.natural])
    if (low, high) == (ACE, TEN):
        nets = (
            plain_21.nets[0, plain_21.kinds[0, 0, hand]]
            if switched
            else problem.nets[0, problem.kinds[0, 0, hand]]
        )
        return Worth(mean(chance, nets), natural, float(nets[problem.natural]))
    one.choose(low, high)
    return Worth(one.value(low, high), natural, float(problem.nets[0, IS_BUST, problem.natural]))


def _solved(
    problem: Problem,
    plain_21: Problem,
    pair: tuple[int, int],
    upcard: int,
    kept: NDArray[np.float64],
    changed: NDArray[np.float64],
) -> Ends:
    """Solve a shoe without two cards against one upcard, and enter the values of hands."""
    shoe = list(problem.shoe)
    for card in pair:
        shoe[card] -= 1
    rest = problem.with_shoe(shoe)
    one = Against(rest, upcard, scratch_for(problem.dealer))
    for low, high in PAIRS:
        if one.law.weight[hand_of((low, high))]:
            one.choose(low, high)
            kept[*pair, low, high, upcard] = changed[*pair, low, high, upcard] = one.value(low, high)
    natural = hand_of((ACE, TEN))
    if one.law.weight[natural]:
        # A switched ace and ten stand as a plain 21.
        kind = plain_21.kinds[0, 0, natural]
        changed[*pair, ACE, TEN, upcard] = float((one.law.chance[natural] * plain_21.nets[0, kind]).sum())
    made = {value: hands_of_split(rest, value, upcard) for value in one.splits}
    return Ends(one.plan, one.law.weight, one.law.chance, one.split_cells, made)


def _value(
    worth: NDArray[np.float64],
    other: tuple[NDArray[np.int64], NDArray[np.int64]],
    own: tuple[NDArray[np.int64], NDArray[np.int64]],
    up: NDArray[np.int64],
) -> NDArray[np.float64]:
    return worth[(*_sorted(*other), *_sorted(*own), up)]


def _sorted(one: NDArray[np.int64], two: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.minimum(one, two), np.maximum(one, two)


def chances_of(shoe: tuple[int, ...]) -> NDArray[np.float64]:
    """Return [four cards, upcard]: the chance of each in this order."""
    cards = np.indices((VALUES,) * 5)
    found = np.ones((VALUES,) * 5)
    for at, card in enumerate(cards):
        before = sum((cards[:at] == card).astype(np.int64))
        found *= np.maximum(np.array(shoe)[card] - before, 0) / (sum(shoe) - at)
    return found


def _cells(
    problem: Problem,
    found: dict[tuple[int, int, int], Ends],
    as_dealt: NDArray[np.float64],
    as_switched: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return [role, class, outcome], [outcome], and the average number of hands.

    The first counts hands. The second counts those of an ace and a ten that were switched together.
    """
    every = hands()
    classes = len(problem.classes)
    cells = np.zeros((3, classes + 1, len(problem.outcomes)))
    hands_made = 2.0
    natural = hand_of((ACE, TEN))
    plain = np.zeros(len(problem.outcomes))
    out = np.empty((len(every.size) * (2 * VALUES + 2), 3))
    for (low, high, upcard), ends in found.items():
        orders = np.zeros(len(every.size))
        for first, second in PAIRS:
            hand = hand_of((first, second))
            dealt, changed = (
                as_dealt[low, high, first, second, upcard],
                as_switched[low, high, first, second, upcard],
            )
            if hand == natural:
                plain += changed * ends.chance[natural]
                changed = 0.0
            share = dealt + changed
            if not share or not ends.weight[hand]:
                continue
            if ends.plan.act[AT_ORIGINAL, hand] == SPLITS:
                cells[1:] += share * ends.split_cells[first]
                hands_made += share * (ends.split_hands[first] - 1)
            else:
                orders[hand] = share / ends.weight[hand]
        listed = follow(
            every,
            problem.kinds[0],
            np.ascontiguousarray(ends.plan.act[AT_ORIGINAL]),
            np.ascontiguousarray(ends.plan.rescued),
            problem.options,
            classes,
            orders,
            out,
        )
        ended, kind = out[:listed, 0].astype(np.int64), out[:listed, 1].astype(np.int64)
        np.add.at(cells[0], kind, (out[:listed, 2] * ends.weight[ended])[:, None] * ends.chance[ended])
    return cells, plain, hands_made
