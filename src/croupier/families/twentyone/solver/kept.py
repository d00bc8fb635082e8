"""Kept proofs of games of the blackjack kind: the count of every end, and the variance of a round.

A certificate belongs to the problem, not to a game. It is named by the hash of everything that was solved,
and it counts classes and outcomes by their number. So the same game in other words, or for another stake, is
the same proof. One changed pay row is another problem, and is computed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import lcm
from pathlib import Path
from typing import TypeVar

from croupier.families.twentyone.solver.exact import Exact, exact
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import NEVER_MADE, ROLES, STRATEGY, Problem
from croupier.families.twentyone.solver.rounds import counted_rounds, is_counted, rounds
from croupier.families.twentyone.solver.solve import (
    ERROR,
    Counted,
    Progress,
    Row,
    Solution,
    count,
    solve,
    unmade,
)
from croupier.families.twentyone.solver.sound import wrong_with, wrong_with_two
from croupier.families.twentyone.solver.spread import spread
from croupier.families.twentyone.solver.switch import STRATEGY as SWITCH_WORDS
from croupier.families.twentyone.solver.switch import Switched, solve_switch
from croupier.families.twentyone.solver.switch_rounds import ERROR as SWITCH_ERROR
from croupier.families.twentyone.solver.switch_rounds import switch_rounds
from croupier.families.twentyone.solver.switch_spread import switch_spread
from croupier.prove import store
from croupier.prove.store import FORMAT, UNKEPT, Compared, KeptProof, Looked, made_by

SHELF = "twenty-one"
DIGITS = 12
"""The digits of the variance, and of everything computed in floating point."""
SPREAD_DIGITS = 6
"""The digits of the variance of two hands."""
SCALE = 10**15
WORDS = f"best play by the cards of the hand and the upcard, splits by the same acts ({STRATEGY})"


class SwitchCertificate(KeptProof, frozen=True, rename="kebab"):
    """The figures of a game with two hands whose cards may be switched, in decimals."""

    strategy: str
    rows: list[list[str]]
    """Each row: its name, its net, and how many hands of a round end by it."""
    hands: str
    stakes: str
    switched: str
    """How often a switch is best."""
    rounds: list[list[str]]
    """What a round nets, both boxes together: each net and its chance."""
    rounds_error: str
    variance: str
    error: str
    seconds: float
    version: str


class Certificate(KeptProof, frozen=True, rename="kebab"):
    """The figures of a proof."""

    strategy: str
    plan: str
    """The hash of the play, act by act."""
    total: str
    cells: list[list[str]]
    """Each end: the numbers of its role, class and outcome, and its hands in `total` rounds."""
    hands: str
    stakes: str
    """The average number of hands and the average stake of a round, as fractions."""
    rounds: list[list[str]]
    """What a round nets, all its hands together: each net and its ways."""
    rounds_total: str
    rounds_error: str
    """No chance of a net is further from the exact one than this; 0 where they are counted."""
    variance: str
    """The variance of a round, found from every two hands."""
    seconds: float
    version: str
    nearly: str = ""
    """The average net of a round by the solver in floating point, which shares no sum with the counts."""


@dataclass(frozen=True)
class Distribution:
    """What a round nets in units of the wager, all its hands together."""

    chances: dict[Fraction, Fraction]
    error: Fraction = Fraction(0)
    """No chance is further from the exact one than this."""

    @property
    def variance(self) -> Fraction:
        """The variance of the net."""
        mean = sum((net * chance for net, chance in self.chances.items()), Fraction(0))
        return sum((net**2 * chance for net, chance in self.chances.items()), Fraction(0)) - mean**2


@dataclass(frozen=True)
class Figures:
    """The figures of a play."""

    rows: dict[Row, int]
    total: int
    hands: Fraction
    stakes: Fraction
    first: Fraction
    """The first stake."""
    rounds: Callable[[], Distribution]
    """What a round nets, and the largest error of a chance."""
    strategy: str
    seconds: float
    certificate: str = ""
    kept: Compared = UNKEPT
    """What became of the kept proof."""
    error: Fraction = Fraction(0)
    ends: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    """The average number of hands of a round, by role and class."""


def certificate(problem: Problem, found: Plan, progress: Progress | None = None) -> Certificate:
    """Return the certificate of a play."""
    began = time.perf_counter()
    counted = exact(problem, found, progress)
    at = [
        {name: number for number, name in enumerate(names)}
        for names in (ROLES, problem.classes, problem.outcomes)
    ]
    cells = sorted(
        [str(number[name]) for number, name in zip(at, end, strict=True)] + [str(ways)]
        for end, ways in counted.cells.items()
        if ways
    )
    nets, total, error = _rounds(problem, found, counted)
    return Certificate(
        format=FORMAT,
        problem=problem.key,
        strategy=STRATEGY,
        plan=counted.plan,
        total=str(counted.total),
        cells=sorted(cells, key=lambda cell: tuple(map(int, cell[:3]))),
        hands=str(counted.hands_made),
        stakes=str(counted.stakes),
        rounds=[[str(net), str(ways)] for net, ways in nets.items()],
        rounds_total=str(total),
        rounds_error=error,
        variance=f"{spread(problem, found):.{DIGITS}f}",
        seconds=round(
            (found.seconds if isinstance(found, Solution) else 0.0) + time.perf_counter() - began, 3
        ),
        version=made_by(),
        nearly=nearly(problem, found),
    )


def _rounds(problem: Problem, plan: Plan, told: Exact) -> tuple[dict[Fraction, int], int, str]:
    """Return the ways of every net of a round, of how many, and how far they may be off."""
    if is_counted(problem, plan):
        chances = counted_rounds(problem, plan, told)
        total = lcm(*(chance.denominator for chance in chances.values()))
        return {net: int(chance * total) for net, chance in chances.items()}, total, "0"
    cells = plan.cells if isinstance(plan, Solution) else count(problem, plan).cells
    found = rounds(problem, plan, cells)
    return {net: round(chance * SCALE) for net, chance in found.chances.items()}, SCALE, f"{found.error:.0e}"


def settled_on(chances: dict[Fraction, Fraction], mean: Fraction) -> dict[Fraction, Fraction]:
    """Return chances that come to one, and to a mean, exactly.

    What rounding took from them is put on the two most likely nets.
    """
    missing = 1 - sum(chances.values(), Fraction(0))
    short = mean - sum((net * chance for net, chance in chances.items()), Fraction(0))
    one, other = sorted(chances, key=lambda net: -chances[net])[:2]
    more = (short - other * missing) / (one - other)
    return {**chances, one: chances[one] + more, other: chances[other] + missing - more}


def nearly(problem: Problem, found: Plan) -> str:
    """Return the average net of a round under a play, in floating point."""
    known: Solution | Counted = found if isinstance(found, Solution) else count(problem, found)
    value = sum(number * float(net) for (_, net), number in known.rows.items())
    return f"{value:.{DIGITS}f}"


def told(problem: Problem, kept: Certificate, seconds: float | None = None) -> Figures:
    """Return the figures of a certificate, in the words of a problem."""
    parts = lcm(
        *(pay.weight.denominator for role in problem.pays for line in role for cell in line for pay in cell)
    )
    rows: dict[Row, int] = {}
    ends: dict[tuple[str, str], Fraction] = {}
    hands = stakes = Fraction(0)
    """Hands that are never made, and stakes on them, because the dealer's natural was seen first."""
    for role, kind, outcome, ways in (tuple(map(int, cell)) for cell in kept.cells):
        end = ROLES[role], problem.classes[kind]
        chance = Fraction(ways, int(kept.total))
        ends[end] = ends.get(end, Fraction(0)) + chance
        made, doubled = unmade(problem, role, kind, outcome)
        hands, stakes = hands + made * chance, stakes + (made + doubled) * chance
        for pay in problem.pays[role][kind][outcome]:
            rows[pay.row, pay.net] = rows.get((pay.row, pay.net), 0) + int(pay.weight * parts) * ways
    mean = sum((net * ways for (_, net), ways in rows.items()), Fraction(0)) / (int(kept.total) * parts)
    chances = {Fraction(net): Fraction(int(ways), int(kept.rounds_total)) for net, ways in kept.rounds}
    error = Fraction(kept.rounds_error)
    return Figures(
        rows={row: ways for row, ways in rows.items() if ways and row[0] != NEVER_MADE},
        total=int(kept.total) * parts,
        hands=Fraction(kept.hands) - hands,
        stakes=Fraction(kept.stakes) - stakes,
        first=Fraction(1),
        rounds=lambda: Distribution(settled_on(chances, mean) if error else chances, error),
        strategy=WORDS,
        seconds=kept.seconds if seconds is None else seconds,
        certificate=kept.problem if seconds is None else "",
        ends=ends,
    )


