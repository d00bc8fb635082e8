"""The variance of the net of a round, all its hands together.

The square of a sum is the squares of its terms, which the ends give, and twice the products of every two of
them. Two split hands are not independent, because they meet the same dealer and are dealt from the same
cards. The chance to draw the cards of two hands is the same whatever card went to which. So pairs of ends are
put together by the cards of both, and the dealer's chances are computed once for each such set of cards.

As for one hand, the cards that take a hand over 21 are never listed: leaves that count negatively stand for
them. This is right for two hands because it is right for each leaf of the one with all leaves of the other.
Where suits and not values decide what a hand is paid, two hands are taken to be independent.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.twentyone.solver.dealer import DRAWN, Scratch, add_ways, scratch_for
from croupier.families.twentyone.solver.leaves import Leaves
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import Problem
from croupier.families.twentyone.solver.solve import count, deal_chance
from croupier.families.twentyone.solver.splitting import Paths, left_for, scenarios
from croupier.families.twentyone.solver.states import VALUES, hands
from croupier.families.twentyone.solver.unions import DIGITS, Unions

WORKERS = 2
"""Threads. The kernels hold no lock."""


class Couples(NamedTuple):
    """The average number of pairs of split hands, by what is known of their second cards.

    It may be known of both that they are not of the pair's value, of one, or of neither. Each number is given
    for the first hand with an added one, and for two added ones. Where it is known of one hand only, and one
    is the first hand, it is known of that.
    """

    both: tuple[float, float]
    one: tuple[float, float]
    neither: tuple[float, float]


@cache
def couples(unseen: int, pairs: int, limit: int) -> dict[tuple[int, int], Couples]:
    """Return the pairs of hands by how many hands there are and how many second cards are set apart.

    These are second cards of further hands that are known not to be of the pair's value. Arguments are as for
    `scenarios`.
    """
    found: dict[tuple[int, int], NDArray[np.float64]] = {}

    def enter(number: int, apart: int, known: int, with_first: int, without: int, chance: float) -> None:
        if with_first or without:
            found.setdefault((number, apart), np.zeros((3, 2)))[known] += (
                chance * with_first,
                chance * without,
            )

    for number, done, share in scenarios(unseen, pairs, limit):
        free, chance = number - done, float(share)
        enter(number, done - 2, 0, max(done - 1, 0), comb(max(done - 1, 0), 2), chance)
        enter(number, done - 1, 1, free if done else 0, (done - 1) * free if done else 0, chance)
        enter(number, done, 2, 0 if done else free - 1, comb(free, 2) if done else comb(free - 1, 2), chance)
    return {
        key: Couples(*((float(line[0]), float(line[1])) for line in lines)) for key, lines in found.items()
    }


class Vectors(NamedTuple):
    """The pay of split hands that end with some cards: [hand, outcome], each leaf times its orders.

    They are told apart by whether the second card is of the pair's value, which the leaves of `odd` are not.
    """

    hand: NDArray[np.int64]
    first_odd: NDArray[np.float64]
    first_pair: NDArray[np.float64]
    added_odd: NDArray[np.float64]
    added_pair: NDArray[np.float64]
    gone: NDArray[np.float64]
    """First hands after which a natural takes the other one; against a natural only."""
    more: NDArray[np.float64]
    """What an added hand is paid more if a natural takes it in place of the first."""

    def factors(self) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Return the products of the first hand with an added one, and of two added ones.

        They are as `couple_ways` has them, each in three parts: both second cards are known not to be of the
        pair's value; the one is not, and the other may be; the one is. Last come those of a fallback.
        """
        added, found = self.added_odd + self.added_pair, []
        for odd, pair in ((self.first_odd, self.first_pair), (self.added_odd, self.added_pair)):
            found += [(odd, self.added_odd), (odd, added), (pair, added)]
        return [*found, (self.gone, self.more)]


