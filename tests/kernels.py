"""Compile the kernels that most tests use, each by one process:
`make test` does it once, as a part of its set-up.

Two workers that meet the same kernel for the first time would both compile it.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from croupier.api import game
from tests.families import one_of_each_family

OTHERS = (
    "queensland/blackjack",
    "queensland/caribbean-stud",
    "queensland/mississippi-stud",
    "great-britain/hold-em-bonus",
)
"""Games whose kernels the first game of their family does not call."""
ROUNDS = 1 << 10


def compile_for(name: str) -> str:
    """Prove and simulate a game: that compiles what both need."""
    asked = game(name)
    asked.odds()
    asked.simulate(ROUNDS)
    return name


if __name__ == "__main__":
    print("compiling kernels: this takes a minute, once", flush=True)
    names = dict.fromkeys([*one_of_each_family(), *OTHERS])
    # Twenty-one takes longest and goes first.
    ordered = sorted(names, key=lambda name: ("blackjack" not in name, name))
    with ProcessPoolExecutor(2) as pool:
        for number, done in enumerate(pool.map(compile_for, ordered), 1):
            print(f"{number} of {len(ordered)}: {done}", flush=True)
