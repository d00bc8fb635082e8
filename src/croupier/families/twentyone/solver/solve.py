"""The best play of a game of the blackjack kind, and its value.

The class of strategies is CDZ-: a hand is played by its own cards and the upcard alone. The acts are those
that are best with a hand that was not split. A split hand takes the best of them that is allowed to it, and a
pair that is split is split again whenever it may be. Of acts worth the same the one with the smaller stake is
taken, and of these standing first.

Nothing is asked about the dealer's natural beforehand. Where he looks for it first it costs every act the
same, so by the tower property a choice is the same whether or not it is made knowing that he has none. Where
he does not look, the pays say what it costs.

Values are floating point. A chance of the dealer's is a sum of fewer than 1,000 positive products of fewer
than 60 numbers each. With 2**-53 for each operation that is wrong by less than 1.2e-13 of itself, and so is
the rest to one. The value of a hand averages such chances, and once more for every card that may take it over
21, of which fewer than two are drawn on average. So for pays of a few units the error is below 1e-12.
Measured against `exact`, which is exact, it is some 1e-16.

It is taken for granted that the cards suffice. A shoe in which one hand and the dealer might run out of them
is refused. The hands of a split are computed as if there were always a card more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.solver.against import Against
from croupier.families.twentyone.solver.dealer import scratch_for
from croupier.families.twentyone.solver.fallback import fall_back
from croupier.families.twentyone.solver.plan import Plan, two_cards
from croupier.families.twentyone.solver.problem import (
    ACTS,
    ADDED,
    AT_ORIGINAL,
    AT_SPLIT,
    AT_SPLIT_ACES,
    NEVER_MADE,
    ROLES,
    STRATEGY,
    Problem,
)
from croupier.families.twentyone.solver.splitting import left_for, scenarios, split_cells
from croupier.families.twentyone.solver.states import (
    LETTERS,
    VALUES,
    counts_at,
    counts_of,
    hand_of,
    hands,
    text_of,
)
from croupier.families.twentyone.solver.values import Law, law

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""
ERROR = 1e-12
"""The largest error of a value."""
CLOSE = 1e-9
"""Decisions closer than this are listed."""
Row = tuple[str, Fraction]
"""The name of a result row and its net."""


@dataclass(frozen=True)
class Close:
    """A decision between two acts worth nearly the same."""

    cards: str
    upcard: str
    acts: tuple[str, str]
    """The better one first."""
    difference: float


@dataclass(frozen=True)
class Dealt:
    """Two cards against an upcard."""

    chance: float
    value: float
    """The value of the best act, averaged over variants."""
    act: str
    worth: dict[str, float]
    """The value of every act that is allowed."""


@dataclass(frozen=True, eq=False)
class Solution(Plan):
    """The best play and its figures, in units of the original wager."""

    strategy: str
    value: float
    error: float
    """The largest error of the value."""
    rows: dict[Row, float]
    """The average number of hands of a round, by row."""
    cells: NDArray[np.float64]
    """[role, class, outcome]: the average number of hands of a round."""
    hands_made: float
    """The average number of hands of a round."""
    stakes: float
    """The average stake of a round, all wagers together."""
    outcomes: dict[str, float]
    """The chance of every outcome of the dealer's hand."""
    worth: NDArray[np.float64]
    """[hand, upcard, act]: the value for a hand that was not split.

    NaN where the act is not allowed or the hand cannot happen.
    """
    varied: dict[tuple[int, int], NDArray[np.float64]]
    """[variant, upcard, act]: the value, for two cards of which there are variants."""
    hands: dict[tuple[int, int, int], Dealt]
    """By the two cards, the lower value first, and the upcard."""
    close: tuple[Close, ...]
    seconds: float


def deal_chance(shoe: tuple[int, ...], low: int, high: int, upcard: int) -> Fraction:
    """Return the chance of two cards, in any order, and an upcard."""
    left, number = list(shoe), sum(shoe)
    ways = 1 if low == high else 2
    for card in (low, high, upcard):
        ways *= left[card]
        left[card] -= 1
    return Fraction(ways, number * (number - 1) * (number - 2))


