"""Charts made and judged: the best chart by total, its cost against the best play, and its errors.

A cell covers many hands: sixteen may be ten and six, or five cards. Each hand counts with the chance that a
round comes to it when the chart is followed, and the cell holds what is best for all of them together. Split
hands are left out of these weights: they are few, and a split hand is played by the same acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import perm

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.chart import (
    CODES,
    DOUBLED,
    GIVES_UP,
    HARD,
    KEEPS,
    LONGER,
    PAIRS,
    SOFT,
    UPCARDS,
    Cells,
    Chart,
    rows_of,
)
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import AT_ORIGINAL, DOUBLE, DRAW, STAND, Problem
from croupier.families.twentyone.solver.solve import Solution, count, solve
from croupier.families.twentyone.solver.states import (
    ACE,
    LETTERS,
    MOST,
    VALUES,
    Counts,
    counts_at,
    counts_of,
    hand_of,
    hands,
    text_of,
)
from croupier.prove.charts import Charted, Deviation

TIE = 1e-12
"""Codes within this of each other are told apart by their second act, then by the order below."""
LEAST_GAIN = 1e-9
"""Smaller differences are not listed."""
ROUNDS = 6
"""The most times a chart is made again with the weights of the one before. It settles much earlier."""
ORDER = ("S", "H", "Rs", "Rh", "Rp", "D", "Ds", "P")
WORDS = ("stand", "hit", "double", "split", "surrender")
"""The acts as the table names them, in the solver's order."""


def charted(problem: Problem, solution: Solution, title: str = "", sizes: Sequence[int] = ()) -> Charted:
    """Make the best chart of a solved game, and judge it."""
    return judged(problem, solution, best_chart(problem, solution, title, sizes))


def judged(problem: Problem, solution: Solution, chart: Chart) -> Charted:
    """Judge a chart: its value, and the hands where it is wrong."""
    plan = plan_of(problem, chart, solution)
    return Charted(
        chart,
        count(problem, plan).value,
        solution.value,
        solution.strategy,
        solution.error,
        tuple(sorted(_deviations(problem, solution, plan), key=lambda one: -one.weight)),
    )


NO_CHART = "two hands are played here, each with an eye on the other: no chart says how"


def plan_of(problem: Problem, chart: Chart, solution: Solution | None = None) -> Plan:
    """Return the plan of a chart. Where it is silent on doubled hands, the best choice is made."""
    if not problem.rules.rescue or chart.doubled:
        return chart.plan(problem)
    return chart.plan(problem, (solution or solve(problem)).rescued)


# How often a round comes to a hand.