def figures(problem: Problem, again: bool = False, progress: Progress | None = None) -> Figures:
    """Return the figures of the best play, from its certificate if there is one."""
    looked = look(problem)
    if again:
        made = certificate(problem, solve(problem), progress)
        compared = looked.compared(problem.key, lambda kept: differences(kept, made))
        return replace(told(problem, made, made.seconds), kept=compared)
    if looked.kept is not None:
        return told(problem, looked.kept)
    return replace(quick(problem, solve(problem)), kept=looked.told(problem.key))


def figures_of(
    problem: Problem, plan: Plan, words: str, exactly: bool = False, progress: Progress | None = None
) -> Figures:
    """Return the figures of any play. `words` say what is played by."""
    began = time.perf_counter()
    if exactly:
        made = certificate(problem, plan, progress)
        return replace(told(problem, made, made.seconds), strategy=words)
    return replace(quick(problem, plan), strategy=words, seconds=time.perf_counter() - began)


def quick(problem: Problem, plan: Plan) -> Figures:
    """Return the figures of a play in floating point.

    What a round nets takes longest and is computed only on request.
    """
    found: Solution | Counted = plan if isinstance(plan, Solution) else count(problem, plan)
    ends: dict[tuple[str, str], Fraction] = {}
    hands = stakes = 0.0
    for role, name in enumerate(ROLES):
        for kind, title in enumerate(problem.classes):
            if number := float(found.cells[role, kind].sum()):
                ends[name, title] = Fraction(round(number * SCALE), SCALE)
            made, doubled = unmade(problem, role, kind, problem.natural)
            chance = float(found.cells[role, kind, problem.natural])
            hands, stakes = hands + made * chance, stakes + (made + doubled) * chance
    rows = {row: round(number * SCALE) for row, number in found.rows.items() if row[0] != NEVER_MADE}

    @cache
    def distribution() -> Distribution:
        one = rounds(problem, plan, found.cells)
        mean = sum((net * ways for (_, net), ways in rows.items()), Fraction(0)) / SCALE
        chances = {net: Fraction(round(chance * SCALE), SCALE) for net, chance in one.chances.items()}
        return Distribution(settled_on(chances, mean), Fraction(f"{max(one.error, ERROR):.0e}"))

    return Figures(
        rows=rows,
        total=SCALE,
        hands=Fraction(round((found.hands_made - hands) * SCALE), SCALE),
        stakes=Fraction(round((found.stakes - stakes) * SCALE), SCALE),
        first=Fraction(1),
        rounds=distribution,
        strategy=WORDS,
        seconds=found.seconds if isinstance(found, Solution) else 0.0,
        error=Fraction(1, 10**DIGITS),
        ends=ends,
    )