def solve(problem: Problem, progress: Progress | None = None) -> Solution:
    """Return the best play from the whole shoe."""
    started = time.perf_counter()
    room, shoe = scratch_for(problem.dealer), problem.shoe
    cells = np.zeros((3, len(problem.classes) + 1, len(problem.outcomes)))
    upcards, dealt, outcomes = [], {}, np.zeros(len(problem.outcomes))
    hands_made = 1.0
    for upcard in range(VALUES):
        one = Against(problem, upcard, room)
        upcards.append(one)
        up = shoe[upcard] / sum(shoe)
        outcomes += up * one.law.chance[0]
        for low, high in two_cards():
            chance = float(deal_chance(shoe, low, high, upcard))
            if chance > 0:
                one.choose(low, high)
                dealt[low, high, upcard] = _dealt(one, low, high, chance)
        if up:
            cells[0] += up * one.original_cells()
        for pair in one.splits:
            share = float(deal_chance(shoe, pair, pair, upcard) * one.plan.split_share(pair))
            if share:
                cells[1:] += share * one.split_cells[pair]
                hands_made += share * (hands_of_split(problem, pair, upcard) - 1)
        if progress is not None:
            progress(upcard + 1, VALUES)
    value = sum(hand.chance * hand.value for hand in dealt.values())
    if abs(value - (cells[:, :-1] * problem.nets).sum()) > ERROR:
        raise AssertionError(
            f"the hands come to {value} and the ends to {(cells[:, :-1] * problem.nets).sum()}"
        )
    return Solution(
        strategy=STRATEGY,
        value=value,
        error=ERROR,
        rows=rows_of(problem, cells[:, :-1]),
        cells=cells[:, :-1],
        hands_made=hands_made,
        stakes=hands_made + float(cells[:, -1].sum()),
        outcomes=dict(zip(problem.outcomes, map(float, outcomes), strict=True)),
        act=np.stack([one.played.act for one in upcards], -1),
        worth=np.stack([one.played.worth for one in upcards], 1),
        rescued=np.stack([one.played.rescued for one in upcards], -1),
        varied={
            pair: np.stack(
                [one.varied.get(pair, np.full((len(those), len(ACTS)), np.nan)) for one in upcards], 1
            )
            for pair, those in problem.variants.items()
        },
        varied_act={
            pair: np.stack(
                [one.plan.varied_act.get(pair, np.zeros(len(those), np.int64)) for one in upcards], 1
            )
            for pair, those in problem.variants.items()
        },
        hands=dealt,
        close=tuple(close for one in upcards for close in _close(one)),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True, eq=False)
class Counted:
    """The figures of a given play."""

    value: float
    rows: dict[Row, float]
    cells: NDArray[np.float64]
    hands_made: float
    stakes: float


def count(problem: Problem, plan: Plan) -> Counted:
    """Return the figures of any play."""
    room, every = scratch_for(problem.dealer), hands()
    cells = np.zeros((3, len(problem.classes) + 1, len(problem.outcomes)))
    hands_made = 1.0
    for upcard in (upcard for upcard in range(VALUES) if problem.shoe[upcard]):
        one, shoe = plan.against(problem, upcard), left_for(problem, upcard, upcard, 1)
        for share, ends in one.original_leaves():
            found = Law(np.zeros(len(ends.hand)), np.zeros((len(ends.hand), len(problem.outcomes))))
            law(every, problem.dealer, upcard, shoe, ends.hand, room, found)
            np.add.at(
                cells[0],
                ends.kind,
                (problem.shoe[upcard] / sum(problem.shoe) * float(share) * ends.orders * found.weight)[
                    :, None
                ]
                * found.chance,
            )
        for value in range(VALUES):
            chance = float(deal_chance(problem.shoe, value, value, upcard) * one.split_share(value))
            if chance:
                paths = one.split_paths(value)
                split = split_cells(problem, paths, value, upcard, room)
                if problem.fallback:
                    fall_back(problem, paths, value, upcard, split)
                cells[1:] += chance * split
                hands_made += chance * (hands_of_split(problem, value, upcard) - 1)
    return Counted(
        float((cells[:, :-1] * problem.nets).sum()),
        rows_of(problem, cells[:, :-1]),
        cells[:, :-1],
        hands_made,
        hands_made + float(cells[:, -1].sum()),
    )