def vectors(problem: Problem, ends: Paths) -> Vectors:
    """Return the vectors of all hands with which split hands end."""
    every = np.unique(np.concatenate([ends.odd.hand, ends.pair.hand]))
    outcomes_ = len(problem.outcomes)

    def paid(nets: NDArray[np.float64], *parts: Leaves) -> NDArray[np.float64]:
        found, whole = np.zeros((len(every), outcomes_)), np.vstack([nets, np.zeros(outcomes_)])
        for part in parts:
            np.add.at(found, np.searchsorted(every, part.hand), part.orders[:, None] * whole[part.kind])
        return found

    natural = np.arange(outcomes_) == problem.natural
    gone = (
        problem.nets[1]
        * np.isin(np.arange(len(problem.classes)), sorted(problem.fallback))[:, None]
        * natural
    )
    more = (problem.nets[1] - problem.nets[2]) * natural
    return Vectors(
        every,
        paid(problem.nets[1], ends.odd),
        paid(problem.nets[1], ends.pair),
        paid(problem.nets[2], ends.odd),
        paid(problem.nets[2], ends.pair),
        paid(gone, ends.odd, ends.pair),
        paid(more, ends.odd, ends.pair),
    )


def spread(problem: Problem, plan: Plan, workers: int = WORKERS) -> float:
    """Return the variance of the net of a round, in units of the original wager squared."""
    counted = count(problem, plan)
    square = float((counted.cells * problem.squares).sum())

    def against(upcard: int) -> float:
        one, room = plan.against(problem, upcard), scratch_for(problem.dealer)
        chances = (
            (value, float(deal_chance(problem.shoe, value, value, upcard) * one.split_share(value)))
            for value in range(VALUES)
        )
        return sum(
            chance * products(problem, one.split_paths(value), value, upcard, room)
            for value, chance in chances
            if chance
        )

    with ThreadPoolExecutor(workers) as pool:
        square += 2 * sum(pool.map(against, (upcard for upcard in range(VALUES) if problem.shoe[upcard])))
    return square - counted.value**2


def products(problem: Problem, ends: Paths, value: int, upcard: int, room: Scratch) -> float:
    """Return the expected sum of the products of every two hands of a pair that is split."""
    paid = vectors(problem, ends)
    codes = hands().held[paid.hand] @ DIGITS - DIGITS[value]
    left = left_for(problem, value, upcard, 3)
    ways = couple_ways(int(left.sum()), int(left[value]), problem.limit(value))
    factors = paid.factors()
    forms = [
        form for form in range(len(ways)) if ways[form].any() and all(one.any() for one in factors[form])
    ]
    unions = Unions(len(forms), len(problem.outcomes))
    for number, form in enumerate(forms):
        unions.add(codes, factors[form][0], codes, factors[form][1], number)
    return unions.weigh(problem.dealer, upcard, left, value, ways[forms, None], room)


@cache
def couple_ways(unseen: int, pairs: int, limit: int) -> NDArray[np.float64]:
    """Return [factors, cards drawn, of them of the pair's value]: the ways of the factors of `Vectors`.

    They are like `split_ways` for one hand; arguments as for `scenarios`. Where it is known that a second
    card is not of the pair's value, the chance that it is not is divided out.
    """
    ways = np.zeros((2, 3, DRAWN, DRAWN))
    for (number, apart), couple in couples(unseen, pairs, limit).items():
        unseen_, pairs_ = unseen - number + 2, pairs - number + 2
        free = unseen_ - apart
        odd = (free - pairs_) / free
        both_odd = odd * (free - pairs_ - 1) / (free - 1)
        for known, (shares, chance) in enumerate(zip(couple, (both_odd, odd, 1.0), strict=True)):
            for role, share in enumerate(shares):
                if share:
                    add_ways(unseen_, pairs_, apart, share / chance, ways[role, known])
    ways[:, 1] += ways[:, 2]
    return np.concatenate([ways[0], ways[1], ways[:1, 2]])