def switch_key(problem: Problem, plain_21: Problem) -> str:
    """Return the hash of a game with two hands.

    It covers the game, and what an ace and a ten are that were switched together.
    """
    return hashlib.sha256(f"switch {problem.key} {plain_21.key}".encode()).hexdigest()


def switch_certificate(
    problem: Problem, plain_21: Problem, found: Switched, variance: float, nets: dict[Fraction, float]
) -> SwitchCertificate:
    """Return the certificate of the best play of two hands."""
    rows = sorted([row, str(net), f"{number:.{DIGITS}f}"] for (row, net), number in found.rows.items())
    return SwitchCertificate(
        format=FORMAT,
        problem=switch_key(problem, plain_21),
        strategy=SWITCH_WORDS,
        rows=rows,
        hands=f"{found.hands_made:.{DIGITS}f}",
        stakes=f"{found.stakes:.{DIGITS}f}",
        switched=f"{found.switched_share:.{DIGITS}f}",
        rounds=[[str(net), f"{chance:.{DIGITS}f}"] for net, chance in nets.items()],
        rounds_error=f"{float(SWITCH_ERROR):.0e}",
        variance=f"{variance:.{SPREAD_DIGITS}f}",
        error=f"{found.error:.0e}",
        seconds=round(found.seconds, 3),
        version=made_by(),
    )


