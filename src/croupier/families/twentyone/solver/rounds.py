"""The distribution of the net of a round, all its hands together.

A round that is not split has one hand, and its ends tell what it nets. The hands of a split meet the same
dealer and are dealt from one shoe. The chance of the cards of several hands is the same whichever got which,
so hands are put together by the cards of all of them and by what they net (sums.py), and the dealer's chances
are computed once for each set of cards. Whether a second card is of the pair's value decides how many hands
there are; of some hands it is known that theirs is not (splitting.py). So hands are of two kinds, `odd` and
`free`; where an outcome takes the original wager otherwise than added ones, the first hand is a third.

Where a pair makes at most as many hands as are put together, this is all, and can be counted in whole
numbers. Of more hands the chances are expanded in clusters, given the end of the dealer's hand: let m(H) be
the generating function of what the hands H net together, then u(H) is what it is more than the sum over all
ways to part H into smaller clusters of the products of their u. Hands of one shoe depend on each other very
little, so clusters larger than those that are put together are left out. All moments up to their size stay
exact, the variance among them.

Where suits and not values decide what a hand is paid, two hands are taken to be independent, as in spread.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, gcd, lcm, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.twentyone.solver.dealer import DRAWN, add_ways, scratch_for
from croupier.families.twentyone.solver.exact import Exact, first_primes
from croupier.families.twentyone.solver.plan import Plan, PlanAgainst
from croupier.families.twentyone.solver.problem import ORIGINAL, Pay, Problem
from croupier.families.twentyone.solver.solve import ERROR, Progress, deal_chance
from croupier.families.twentyone.solver.splitting import Paths, left_for, scenarios
from croupier.families.twentyone.solver.states import VALUES, hands
from croupier.families.twentyone.solver.sums import Ends, Sets, weigh_nets, whole_weigh_nets
from croupier.families.twentyone.solver.unions import DIGITS
from croupier.families.twentyone.solver.whole import (
    Fields,
    fields,
    is_small,
    whole_add_ways,
    whole_scratch,
)

WORKERS = 2
"""Threads. The kernels hold no lock."""
TOGETHER = 2
"""Hands that are put together, if nothing else is asked for."""
COUNTED = 3
"""The most hands of a round that is counted in whole numbers."""
NEVER = 1e-18
"""A split so unlikely is left out."""
Floats = NDArray[np.float64]


class Some(NamedTuple):
    """Some hands of a split."""

    first: str
    """The kind of the first hand, where it is told apart and among them."""
    odd: int
    free: int

    @property
    def number(self) -> int:
        """Return how many they are."""
        return bool(self.first) + self.odd + self.free

    @property
    def known(self) -> int:
        """Return of how many the second card is known not to be of the pair's value."""
        return (self.first == "odd") + self.odd

    def less(self, other: Some) -> Some:
        """Return those that are not among the others."""
        return Some("" if other.first else self.first, self.odd - other.odd, self.free - other.free)

    def parts(self) -> Iterator[tuple[int, Some]]:
        """Yield every part that holds one given hand of them, and how many such parts are alike."""
        first = self.first
        odd, free = (
            (self.odd, self.free)
            if first
            else (self.odd - 1, self.free)
            if self.odd
            else (self.odd, self.free - 1)
        )
        for some in range(odd + 1):
            for others in range(free + 1):
                yield (
                    comb(odd, some) * comb(free, others),
                    Some(first, some + self.odd - odd, others + self.free - free),
                )


NONE = Some("", 0, 0)


@dataclass(frozen=True)
class Steps:
    """The nets of split hands, in whole steps."""

    unit: Fraction
    least: int
    """The least net of a hand."""
    span: int
    """The most less the least."""
    parts: int
    """What the shares of a pay are multiplied by, to be whole."""

    def net(self, hands_: int, at: int) -> Fraction:
        """Return the net of some hands at a place of their distribution."""
        return (self.least * hands_ + at) * self.unit


NO_STEPS = Steps(Fraction(1), 0, 0, 1)


def steps_of(problem: Problem, plan: Plan) -> Steps:
    """Return the steps of all ends of split hands that occur."""
    pays = {
        pay
        for upcard in range(VALUES)
        if problem.shoe[upcard]
        for one in (plan.against(problem, upcard),)
        for value in range(VALUES)
        if one.split_share(value)
        for kind in _kinds(problem, one.split_paths(value))
        for role in (1, 2)
        for cell in problem.pays[role][kind]
        for pay in cell
    }
    nets = {pay.net for pay in pays} or {Fraction(0)}
    below = lcm(*(net.denominator for net in nets))
    unit = Fraction(gcd(*(int(net * below) for net in nets)) or 1, below)
    whole = [int(net / unit) for net in nets]
    return Steps(unit, min(whole), max(whole) - min(whole), lcm(1, *(pay.weight.denominator for pay in pays)))


