"""The simulation of pocket pairs: two cards of one pack, again and again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import Amount
from croupier.games.cards.drawn import BLOCK, Piece, Tally, check_rounds, fresh_words, next_card, pieces
from croupier.games.pocketpairs.odds import offered, prove_all
from croupier.games.pocketpairs.pairs import ROWS, pair_of
from croupier.games.pocketpairs.round import PocketPairs
from croupier.simulate.compiled import compiled
from croupier.simulate.engines import Progress, run
from croupier.simulate.result import Simulation, TallyRow, WagerTally

LOGGED = 3
"""What is written of a round: its two cards and its end."""
_pair_of = compiled(pair_of)


@compiled
def play_blocks(seed: np.uint64, first: int, number: int, rounds: int, words: NDArray[np.uint32], cursor: NDArray[np.int64], ends: NDArray[np.int64], log: NDArray[np.int64]) -> None:
    """Blocks of rounds, the pack shuffled before each round; `log` takes the rounds of the last block where it has room."""
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
class Rounds:
    """Rounds to be played, as an engine is handed them."""

    rounds: int
    seed: int

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """The work, in pieces."""
        return pieces(self.rounds, workers)

    def empty(self) -> Tally:
        """Nothing counted yet."""
        return Tally(0, np.zeros(len(ROWS), np.int64))

    def run(self, piece: Piece, log: NDArray[np.int64] | None = None) -> Tally:
        """Do one piece."""
        tally = self.empty()
        words, cursor = fresh_words()
        written = np.zeros((0, LOGGED), np.int64) if log is None else log
        play_blocks(np.uint64(self.seed & (2**64 - 1)), piece.first, piece.number, piece.rounds, words, cursor, tally.ends, written)
        return Tally(piece.number * piece.rounds, tally.ends)


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
    """Play so many rounds; the pack is shuffled before each of them in any case."""
    started = time.perf_counter()
    check_rounds(rounds)
    proofs = prove_all(game, offered(game) if wagers is None else wagers, stake)
    tally = run(Rounds(rounds, seed), engine, workers, progress)
    counts = {row: int(tally.ends[end]) for end, row in enumerate(ROWS)}
    found = tuple(WagerTally(proof.wager, proof.example, proof.stake, proof.charge, tuple(TallyRow(row.row, row.result, row.net, counts[row.row]) for row in proof.rows), 0) for proof in proofs)
    return Simulation(tally.draws, seed, BLOCK, engine, time.perf_counter() - started, found)