def hands_of_split(problem: Problem, value: int, upcard: int) -> float:
    """Return the average number of hands from a pair that is split."""
    unseen, pairs = sum(problem.shoe) - 3, problem.shoe[value] - 2 - (upcard == value)
    return float(
        sum(
            (number * chance for number, _, chance in scenarios(unseen, pairs, problem.limit(value))),
            Fraction(0),
        )
    )


def rows_of(problem: Problem, cells: NDArray[np.float64]) -> dict[Row, float]:
    """Return the number of hands by row."""
    rows: dict[Row, float] = {}
    for role, class_, outcome in map(tuple, np.argwhere(np.abs(cells) > ERROR * 1e-4)):
        if not problem.pays[role][class_][outcome]:
            raise BadInput(
                f"nothing is said of what {problem.classes[class_]} pays against {problem.outcomes[outcome]}"
            )
        for pay in problem.pays[role][class_][outcome]:
            rows[pay.row, pay.net] = rows.get((pay.row, pay.net), 0.0) + float(pay.weight) * float(
                cells[role, class_, outcome]
            )
    return rows


def unmade(problem: Problem, role: int, kind: int, outcome: int) -> tuple[int, int]:
    """Say whether a hand is never made, and whether a double on it is not.

    That is so where a natural is seen before anybody plays.
    """
    if outcome != problem.natural or not any(
        pay.row == NEVER_MADE for line in problem.pays[ROLES.index(ADDED)] for pay in line[outcome]
    ):
        return 0, 0
    return int(ROLES[role] == ADDED), int("doubled" in problem.classes[kind])


def _dealt(one: Against, low: int, high: int, chance: float) -> Dealt:
    hand = hand_of((low, high))
    return Dealt(
        chance, one.value(low, high), ACTS[one.played.act[AT_ORIGINAL, hand]], _named(one.played.worth[hand])
    )


def _named(worth: NDArray[np.float64]) -> dict[str, float]:
    return {name: float(value) for name, value in zip(ACTS, worth, strict=True) if not np.isnan(value)}


def _close(one: Against) -> list[Close]:
    """List the decisions of the play in which the best two acts are close."""
    found = []
    for stage in (AT_ORIGINAL, AT_SPLIT, AT_SPLIT_ACES):
        for hand in np.flatnonzero(one.visited[stage] & (one.law.weight > 0)):
            may = one.problem.may[stage, hand]
            best = sorted(
                (
                    (value, act)
                    for act, value in enumerate(one.played.worth[hand])
                    if may >> act & 1 and not np.isnan(value)
                ),
                reverse=True,
            )
            if len(best) > 1 and best[0][0] - best[1][0] < CLOSE:
                found.append(
                    Close(
                        text_of(counts_at(int(hand))),
                        LETTERS[one.upcard],
                        (ACTS[best[0][1]], ACTS[best[1][1]]),
                        float(best[0][0] - best[1][0]),
                    )
                )
    return list(dict.fromkeys(found))


def one_hand(problem: Problem, cards: Iterable[int], upcard: int, split: bool = False) -> dict[str, float]:
    """Return the value of every act on a hand. The shoe holds the hand and the upcard."""
    held = tuple(sorted(cards))
    hand, counts = hand_of(held), counts_of((*held, upcard))
    if any(number > there for number, there in zip(counts, problem.shoe, strict=True)):
        raise BadInput(f"the shoe does not hold {text_of(counts)}")
    is_pair = len(held) == 2 and held[0] == held[1] and not split
    one = Against(problem, upcard, scratch_for(problem.dealer), hand_of(held[:1]) if is_pair else hand)
    if len(held) == 2 and not split:
        one.choose(*held)
    return _named(one.played.worth[hand])


def advise(
    problem: Problem,
    solution: Solution,
    cards: Iterable[int],
    upcard: int,
    split: bool = False,
    split_aces: bool = False,
) -> dict[str, float]:
    """Return the value of every allowed act on a hand, by a solution.

    The acts of a split hand are judged as those of a hand that was not split.
    """
    hand = hand_of(cards)
    may = problem.may[AT_SPLIT_ACES if split_aces else AT_SPLIT if split else AT_ORIGINAL, hand]
    return {
        name: value
        for name, value in _named(solution.worth[hand, upcard]).items()
        if may >> ACTS.index(name) & 1
    }
