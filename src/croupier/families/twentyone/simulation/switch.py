"""The best play of two hands whose second cards may be switched.

It takes minutes to find and is kept in this user's cache.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from croupier.compiled import source_hash
from croupier.families.twentyone.simulation.tables import PAIRS, Strategy
from croupier.families.twentyone.solver import switch
from croupier.families.twentyone.solver.kept import switch_key
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import Problem
from croupier.families.twentyone.solver.solve import Progress
from croupier.families.twentyone.solver.states import VALUES, hands
from croupier.families.twentyone.solver.switch import Switched, solve_switch
from croupier.prove.store import plans_at, read_arrays, write_arrays


def switch_strategy(problem: Problem, plain_21: Problem, progress: Progress | None = None) -> Strategy:
    """Return the best play, kept or computed.

    `plain_21` is the game where an ace and a ten are no natural.
    """
    place = place_of(problem, plain_21)
    found = _read(place)
    if found is None:
        found = as_strategy(solve_switch(problem, plain_21, progress))
        _write(place, found)
    return found


def place_of(problem: Problem, plain_21: Problem) -> Path:
    """Return where the best play is kept: under the hash of the game and of the sources that solve it."""
    return plans_at(f"switch-{switch_key(problem, plain_21)[:20]}-{source_hash(Path(switch.__file__))}")


def as_strategy(found: Switched) -> Strategy:
    """Return the solver's result as the kernel plays it."""
    shape = (3, len(hands().size), VALUES)
    acts = np.zeros((len(PAIRS), *shape), np.int64)
    for at, pair in enumerate(PAIRS):
        for upcard in range(VALUES):
            if (*pair, upcard) in found.plans:
                acts[at, :, :, upcard] = found.plans[*pair, upcard].act
    return _made(acts, found.switches.astype(np.uint8))


def _made(
    acts: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    switches: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
) -> Strategy:
    never = np.zeros((2, *acts.shape[2:]), np.bool_)
    return Strategy(tuple(Plan(act, never, {}) for act in acts), switches)


def _read(place: Path) -> Strategy | None:
    kept = read_arrays(place)
    if kept is None or {"acts", "switches"} - set(kept):
        return None
    return _made(kept["acts"].astype(np.int64), kept["switches"])


def _write(place: Path, found: Strategy) -> None:
    assert found.switch is not None
    acts = np.array([plan.act for plan in found.plans], np.int8)
    write_arrays(place, {"acts": acts, "switches": found.switch})
