"""The exact value of a play: how many orders of the cards end in every cell, out of how many.

The strategy is fixed, so nothing is compared: everything is a sum of products of counts over falling products
of the size of the shoe. These sums are taken modulo several primes, where a division is a multiplication, and
put together by the Chinese remainder theorem. A round looks at a bounded number of cards, so each chance is a
whole number over the falling product of that many numbers. One prime more than needed is computed, and must
agree.

The kernels in whole.py do what those of floating point do, with residues.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, lcm, perm, prod

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.twentyone.solver.dealer import DRAWN, NO_PAIR
from croupier.families.twentyone.solver.fallback import HOLES, both, settled
from croupier.families.twentyone.solver.plan import Plan, PlanAgainst
from croupier.families.twentyone.solver.problem import ROLES, Problem
from croupier.families.twentyone.solver.solve import Progress, Row, deal_chance
from croupier.families.twentyone.solver.splitting import (
    Paths,
    left_for,
    scenarios,
    shares_of,
    sorts,
    without_doubles,
)
from croupier.families.twentyone.solver.states import VALUES, hands
from croupier.families.twentyone.solver.whole import (
    FEW,
    Fields,
    fields,
    is_small,
    primes,
    whole_add_ways,
    whole_enter,
    whole_law,
    whole_scratch,
    whole_together,
)

LARGEST = 512
"""The largest shoe."""
WORKERS = 2
"""Threads. The kernels hold no lock."""


@dataclass(frozen=True)
class Exact:
    """The exact counts of a play, in whole numbers."""

    total: int
    cells: dict[tuple[str, str, str], int]
    """The number of hands in `total` rounds, by role, class and outcome."""
    row_total: int
    rows: dict[Row, int]
    """The number of hands in `row_total` rounds, by row."""
    value: Fraction
    hands_made: Fraction
    stakes: Fraction
    plan: str
    """The hash of the plan."""
    primes: int
    seconds: float


class _Counting:
    """Sums modulo the primes, upcard by upcard."""

    def __init__(self, problem: Problem, plan: Plan) -> None:
        self.problem = problem
        self.plans = [plan.against(problem, upcard) for upcard in range(VALUES) if problem.shoe[upcard]]
        self.original = [one.original_leaves() for one in self.plans]
        self.splits = [
            {value: one.split_paths(value) for value in range(VALUES) if one.split_share(value)}
            for one in self.plans
        ]
        self.shape = (3, len(problem.classes) + 1, len(problem.outcomes))
        self.small = is_small(problem.dealer, problem.shoe)
        if problem.dealer.orders.sum() >= FEW:
            raise AssertionError("the dealer's hand ends in too many orders")

    def cards(self) -> int:
        """Return the most cards that a round looks at.

        Every chance is a whole number over the shoe's falling product of that many numbers.
        """
        problem, most, size = self.problem, 0, hands().size
        deepest = int(problem.dealer.depth.max())
        for one, original, splits in zip(self.plans, self.original, self.splits, strict=True):
            for _, ends in original:
                most = max(
                    most, *(1 + int(size[hand]) + deepest for hand in ends.hand if one.possible(int(hand)))
                )
            for value, paths in splits.items():
                own = max(int(size[hand]) - 1 for hand in both(paths).hand if one.possible(int(hand)))
                for sort in sorts(*_arguments(problem, value, one.upcard)):
                    most = max(most, 1 + sort.hands + sort.apart + own + deepest)
                if problem.fallback:
                    most = max(most, 3 + 2 * own + deepest)
        return min(most, sum(problem.shoe))

    def hands(self) -> int:
        """Return the most hands of a round."""
        return max(
            (
                number
                for one, splits in zip(self.plans, self.splits, strict=True)
                for value in splits
                for number, _, _ in scenarios(*_arguments(self.problem, value, one.upcard))
            ),
            default=1,
        )

    def modulo(self, moduli: Fields, workers: int, told: Callable[[int, int], None]) -> NDArray[np.int64]:
        """Return [prime, role, class, outcome] as residues. The line after the last class counts doubles."""
        cells = np.zeros((len(moduli.prime), *self.shape), np.int64)
        split_ways = cache(lambda *given: _split_ways(moduli, *given))
        with ThreadPoolExecutor(workers) as pool:
            parts = pool.map(lambda at: self._against(at, moduli, split_ways), range(len(self.plans)))
            for number, part in enumerate(parts):
                cells = (cells + part) % moduli.prime[:, None, None, None]
                told(number + 1, len(self.plans))
        return cells

    def _against(
        self,
        number: int,
        moduli: Fields,
        split_ways: Callable[..., tuple[NDArray[np.int64], tuple[int, ...]]],
    ) -> NDArray[np.int64]:
        """Return the part of one upcard."""
        problem, one, room = self.problem, self.plans[number], whole_scratch(self.problem.dealer)
        cells = np.zeros((len(moduli.prime), *self.shape), np.int64)
        shoe = left_for(problem, one.upcard, one.upcard, 1)
        ways = np.zeros((1, len(moduli.prime), DRAWN, 1), np.int64)
        whole_add_ways(int(shoe.sum()), 0, 0, moduli.of(Fraction(1)), moduli, ways[0])
        for share, ends in self.original[number]:
            found = np.zeros((1, len(moduli.prime), len(ends.hand), self.shape[2]), np.int64)
            whole_law(
                hands(),
                problem.dealer,
                one.upcard,
                shoe,
                NO_PAIR,
                ends.hand,
                self.small,
                moduli,
                ways,
                room,
                found,
            )
            whole_enter(
                ends.kind,
                ends.orders,
                np.arange(len(ends.hand)),
                moduli.of(share * Fraction(problem.shoe[one.upcard], sum(problem.shoe))),
                found[0],
                moduli,
                cells[:, 0],
            )
        for value, paths in self.splits[number].items():
            share_ = moduli.of(deal_chance(problem.shoe, value, value, one.upcard) * one.split_share(value))
            ways, which = split_ways(*_arguments(problem, value, one.upcard))
            wanted = np.unique(both(paths).hand)
            found = np.zeros((len(ways), len(moduli.prime), len(wanted), self.shape[2]), np.int64)
            whole_law(
                hands(),
                problem.dealer,
                one.upcard,
                left_for(problem, value, one.upcard, 3),
                value,
                wanted,
                self.small,
                moduli,
                ways,
                room,
                found,
            )
            for part, leaves in enumerate(paths):
                at = np.searchsorted(wanted, leaves.hand)
                for role in range(2):
                    whole_enter(
                        leaves.kind,
                        leaves.orders,
                        at,
                        share_,
                        found[which[2 * role + part]],
                        moduli,
                        cells[:, 1 + role],
                    )
            if problem.fallback:
                self._fall_back(one, value, paths, share_, moduli, cells)
        return cells

    def _fall_back(
        self,
        one: PlanAgainst,
        value: int,
        paths: Paths,
        share: NDArray[np.int64],
        moduli: Fields,
        cells: NDArray[np.int64],
    ) -> None:
        """Do the same as `fall_back`."""
        hole, left = HOLES.get(one.upcard, -1), left_for(self.problem, value, one.upcard, 3)
        if hole < 0 or left[hole] == 0:
            return
        chance = moduli.of(Fraction(int(left[hole]), int(left.sum())))
        left[hole] -= 1
        every, gone = both(paths), settled(self.problem, paths)
        for at, prime in enumerate(moduli.prime.tolist()):
            taken = np.zeros(self.shape[1], np.int64)
            whole_together(
                hands().held,
                left,
                value,
                gone.hand,
                gone.orders,
                every.hand,
                every.kind,
                every.orders,
                prime,
                moduli.inverse[at],
                taken,
            )
            moved = int(share[at]) * int(chance[at]) % prime * taken[:-1] % prime
            cells[at, 1, :-1, self.problem.natural] += moved
            cells[at, 2, :-1, self.problem.natural] -= moved


def _arguments(problem: Problem, value: int, upcard: int) -> tuple[int, int, int]:
    """Return the arguments of `scenarios`."""
    left = left_for(problem, value, upcard, 3)
    return int(left.sum()), int(left[value]), problem.limit(value)


def _split_ways(
    moduli: Fields, unseen: int, pairs: int, limit: int
) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    """Do the same as `split_ways`.

    The first part is [number, prime, cards drawn, of them of the pair's value].
    """
    every = np.zeros((4, len(moduli.prime), DRAWN, DRAWN), np.int64)
    for (unseen_, pairs_, apart), shares in shares_of(unseen, pairs, limit):
        for at, share in enumerate(shares):
            if share:
                whole_add_ways(unseen_, pairs_, apart, moduli.of(share), moduli, every[at])
    return without_doubles(every)


def exact(problem: Problem, plan: Plan, progress: Progress | None = None, workers: int = WORKERS) -> Exact:
    """Return the exact counts of a plan."""
    started = time.perf_counter()
    if sum(problem.shoe) > LARGEST:
        raise BadInput(f"a shoe of more than {LARGEST} cards is not counted exactly")
    counting = _Counting(problem, plan)
    parts = lcm(*(one.weight.denominator for those in problem.variants.values() for one in those))
    total = perm(sum(problem.shoe), counting.cards()) * parts
    chosen = first_primes(2 * counting.hands() * total)
    residues = counting.modulo(
        fields(chosen, sum(problem.shoe)), workers, progress or (lambda done, of: None)
    )
    cells, modulus = np.zeros(counting.shape, object), 1
    for number, prime in enumerate(chosen):
        scaled = residues[number].astype(object) * (total % prime) % prime
        if number == len(chosen) - 1 and ((cells - scaled) % prime).any():
            raise AssertionError("the last prime does not agree with the others")
        cells += (scaled - cells) * pow(modulus, -1, prime) % prime * modulus
        modulus *= prime
    return _told(problem, plan, cells, total, len(chosen), started)


def first_primes(bound: int) -> list[int]:
    """Return as many primes as make a product above a bound, and one more."""
    found: list[int] = []
    for prime in primes():
        found.append(prime)
        if prod(found[:-1]) > bound:
            return found
    raise AssertionError


def _told(
    problem: Problem, plan: Plan, cells: NDArray[np.object_], total: int, used: int, started: float
) -> Exact:
    """Return the sums in lowest terms, by name."""
    doubles, ends = int(cells[:, -1].sum()), cells[:, :-1]
    rows: dict[Row, Fraction] = {}
    value = hands_made = Fraction(0)
    named: dict[tuple[str, str, str], int] = {}
    for role, kind, outcome in map(tuple, np.argwhere(ends != 0)):
        ways = int(ends[role, kind, outcome])
        named[ROLES[role], problem.classes[kind], problem.outcomes[outcome]] = ways
        for pay in problem.pays[role][kind][outcome]:
            rows[pay.row, pay.net] = rows.get((pay.row, pay.net), Fraction(0)) + pay.weight * ways / total
            value += pay.weight * pay.net * ways / total
        hands_made += Fraction(ways, total)
    common = gcd(total, doubles, *named.values())
    row_total = lcm(*(chance.denominator for chance in rows.values()))
    return Exact(
        total=total // common,
        cells={cell: ways // common for cell, ways in named.items()},
        row_total=row_total,
        rows={row: int(chance * row_total) for row, chance in rows.items()},
        value=value,
        hands_made=hands_made,
        stakes=hands_made + Fraction(doubles, total),
        plan=plan.hash,
        primes=used,
        seconds=time.perf_counter() - started,
    )
