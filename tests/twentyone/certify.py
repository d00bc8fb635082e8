"""Compute the certificates anew: `python -m tests.twentyone.certify` writes those that are missing beside the
sources, and removes those of problems that nobody poses any more.
"""

from __future__ import annotations

import time
from pathlib import Path

import croupier
from croupier.families.twentyone.solver.kept import (
    Certificate,
    SwitchCertificate,
    certificate,
    switch_certificate,
    switch_key,
)
from croupier.families.twentyone.solver.solve import solve
from croupier.families.twentyone.solver.switch import solve_switch
from croupier.families.twentyone.solver.switch_rounds import switch_rounds
from croupier.families.twentyone.solver.switch_spread import switch_spread
from croupier.prove.store import NAME
from tests.certificates import list_all, write
from tests.twentyone.problems import declared, games

FOLDER = Path(croupier.__file__).parent / "certificates" / "twenty-one"


def certificate_of(game: str) -> Certificate | SwitchCertificate:
    """A fresh certificate."""
    asked = declared(game)
    problem = asked.problem()
    if asked.rules.setup.switch:
        plain = declared(game, switched=True).problem()
        found = solve_switch(problem, plain)
        variance = switch_spread(problem, plain, found)
        nets = switch_rounds(problem, plain, found, variance)
        return switch_certificate(problem, plain, found, variance, nets)
    return certificate(problem, solve(problem))


def key_of(game: str) -> str:
    """The hash that a game's certificate is named by."""
    asked = declared(game)
    return (
        switch_key(asked.problem(), declared(game, switched=True).problem())
        if asked.rules.setup.switch
        else asked.problem().key
    )


def main() -> None:
    """Prove what has no certificate yet."""
    wanted = {key_of(game): game for game in games()}
    for key, game in wanted.items():
        if not (FOLDER / f"{key[:NAME]}.json").exists():
            began = time.perf_counter()
            path = write(certificate_of(game), FOLDER)
            print(f"{path.name} {game}: {time.perf_counter() - began:.1f} s", flush=True)
    for path in FOLDER.glob("*.json"):
        if path.stem not in {key[:NAME] for key in wanted}:
            path.unlink()
            print(f"{path.name}: removed")
    list_all()


if __name__ == "__main__":
    main()
