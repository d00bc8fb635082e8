"""The distribution of the net of a round of two hands whose second cards may be switched.

Two hands that are not split are put together by the cards of both (sums.py), each played by the plan that
looks at the other's first two cards. Where one of them is split, which happens in one round of twenty, the
hands of the one are taken to be independent of those of the other, given how the dealer's hand ends; the
hands of a split depend on each other as in rounds.py. That they draw from the same cards is left out there,
so the chances are near the exact ones and not on them. What is known better is put right: the mean and the
variance of a round.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import gcd, lcm, perm

import numpy as np
from numpy.typing import NDArray

from croupier.families.twentyone.solver.dealer import DRAWN, NO_PAIR, add_ways, scratch_for
from croupier.families.twentyone.solver.leaves import leaves
from croupier.families.twentyone.solver.problem import AT_ORIGINAL, SPLITS, Problem
from croupier.families.twentyone.solver.rounds import TOGETHER, Floats, Split, Steps
from croupier.families.twentyone.solver.splitting import left_for
from croupier.families.twentyone.solver.states import VALUES, counts_of, hand_of, hands
from croupier.families.twentyone.solver.sums import Ends, Gathered, weigh_nets
from croupier.families.twentyone.solver.switch import WORKERS, Switched
from croupier.families.twentyone.solver.switch_spread import CARDS, PLAIN_21, joint_deals
from croupier.families.twentyone.solver.unions import DIGITS, SMALLEST

ERROR = Fraction(1, 10_000)
"""No chance is further from the exact one than this.

