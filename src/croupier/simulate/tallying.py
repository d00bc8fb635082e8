"""Play rounds from a shoe on an engine, and count them by the rows of the proofs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from croupier.simulate.engines import Progress, Workload, run
from croupier.simulate.result import ProvedWager, Simulation, tallied
from croupier.simulate.shoes import BLOCK, ShoeTally


class SeededWork(Workload[ShoeTally], Protocol):
    """Rounds from a shoe, with the seed of their streams."""

    @property
    def seed(self) -> int:
        """The seed."""


def simulate_rounds(
    work: SeededWork,
    proofs: Iterable[ProvedWager],
    counts: Callable[[ShoeTally, ProvedWager], Mapping[str, int]],
    started: float,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play the rounds, and count for each proof how often each of its rows came.

    `counts` reads the ends of all rounds as rows of a proof. `started` is when the caller began, by
    `time.perf_counter`.
    """
    tally = run(work, engine, workers, progress)
    found = tuple(tallied(proof, counts(tally, proof), tally.draws) for proof in proofs)
    return Simulation(tally.draws, work.seed, BLOCK, engine, time.perf_counter() - started, found)
