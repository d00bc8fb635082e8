"""Published figures: Eric Farmer's, to every digit he prints, and others."""

from __future__ import annotations

import time
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from tests.prove.twentyone.usual import ALL_LOST, blackjack

from croupier.families.twentyone.solver.exact import exact
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import DOUBLE, DRAW, SPLITS, STAND, SURRENDER, Problem, Rules
from croupier.families.twentyone.solver.solve import Solution, count, one_hand, solve
from croupier.families.twentyone.solver.spread import spread
from croupier.families.twentyone.solver.states import hands, values_of

FARMER = [
    (1, False, 2, "0.153119996", "115.628078"),
    (2, False, 2, "-0.223169932", "115.025124"),
    (2, True, 2, "-0.424438447", "115.624850"),
    (6, True, 2, "-0.668950590", "115.280128"),
    (8, False, 2, "-0.485780359", "114.693319"),
    (1, False, 4, "0.181934306", ""),
    (6, False, 4, "-0.402870236", ""),
    (8, False, 4, "-0.430580629", ""),
    (8, True, 4, "-0.644553852", ""),
]


@pytest.mark.deep
@pytest.mark.parametrize("decks, hits, most, value, deviation", FARMER)
def test_farmer(decks: int, hits: bool, most: int, value: str, deviation: str) -> None:
    problem = blackjack(decks, Rules(hits_soft_17=hits, hands=most))
    found = solve(problem)
    assert f"{100 * found.value:.9f}" == value
    assert found.strategy == "CDZ-"
    assert not found.close
    if deviation:
        assert f"{100 * sqrt(spread(problem, found)):.6f}" == deviation


DEALER = {
    False: {
        "bust": 0.28192,
        "17": 0.14525,
        "18": 0.13926,
        "19": 0.13368,
        "20": 0.17953,
        "21": 0.07287,
        "natural": 0.04749,
    },
    True: {
        "bust": 0.28576,
        "17": 0.13346,
        "18": 0.14120,
        "19": 0.13568,
        "20": 0.18153,
        "21": 0.07487,
        "natural": 0.04749,
    },
}


@pytest.mark.deep
@pytest.mark.parametrize("hits", [False, True])
def test_dealer(hits: bool) -> None:
    found = solve(blackjack(6, Rules(hits_soft_17=hits)))
    assert {name: round(chance, 5) for name, chance in found.outcomes.items()} == DEALER[hits]


