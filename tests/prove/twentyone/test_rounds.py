"""What a round nets on full shoes: rounds that are dealt out card by card, by the plan of the solver."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import repeat

import pytest
from tests.twentyone.problems import declared

from croupier.families.twentyone.solver.dealer import draws, ends
from croupier.families.twentyone.solver.plan import PlanAgainst
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    AT_SPLIT,
    AT_SPLIT_ACES,
    DOUBLE,
    DRAW,
    IS_BUST,
    IS_DOUBLED_BUST,
    IS_SURRENDERED,
    SPLITS,
    STAND,
    Problem,
)
from croupier.families.twentyone.solver.rounds import rounds
from croupier.families.twentyone.solver.solve import solve
from croupier.families.twentyone.solver.states import ACE, counts_of, hand_of, hands
from croupier.randomness.tails import chi_square_tail

LONGEST = 60
"""Cards enough for a round."""


class Dealt:
    """A table that deals rounds by a plan."""

    def __init__(self, problem: Problem, plans: dict[int, PlanAgainst], outcomes: dict[object, int]) -> None:
        self.problem, self.plans, self.outcomes = problem, plans, outcomes
        self.shoe = [value for value, number in enumerate(problem.shoe) for _ in range(number)]

    def net(self, rng: random.Random) -> Fraction:
        """Deal one round."""
        self.cards = iter(rng.sample(self.shoe, min(LONGEST, len(self.shoe))))
        first, up, second = next(self.cards), next(self.cards), next(self.cards)
        plan, hand = self.plans[up], hand_of((first, second))
        ended: list[tuple[int, int]] = []
        if plan.act[AT_ORIGINAL, hand] != SPLITS:
            ended.append((0, self.played(plan, AT_ORIGINAL, hand)))
        else:
            waiting, made = [first, first], 2
            stage = AT_SPLIT_ACES if first == ACE else AT_SPLIT
            while waiting:
                waiting.pop()
                card = next(self.cards)
                while card == first and made < self.problem.limit(first):
                    waiting.append(first)
                    made, card = made + 1, next(self.cards)
                ended.append((2 if ended else 1, self.played(plan, stage, hand_of((first, card)))))
        outcome = self.dealer(up)
        return sum(
            (self.paid(rng, role, kind, outcome) for role, kind in ended),
            Fraction(0),
        )

    def paid(self, rng: random.Random, role: int, kind: int, outcome: int) -> Fraction:
        """Pay a hand, by chance where suits decide."""
        cell = self.problem.pays[role][kind][outcome]
        if len(cell) == 1:
            return cell[0].net
        return rng.choices([pay.net for pay in cell], [float(pay.weight) for pay in cell])[0]

    def played(self, plan: PlanAgainst, stage: int, hand: int) -> int:
        """Play a hand to its class."""
        kinds = self.problem.kinds[0 if stage == AT_ORIGINAL else 1]
        while (act := plan.act[stage, hand]) in (DRAW, DOUBLE):
            after = hands().next[hand, next(self.cards)]
            if act == DOUBLE:
                return IS_DOUBLED_BUST if after < 0 else int(kinds[1, after])
            if after < 0:
                return IS_BUST
            hand = after
        return int(kinds[0, hand]) if act == STAND else IS_SURRENDERED

    def dealer(self, up: int) -> int:
        """Draw the dealer's hand to its outcome."""
        drawn: list[int] = []
        while draws(counts_of((up, *drawn)), self.problem.rules.hits_soft_17):
            drawn.append(next(self.cards))
        return self.outcomes[up, counts_of(drawn)]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("house/blackjack", 200_000),
        ("great-britain/blackjack", 200_000),
        ("queensland/blackjack-challenge", 200_000),
        ("bahamas/single-deck-blackjack", 200_000),
    ],
)
def test_rounds_that_are_dealt_out_net_what_is_proved(game: str, number: int) -> None:
    asked = declared(game)
    problem = asked.problem()
    found = solve(problem)
    every = ends(problem.rules.hits_soft_17, problem.rules.discards_bust)
    outcomes = {
        (end.upcard, end.drawn): problem.outcomes.index(
            asked._dealer(end.hand, end.upcard, end.natural, end.discarded)
        )
        for end in every
    }
    table = Dealt(problem, {up: found.against(problem, up) for up in range(10)}, outcomes)
    rng = random.Random(game)
    counts = Counter(table.net(rng) for _ in repeat(None, number))
    chances = rounds(problem, found, found.cells).chances
    assert set(counts) <= {net for net, chance in chances.items() if chance > 0}
    common = [net for net, chance in chances.items() if chance * number >= 25]
    rest = number - sum(counts[net] for net in common)
    expected = number * (1 - sum(chances[net] for net in common))
    statistic = sum((counts[net] - number * chances[net]) ** 2 / (number * chances[net]) for net in common)
    assert chi_square_tail(statistic, len(common) - 1) > 1e-4
    assert abs(rest - expected) <= 5 * max(expected, 1.0) ** 0.5 + 5