def _kinds(problem: Problem, paths: Paths) -> list[int]:
    every = np.unique(np.concatenate([paths.odd.kind, paths.pair.kind]))
    return [int(kind) for kind in every if kind < len(problem.classes)]


def _paid(cell: tuple[Pay, ...]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the nets of a cell and their shares."""
    return tuple(sorted((pay.net, pay.weight) for pay in cell))


class Split:
    """One pair that is split against one upcard."""

    def __init__(self, problem: Problem, one: PlanAgainst, value: int, steps: Steps, together: int) -> None:
        self.problem, self.steps, self.value, self.upcard = problem, steps, value, one.upcard
        self.together = together
        self.left = left_for(problem, value, one.upcard, 3)
        self.paths = one.split_paths(value)
        self.unseen, self.pairs = int(self.left.sum()), int(self.left[value])
        self.scenarios = scenarios(self.unseen, self.pairs, problem.limit(value))
        self.kinds = kinds = _kinds(problem, self.paths)
        alike = [
            all(
                _paid(problem.pays[1][kind][outcome]) == _paid(problem.pays[2][kind][outcome])
                for kind in kinds
            )
            and not (problem.fallback and outcome == problem.natural)
            for outcome in range(len(problem.outcomes))
        ]
        self.groups = [
            (roles, np.array(those, np.int64))
            for roles, those in (
                (False, [outcome for outcome, same in enumerate(alike) if same]),
                (True, [outcome for outcome, same in enumerate(alike) if not same]),
            )
            if those
        ]
        """Outcomes that do not tell the first hand from others, and outcomes that do."""

    def all_of(self, roles: bool, number: int, done: int) -> Some:
        """Return all hands of a scenario."""
        if not roles:
            return Some("", done, number - done)
        return Some("odd", done - 1, number - done) if done else Some("free", 0, number - 1)

    def constant(self, group: int) -> tuple[Fraction, Fraction] | None:
        """Return what the first hand and every other nets, where it is the same however they end."""
        if self.problem.fallback:
            return None
        nets = [
            {
                pay.net
                for kind in self.kinds
                for outcome in self.groups[group][1].tolist()
                for pay in self.problem.pays[role][kind][outcome]
            }
            for role in (1, 2)
        ]
        return (nets[0].pop(), nets[1].pop()) if len(nets[0]) == len(nets[1]) == 1 else None

    # The cards of several hands.

    @cache  # noqa: B019 -- a split is thrown away with its tables
    def ends(self, role: int, odd: bool, group: int, settled: bool | None = None) -> Ends:
        """Return the ends of a hand; of those only that a natural passes over, or only of the others."""
        roles, outcomes = self.groups[group]
        del roles
        problem, steps = self.problem, self.steps
        lines: dict[tuple[tuple[tuple[Fraction, Fraction], ...], ...], list[int]] = {}
        shift: list[list[int]] = []
        weight: list[list[int]] = []
        found: dict[tuple[int, int], int] = {}
        for leaves in (self.paths.odd,) if odd else self.paths:
            for hand, kind, orders in zip(*map(np.ndarray.tolist, leaves), strict=True):
                if kind == len(problem.classes) or (
                    settled is not None and settled != (kind in problem.fallback)
                ):
                    continue
                cells = tuple(_paid(problem.pays[role][kind][outcome]) for outcome in outcomes.tolist())
                if cells not in lines:
                    lines[cells] = []
                    for at in range(max(map(len, cells))):
                        lines[cells].append(len(shift))
                        some = [
                            cell[at] if at < len(cell) else (Fraction(steps.least) * steps.unit, Fraction(0))
                            for cell in cells
                        ]
                        shift.append([int(net / steps.unit) - steps.least for net, _ in some])
                        weight.append([int(share * steps.parts) for _, share in some])
                code = int(hands().held[hand] @ DIGITS - DIGITS[self.value])
                for line in lines[cells]:
                    found[code, line] = found.get((code, line), 0) + orders
        listed = sorted((code, line, orders) for (code, line), orders in found.items() if orders)
        table = np.array(listed, np.int64).reshape(-1, 3)
        return Ends(
            np.ascontiguousarray(table[:, 0]),
            np.ascontiguousarray(table[:, 2]),
            np.ascontiguousarray(table[:, 1]),
            np.array(shift, np.int64).reshape(-1, len(outcomes)),
            np.array(weight, np.int64).reshape(-1, len(outcomes)),
        )

    def sets(self, group: int, some: Some) -> Sets:
        """Return the sets of cards of some hands."""
        span = self.steps.span
        if some == NONE:
            return Sets.nothing(len(self.groups[group][1]))
        if some.odd or some.free:
            before = Some(some.first, some.odd - bool(some.odd), some.free - (not some.odd))
            if some.first and self.problem.fallback and some.number == 2:
                alone = Sets.nothing(1)
                parts = [
                    alone.times(self.ends(1, some.first == "odd", group, settled), span).times(
                        self.ends(1 if settled else 2, bool(some.odd), group), span
                    )
                    for settled in (False, True)
                ]
                return parts[0].plus(parts[1])
            role = 2 if self.groups[group][0] else 1
            return self.sets(group, before).times(self.ends(role, bool(some.odd), group), span)
        return Sets.nothing(len(self.groups[group][1])).times(self.ends(1, some.first == "odd", group), span)

    # In floating point.

    def distribution(self) -> dict[tuple[int, Fraction], float]:
        """Return the chance of every outcome and net of a pair that is split."""
        found: dict[tuple[int, Fraction], float] = {}
        room = scratch_for(self.problem.dealer)
        likely = [one for one in self.scenarios if float(one[2]) > NEVER]
        for group, (roles, outcomes) in enumerate(self.groups):
            known: dict[tuple[int, int, Some], Floats] = {}
            wanted: dict[Some, list[tuple[int, int]]] = {}
            constant = self.constant(group)
            for number, done, _ in likely:
                whole = self.all_of(roles, number, done)
                if constant:
                    wanted.setdefault(NONE, []).append((number, done))
                    continue
                for some in _subsets(whole, self.together) if number > self.together else (NONE, whole):
                    wanted.setdefault(some, []).append((number, done))
            for some, those in wanted.items():
                sets = self.sets(group, some)
                ways = np.zeros((len(those), 1, DRAWN, DRAWN))
                for at, (number, done) in enumerate(those):
                    given = self._given(some, number, done)
                    add_ways(*given[:3], float(given[3]), ways[at, 0])
                out = np.zeros((len(those), len(outcomes), sets.orders.shape[2]))
                weigh_nets(
                    self.problem.dealer,
                    self.upcard,
                    self.left,
                    self.value,
                    sets.codes,
                    sets.orders,
                    outcomes,
                    ways,
                    room,
                    out,
                )
                out /= float(self.steps.parts) ** some.number
                known.update(((*key, some), line) for key, line in zip(those, out, strict=True))
            for number, done, share in likely:
                chance = float(share)
                law = {some: line for (*key, some), line in known.items() if key == [number, done]}
                if constant:
                    net = constant[0] + (number - 1) * constant[1]
                    for at, outcome in enumerate(outcomes.tolist()):
                        found[outcome, net] = found.get((outcome, net), 0.0) + chance * float(
                            law[NONE][at, 0]
                        )
                    continue
                whole = self.all_of(roles, number, done)
                for at, outcome in enumerate(outcomes.tolist()):
                    line = expanded({some: every[at] for some, every in law.items()}, whole, self.together)
                    for place in np.flatnonzero(line).tolist():
                        net = self.steps.net(number, place)
                        found[outcome, net] = found.get((outcome, net), 0.0) + chance * float(line[place])
        return found

    def _given(self, some: Some, number: int, done: int) -> tuple[int, int, int, Fraction]:
        """Return the arguments of `add_ways` for some hands of a scenario."""
        unseen, pairs, apart = self.unseen - number + 2, self.pairs - number + 2, done - some.known
        free = unseen - apart
        odd = Fraction(perm(free - pairs, some.known), perm(free, some.known))
        return unseen, pairs, apart, 1 / odd if odd else Fraction(0)

    def unexpanded(self) -> float:
        """Return how often there are more hands than are put together."""
        return float(sum(chance for number, _, chance in self.scenarios if number > self.together))

    # In whole numbers.

    def whole(self, moduli: Fields, share: Fraction) -> dict[Fraction, NDArray[np.int64]]:
        """Return the chance of every net, times a share, as residues."""
        found: dict[Fraction, NDArray[np.int64]] = {}
        room, problem = whole_scratch(self.problem.dealer), self.problem
        small = is_small(problem.dealer, problem.shoe)
        for group, (_, outcomes) in enumerate(self.groups):
            constant = self.constant(group)
            for number, apart, sets, chance in self._all_sets(group):
                if not sets.is_safe():
                    raise AssertionError("the orders of the hands of a round are too many to count")
                unseen, pairs = self.unseen - number + 2, self.pairs - number + 2
                ways = np.zeros((len(moduli.prime), DRAWN, DRAWN), np.int64)
                whole_add_ways(unseen, pairs, apart, moduli.of(share * chance), moduli, ways)
                out = np.zeros((len(moduli.prime), len(outcomes), sets.orders.shape[2]), np.int64)
                whole_weigh_nets(
                    problem.dealer,
                    self.upcard,
                    self.left,
                    self.value,
                    sets.codes,
                    sets.orders,
                    outcomes,
                    small,
                    moduli,
                    ways,
                    room,
                    out,
                )
                line = out.sum(1) % moduli.prime[:, None]
                for place in np.flatnonzero(line.any(0)).tolist():
                    net = (
                        constant[0] + (number - 1) * constant[1]
                        if constant
                        else self.steps.net(number, place)
                    )
                    found[net] = (found.get(net, 0) + line[:, place]) % moduli.prime
        return found

    def _all_sets(self, group: int) -> Iterator[tuple[int, int, Sets, Fraction]]:
        """Yield every number of hands, the cards set apart, all their sets and what one order is worth.

        Where it does not matter how the hands end, there are no sets but that of no card.
        """
        roles, outcomes = self.groups[group]
        if self.constant(group):
            for number, done, chance in self.scenarios:
                yield number, done, Sets.nothing(len(outcomes)), chance
            return
        for number in dict.fromkeys(number for number, _, _ in self.scenarios):
            parts = [
                (some, chance * self._given(some, number, done)[3])
                for hands_, done, chance in self.scenarios
                if hands_ == number
                for some in (self.all_of(roles, number, done),)
            ]
            below = lcm(*(worth.denominator for _, worth in parts))
            least = Fraction(gcd(*(int(worth * below) for _, worth in parts)), below)
            sets = [self.sets(group, some).weighed(int(worth / least)) for some, worth in parts]
            whole = sets[0]
            for more in sets[1:]:
                whole = whole.plus(more)
            yield number, 0, whole, least / self.steps.parts**number


def _subsets(whole: Some, most: int) -> Iterator[Some]:
    """Yield how many of each kind may be among some hands, up to a number."""
    for first in ("", whole.first) if whole.first else ("",):
        for odd in range(whole.odd + 1):
            for free in range(whole.free + 1):
                some = Some(first, odd, free)
                if some.number <= most:
                    yield some


def expanded(law: dict[Some, Floats], whole: Some, most: int) -> Floats:
    """Return the chance of every net of some hands, for one outcome, from the laws of some of them."""
    if whole in law:
        return law[whole]
    base = float(law[NONE][0])
    if not base:
        return np.zeros(1)
    clusters: dict[Some, Floats] = {}
    full: dict[Some, Floats] = {some: line / base for some, line in law.items()}

    def cluster(some: Some) -> Floats:
        """Return what some hands do together beyond what smaller clusters do."""
        if some not in clusters:
            line = full[some].copy()
            for number, part in some.parts():
                if part != some:
                    line -= number * np.convolve(cluster(part), together(some.less(part)))
            clusters[some] = line
        return clusters[some]

    def together(some: Some) -> Floats:
        if some not in full:
            full[some] = sum(
                (
                    number * np.convolve(cluster(part), together(some.less(part)))
                    for number, part in some.parts()
                    if part.number <= most
                ),
                np.zeros(1),
            )
        return full[some]

    return base * together(whole)


# A round.


@dataclass(frozen=True)
class Rounds:
    """What a round nets, in units of the first stake."""

    chances: dict[Fraction, float]
    error: float
    """No chance is further from the exact one than this."""

    @property
    def mean(self) -> float:
        """Return the expected net."""
        return sum(float(net) * chance for net, chance in self.chances.items())

    @property
    def variance(self) -> float:
        """Return the variance of the net."""
        return sum(float(net) ** 2 * chance for net, chance in self.chances.items()) - self.mean**2


def rounds(
    problem: Problem, plan: Plan, cells: Floats, together: int = TOGETHER, workers: int = WORKERS
) -> Rounds:
    """Return the distribution of the net of a round; `cells` are [role, class, outcome]."""
    found: dict[Fraction, float] = {}
    for kind, outcome in map(tuple, np.argwhere(cells[0])):
        for pay in problem.pays[0][kind][outcome]:
            found[pay.net] = found.get(pay.net, 0.0) + float(pay.weight) * float(cells[0, kind, outcome])
    steps = steps_of(problem, plan)

    def against(upcard: int) -> tuple[dict[Fraction, float], float]:
        one, mine, more = plan.against(problem, upcard), dict[Fraction, float](), 0.0
        for value in range(VALUES):
            chance = float(deal_chance(problem.shoe, value, value, upcard) * one.split_share(value))
            if chance:
                split = Split(problem, one, value, steps, together)
                more += chance * split.unexpanded()
                for (_, net), share in split.distribution().items():
                    mine[net] = mine.get(net, 0.0) + chance * share
        return mine, more

    most = 0.0
    with ThreadPoolExecutor(workers) as pool:
        for mine, more in pool.map(against, (upcard for upcard in range(VALUES) if problem.shoe[upcard])):
            most += more
            for net, chance in mine.items():
                found[net] = found.get(net, 0.0) + chance
    # Clusters of three hands come to less than (n / 3) ** -2 of n cards where they were put together.
    return Rounds(dict(sorted(found.items())), max(ERROR, most * (3 / sum(problem.shoe)) ** together))


# Counted.


def is_counted(problem: Problem, plan: Plan) -> bool:
    """Say whether the distribution is counted in whole numbers: a round has few hands at most."""
    return most_hands(problem, plan) <= COUNTED


def most_hands(problem: Problem, plan: Plan) -> int:
    """Return the most hands that a round comes to."""
    return max(
        (
            number
            for one, value in _splits(problem, plan)
            for number, _, _ in Split(problem, one, value, NO_STEPS, COUNTED).scenarios
        ),
        default=1,
    )


def _splits(problem: Problem, plan: Plan) -> Iterator[tuple[PlanAgainst, int]]:
    """Yield every pair that is split, with the plan against an upcard."""
    for upcard in range(VALUES):
        if problem.shoe[upcard]:
            one = plan.against(problem, upcard)
            yield from ((one, value) for value in range(VALUES) if one.split_share(value))


def counted_rounds(
    problem: Problem, plan: Plan, told: Exact, progress: Progress | None = None, workers: int = WORKERS
) -> dict[Fraction, Fraction]:
    """Return the exact distribution of the net of a round, of which the ends were counted."""
    found: dict[Fraction, Fraction] = {}
    at = {name: number for number, name in enumerate(problem.classes)}
    ends = {name: number for number, name in enumerate(problem.outcomes)}
    for (role, kind, outcome), ways in told.cells.items():
        if role == ORIGINAL:
            for pay in problem.pays[0][at[kind]][ends[outcome]]:
                found[pay.net] = found.get(pay.net, Fraction(0)) + pay.weight * Fraction(ways, told.total)
    every = list(_splits(problem, plan))
    if not every:
        return dict(sorted(found.items()))
    steps = steps_of(problem, plan)
    splits = [Split(problem, one, value, steps, COUNTED) for one, value in every]
    most, size = most_hands(problem, plan), hands().size
    own = max(int(size[split.paths.odd.hand].max(initial=2)) - 1 for split in splits)
    cards = min(1 + most + most * max(own, 1) + int(problem.dealer.depth.max()), sum(problem.shoe))
    total = perm(sum(problem.shoe), cards) * lcm(
        *(one.weight.denominator for those in problem.variants.values() for one in those)
    )
    total *= steps.parts**most
    moduli = fields(first_primes(total), sum(problem.shoe))
    done = 0

    def of(split: Split, one: PlanAgainst, value: int) -> dict[Fraction, NDArray[np.int64]]:
        nonlocal done
        share = deal_chance(problem.shoe, value, value, one.upcard) * one.split_share(value)
        nets = split.whole(moduli, share)
        done += 1
        if progress is not None:
            progress(done, len(splits))
        return nets

    residues: dict[Fraction, NDArray[np.int64]] = {}
    with ThreadPoolExecutor(workers) as pool:
        for nets in pool.map(lambda line: of(line[0], *line[1]), zip(splits, every, strict=True)):
            for net, line in nets.items():
                residues[net] = (residues.get(net, 0) + line) % moduli.prime
    for net, line in residues.items():
        found[net] = found.get(net, Fraction(0)) + Fraction(put_together(line, moduli.prime, total), total)
    return {net: chance for net, chance in sorted(found.items()) if chance}


def put_together(residues: NDArray[np.int64], primes: NDArray[np.int64], total: int) -> int:
    """Return the whole number of ways in `total` whose chance has these residues."""
    found, modulus = 0, 1
    for at, prime in enumerate(primes.tolist()):
        scaled = int(residues[at]) * (total % prime) % prime
        if at == len(primes) - 1 and (found - scaled) % prime:
            raise AssertionError("the last prime does not agree with the others")
        found += (scaled - found) * pow(modulus, -1, prime) % prime * modulus
        modulus *= prime
    return found