LATE = frozenset(range(10))
SIX_FIVE = Fraction(6, 5)
EDGES = {
    "base": (8, Rules(hits_soft_17=True, surrender_on=LATE), Fraction(3, 2), 0.555),
    "no double after split": (
        8,
        Rules(hits_soft_17=True, surrender_on=LATE, double_after_split=False),
        Fraction(3, 2),
        0.699,
    ),
    "double on 10 and 11": (
        8,
        Rules(hits_soft_17=True, surrender_on=LATE, double_on=frozenset({10, 11})),
        Fraction(3, 2),
        0.751,
    ),
    "aces split again": (
        8,
        Rules(hits_soft_17=True, surrender_on=LATE, resplit_aces=True),
        Fraction(3, 2),
        0.485,
    ),
    "split aces draw": (
        8,
        Rules(hits_soft_17=True, surrender_on=LATE, split_aces_draw=True),
        Fraction(3, 2),
        0.375,
    ),
    "no surrender": (8, Rules(hits_soft_17=True), Fraction(3, 2), 0.646),
    "six to five": (8, Rules(hits_soft_17=True, surrender_on=LATE), SIX_FIVE, 1.913),
    "one deck": (1, Rules(surrender_on=LATE, hands=2), SIX_FIVE, 1.263),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", EDGES)
def test_edges_of_play_by_total(name: str) -> None:
    """These were published for a player who looks at his total alone;
    by his cards he does a little better.
    """
    decks, rules, natural, edge = EDGES[name]
    problem = blackjack(decks, rules, natural)
    best = solve(problem)
    by_total = count(problem, by_total_alone(problem, best))
    assert -100 * by_total.value == pytest.approx(edge, abs=0.001 if decks > 1 else 0.0025)
    assert edge - (0.0025 if decks > 1 else 0.05) < -100 * best.value < edge


def by_total_alone(problem: Problem, best: Solution) -> Plan:
    """For each total, hard or soft, the act that is best on average over the two-card hands that make it and
    are no pair; pairs are split as is best.
    """
    every, act = hands(), best.act.copy()
    for upcard in range(10):
        left = [number - (value == upcard) for value, number in enumerate(problem.shoe)]
        groups: dict[tuple[int, bool], list[int]] = {}
        for hand in np.flatnonzero(
            (every.size >= 2) & (every.total < 21) & ~np.isnan(best.worth[:, upcard, STAND])
        ):
            groups.setdefault(
                (int(every.total[hand]), bool(every.total[hand] > every.hard[hand])), []
            ).append(int(hand))
        for group in groups.values():
            two = [hand for hand in group if every.size[hand] == 2]
            judged = [hand for hand in two if every.held[hand].max() == 1] or two or group
            weights = [
                np.prod(
                    [comb(there, held) for there, held in zip(left, every.held[hand], strict=True)],
                    dtype=float,
                )
                / comb(sum(left), int(every.size[hand]))
                for hand in judged
            ]
            worth = {
                one: float(np.dot(weights, best.worth[judged, upcard, one]))
                for one in (STAND, DRAW, DOUBLE, SURRENDER)
            }
            for hand in group:
                for stage in range(3):
                    allowed = [
                        one
                        for one in worth
                        if problem.may[stage, hand] >> one & 1 and not np.isnan(worth[one])
                    ]
                    if allowed and act[stage, hand, upcard] != SPLITS:
                        act[stage, hand, upcard] = max(allowed, key=lambda one: worth[one])
    return Plan(act, best.rescued, {})


@pytest.mark.deep
def test_rule_effects() -> None:
    """Six decks, points of a percent."""
    base = -100 * solve(blackjack(6, Rules(hits_soft_17=True, surrender_on=LATE))).value

    def effect(natural: Fraction = Fraction(3, 2), taken: str = "peek", **rules: object) -> float:
        return (
            -100
            * solve(
                blackjack(6, Rules(**({"hits_soft_17": True, "surrender_on": LATE} | rules)), natural, taken)
            ).value
            - base
        )  # type: ignore[arg-type]

    assert effect(hits_soft_17=False) == pytest.approx(-0.197, abs=0.0015)
    assert effect(natural=SIX_FIVE) == pytest.approx(1.360, abs=0.0015)
    assert effect(natural=Fraction(1)) == pytest.approx(2.266, abs=0.0015)
    assert effect(taken=ALL_LOST) == pytest.approx(0.106, abs=0.0015)
    assert effect(double_after_split=False) == pytest.approx(0.144, abs=0.0015)
    assert effect(surrender_on=frozenset()) == pytest.approx(0.088, abs=0.0015)
    assert effect(hands=1) == pytest.approx(0.559, abs=0.0015)
    assert effect(hands=2) == pytest.approx(0.053, abs=0.0015)
    assert effect(hands=3) == pytest.approx(0.008, abs=0.0015)
    assert effect(resplit_aces=True) == pytest.approx(-0.068, abs=0.0015)
    assert effect(split_aces_draw=True) == pytest.approx(-0.177, abs=0.0015)


@pytest.mark.deep
def test_exact_of_six_decks() -> None:
    problem = blackjack(6, Rules(hands=4))
    found = solve(problem)
    told = exact(problem, found)
    assert abs(float(told.value) - found.value) < 1e-14
    assert abs(float(told.stakes) - found.stakes) < 1e-13
    assert (
        max(
            abs(Fraction(ways, told.row_total) - Fraction(found.rows[row])) for row, ways in told.rows.items()
        )
        < 1e-14
    )
    assert told.rows.keys() == found.rows.keys()
    assert told.plan == found.hash


@pytest.mark.deep
def test_seconds() -> None:
    """Of this thread alone, because the machine may be busy; kernels are compiled before."""
    for most, seconds in ((2, 1.0), (4, 3.0)):
        problem = blackjack(8, Rules(hands=most))
        solve(problem)
        started = time.thread_time()
        solve(problem)
        assert time.thread_time() - started < seconds
    started = time.thread_time()
    for text in ("T6", "A7", "882"):
        one_hand(problem, values_of(text), 9)
    assert time.thread_time() - started < 0.05