def reached(shoe: Counts, act: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the chance of each hand, and of each hand after the card of a double.

    act[hand, upcard] is the play of hands that are not split. Both results are [hand, upcard]. The second has
    one more axis in front: 0 where the card drawn was an ace, else 1.
    """
    every = hands()
    orders, doubled = np.zeros(act.shape, np.int64), np.zeros((2, *act.shape), np.int64)
    two = every.size == 2
    orders[two] = np.where(every.held[two].max(1) == 2, 1, 2)[:, None]
    for hand in np.flatnonzero((every.size >= 2) & (every.total < MOST)):
        on, last = (
            np.where(act[hand] == DRAW, orders[hand], 0),
            np.where(act[hand] == DOUBLE, orders[hand], 0),
        )
        for value in range(VALUES):
            after = every.next[hand, value]
            if after >= 0:
                orders[after] += on
                doubled[0 if value == ACE else 1, after] += last
    weight = in_order(shoe)
    return orders * weight, doubled * weight


def in_order(shoe: Counts) -> NDArray[np.float64]:
    """Return [hand, upcard]: the chance to deal the upcard and then the cards in one given order."""
    every, number = hands(), sum(shoe)
    found = np.zeros((len(every.size), VALUES))
    most = int(every.size.max())
    whole = np.array([float(perm(number - 1, size)) if size < number else np.inf for size in range(most + 1)])
    for upcard in range(VALUES):
        if not shoe[upcard]:
            continue
        left = [there - (value == upcard) for value, there in enumerate(shoe)]
        ways = np.array([[float(perm(there, held)) for held in range(most + 1)] for there in left])
        found[:, upcard] = (
            shoe[upcard] / number * np.prod(ways[np.arange(VALUES), every.held], axis=1) / whole[every.size]
        )
    return found


# Making a chart.


def best_chart(problem: Problem, solution: Solution, title: str = "", sizes: Sequence[int] = ()) -> Chart:
    """Return the chart whose every cell is best for all its hands together.

    From each number of cards in `sizes` on, hands have rows of their own where these differ.
    """
    if problem.rules.forced:
        raise BadInput("there is no chart: nothing is decided in this game")
    act, chart = solution.act[AT_ORIGINAL], None
    for _ in range(ROUNDS):
        before, chart = chart, _made(problem, solution, act, title, sizes)
        if chart == before:
            break
        act = chart.plan(problem).act[AT_ORIGINAL]
    assert chart is not None
    return chart


def _made(
    problem: Problem, solution: Solution, act: NDArray[np.int64], title: str, sizes: Sequence[int]
) -> Chart:
    """Make the best chart for hands that come as often as under a given play."""
    chance, doubled = reached(problem.shoe, act)
    rare = in_order(problem.shoe)
    steps = sorted(set(sizes))
    members: dict[tuple[str, int], list[int]] = {}
    for hand in range(len(hands().size)):
        if rows := rows_of(hand):
            members.setdefault(
                (rows[0], max((step for step in steps if step <= hands().size[hand]), default=2)), []
            ).append(hand)
    base: dict[str, Cells] = {}
    last: dict[str, Cells] = {}
    longer: dict[str, dict[str, Cells]] = {}
    for row, step in sorted(members, key=lambda key: key[1]):
        some = np.array(members[row, step], np.int64)
        found = _cells(solution.worth[some], chance[some], rare[some], row in PAIRS, last.get(row))
        if base.setdefault(row, found) is not found and found != last[row]:
            longer.setdefault(f"{'hard' if row in HARD else 'soft'}-{step}", {})[row] = found
        last[row] = found
    hard, soft, pairs = ({row: base[row] for row in rows} for rows in (HARD, SOFT, PAIRS))
    given_up = _given_up(solution, doubled, problem.rules.frozen_aces) if problem.rules.rescue else {}
    return Chart(
        hard, soft, pairs, given_up, {name: _sorted(longer[name]) for name in LONGER if name in longer}, title
    )


def _sorted(rows: dict[str, Cells]) -> dict[str, Cells]:
    return {row: rows[row] for row in (*HARD, *SOFT) if row in rows}


def _cells(
    worth: NDArray[np.float64],
    chance: NDArray[np.float64],
    rare: NDArray[np.float64],
    pair: bool,
    otherwise: Cells | None,
) -> Cells:
    """Return the cells of a row for some hands: worth[hand, upcard, act] with their chances.

    Where the play comes to none of them, take the cell for fewer cards, else what would suit them.
    """
    found = []
    for at, upcard in enumerate(map(LETTERS.index, UPCARDS)):
        weights = chance[:, upcard]
        if not weights.any() and otherwise is not None:
            found.append(otherwise[at])
            continue
        weights = weights if weights.any() else rare[:, upcard]
        there = weights > 0
        found.append(_code(worth[there, upcard], weights[there], pair))
    return tuple(found)


def _code(worth: NDArray[np.float64], weights: NDArray[np.float64], pair: bool) -> str:
    """Return the best code for some hands: worth[hand, act] with their weights.

    It goes by the first act, then by the act that follows where the first is not allowed.
    """
    codes = [
        code
        for code in ORDER
        if not np.isnan(worth[:, CODES[code][0]]).all() and (pair or code not in ("P", "Rp"))
    ]
    if not codes:
        return "S"
    weights = weights / weights.sum()
    first = {code: float(weights @ _done(worth, CODES[code])) for code in codes}
    level = [code for code in codes if first[code] > max(first.values()) - TIE]
    second = {code: float(weights @ _done(worth, CODES[code][1:])) for code in level}
    return min(
        level,
        key=lambda code: (
            len(CODES[code]),
            -second[code] if len(CODES[code]) > 1 else 0.0,
            ORDER.index(code),
        ),
    )


def _done(worth: NDArray[np.float64], acts: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the value of each hand under the first allowed of some acts, else draw or stand."""
    found = np.full(len(worth), np.nan)
    for act in (*acts, DRAW, STAND):
        found = np.where(np.isnan(found), worth[:, act], found)
    return found


def _given_up(solution: Solution, doubled: NDArray[np.float64], frozen: bool) -> dict[str, Cells]:
    """Say for each total of a doubled hand whether most of such hands are given up."""
    every = hands()
    found = {}
    for row in DOUBLED:
        share = np.zeros(VALUES)
        for way, totals in enumerate((every.total, every.hard if frozen else every.total)):
            some = (every.size > 2) & (np.maximum(totals, int(DOUBLED[0])) == int(row))
            given = solution.rescued[way if frozen else 0][some]
            share += (np.where(given, 1, -1) * doubled[way][some]).sum(0)
        found[row] = tuple(GIVES_UP if share[LETTERS.index(letter)] > 0 else KEEPS for letter in UPCARDS)
    return found


# Where a chart is wrong.


def _deviations(problem: Problem, solution: Solution, plan: Plan) -> Iterator[Deviation]:
    """Yield every unsplit hand of the play for which another act is better.

    The play after it is taken to be best, so the costs add up to the cost of the whole play.
    """
    chance, _ = reached(problem.shoe, plan.act[AT_ORIGINAL])
    act = plan.act[AT_ORIGINAL]
    never = float(np.nanmin(solution.worth)) - 1
    worth = np.where(np.isnan(solution.worth), never, solution.worth)
    gain = worth.max(2) - np.take_along_axis(worth, act[:, :, None], 2)[:, :, 0]
    varied = {hand_of(pair): pair for pair in problem.variants}
    decides = (hands().size >= 2) & (hands().total < MOST)
    for hand, upcard in np.argwhere((chance > 0) & decides[:, None]):
        if hand in varied:
            yield from _varied(
                problem,
                solution,
                varied[hand],
                int(upcard),
                int(act[hand, upcard]),
                float(chance[hand, upcard]),
            )
        elif gain[hand, upcard] > LEAST_GAIN:
            best = int(worth[hand, upcard].argmax())
            yield Deviation(
                _shown(counts_at(int(hand))),
                LETTERS[upcard],
                WORDS[act[hand, upcard]],
                WORDS[best],
                float(gain[hand, upcard]),
                float(chance[hand, upcard]),
            )


def _varied(
    problem: Problem, solution: Solution, pair: tuple[int, int], upcard: int, act: int, chance: float
) -> Iterator[Deviation]:
    """Yield deviations for two cards whose suits matter, by their suits."""
    for number, one in enumerate(problem.variants[pair]):
        worth = solution.varied[pair][number, upcard]
        gain = float(np.nanmax(worth) - worth[act])
        if gain > LEAST_GAIN and one.weight:
            yield Deviation(
                f"{_shown(counts_of(pair))} {one.name}",
                LETTERS[upcard],
                WORDS[act],
                WORDS[int(np.nanargmax(worth))],
                gain,
                chance * float(one.weight),
            )


def _shown(counts: Counts) -> str:
    """Return cards as people name them: an ace first, then from the highest down."""
    text = text_of(counts)
    aces = counts[ACE]
    return text[:aces] + text[aces:][::-1]
