"""The simulation of pocket pairs: two cards of one pack, again and again."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.equipment.money import Amount
from croupier.families.pocketpairs.odds import offered, prove_all
from croupier.families.pocketpairs.pairs import ROWS, pair_of
from croupier.families.pocketpairs.round import PocketPairs
from croupier.simulate import shoes
from croupier.simulate.engines import Progress
from croupier.simulate.result import ProvedWager, Simulation
from croupier.simulate.shoes import ShoeTally, check_rounds, next_card
from croupier.simulate.tallying import simulate_rounds

LOGGED = 3
"""Numbers logged for a round: its two cards and its end."""
_pair_of = compiled(pair_of)


@compiled
def play_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Deal blocks of rounds, the pack shuffled before each round.

    `log` takes the rounds of the last block where it has room.
    """
    for block in range(first, first + number):
        stream = np.uint64(block)
        shoe = np.arange(52).astype(np.int8)
        cursor[0], cursor[1] = len(words), 0
        for at in range(rounds):
            one = next_card(shoe, 0, seed, stream, words, cursor)
            other = next_card(shoe, 1, seed, stream, words, cursor)
            end = _pair_of(one, other)
            ends[end] += 1
            if at < len(log):
                log[at, 0], log[at, 1], log[at, 2] = one, other, end


@dataclass(frozen=True)
class PocketPairsRounds(shoes.ShoeRounds):
    """Rounds to be played, as an engine is handed them."""

    ends = (len(ROWS),)
    logged = LOGGED

    def deal(self, *given: Any) -> None:
        """Deal the blocks."""
        play_blocks(*given)

    def given(self) -> tuple[Any, ...]:
        """Return nothing: the pack is always the same."""
        return ()


def simulate(
    game: PocketPairs,
    rounds: int,
    seed: int = 1,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Simulation:
    """Play rounds. The pack is shuffled before each of them in any case."""
    started = time.perf_counter()
    check_rounds(rounds)
    proofs = prove_all(game, offered(game) if wagers is None else wagers, stake)
    return simulate_rounds(
        PocketPairsRounds(rounds, seed), proofs, counts, started, engine, workers, progress
    )


def counts(tally: ShoeTally, proof: ProvedWager) -> dict[str, int]:
    """Count how often each row came."""
    return {row: int(tally.ends[end]) for end, row in enumerate(ROWS)}
