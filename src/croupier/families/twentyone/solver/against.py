"""The best play against one upcard.

First every hand that was not split, then surrender, splits and variants of the first two cards, then where it
all ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.solver.dealer import Scratch
from croupier.families.twentyone.solver.fallback import fall_back
from croupier.families.twentyone.solver.plan import PlanAgainst
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    DRAW,
    IS_SURRENDERED,
    SPLITS,
    SURRENDER,
    Problem,
)
from croupier.families.twentyone.solver.splitting import Paths, split_cells
from croupier.families.twentyone.solver.states import VALUES, hand_of, hands, hard_total, text_of
from croupier.families.twentyone.solver.values import NUMBER_OF_ACTS, Law, Played, law, mean, play, preferred

ENOUGH = 31 + 25
"""Points, aces counted one, that a hand and the dealer's cannot use up.

A hand takes 21 and a card over it. The dealer draws to 16, one of it his upcard, and a card more.
"""


class Against:
    """The play against one upcard."""

    def __init__(self, problem: Problem, upcard: int, room: Scratch, root: int = 0) -> None:
        """Play every hand that holds the cards of `root`, except splits and surrender."""
        if hard_total(problem.shoe) - upcard - 1 < ENOUGH:
            raise BadInput(f"a shoe of {text_of(problem.shoe)} may not last for a hand and the dealer's")
        self.problem, self.upcard, self.room = problem, upcard, room
        self.shoe = np.array(problem.shoe, np.int64)
        self.shoe[upcard] -= 1
        every, outcomes = hands(), len(problem.outcomes)
        number = len(every.size)
        self.law = Law(np.zeros(number), np.zeros((number, outcomes)))
        self.played = Played(
            np.full((number, NUMBER_OF_ACTS), np.nan),
            np.zeros(number),
            np.zeros((3, number), np.int64),
            np.zeros((2, number), np.bool_),
        )
        self.visited = np.zeros((3, number), np.bool_)
        """[stage, hand]: whether the play comes to it."""
        self.splits: dict[int, Paths] = {}
        self.split_cells = np.zeros((VALUES, 2, len(problem.classes) + 1, outcomes))
        self.varied: dict[tuple[int, int], NDArray[np.float64]] = {}
        self.plan = PlanAgainst(problem, upcard, self.played.act, self.played.rescued, {})
        if self.shoe[upcard] >= 0:
            wanted = np.flatnonzero((every.held >= every.held[root]).all(1))
            found = Law(np.zeros(len(wanted)), np.zeros((len(wanted), outcomes)))
            law(every, problem.dealer, upcard, self.shoe, wanted, room, found)
            self.law.weight[wanted], self.law.chance[wanted] = found
            play(
                every,
                self.shoe,
                problem.nets[0],
                problem.kinds[0],
                problem.may,
                problem.options,
                self.law,
                wanted,
                self.played,
            )

    def choose(self, low: int, high: int) -> None:
        """Compute surrender and split for two cards, and take the best act."""
        problem, hand = self.problem, hand_of((low, high))
        if not self.law.weight[hand]:
            return
        worth, may = self.played.worth[hand], int(problem.may[AT_ORIGINAL, hand])
        if may >> SURRENDER & 1 and self.upcard in problem.rules.surrender_on:
            worth[SURRENDER] = mean(self.law.chance[hand], problem.nets[0, IS_SURRENDERED])
        if may >> SPLITS & 1:
            self.splits[low] = self.plan.split_paths(low, self.visited)
            self.split_cells[low] = split_cells(problem, self.splits[low], low, self.upcard, self.room)
            if problem.fallback:
                fall_back(problem, self.splits[low], low, self.upcard, self.split_cells[low])
            worth[SPLITS] = (self.split_cells[low, :, :-1] * problem.nets[1:]).sum()
        self.played.act[AT_ORIGINAL, hand] = preferred(worth, may)
        self.played.best[hand] = worth[self.played.act[AT_ORIGINAL, hand]]
        if (low, high) in problem.variants:
            self.varied[low, high] = self._varied(low, high, hand)
            self.plan.varied_act[low, high] = np.array(
                [preferred(line, may) for line in self.varied[low, high]]
            )

    def _varied(self, low: int, high: int, hand: int) -> NDArray[np.float64]:
        """Return [variant, act]: the values. Variants differ in what some third cards make."""
        problem, those = self.problem, self.problem.variants[low, high]
        worth = np.repeat(self.played.worth[hand][None], len(those), 0)
        for line, one in zip(worth, those, strict=True):
            for card, name in one.classes.items():
                after = hands().next[hand, card]
                share = (self.shoe[card] - hands().held[hand, card]) / (self.shoe.sum() - 2)
                line[DRAW] += share * (
                    mean(self.law.chance[after], problem.nets[0, problem.classes.index(name)])
                    - self.played.best[after]
                )
        return worth

    def value(self, low: int, high: int) -> float:
        """Return the value of two cards, averaged over their variants."""
        if (low, high) not in self.varied:
            return float(self.played.best[hand_of((low, high))])
        those = self.problem.variants[low, high]
        return float(
            sum(
                float(one.weight) * line[act]
                for one, line, act in zip(
                    those, self.varied[low, high], self.plan.varied_act[low, high], strict=True
                )
            )
        )

    def original_cells(self) -> NDArray[np.float64]:
        """Return [class, outcome]: the chance of two unsplit cards and of an end, given the upcard.

        The line after the last class counts doubles.
        """
        cells = np.zeros((len(self.problem.classes) + 1, len(self.problem.outcomes)))
        for share, ends in self.plan.original_leaves(self.visited):
            np.add.at(
                cells,
                ends.kind,
                (float(share) * ends.orders * self.law.weight[ends.hand])[:, None]
                * self.law.chance[ends.hand],
            )
        return cells
