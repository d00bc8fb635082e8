"""Best play with its plans, act by act.

A certificate keeps the counts of a proof and the hashes of its plans. The plans themselves are large, and are
kept in this user's cache. A cached plan is used only if it can be trusted: it has the hash in the
certificate, or, without a certificate, it was made by the present sources. Else it is computed again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from croupier.compiled import source_hash
from croupier.errors import BadInput
from croupier.families.streets.solver.certificate import certificate, differences, look_up, problem_of
from croupier.families.streets.solver.solving import fresh, method_of, module
from croupier.prove.store import NAME, plans_at, read_arrays, write_arrays
from croupier.prove.streets import Progress, Solution, Street, solution

LONG = 1.0
"""Keep solutions that took at least this many seconds."""
IN_MEMORY = 4
_recent: dict[tuple[str, str], Solution] = {}


def planned(street: Street, progress: Progress | None = None, method: str = "") -> Solution:
    """Return the best play with its plans: the last one found, the cached one, or a new one."""
    key = problem_of(street), method or method_of(street)
    found = _recent.pop(key, None) or _read(street, key[1])
    if found is None:
        found = fresh(street, progress, key[1])
        wrong = _differences(street, found, key[1])
        if wrong:
            raise BadInput(
                f"this game is not solved as its certificate {problem_of(street)[:NAME]} says: "
                f"{'; '.join(wrong)}"
            )
        if found.seconds >= LONG:
            _write(street, found, key[1])
    # The same problem for another stake has other pays.
    found = solution(street.pays, found.cells, found.total, found.plans, found.seconds)
    _recent[key] = found
    while len(_recent) > IN_MEMORY:
        del _recent[next(iter(_recent))]
    return found


def _differences(street: Street, found: Solution, method: str) -> list[str]:
    """List the differences from the certificate. Empty where there is none."""
    kept = look_up(street)
    return differences(kept, certificate(street, found, method)) if kept is not None else []


@cache
def _sources(method: str, place: str) -> str:
    """Return the hash of the sources of a method."""
    return f"{method} {source_hash(Path(place))}"


def _made_by(street: Street, method: str) -> str:
    return _sources(method, str(module(street, method).__file__))


def _read(street: Street, method: str) -> Solution | None:
    """Read the cached plans. None unless they can be trusted."""
    arrays = read_arrays(plans_at(problem_of(street)))
    if arrays is None:
        return None
    try:
        plans = tuple(arrays[f"plan-{number}"] for number in range(len(street.asks)))
        found = solution(street.pays, arrays["cells"], street.total, plans, float(arrays["seconds"]))
        told, made_by = [str(text) for text in arrays["hashes"]], str(arrays["made-by"])
    except (KeyError, ValueError, AssertionError):
        return None
    if look_up(street) is not None:
        return None if _differences(street, found, method) else found
    return (
        found
        if made_by == _made_by(street, method) and told == certificate(street, found, method).plans
        else None
    )


def _write(street: Street, found: Solution, method: str) -> None:
    """Keep a solution; where nothing can be written nothing is kept."""
    if found.cells.dtype == object:
        return
    arrays = {f"plan-{number}": plan for number, plan in enumerate(found.plans)}
    arrays |= {
        "cells": found.cells,
        "seconds": np.array(found.seconds),
        "hashes": np.array(certificate(street, found, method).plans),
        "made-by": np.array(_made_by(street, method)),
    }
    write_arrays(plans_at(problem_of(street)), arrays)