One round of twenty has a split; two hands that draw from one shoe change each other's chances by less than
one in five hundred.
"""


def switch_rounds(
    problem: Problem, plain_21: Problem, found: Switched, variance: float, workers: int = WORKERS
) -> dict[Fraction, float]:
    """Return the chance of every net, in units of the wager on one hand.

    It takes the arguments of `switch_spread`, and its result.
    """
    joint = joint_deals(problem, found)
    steps = _steps(problem, plain_21)
    upcards = [upcard for upcard in range(VALUES) if problem.shoe[upcard]]
    chances: dict[Fraction, float] = {}
    with ThreadPoolExecutor(workers) as pool:
        for part in pool.map(
            lambda upcard: Boxes(problem, plain_21, found, steps, upcard).total(joint[:, :, upcard]), upcards
        ):
            for net, chance in part.items():
                chances[net] = chances.get(net, 0.0) + chance
    return put_right(chances, found.value, variance)


def put_right(chances: dict[Fraction, float], mean: float, variance: float) -> dict[Fraction, float]:
    """Return chances that come to one, to a mean and to a variance, moved at the three likeliest nets."""
    nets = np.array([float(net) for net in chances])
    now = np.array(list(chances.values()))
    wanted = np.array([1.0, mean, variance + mean**2])
    powers = np.stack([np.ones_like(nets), nets, nets**2])
    three = np.argsort(-now)[:3]
    now[three] += np.linalg.solve(powers[:, three], wanted - powers @ now)
    return {net: float(chance) for net, chance in sorted(zip(chances, now, strict=True))}


def _steps(problem: Problem, plain_21: Problem) -> Steps:
    """Return the steps of all nets of one hand."""
    nets = {
        pay.net
        for one in (problem, plain_21)
        for role in one.pays
        for line in role
        for cell in line
        for pay in cell
    }
    below = lcm(*(net.denominator for net in nets))
    unit = Fraction(gcd(*(int(net * below) for net in nets)) or 1, below)
    whole = [int(net / unit) for net in nets]
    return Steps(unit, min(whole), max(whole) - min(whole), 1)


class Boxes:
    """The two hands of every round against one upcard."""

    def __init__(
        self, problem: Problem, plain_21: Problem, found: Switched, steps: Steps, upcard: int
    ) -> None:
        self.problem, self.plain_21, self.found = problem, plain_21, found
        self.steps, self.upcard = steps, upcard
        self.shoe = left_for(problem, upcard, upcard, 1)
        self.room = scratch_for(problem.dealer)
        self.outcomes = np.arange(len(problem.outcomes))
        self.shift, self.weight = self._lines()
        self.splits: dict[tuple[int, bytes], dict[tuple[int, Fraction], float]] = {}

    def total(self, joint: Floats) -> dict[Fraction, float]:
        """Return the chance of every net, given how likely every two hands are."""
        wide = 2 * self.steps.span + 1
        both = Gathered(np.zeros((SMALLEST, len(self.outcomes), wide)))
        found: dict[Fraction, float] = {}
        for one, other in map(tuple, np.argwhere(joint)):
            chance = float(joint[one, other])
            if self._split(one, other) < 0 and self._split(other, one) < 0:
                share = chance / self._one_order((*CARDS[one], *CARDS[other]))
                ends = self._ends(one, other)
                both.add(ends.codes, share * self._spread_out(ends), self._ends(other, one))
                continue
            laws = self._law(one, other), self._law(other, one)
            for (outcome, net), first in laws[0].items():
                of_it = sum(share for (end, _), share in laws[1].items() if end == outcome)
                for (end, more), second in laws[1].items():
                    if end == outcome and of_it:
                        found[net + more] = found.get(net + more, 0.0) + chance * first * second / of_it
        codes, orders = both.told()
        ways = np.zeros((1, 1, DRAWN, 1))
        add_ways(int(self.shoe.sum()), 0, 0, 1.0, ways[0, 0])
        out = np.zeros((1, len(self.outcomes), wide))
        weigh_nets(
            self.problem.dealer,
            self.upcard,
            self.shoe,
            NO_PAIR,
            codes,
            np.ascontiguousarray(orders),
            self.outcomes,
            ways,
            self.room,
            out,
        )
        up = self.problem.shoe[self.upcard] / sum(self.problem.shoe)
        for place, chance in enumerate(up * out[0].sum(0)):
            net = self.steps.net(2, place)
            found[net] = found.get(net, 0.0) + float(chance)
        return {net: chance for net, chance in found.items() if chance}

    def _lines(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what an unsplit hand of every class nets; last, an ace and a ten that were switched."""
        natural = self.plain_21.kinds[0, 0, hand_of(CARDS[PLAIN_21])]
        lines = [*self.problem.pays[0], self.plain_21.pays[0][natural]]
        shift = [
            [int(cell[0].net / self.steps.unit) - self.steps.least if cell else 0 for cell in line]
            for line in lines
        ]
        return np.array(shift, np.int64), np.ones((len(lines), len(self.outcomes)), np.int64)

    def _ends(self, own: int, beside: int) -> Ends:
        """Return the ends of a hand that is not split."""
        hand = hand_of(CARDS[own])
        if own == PLAIN_21:
            listed = [(hand, len(self.shift) - 1, 1)]
        else:
            plan = self.found.plans[*CARDS[beside], self.upcard]
            some = leaves(self.problem, plan.act[AT_ORIGINAL], plan.rescued, AT_ORIGINAL, {hand: 1})
            listed = [
                line
                for line in zip(*map(np.ndarray.tolist, some), strict=True)
                if line[1] < len(self.shift) - 1
            ]
        table = np.array(listed, np.int64).reshape(-1, 3)
        return Ends(
            hands().held[table[:, 0]] @ DIGITS,
            np.ascontiguousarray(table[:, 2]),
            np.ascontiguousarray(table[:, 1]),
            self.shift,
            self.weight,
        )

    def _spread_out(self, ends: Ends) -> Floats:
        """Return [end, outcome, net]: the orders of every end at its net."""
        found = np.zeros((len(ends.codes), len(self.outcomes), self.steps.span + 1))
        at = np.arange(len(ends.codes))[:, None]
        found[at, self.outcomes[None, :], ends.shift[ends.line]] = ends.orders[:, None]
        return found

    def _split(self, own: int, beside: int) -> int:
        """Return the value of a hand that is split, or -1."""
        low, high = CARDS[own]
        plan = self.found.plans[*CARDS[beside], self.upcard]
        return low if low == high and plan.act[AT_ORIGINAL, hand_of((low, high))] == SPLITS else -1

    def _one_order(self, cards: tuple[int, ...]) -> float:
        """Return the chance of four cards in one order."""
        held, found = counts_of(cards), 1 / perm(int(self.shoe.sum()), len(cards))
        for value in range(VALUES):
            found *= perm(int(self.shoe[value]), held[value])
        return self.problem.shoe[self.upcard] / sum(self.problem.shoe) * found

    def _law(self, own: int, beside: int) -> dict[tuple[int, Fraction], float]:
        """Return the chance of every outcome and net of one hand by itself, or of one pair that is split."""
        value = self._split(own, beside)
        if value >= 0:
            plan = self.found.plans[*CARDS[beside], self.upcard]
            key = value, plan.act.tobytes() + plan.rescued.tobytes()
            if key not in self.splits:
                split = Split(self.problem, plan, value, self.steps, TOGETHER)
                self.splits[key] = split.distribution()
            return self.splits[key]
        ends = self._ends(own, beside)
        ways = np.zeros((1, 1, DRAWN, 1))
        add_ways(int(self.shoe.sum()), 0, 0, 1.0, ways[0, 0])
        out = np.zeros((1, len(self.outcomes), self.steps.span + 1))
        weigh_nets(
            self.problem.dealer,
            self.upcard,
            self.shoe,
            NO_PAIR,
            ends.codes,
            self._spread_out(ends),
            self.outcomes,
            ways,
            self.room,
            out,
        )
        out /= out.sum()
        return {
            (int(outcome), self.steps.net(1, int(place))): float(out[0, outcome, place])
            for outcome, place in np.argwhere(out[0])
        }