def switch_figures(
    problem: Problem, plain_21: Problem, again: bool = False, progress: Progress | None = None
) -> Figures:
    """Return the figures of the best play of two hands, from its certificate if there is one.

    Otherwise what a round nets, which takes longest, is computed only on request.
    """
    key, looked = switch_key(problem, plain_21), switch_look(problem, plain_21)
    kept = None if again else looked.kept
    compared = looked.told(key)
    if kept is not None:
        made, nets = kept, {Fraction(net): float(chance) for net, chance in kept.rounds}
    else:
        found = solve_switch(problem, plain_21, progress)
        made = switch_certificate(problem, plain_21, found, 0.0, {})
        nets = {}
        if again:
            passed = ("variance", "rounds")
            compared = looked.compared(key, lambda kept: differences(kept, made, passed))
    total = 10**DIGITS
    rows = {
        (row, Fraction(net)): int(Fraction(number) * total)
        for row, net, number in made.rows
        if row != NEVER_MADE
    }
    mean = sum((net * ways for (_, net), ways in rows.items()), Fraction(0)) / total

    @cache
    def distribution() -> Distribution:
        every = nets or switch_rounds(problem, plain_21, found, switch_spread(problem, plain_21, found))
        chances = {net: Fraction(round(chance * total), total) for net, chance in every.items()}
        return Distribution(settled_on(chances, mean), SWITCH_ERROR)

    return Figures(
        rows=rows,
        total=total,
        hands=Fraction(made.hands),
        stakes=Fraction(made.stakes),
        first=Fraction(2),
        rounds=distribution,
        strategy=made.strategy,
        seconds=made.seconds,
        certificate=key if kept else "",
        kept=compared,
        error=Fraction(made.error),
    )


C = TypeVar("C", Certificate, SwitchCertificate)


def look(problem: Problem, folder: Path | None = None) -> Looked[Certificate]:
    """Return the kept certificate of a problem, if there is one and it is right; else why it is not used."""
    return store.look(Certificate, problem.key, lambda kept: wrong_with(problem, kept), SHELF, folder)


def look_up(problem: Problem, folder: Path | None = None) -> Certificate | None:
    """Return the kept certificate of a problem, if there is one and it is right."""
    return look(problem, folder).kept


def switch_look(problem: Problem, plain_21: Problem, folder: Path | None = None) -> Looked[SwitchCertificate]:
    """Return the same for a game with two hands."""
    key = switch_key(problem, plain_21)
    return store.look(SwitchCertificate, key, wrong_with_two, SHELF, folder)


def differences(kept: C, fresh: C, but: Collection[str] = ()) -> list[str]:
    """List where a proof computed again differs; nothing if it is the same."""
    passed = {"seconds", "version", *but}
    return [
        _where(name, getattr(kept, name), getattr(fresh, name))
        for name in kept.__struct_fields__
        if name not in passed and getattr(kept, name) != getattr(fresh, name)
    ]


def _where(name: str, then: object, now: object) -> str:
    """Say what is other in a figure, or in how many rows."""
    if isinstance(then, list) and isinstance(now, list):
        others = [row for row in then if row not in now]
        first = " ".join(map(str, others[0])) if others else "a row is missing"
        return f"{name}: {len(others)} of {len(now)} rows differ, the first {first}"
    return f"{name}: {then} is kept, {now} was found"
