"""Kept proofs of street games, for proofs that take more than a few seconds.

A certificate has the problem, the count of every end, the time it took and the version that made it. It
belongs to the problem, not to a game: its name is the hash of everything that the prover was handed. One
changed pay row is another problem, and is computed. Pays are written in lowest terms and acts without their
names. So the same game for another stake or in other words is the same problem.
"""

from __future__ import annotations

import hashlib
import json
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.streets.solver.sound import wrong_with
from croupier.prove import store
from croupier.prove.store import FORMAT, NAME, KeptProof, Looked, made_by
from croupier.prove.streets import Act, Solution, Street, solution

SHOWN = 3
"""Cells that are named where counts differ."""


class Certificate(KeptProof, frozen=True, rename="kebab"):
    """The result of a proof, in whole numbers."""

    method: str
    states: list[str]
    shape: list[int]
    cells: list[list[int]]
    """Each end that is reached: state, kind, band, comparison, and in how many deals."""
    total: int
    plans: list[str]
    """The hash of the plan of each ask: the strategy, act by act."""
    seconds: float
    version: str
    openings: list[list[int]] = []
    """For each act before the flop, its worth with each of the 169 kinds of two cards.

    A suited kind is at 13 times the higher rank plus the lower, an unsuited one the other way round. The unit
    is that of the pays in lowest terms.
    """
    opening_ways: int = 1
    """The deals that one number of `openings` is summed over."""
    sides: dict[str, dict[str, int]] = {}
    """Side wagers that a fold loses, by what they read: the deals of each of their rows under best play."""
    rule: list[list[int]] = []
    """The best rule by the rank of the own hand alone: each act with the value of the least hand for it."""
    rule_expected: int = 0
    """The sum of the nets under that rule, in the unit of the pays in lowest terms."""
    expected: int | None = None
    """The sum of the nets of all deals under best play, in that unit."""


def lowest_terms(street: Street) -> int:
    """Return the largest number that divides every pay."""
    return gcd(*(int(net) for net in street.pays.ravel())) or 1


def problem_of(street: Street) -> str:
    """Return the hash of the problem."""
    unit = lowest_terms(street)
    written = {
        "format": FORMAT,
        "cards": [street.own, street.board, street.dealer, street.up, street.decks],
        "deck": list(street.deck),
        "ranking": street.ranking,
        "asks": [
            [
                ask.own,
                ask.board,
                ask.up,
                sorted((state, [_written(act) for act in acts]) for state, acts in ask.acts.items()),
            ]
            for ask in street.asks
        ],
        "states": len(street.states),
        "bands": [list(street.own_bands), list(street.bands)],
        "pays": (street.pays // unit).tolist(),
    }
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()


def _written(act: Act) -> list[Any]:
    return [act.to, act.needs, sorted(act.upcards) if act.upcards is not None else None]


def certificate(street: Street, found: Solution, method: str) -> Certificate:
    """Return the certificate of a proof."""
    cells = [[*map(int, at), int(found.cells[at])] for at in map(tuple, np.argwhere(found.cells != 0))]
    plans = [hashlib.sha256(np.ascontiguousarray(plan).tobytes()).hexdigest() for plan in found.plans]
    return Certificate(
        FORMAT,
        problem_of(street),
        method,
        list(street.states),
        list(found.cells.shape),
        cells,
        found.total,
        plans,
        round(found.seconds, 3),
        made_by(),
        expected=sum(number * int(street.pays[tuple(at)]) for *at, number in cells) // lowest_terms(street),
    )


def solved(street: Street, kept: Certificate) -> Solution:
    """Return the solution that a certificate keeps. Its plans are known by their hash alone."""
    if kept.problem != problem_of(street) or list(street.pays.shape) != kept.shape:
        raise BadInput(f"the certificate {kept.problem[:NAME]} is of another problem")
    cells: NDArray[Any] = np.zeros(tuple(kept.shape), np.int64)
    for *at, number in kept.cells:
        cells[tuple(at)] = number
    return solution(street.pays, cells, kept.total, (), kept.seconds)


def look(street: Street, folder: Path | None = None) -> Looked[Certificate]:
    """Return the kept certificate of a problem, if there is one and it is right; else why it is not used."""
    return store.look(Certificate, problem_of(street), lambda kept: wrong_with(street, kept), folder=folder)


def look_up(street: Street, folder: Path | None = None) -> Certificate | None:
    """Return the kept certificate of a problem, if there is one and it is right."""
    return look(street, folder).kept


def differences(kept: Certificate, fresh: Certificate) -> list[str]:
    """List the differences of a proof computed again. Empty if it says the same.

    States are not compared: their names are a game's words, and games in other words share a problem.
    """
    found = [
        f"{name}: {getattr(kept, name)} is kept, {getattr(fresh, name)} was found"
        for name in ("problem", "method", "shape", "total")
        if getattr(kept, name) != getattr(fresh, name)
    ]
    then, now = ({tuple(cell[:-1]): cell[-1] for cell in one.cells} for one in (kept, fresh))
    other = [at for at in sorted({**then, **now}) if then.get(at) != now.get(at)]
    if other or len(kept.cells) != len(then):
        shown = ", ".join(
            f"{_named(fresh, at)} {then.get(at, 0):,} and not {now.get(at, 0):,}" for at in other[:SHOWN]
        )
        more = f" and {len(other) - SHOWN} more" if len(other) > SHOWN else ""
        found.append(f"the counts differ, in {len(other)} of {len(now)} cells: {shown}{more}")
    if kept.plans != fresh.plans:
        found.append("the plans differ")
    if fresh.rule and (kept.rule, kept.rule_expected) != (fresh.rule, fresh.rule_expected):
        found.append("the rule of thumb differs")
    if None not in (kept.expected, fresh.expected) and kept.expected != fresh.expected:
        found.append(f"the sum of the nets: {kept.expected:,} is kept, {fresh.expected:,} was found")
    return found


def _named(of: Certificate, at: tuple[int, ...]) -> str:
    state, *rest = at
    name = of.states[state] if 0 <= state < len(of.states) else str(state)
    return f"{name} {'/'.join(map(str, rest))}"
