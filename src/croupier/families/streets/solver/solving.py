"""Which method solves a street game, and whether its answer is kept already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

from croupier.errors import BadInput
from croupier.families.streets.solver.certificate import (
    Certificate,
    look_up,
    lowest_terms,
    problem_of,
    solved,
)
from croupier.prove.streets import Progress, Solution, Street, solution

METHODS = {
    "hold-em": "croupier.families.streets.solver.holdem",
    "stud": "croupier.families.streets.solver.stud",
    "table": "croupier.families.streets.solver.against_table",
    "pairs": "croupier.families.streets.solver.pairs",
    "plain": "croupier.families.streets.solver.plain",
}


MOST_REMEMBERED = 16
_FOUND: dict[tuple[str, str], Solution] = {}
"""The last solutions of this process: a problem comes again with another limit, reading or stake."""


def method_of(street: Street) -> str:
    """Return the method that fits the shape of a game."""
    if not street.dealer:
        return "table"
    if street.board:
        return "hold-em"
    return "stud" if street.own >= 3 else "pairs"


def module(street: Street, method: str = "") -> Any:
    """Return the module of a method."""
    name = method or method_of(street)
    if name not in METHODS:
        raise BadInput(f"there is no method {name!r}; there are {', '.join(METHODS)}")
    return import_module(METHODS[name])


def solve(
    street: Street, prove: bool = False, progress: Progress | None = None, method: str = ""
) -> tuple[Solution, Certificate | None]:
    """Return the best play of a street game. A kept certificate answers, unless it is to be proved again."""
    kept = None if prove else look_up(street)
    if kept is not None:
        return solved(street, kept), kept
    if prove:
        return fresh(street, progress, method), None
    key = problem_of(street), method
    if key not in _FOUND:
        while len(_FOUND) >= MOST_REMEMBERED:
            _FOUND.pop(next(iter(_FOUND)))
        _FOUND[key] = fresh(street, progress, method)
    found = _FOUND[key]
    return solution(street.pays, found.cells, found.total, found.plans, found.seconds), None


def fresh(street: Street, progress: Progress | None = None, method: str = "") -> Solution:
    """Solve afresh. The solver gets the pays in lowest terms, which keeps its sums small."""
    lowest = replace(street, pays=street.pays // lowest_terms(street))
    solver = module(street, method).solve
    found: Solution = solver(lowest) if method == "plain" else solver(lowest, progress)
    return solution(street.pays, found.cells, found.total, found.plans, found.seconds)


def by_kind(worth: Sequence[Fraction]) -> list[Fraction]:
    """Return the worth of the 169 kinds of two cards, from the worth of every pair of cards.

    Pairs that differ in suits only are worth the same.
    """
    found = [Fraction(0)] * 169
    for number, (low, high) in enumerate((below, above) for above in range(52) for below in range(above)):
        one, other = low // 4, high // 4
        found[13 * other + one if low % 4 == high % 4 else 13 * one + other] = worth[number]
    return found


def counted(street: Street, plans: tuple[Any, ...], progress: Progress | None = None) -> Solution:
    """Count the ends under given plans."""
    found: Solution = module(street).count(street, plans, progress)
    return found
